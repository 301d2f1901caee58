#include "app/data/convert/npz_array.hpp"

#include <algorithm>
#include <filesystem>
#include <vector>

#include <zip.h>

#include "algorithms/data/letor.hpp"
#include "algorithms/data/lines.hpp"
#include "app/base/files.hpp"
#include "app/base/text.hpp"

namespace fedltr {
namespace {

constexpr std::string_view kArchiveEnd = ".npz";
constexpr std::string_view kArrayEnd = ".npy";
constexpr std::size_t kNpzPiece = 1 << 20;
constexpr std::size_t kMostNamed = 10;
/// As of gzip, PackedFile.
constexpr std::uint64_t kMostUnpacked = 256 << 20;
constexpr std::uint64_t kMostPacking = 200;

std::string zip_text(zip_error_t& error) {
  std::string text = zip_error_strerror(&error);
  zip_error_fini(&error);
  return text;
}

/// Returns the name of an array, or nullopt for a file that is none.
std::optional<std::string_view> array_name(zip_t* zip, zip_uint64_t index) {
  const char* const name = zip_get_name(zip, index, ZIP_FL_ENC_RAW);
  if (name == nullptr || !std::string_view(name).ends_with(kArrayEnd))
    return std::nullopt;
  std::string_view array = name;
  array.remove_suffix(kArrayEnd.size());
  return array;
}

}  // namespace

std::optional<NpzName> npz_name(std::string_view name) {
  if (name.ends_with(kArchiveEnd)) return NpzName{std::string(name), ""};
  const std::size_t at = name.rfind(std::string(kArchiveEnd) + ":");
  if (at == std::string_view::npos) return std::nullopt;
  const std::size_t colon = at + kArchiveEnd.size();
  return NpzName{std::string(name.substr(0, colon)),
                 std::string(name.substr(colon + 1))};
}

NpzArray::NpzArray(const NpzName& name)
    : archive_(name.archive),
      zip_(nullptr, zip_discard),
      file_(nullptr, zip_fclose),
      piece_(kNpzPiece, '\0') {
  open_archive();
  const zip_uint64_t index = index_of(name.array);
  zip_stat_t status;
  zip_stat_init(&status);
  if (zip_stat_index(zip_.get(), index, 0, &status) != 0)
    fail("can't be read: " + std::string(zip_strerror(zip_.get())));
  if ((status.valid & ZIP_STAT_ENCRYPTION_METHOD) != 0 &&
      status.encryption_method != ZIP_EM_NONE)
    fail("is encrypted: unzip it first");
  // The archive's directory may claim more than the file has.
  packed_ = std::min<std::uint64_t>(status.comp_size,
                                    std::filesystem::file_size(archive_));
  file_.reset(zip_fopen_index(zip_.get(), index, 0));
  if (!file_) fail("can't be read: " + std::string(zip_strerror(zip_.get())));
}

void NpzArray::fail(const std::string& what) const {
  throw DataError(archive_ + ": " + what);
}

void NpzArray::open_archive() {
  (void)PackedFile(archive_);  // refuses folders, pipes and missing files
  int code = 0;
  zip_.reset(zip_open(archive_.c_str(), ZIP_RDONLY, &code));
  if (zip_) return;
  zip_error_t error;
  zip_error_init_with_code(&error, code);
  fail("can't be read as an archive of NumPy arrays, a zip: " +
       zip_text(error));
}

std::uint64_t NpzArray::index_of(const std::string& array) const {
  const auto files =
      static_cast<zip_uint64_t>(zip_get_num_entries(zip_.get(), 0));
  std::vector<zip_uint64_t> found;
  std::uint64_t arrays = 0;
  std::vector<std::string> names;
  for (zip_uint64_t i = 0; i < files; ++i) {
    const auto name = array_name(zip_.get(), i);
    if (!name) continue;
    ++arrays;
    if (names.size() < kMostNamed) names.push_back(in_quotes(*name));
    if (array.empty() || *name == array) found.push_back(i);
  }
  if (found.size() == 1) return found[0];
  if (arrays == 0) fail("holds no array (.npy)");
  if (arrays > names.size()) names.emplace_back("...");
  const std::string listed = join(names, ", ");
  if (array.empty())
    fail("holds " + listed + ": name one array as FILE.npz:ARRAY");
  fail(found.empty()
           ? "has no array " + in_quotes(array) + "; it holds " + listed
           : "holds array " + in_quotes(array) + " " +
                 std::to_string(found.size()) + " times");
}

std::span<char> NpzArray::next() {
  const zip_int64_t count =
      zip_fread(file_.get(), piece_.data(), piece_.size());
  if (count < 0)
    fail("is damaged: " +
         std::string(zip_error_strerror(zip_file_get_error(file_.get()))));
  unpacked_ += static_cast<std::uint64_t>(count);
  if (unpacked_ > kMostUnpacked && unpacked_ / kMostPacking > packed_)
    fail("unpacks to more than " + std::to_string(kMostPacking) +
         " times its size; if it is meant to, unzip it first");
  return std::span(piece_).first(static_cast<std::size_t>(count));
}

}  // namespace fedltr
