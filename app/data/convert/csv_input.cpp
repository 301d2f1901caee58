#include "app/data/convert/csv_input.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "algorithms/data/csv_reader.hpp"
#include "algorithms/data/lines.hpp"
#include "app/data/convert/each_line.hpp"
#include "app/data/feature_names.hpp"
#include "app/data/letor_input.hpp"

namespace fedltr {
namespace {

using CsvValues = std::span<const std::string>;

/// Meanings of the columns.
class CsvColumns {
 public:
  enum class Kind { kLabel, kQuery, kDocument, kFeature, kLeftOut };

  CsvColumns(const ConvertInput& input, CsvValues names, const Place& place)
      : names_(names.begin(), names.end()) {
    for (const std::string& name : names_)
      kinds_.push_back(kind_of(input, name));
    require_one(input.label_column, "--label", place);
    require_one(input.query_column, "--qid", place);
    if (!input.document_column.empty())
      require_one(input.document_column, "--document", place);
    else if (std::ranges::count(kinds_, Kind::kDocument) > 0)
      require_one(kDocno, "--document", place);
    for (const std::string& name : input.left_out)
      require_one(name, "--leave-out", place);
    if (const auto bad = find_bad_name(features()))
      place.fail("feature " + std::to_string(bad->place + 1) + ": " +
                 bad->what);
    if (features().size() > kLargestFeatureId)
      place.fail(std::to_string(features().size()) +
                 " features are more than the " +
                 std::to_string(kLargestFeatureId) + " that are allowed");
  }

  const std::vector<std::string>& names() const { return names_; }
  Kind kind(std::size_t column) const { return kinds_[column]; }
  std::vector<std::string> features() const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < names_.size(); ++i)
      if (kinds_[i] == Kind::kFeature) names.push_back(names_[i]);
    return names;
  }

 private:
  /// Column name in tables that fedltr writes.
  static constexpr const char* kDocno = "docno";

  static Kind kind_of(const ConvertInput& input, const std::string& name) {
    if (name == input.label_column) return Kind::kLabel;
    if (name == input.query_column) return Kind::kQuery;
    if (!name.empty() && name == input.document_column) return Kind::kDocument;
    if (std::ranges::count(input.left_out, name) > 0) return Kind::kLeftOut;
    return input.document_column.empty() && name == kDocno ? Kind::kDocument
                                                           : Kind::kFeature;
  }
  void require_one(const std::string& name, const std::string& option,
                   const Place& place) const {
    const auto count = std::ranges::count(names_, name);
    if (count != 1)
      place.fail((count == 0 ? "the first line names no column "
                             : "the first line names twice the column ") +
                 in_quotes(name) + " of " + option);
  }

  std::vector<std::string> names_;
  std::vector<Kind> kinds_;
};

/// Reads the rows of several files, in order.
class CsvRows {
 public:
  CsvRows(const ConvertInput& input, char separator, const VisitRow& visit,
          InputNotes& notes)
      : input_(input), separator_(separator), visit_(visit), notes_(notes) {}

  void read(const std::string& file) {
    row_.place.file = shown_path(file);
    columns_.reset();
    CsvReader csv(
        shown_path(file),
        [&](CsvValues values, std::size_t line) {
          row_.place.line = line;
          if (values.size() == 1 && values[0].empty()) return;
          columns_ ? take(values) : begin(values);
        },
        separator_);
    each_piece(file, [&](std::string_view piece) { csv.feed(piece); });
    csv.end();
  }

 private:
  void begin(CsvValues names) {
    columns_.emplace(input_, names, row_.place);
    if (first_names_.empty()) {
      first_names_ = columns_->names();
      notes_.feature_names = columns_->features();
    }
    if (first_names_ != columns_->names())
      row_.place.fail("names other columns than the first file");
  }

  void take(CsvValues values) {
    if (values.size() != columns_->names().size())
      row_.place.fail(std::to_string(values.size()) +
                      " values, but the first line names " +
                      std::to_string(columns_->names().size()) + " columns");
    row_.features.clear();
    row_.query.clear();
    for (std::size_t i = 0; i < values.size(); ++i) take(i, values[i]);
    visit_(row_);
  }

  void take(std::size_t column, const std::string& value) {
    using Kind = CsvColumns::Kind;
    switch (columns_->kind(column)) {
      case Kind::kLabel:
        row_.label = parse_label(value, row_.place);
        break;
      case Kind::kQuery:
        row_.query = value;
        break;
      case Kind::kDocument:
        row_.document = value;
        break;
      case Kind::kLeftOut:
        break;
      case Kind::kFeature: {
        const double number =
            parse_feature(value, columns_->names()[column], row_.place);
        notes_.missing += std::isnan(number) ? 1 : 0;
        row_.features.push_back(
            {static_cast<std::uint32_t>(row_.features.size() + 1),
             std::isnan(number) ? 0 : number});
      }
    }
  }

  const ConvertInput& input_;
  char separator_;
  const VisitRow& visit_;
  InputNotes& notes_;
  std::vector<std::string> first_names_;
  std::optional<CsvColumns> columns_;
  LetorRow row_;
};

void read_separated(const ConvertInput& input, char separator,
                    const VisitRow& visit, InputNotes& notes) {
  CsvRows rows(input, separator, visit, notes);
  for (const std::string& file : input.files) rows.read(file);
}

}  // namespace

void read_csv_rows(const ConvertInput& input, const VisitRow& visit,
                   InputNotes& notes) {
  read_separated(input, ',', visit, notes);
}

void read_tsv_rows(const ConvertInput& input, const VisitRow& visit,
                   InputNotes& notes) {
  read_separated(input, '\t', visit, notes);
}

}  // namespace fedltr
