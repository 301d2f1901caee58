#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "algorithms/core/linalg.hpp"

struct evp_md_ctx_st;  // OpenSSL's EVP_MD_CTX
struct gzFile_s;       // zlib's

namespace fedltr {

/// A file's text in pieces, unpacked if it is gzip.
/// @throws DataError  naming the file and what is wrong with it
class PackedFile {
 public:
  explicit PackedFile(std::filesystem::path file);

  /// Returns the next piece, which holds until the next call; empty at the end.
  std::span<char> next();

 private:
  std::filesystem::path file_;
  std::unique_ptr<gzFile_s, int (*)(gzFile_s*)> input_;
  std::string piece_;
};

/// The whole text of a file, unpacked if it is gzip.
/// @throws DataError  likewise
std::string file_text(const std::filesystem::path& file);

/// Lower-case hexadecimal SHA-256.
class Sha256 {
 public:
  Sha256();

  void add(const void* bytes, std::size_t size);
  /// The bytes of the numbers.
  void add(const Vector& values);
  /// Ends the digest.
  std::string hex();

 private:
  std::shared_ptr<evp_md_ctx_st> context_;
};

/// SHA-256 of the file's bytes as they are on disk.
std::string sha256_of_file(const std::filesystem::path& file);

/// Writes a whole file: beside it, synced, renamed. What was there before stays
/// until then, and stays for good if anything fails.
/// @throws std::runtime_error  naming the file and what the system says
void write_whole(const std::filesystem::path& file, std::string_view text);

/// Makes sure that what was renamed in a folder survives a loss of power.
void sync_folder(const std::filesystem::path& folder);

}  // namespace fedltr
