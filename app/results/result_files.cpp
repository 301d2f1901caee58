#include "app/results/result_files.hpp"

#include <array>
#include <string_view>

#include "app/base/files.hpp"
#include "app/base/json_members.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMiB = std::size_t{1} << 20;

struct SizeLimit {
  std::string_view ending;  ///< of the name
  std::size_t bytes;
};

/// The first whose ending matches holds.
constexpr std::array kSizeLimits = {
    SizeLimit{".svg", kMiB / 2},              // becomes part of a page
    SizeLimit{".json", 64 * kMiB},            // memory holds all values
    SizeLimit{"grid.csv", 1024 * kMiB},       // memory holds names of points
    SizeLimit{"per_query.tsv", 4096 * kMiB},  // memory holds all values
    SizeLimit{"", 65536 * kMiB},              // memory holds a row, and sums
};

}  // namespace

std::size_t max_result_bytes(const fs::path& file) {
  const std::string name = unpacked_name(file).string();
  for (const SizeLimit& limit : kSizeLimits)
    if (name.ends_with(limit.ending)) return limit.bytes;
  return 0;
}

Json result_json(const fs::path& file) {
  return read_json(file, max_result_bytes(file));
}

CsvRows result_rows(const fs::path& file) {
  const bool tabs = unpacked_name(file).extension() == ".tsv";
  return CsvRows(file, tabs ? '\t' : ',', max_result_bytes(file));
}

std::string result_text(const fs::path& file) {
  return file_text(file, max_result_bytes(file));
}

fs::path unpacked_name(const fs::path& file) {
  return file.extension() == ".gz" ? file.stem() : file.filename();
}

}  // namespace fedltr
