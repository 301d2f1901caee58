#pragma once

#include <istream>
#include <streambuf>

#include "app/base/files.hpp"

namespace fedltr {

/// Text of a file, uncompressed if it is gzip.
class UnpackingBuffer : public std::streambuf {
 public:
  explicit UnpackingBuffer(const std::filesystem::path& file) : file_(file) {}

 private:
  int_type underflow() override {
    const std::span<char> piece = file_.next();
    if (piece.empty()) return traits_type::eof();
    setg(piece.data(), piece.data(), piece.data() + piece.size());
    return traits_type::to_int_type(piece[0]);
  }

  PackedFile file_;
};

/// The same as a stream that rethrows exceptions of the buffer.
class UnpackedStream : public std::istream {
 public:
  explicit UnpackedStream(const std::filesystem::path& file)
      : std::istream(nullptr), buffer_(file) {
    rdbuf(&buffer_);
    exceptions(std::ios::badbit);
  }

 private:
  UnpackingBuffer buffer_;
};

}  // namespace fedltr
