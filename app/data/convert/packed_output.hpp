#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/base/files.hpp"
#include "app/base/gzip.hpp"

namespace fedltr {

/// A file that appears whole (WholeFile), packed where its name ends with .gz:
/// the same bytes for the same text.
class PackedOutput {
 public:
  explicit PackedOutput(const std::string& file);

  /// Keeps some text back, which commit() writes.
  void write(std::string_view text);
  void commit();

 private:
  void flush();

  std::string folder_;
  WholeFile file_;
  std::optional<Gzip> packer_;  ///< none: plain text
  std::string kept_;
  std::string packed_;
};

}  // namespace fedltr
