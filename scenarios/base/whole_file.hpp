#pragma once

#include <filesystem>
#include <fstream>
#include <string_view>

namespace fedltr {

/// A file that is written piece by piece and appears whole: beside it, and
/// renamed by commit(). Without it, what was there stays.
class WholeFile {
 public:
  /// @throws std::runtime_error  naming the file, here and below
  explicit WholeFile(std::filesystem::path file);
  ~WholeFile();
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  void write(std::string_view text);
  void commit();

 private:
  [[noreturn]] void fail(const char* step) const;

  std::filesystem::path file_;
  std::filesystem::path beside_;
  std::ofstream stream_;
};

}  // namespace fedltr
