#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

struct zip;       // libzip's zip_t
struct zip_file;  // its zip_file_t

namespace fedltr {

/// An array of a .npz archive, as a user names it: FILE.npz:ARRAY, or FILE.npz
/// if it holds only one.
struct NpzName {
  std::string archive;
  std::string array;  ///< without .npy; empty: the only one
};

/// Returns nullopt for the name of a file of another kind.
std::optional<NpzName> npz_name(std::string_view name);

/// The .npy file of an array in a .npz archive (numpy.savez and
/// savez_compressed; a zip), unpacked in pieces. Memory is bounded by the
/// archive's list of files and one piece.
class NpzArray {
 public:
  /// @throws DataError  naming the archive and what is wrong with it: it can't
  ///                    be read, or lacks the array, or holds it twice, or
  ///                    encrypted
  explicit NpzArray(const NpzName& name);

  /// Returns the next piece, valid until the next call; empty at the end.
  /// @throws DataError  if it is damaged, or unpacks to more than 256 MiB and
  ///                    200 times its size
  std::span<char> next();

 private:
  [[noreturn]] void fail(const std::string& what) const;
  void open_archive();
  std::uint64_t index_of(const std::string& array) const;

  std::string archive_;
  std::unique_ptr<zip, void (*)(zip*)> zip_;
  std::unique_ptr<zip_file, int (*)(zip_file*)> file_;
  std::string piece_;
  std::uint64_t packed_ = 0;    ///< bytes of the file in the archive
  std::uint64_t unpacked_ = 0;  ///< bytes returned so far
};

}  // namespace fedltr
