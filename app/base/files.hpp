#pragma once

#include <filesystem>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "algorithms/core/linalg.hpp"

struct evp_md_ctx_st;  // OpenSSL's EVP_MD_CTX
struct gzFile_s;       // zlib's

namespace fedltr {

/// Allows devices and open pipes (/dev/stdin, a shell's <(command)) as files:
/// only where a user may name one and the reader limits the number of bytes.
enum class Pipes { kRefused, kAllowed };

inline constexpr std::size_t kAnySize = std::numeric_limits<std::size_t>::max();

/// Text of a file in pieces, unpacked if it is gzip. The file is opened once,
/// without waiting for a pipe's writer unless pipes are allowed.
/// @throws DataError  naming the file and what is wrong with it
class PackedFile {
 public:
  /// @param most  maximum bytes, packed and unpacked; checked before reading
  explicit PackedFile(std::filesystem::path file, Pipes pipes = Pipes::kRefused,
                      std::size_t most = kAnySize);

  /// Returns the next piece, valid until the next call; empty at the end.
  std::span<char> next();

 private:
  [[noreturn]] void refuse_size() const;

  std::filesystem::path file_;
  std::size_t most_;
  std::unique_ptr<gzFile_s, int (*)(gzFile_s*)> input_;
  std::string piece_;
};

/// Returns the whole text of a file, unpacked if it is gzip.
/// @throws DataError  as PackedFile; also if it exceeds `most` bytes
std::string file_text(const std::filesystem::path& file,
                      std::size_t most = kAnySize);

/// Computes a SHA-256 as lower-case hexadecimal digits.
class Sha256 {
 public:
  Sha256();

  void add(const void* bytes, std::size_t size);
  /// Adds the bytes of the numbers.
  void add(const Vector& values);
  /// Completes the digest.
  std::string hex();

 private:
  std::shared_ptr<evp_md_ctx_st> context_;
};

/// Returns the SHA-256 of the file's bytes on disk.
std::string sha256_of_file(const std::filesystem::path& file);

/// A file written in pieces that appears only when complete: it has no name
/// until all of it is synced. An existing file remains until then, and for good
/// if anything fails. If two write the same file, the last commit() wins, with
/// complete contents.
///
/// While commit() replaces an older file, and throughout on a file system
/// without unnamed files (O_TMPFILE; NFS), it has a unique name,
/// `.fedltr-NUMBER`, which only a kill leaves behind.
/// @throws UsageError          for a device or a pipe
/// @throws std::runtime_error  with the file and the system's message
class WholeFile {
 public:
  /// @param mode  permissions of the file, also while it is written
  explicit WholeFile(std::filesystem::path file, unsigned mode = 0644);
  /// Discards the file unless commit() was called.
  ~WholeFile();
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  void write(std::string_view text);
  void commit();

 private:
  [[noreturn]] void fail(const char* step) const;
  bool take_name(const std::filesystem::path& name) const;

  std::filesystem::path file_;
  std::filesystem::path beside_;  ///< temporary name; empty: none, or file_
  int descriptor_ = -1;           ///< -1: closed
};

/// True for a WholeFile's temporary name, if it has one, before commit().
bool is_unnamed(std::string_view file_name);

/// Writes a file at once, as a WholeFile.
void write_whole(const std::filesystem::path& file, std::string_view text,
                 unsigned mode = 0644);

/// Appends to a table of a run that later processes continue, or begins it.
/// @param heading  its first line
/// @throws std::runtime_error  if it can't be written
void append_rows(const std::filesystem::path& file, const std::string& heading,
                 const std::string& rows);

/// Ensures that renames in a folder survive a loss of power.
/// @param folder  empty: the current one, as the parent of a name alone is
void sync_folder(const std::filesystem::path& folder);

}  // namespace fedltr
