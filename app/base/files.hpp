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

/// Whether a pipe or a device may stand for a file: only where a user can mean
/// one, and whoever reads it stops at some number of bytes.
enum class Pipes { kRefused, kAllowed };

/// A file's text in pieces, unpacked if it is gzip.
/// @throws DataError  naming the file and what is wrong with it
class PackedFile {
 public:
  explicit PackedFile(std::filesystem::path file,
                      Pipes pipes = Pipes::kRefused);

  /// Returns the next piece, which holds until the next call; empty at the end.
  std::span<char> next();

 private:
  std::filesystem::path file_;
  std::unique_ptr<gzFile_s, int (*)(gzFile_s*)> input_;
  std::string piece_;
};

/// The whole text of a file, unpacked if it is gzip.
/// @throws DataError  likewise; for one of more than so many bytes, too
std::string file_text(
    const std::filesystem::path& file,
    std::size_t most = std::numeric_limits<std::size_t>::max());

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

/// A file that is written piece by piece and appears whole: without a name
/// until all of it is synced. What was there before stays until then, and stays
/// for good if anything fails; whatever ends the process, nothing is left
/// beside it. Of two that write one file the last to commit() has it, whole.
///
/// A file system that knows no file without a name (O_TMPFILE; NFS) gives it
/// one, `.fedltr-NUMBER`, that no other has, and which only a kill leaves.
/// @throws UsageError          for a device or a pipe
/// @throws std::runtime_error  naming the file and what the system says
class WholeFile {
 public:
  /// @param mode  rights of the file, also while it is written
  explicit WholeFile(std::filesystem::path file, unsigned mode = 0644);
  /// Leaves nothing of it without commit().
  ~WholeFile();
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  void write(std::string_view text);
  void commit();

 private:
  [[noreturn]] void fail(const char* step) const;
  bool take_name(const std::filesystem::path& name) const;

  std::filesystem::path file_;
  std::filesystem::path beside_;  ///< what it is called meanwhile; empty: it
                                  ///< has no name, or its own
  int descriptor_ = -1;           ///< of what is written; -1: closed
};

/// True for the name that a WholeFile has, if it has one, until commit().
bool is_unnamed(std::string_view file_name);

/// Writes a whole file, likewise.
void write_whole(const std::filesystem::path& file, std::string_view text);

/// Makes sure that what was renamed in a folder survives a loss of power.
void sync_folder(const std::filesystem::path& folder);

}  // namespace fedltr
