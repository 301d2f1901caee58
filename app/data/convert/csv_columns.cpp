#include "app/data/convert/csv_columns.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "algorithms/data/csv_reader.hpp"
#include "algorithms/data/letor_hints.hpp"
#include "algorithms/data/lines.hpp"
#include "app/base/text.hpp"
#include "app/data/feature_names.hpp"

namespace fedltr {
namespace {

/// Column of documents in tables that fedltr writes.
constexpr const char* kDocnoName = "docno";

/// True for the first column of a table that pandas or R wrote with the rows'
/// numbers.
bool is_index_name(std::string_view name) {
  return name.empty() || name.starts_with("Unnamed: 0");
}

/// True if a column seems to hold clicks.
bool names_click(const std::vector<std::string>& names) {
  return std::ranges::any_of(names, [](const std::string& name) {
    return name.find("lick") != std::string::npos ||
           name.find("LICK") != std::string::npos;
  });
}

/// Returns the option that names a second file, and "" for one that is beside
/// the table.
std::string second_file_option(const ConvertInput& input) {
  return !input.groups.empty()    ? "--groups"
         : !input.queries.empty() ? "--query-ids"
                                  : "";
}

}  // namespace

bool is_query_name(std::string_view name) {
  std::string small(name);
  for (char& each : small)
    each = static_cast<char>(std::tolower(static_cast<unsigned char>(each)));
  constexpr std::array kNames = {"query", "query_id", "query-id", "qid"};
  return std::ranges::count(kNames, small) > 0;
}

bool lacks_queries(const ConvertInput& input,
                   std::span<const std::string> first) {
  return input.header ? std::ranges::count(first, input.query_column) == 0
                      : !parse_whole(input.query_column);  // a number was given
}

std::string second_file_remark(const std::string& file,
                               const std::string& second) {
  return file + ": has no column of queries, which are those of " + second;
}

CsvColumns::CsvColumns(const ConvertInput& input,
                       std::span<const std::string> first, const Place& place,
                       char separator)
    : place_(place), separator_(separator), header_(input.header) {
  for (std::size_t i = 0; i < first.size(); ++i)
    names_.push_back(header_ ? first[i] : std::to_string(i + 1));
  for (std::size_t i = 0; i < names_.size(); ++i)
    kinds_.push_back(kind_of(input, i));
  const std::string hint = hint_for_header(input);
  if (!input.unlabelled)
    check_choice(
        input.label_column, "--label",
        hint + "; --unlabelled if rows have no label" +
            (names_click(names_) ? ", --from clicks of a click log" : ""));
  else if (!input.ignores_labels &&
           std::ranges::count(names_, input.label_column) > 0 &&
           std::ranges::count(input.left_out, input.label_column) == 0)
    place.fail("has a column " + in_quotes(input.label_column) +
               ", although --unlabelled; --leave-out " +
               in_quotes(input.label_column) + " ignores it");
  if (!input.has_second_file)
    check_choice(input.query_column, "--qid",
                 hint +
                     "; --groups or --query-ids if another file names the "
                     "queries");
  else if (std::ranges::count(names_, input.query_column) > 0 &&
           std::ranges::count(input.left_out, input.query_column) == 0)
    place.fail("has a column " + in_quotes(input.query_column) +
               ", although a second file names the queries; without " +
               second_file_option(input) + " the column does, --leave-out " +
               in_quotes(input.query_column) + " ignores it");
  else
    refuse_queries_as_features(input);
  if (!input.document_column.empty())
    check_choice(input.document_column, "--document", hint);
  else if (std::ranges::count(kinds_, Kind::kDocument) > 0)
    check_choice(kDocnoName, "--document", hint);
  for (const std::string& name : input.left_out)
    if (std::ranges::count(names_, name) == 0)
      check_choice(name, "--leave-out", hint);
  check_features();
}

CsvColumns::Kind CsvColumns::kind_of(const ConvertInput& input,
                                     std::size_t column) {
  const std::string& name = names_[column];
  if (name == input.label_column) {
    if (!input.unlabelled) return Kind::kLabel;
    if (input.ignores_labels) return Kind::kLeftOut;
  }
  if (name == input.query_column && !input.has_second_file) return Kind::kQuery;
  if (!name.empty() && name == input.document_column) return Kind::kDocument;
  if (std::ranges::count(input.left_out, name) > 0) return Kind::kLeftOut;
  if (column == indices_.size() && is_index_name(name)) {
    indices_.push_back(name);
    return Kind::kLeftOut;
  }
  const bool is_docno =
      header_ && input.document_column.empty() && name == kDocnoName;
  return is_docno ? Kind::kDocument : Kind::kFeature;
}

void CsvColumns::check_choice(const std::string& name,
                              const std::string& option,
                              const std::string& hint) const {
  const auto count = std::ranges::count(names_, name);
  if (count == 1) return;
  if (!header_)
    place_.fail("has " + std::to_string(names_.size()) +
                " columns and none of the number " + in_quotes(name) + " of " +
                option);
  if (count > 0)
    place_.fail("the first line names twice the column " + in_quotes(name) +
                " of " + option + hint);
  place_.fail("the first line names no column " + in_quotes(name) + " (" +
              option + " NAME chooses another)" + hint);
}

void CsvColumns::refuse_queries_as_features(const ConvertInput& input) const {
  const std::string option = second_file_option(input);
  for (const std::string& name : names_)
    if (is_query_name(name) && is_feature(name))
      place_.fail("has a column " + in_quotes(name) +
                  ", although a second file names the queries; --qid " + name +
                  (option.empty() ? " reads it instead"
                                  : " without " + option + " reads it") +
                  ", --leave-out " + name +
                  " ignores it; a feature needs another name");
}

void CsvColumns::check_features() const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (kinds_[i] == Kind::kFeature) names.push_back(names_[i]);
  if (const auto bad = find_bad_name(names))
    place_.fail("feature " + std::to_string(bad->place + 1) + ": " + bad->what +
                "; --leave-out " + in_quotes(names[bad->place]) +
                " ignores columns of this name");
  if (names.size() > kLargestFeatureId)
    place_.fail(std::to_string(names.size()) + " features are more than the " +
                std::to_string(kLargestFeatureId) + " that are allowed");
}

