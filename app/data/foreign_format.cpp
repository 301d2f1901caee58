#include "app/data/foreign_format.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <cstring>

#include "algorithms/data/letor.hpp"
#include "algorithms/data/lines.hpp"

namespace fedltr {
namespace {

using namespace std::string_view_literals;

struct ForeignFormat {
  std::string_view start;
  const char* what;
};

constexpr const char* kUtf16 =
    "is text in UTF-16, as PowerShell writes it; expected UTF-8: iconv -f "
    "UTF-16 -t UTF-8 FILE, or Out-File -Encoding utf8";
constexpr const char* kTfRecord =
    "is a TFRecord file, as TensorFlow Ranking's ELWC; docs/data.md shows the "
    "Python that writes rows of it";

constexpr const char* kPickle =
    "is a Python pickle; save its table as CSV, for fedltr data convert";
constexpr const char* kArff =
    "is an ARFF file; save its table as CSV, for fedltr data convert: "
    "pandas.DataFrame(scipy.io.arff.loadarff('FILE')[0]).to_csv('FILE.csv', "
    "index=False)";
constexpr const char* kLightGbm =
    "is a model of LightGBM, whose trees fedltr does not read; expected rows, "
    "or a model of fedltr";
constexpr const char* kXgBoost =
    "is a model of XGBoost, whose trees fedltr does not read; expected rows, "
    "or a model of fedltr";
constexpr const char* kRankLib =
    "is a model of RankLib, which fedltr does not read; expected rows, or a "
    "model of fedltr";
constexpr const char* kSolrXml =
    "is an answer of Solr in XML; ask for wt=json, and write its documents "
    "(response.docs) as a table with columns label, qid, docno and features";
constexpr const char* kPage =
    "is a web page, as servers answer in place of a file: download it again";

constexpr std::array kForeignFormats = {
    ForeignFormat{"\xFF\xFE"sv, kUtf16},
    ForeignFormat{"\xFE\xFF"sv, kUtf16},
    ForeignFormat{"PAR1"sv,
                  "is a Parquet file; docs/data.md shows the two lines of "
                  "Python that write CSV of it"},
    ForeignFormat{"ARROW1"sv,
                  "is an Arrow (Feather) file; docs/data.md shows the two "
                  "lines of Python that write CSV of it"},
    ForeignFormat{"\x93NUMPY"sv,
                  "is a NumPy array; fedltr data convert FILE.npy --labels "
                  "FILE.npy --query-ids FILE.npy reads it"},
    ForeignFormat{"\x89HDF\r\n"sv,
                  "is an HDF5 file; save its table as CSV, for fedltr data "
                  "convert"},
    ForeignFormat{"\x80\x02"sv, kPickle},
    ForeignFormat{"\x80\x03"sv, kPickle},
    ForeignFormat{"\x80\x04"sv, kPickle},
    ForeignFormat{"\x80\x05"sv, kPickle},
    ForeignFormat{"version https://git-lfs"sv,
                  "is Git LFS's pointer to a file that was not downloaded: git "
                  "lfs pull"},
    ForeignFormat{"SQLite format 3\0"sv,
                  "is an SQLite database; save its table as CSV, for fedltr "
                  "data convert"},
    ForeignFormat{"tree\n"sv, kLightGbm},
    ForeignFormat{"tree\r\n"sv, kLightGbm}};

std::string_view without_blanks(std::string_view start) {
  start.remove_prefix(
      std::min(start.find_first_not_of(" \t\r\n"), start.size()));
  return start;
}

/// True for text that begins with a word, in upper or lower case.
/// @param word  in lower case
bool begins_with(std::string_view start, std::string_view word) {
  return std::ranges::equal(
      start.substr(0, word.size()), word, [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) == b;
      });
}

/// True for text that begins like a web page.
bool is_web_page(std::string_view start) {
  start = without_blanks(start);
  return begins_with(start, "<!doctype html") || begins_with(start, "<html");
}

/// True for text that begins, below comments, like Weka's ARFF.
bool is_arff(std::string_view start) {
  start = without_blanks(without_mark(start));
  while (start.starts_with('%'))
    start =
        without_blanks(start.substr(std::min(start.find('\n'), start.size())));
  return begins_with(start, "@relation ") || begins_with(start, "@relation\t");
}

/// True for text that begins like an answer of Solr in XML.
bool is_solr_xml(std::string_view start) {
  start = without_blanks(without_mark(start));
  if (start.starts_with("<?xml"))
    start.remove_prefix(std::min(start.find("?>"), start.size() - 2) + 2);
  return without_blanks(start).starts_with("<response>");
}

/// True for text that begins like a model of RankLib: `##` and the method, then
/// `##` and an option.
bool is_rank_lib(std::string_view start) {
  constexpr std::array kMethods = {
      "LambdaMART"sv,       "MART"sv,      "Coordinate Ascent"sv,
      "AdaRank"sv,          "RankBoost"sv, "RankNet"sv,
      "LambdaRank"sv,       "ListNet"sv,   "Random Forests"sv,
      "Linear Regression"sv};
  constexpr std::string_view kMark = "## ";
  start = without_mark(start);
  const std::size_t end = start.find('\n');
  if (!start.starts_with(kMark) || end == start.npos) return false;
  std::string_view method = start.substr(kMark.size(), end - kMark.size());
  if (method.ends_with('\r')) method.remove_suffix(1);
  return std::ranges::count(kMethods, method) > 0 &&
         start.substr(end + 1).starts_with(kMark);
}

/// CRC-32C of some bytes, as TFRecord masks it.
std::uint32_t masked_crc(std::string_view bytes) {
  constexpr std::uint32_t kCastagnoli = 0x82F63B78;
  std::uint32_t crc = ~std::uint32_t{0};
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit)
      crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? kCastagnoli : 0);
  }
  crc = ~crc;
  return ((crc >> 15U) | (crc << 17U)) + 0xA282EAD8;
}

