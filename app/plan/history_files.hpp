#pragma once

#include <filesystem>

#include "algorithms/unlearning/history.hpp"

namespace fedltr {

/// Pieces of histories as files of a folder, a client's in one of their own,
/// each with a digest of what it holds. The folder goes with the store: what
/// clients did is kept no longer than it is needed.
class HistoryFiles final : public HistoryStore {
 public:
  /// @param folder  made when the first piece is written; what an earlier run
  ///                left there is removed
  explicit HistoryFiles(std::filesystem::path folder);
  ~HistoryFiles() override;
  HistoryFiles(const HistoryFiles&) = delete;
  HistoryFiles& operator=(const HistoryFiles&) = delete;

  /// @throws std::runtime_error  naming the file and what the system says
  void write(std::uint32_t owner, std::uint32_t piece,
             std::string_view bytes) override;
  /// @throws std::runtime_error  naming the file if it was changed
  std::string read(std::uint32_t owner, std::uint32_t piece) override;
  void remove(std::uint32_t owner) override;

 private:
  std::filesystem::path folder_of(std::uint32_t owner) const;

  std::filesystem::path folder_;
};

}  // namespace fedltr
