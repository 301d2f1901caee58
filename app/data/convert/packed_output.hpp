#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/base/files.hpp"
#include "app/base/gzip.hpp"

namespace fedltr {

/// A file that appears only when complete (WholeFile), compressed if its name
/// ends with .gz. Equal texts give equal bytes.
class PackedOutput {
 public:
  explicit PackedOutput(const std::string& file);

  /// Appends text; the file appears with commit().
  void write(std::string_view text);
  void commit();

 private:
  void flush();

  std::string folder_;
  WholeFile file_;
  std::optional<Gzip> packer_;  ///< nullopt: plain text
  std::string kept_;
  std::string packed_;
};

}  // namespace fedltr
