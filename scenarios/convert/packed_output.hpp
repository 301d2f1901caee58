#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "scenarios/base/files.hpp"

struct z_stream_s;  // zlib's

namespace fedltr {

/// A file that appears whole (WholeFile), packed where its name ends with .gz:
/// the same bytes for the same text.
class PackedOutput {
 public:
  explicit PackedOutput(const std::string& file);
  ~PackedOutput();

  /// Keeps some text back, which commit() writes.
  void write(std::string_view text);
  void commit();

 private:
  void flush(bool last);

  std::string folder_;
  WholeFile file_;
  std::unique_ptr<z_stream_s> packer_;  ///< none: plain text
  std::string kept_;
  std::string packed_;
};

}  // namespace fedltr