/// Returns the hint on a first line of a run or of judgements: with BEIR's
/// names, or of a query's number and a rank, a grade or a score.
std::string CsvColumns::hint_for_trec() const {
  const bool is_line = parse_real(names_[0]) && parse_real(names_.back());
  if (!header_ || (separator_ != '\t' && separator_ != ' ') ||
      (names_[0] != "query-id" && !is_line))
    return "";
  const std::string hint =
      trec_hint(join(names_, "\t").substr(names_[0].size()));
  return hint.substr(0, hint.find(" ("));  // that a table can be converted
}

/// Returns what a first line without a chosen column may mean.
std::string CsvColumns::hint_for_header(const ConvertInput& input) const {
  const auto is_number = [](const std::string& name) {
    return parse_real(name).has_value();
  };
  const std::string trec = hint_for_trec();
  if (std::ranges::all_of(names_, is_number))
    return "; it holds numbers only: --no-header if it is a row" + trec;
  constexpr std::size_t kMostShown = 8;
  std::string text = "; it names ";
  for (std::size_t i = 0; i < std::min(kMostShown, names_.size()); ++i)
    text += (i == 0 ? "" : ", ") + in_quotes(names_[i]);
  if (names_.size() > kMostShown)
    text += " and " + std::to_string(names_.size() - kMostShown) + " more";
  if (names_.size() == 1 && input.separator == '\0')
    text += " (other separators: --separator)";
  return text + trec;
}

bool CsvColumns::is_feature(const std::string& name) const {
  const auto found = std::ranges::find(names_, name) - names_.begin();
  return found < std::ssize(names_) &&
         kinds_[static_cast<std::size_t>(found)] == Kind::kFeature;
}

std::vector<std::string> CsvColumns::feature_names() const {
  std::vector<std::string> names;
  for (std::size_t i = 0; header_ && i < names_.size(); ++i)
    if (kinds_[i] == Kind::kFeature) names.push_back(names_[i]);
  return names;
}

std::string index_remark(const std::string& file, const std::string& index) {
  return file + ": the first column " +
         (index.empty() ? "without a name" : in_quotes(index)) +
         " is an index, as of pandas, and was left out";
}

std::vector<std::string> row_counts(std::string_view text, char separator,
                                    const std::string& name) {
  std::vector<std::string> header;
  std::vector<std::string> found;
  std::size_t rows = 0;
  const auto take = [&](std::span<const std::string> values, std::size_t) {
    if (values.size() == 1 && values[0].empty()) return;
    if (header.empty()) {
      header.assign(values.begin(), values.end());
      for (const char* const each : {"index", "level_0"})
        if (std::ranges::count(header, each) == 1) found.emplace_back(each);
      return;
    }
    const std::string count = std::to_string(rows++);
    std::erase_if(found, [&](const std::string& column) {
      const auto at = static_cast<std::size_t>(
          std::ranges::find(header, column) - header.begin());
      return at >= values.size() || values[at] != count;
    });
  };
  CsvReader(name, take, separator).feed(text);
  return rows > 1 ? found : std::vector<std::string>();
}

std::string count_remark(const std::string& file, const std::string& column) {
  return file + ": the column " + in_quotes(column) +
         " counts the first rows, as an index of pandas, and became a feature; "
         "fedltr data convert --leave-out " +
         in_quotes(column) + " leaves it out";
}

std::optional<bool> truth_in(std::string_view text) {
  for (const char* const yes : {"true", "True", "TRUE", "yes", "Yes", "YES"})
    if (text == yes) return true;
  for (const char* const no : {"false", "False", "FALSE", "no", "No", "NO"})
    if (text == no) return false;
  return std::nullopt;
}

std::vector<std::string> header_of_table(std::string_view text,
                                         const std::string& name) {
  std::vector<std::string> header;
  const auto keep = [&](std::span<const std::string> values, std::size_t) {
    const bool is_blank = values.size() == 1 && values[0].empty();
    if (!is_blank) header.assign(values.begin(), values.end());
  };
  CsvReader csv(name, keep, separator_of_table(text));
  for (std::size_t i = 0; i < text.size() && header.empty(); ++i)
    csv.feed(text.substr(i, 1));
  if (header.empty()) csv.feed("\n");
  return header;
}

}  // namespace fedltr