/// True if the first 8 bytes, a record's length, have their CRC behind them.
bool is_tf_record(std::string_view start) {
  constexpr std::size_t kLength = 8;
  if (start.size() < kLength + sizeof(std::uint32_t)) return false;
  std::uint32_t crc = 0;
  std::memcpy(&crc, start.data() + kLength, sizeof(crc));
  return crc == masked_crc(start.substr(0, kLength));
}

/// True for two ASCII characters of two bytes each, without a byte-order mark.
bool is_bare_utf16(std::string_view start) {
  constexpr char kZero = '\0';
  if (start.size() < 4) return false;
  const bool little = start[0] > kZero && start[2] > kZero &&
                      start[1] == kZero && start[3] == kZero;
  const bool big = start[1] > kZero && start[3] > kZero && start[0] == kZero &&
                   start[2] == kZero;
  return little || big;
}

}  // namespace

std::string foreign_format(std::string_view start) {
  for (const ForeignFormat& each : kForeignFormats)
    if (start.starts_with(each.start)) return each.what;
  if (is_web_page(start)) return kPage;
  if (is_arff(start)) return kArff;
  if (is_rank_lib(start)) return kRankLib;
  if (is_solr_xml(start)) return kSolrXml;
  if (is_bare_utf16(start)) return kUtf16;
  return is_tf_record(start) ? kTfRecord : "";
}

namespace {

/// True if JSON names a member whose value begins like this.
/// @param value  "{", "[", or empty for any
bool has_member(std::string_view json, const std::string& member,
                std::string_view value) {
  const std::string name = '"' + member + '"';
  for (std::size_t at = json.find(name); at != std::string_view::npos;
       at = json.find(name, at + 1)) {
    std::string_view rest = without_blanks(json.substr(at + name.size()));
    if (!rest.starts_with(':')) continue;
    if (without_blanks(rest.substr(1)).starts_with(value)) return true;
  }
  return false;
}

}  // namespace

std::string json_for_rows(std::string_view start) {
  start = without_blanks(without_mark(start));
  if (!start.starts_with('{') && !start.starts_with('[')) return "";
  const auto names = [&](const char* member) {
    return has_member(start, member, "");
  };
  const std::string columns =
      " as a table with columns label, qid, docno and features";
  if (has_member(start, "learner", "{")) return kXgBoost;
  if (names("tree_info")) return kLightGbm;
  if (has_member(start, "hits", "{"))
    return "is an answer of Elasticsearch or OpenSearch; write its documents "
           "(hits.hits)" +
           columns;
  if (has_member(start, "response", "{") && has_member(start, "docs", "["))
    return "is an answer of Solr; write its documents (response.docs)" +
           columns;
  if (names("action_name") || names("query_response_hit_ids"))
    return "is a log of UBI; fedltr data convert FILE --from ubi --to clicks "
           "makes a click log of it, for data.log";
  if (names("qid") || names("label"))
    return std::string("holds rows in JSON; write them as CSV: ") +
           "pandas.read_json('FILE'" +
           (start.starts_with('{') ? ", lines=True" : "") +
           ").to_csv('FILE.csv', index=False)";
  return "";
}

void refuse_json_for_rows(std::string_view start, const std::string& name) {
  if (const std::string what = json_for_rows(start); !what.empty())
    throw DataError(name + ": " + what);
}

void refuse_foreign_format(std::string_view start, const std::string& name) {
  if (const std::string what = foreign_format(start); !what.empty())
    throw DataError(name + ": " + what);
}

}  // namespace fedltr
