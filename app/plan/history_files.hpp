#pragma once

#include <filesystem>

#include "algorithms/unlearning/history.hpp"
#include "app/base/held_folder.hpp"

namespace fedltr {

/// Stores pieces of histories in a folder, one subfolder per client, each piece
/// with a digest. The folder is removed with the store: clients' updates are
/// kept no longer than needed.
class HistoryFiles final : public HistoryStore {
 public:
  /// @param folder  created with the first piece; leftovers of an earlier run
  ///                are removed
  explicit HistoryFiles(std::filesystem::path folder);
  ~HistoryFiles() override;
  HistoryFiles(const HistoryFiles&) = delete;
  HistoryFiles& operator=(const HistoryFiles&) = delete;

  /// @throws std::runtime_error  with the file and the system's message
  void write(std::uint32_t owner, std::uint32_t piece,
             std::string_view bytes) override;
  /// @throws std::runtime_error  naming the file if it was changed
  std::string read(std::uint32_t owner, std::uint32_t piece) override;
  void remove(std::uint32_t owner) override;

 private:
  std::filesystem::path folder_of(std::uint32_t owner) const;

  std::filesystem::path folder_;
};

/// Removes the histories that killed runs left in a run folder, not through a
/// link. Other files remain.
void remove_histories(const HeldFolder& run_folder);

}  // namespace fedltr
