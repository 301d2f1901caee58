#include "app/data/convert/csv_input.hpp"

#include <algorithm>
#include <optional>
#include <span>

#include "algorithms/data/csv_reader.hpp"
#include "algorithms/data/letor_hints.hpp"
#include "algorithms/data/lines.hpp"
#include "app/data/convert/csv_columns.hpp"
#include "app/data/convert/each_line.hpp"
#include "app/data/convert/group_sizes.hpp"
#include "app/data/foreign_format.hpp"
#include "app/data/letor_input.hpp"

namespace fedltr {
namespace {

using CsvValues = std::span<const std::string>;

/// Returns the digits of a truth value, other values as they are.
std::string_view without_truth(std::string_view value) {
  const auto truth = truth_in(value);
  return !truth ? value : *truth ? "1" : "0";
}

bool has_decimal_comma(std::string_view value) {
  return std::ranges::count(value, ',') == 1 &&
         value.find('.') == std::string_view::npos;
}

std::string shown_separator(char separator) {
  return separator == '\t' ? "tabs" : std::string("'") + separator + "'";
}

/// Reads the rows of several files, in order.
class CsvRows {
 public:
  /// @param separator  0: detect in each file
  CsvRows(const ConvertInput& input, char separator, const VisitRow& visit,
          InputNotes& notes)
      : input_(input),
        separator_(separator),
        visit_(visit),
        notes_(notes),
        second_(input) {
    if (input.unlabelled) row_.label = LetorRow::kNoLabel;
  }

  void read(const std::string& file) {
    row_.place.file = shown_path(file);
    file_ = file;
    columns_.reset();
    csv_.reset();
    note_companions(file, notes_);
    each_piece(file, [&](std::string_view piece) {
      if (!csv_) start(piece);
      csv_->feed(piece);
    });
    if (csv_) csv_->end();
    if (columns_ && input_.has_second_file) second_.end(row_.place.file);
  }

 private:
  /// Begins to read. @param text  the file's first piece
  void start(std::string_view text) {
    refuse_json_for_rows(text, row_.place.file);
    used_ = separator_;
    if (used_ == '\0') {
      used_ = separator_of_table(text);
      if (used_ != ',')
        notes_.remarks.push_back(row_.place.file +
                                 ": columns are separated by " +
                                 shown_separator(used_));
    }
    if (input_.header) counts_ = row_counts(text, used_, row_.place.file);
    csv_.emplace(
        row_.place.file,
        [this](CsvValues values, std::size_t line) {
          row_.place.line = line;
          if (values.size() == 1 && values[0].empty()) return;
          if (columns_) {
            take(values);
            return;
          }
          begin(values);
          if (!input_.header) take(values);
        },
        used_);
  }

  /// Takes the queries of a second file if one is named, or if no option names
  /// their column and the table has none.
  void begin_second_file(CsvValues first) {
    input_.has_second_file =
        (second_.is_given() ||
         (!input_.names_queries && lacks_queries(input_, first))) &&
        second_.begin(file_);
    if (input_.has_second_file && !second_.is_given())
      notes_.remarks.push_back(
          second_file_remark(row_.place.file, second_.name()));
  }

  void begin(CsvValues first) {
    begin_second_file(first);
    columns_.emplace(input_, first, row_.place, used_);
    for (const std::string& index : columns_->indices())
      notes_.remarks.push_back(index_remark(row_.place.file, index));
    for (const std::string& count : counts_)
      if (columns_->is_feature(count))
        notes_.remarks.push_back(count_remark(row_.place.file, count));
    if (first_names_.empty()) {
      first_names_ = columns_->names();
      notes_.feature_names = columns_->feature_names();
    }
    if (first_names_ != columns_->names())
      row_.place.fail("has other columns than the first file");
  }

  void take(CsvValues values) {
    if (values.size() != columns_->names().size())
      row_.place.fail(std::to_string(values.size()) +
                      " values, but the first line has " +
                      std::to_string(columns_->names().size()) + " columns");
    row_.features.clear();
    is_left_out_ = false;
    if (input_.has_second_file) {
      const auto query = second_.query_of_next(row_.place);
      if (!query) return;
      row_.query = *query;
    }
    const auto is_feature = [&](std::size_t column) {
      return columns_->kind(column) == CsvColumns::Kind::kFeature;
    };
    for (std::size_t i = 0; i < values.size(); ++i)
      if (!is_feature(i)) take(i, values[i]);
    // Missing values of a row that is left out do not count.
    if (is_left_out_) return;
    for (std::size_t i = 0; i < values.size(); ++i)
      if (is_feature(i)) take(i, values[i]);
    visit_(row_);
  }

  void take(std::size_t column, const std::string& value) {
    using Kind = CsvColumns::Kind;
    switch (columns_->kind(column)) {
      case Kind::kLabel: {
        const LabelRule& rule = input_.label_rule;
        const std::string word = label_word(value);
        const auto grade =
            grade_of_label(rule.words.contains(word) ? word : number_text(word),
                           rule, row_.place, notes_.labels);
        is_left_out_ = !grade;
        row_.label = grade.value_or(0);
        break;
      }
      case Kind::kQuery:
        row_.query = value;
        break;
      case Kind::kDocument:
        row_.document = value;
        break;
      case Kind::kLeftOut:
        break;
      case Kind::kFeature: {
        const std::string& name = columns_->names()[column];
        const auto index = static_cast<std::uint32_t>(row_.features.size() + 1);
        const auto number = feature_value(
            input_.missing.hold_word(value) ? value : number_text(value),
            input_.missing);
        if (!number) fail_at(column, value);
        row_.features.push_back(
            {index, usual_value(*number, index, name, input_.missing,
                                row_.place, notes_.values)});
      }
    }
  }

  /// Returns a value as digits with a decimal point; valid until the next call.
  std::string_view number_text(const std::string& value) {
    if (!input_.decimal_comma || !has_decimal_comma(value))
      return without_truth(value);
    number_ = value;
    std::ranges::replace(number_, ',', '.');
    return number_;
  }

  /// Refuses a feature with the option that reads or ignores it.
  [[noreturn]] void fail_at(std::size_t column,
                            const std::string& value) const {
    const std::string& name = columns_->names()[column];
    row_.place.fail(
        "value " + in_quotes(value) + " of feature " + in_quotes(name) +
        " is not a number; " +
        (!has_decimal_comma(value)
             ? "--leave-out " + in_quotes(name) + " ignores the column" +
                   (can_mark_missing(value)
                        ? ", --missing " + in_quotes(value) +
                              " reads it as missing"
                        : "")
         : used_ == ',' ? "write 1,000 as 1000, without a comma; if it is a "
                          "decimal comma, "
                          "--decimal-comma reads 0,5 as 0.5"
                        : "--decimal-comma reads 0,5 as 0.5"));
  }

  ConvertInput input_;
  char separator_;
  char used_ = '\0';  ///< in the file that is being read
  const VisitRow& visit_;
  InputNotes& notes_;
  SecondFile second_;
  std::string file_;  ///< as named by the user
  std::optional<CsvReader> csv_;
  std::vector<std::string> first_names_;
  std::optional<CsvColumns> columns_;
  std::vector<std::string> counts_;  ///< row_counts()
  LetorRow row_;
  bool is_left_out_ = false;
  std::string number_;
};

void read_separated(const ConvertInput& input, char separator,
                    const VisitRow& visit, InputNotes& notes) {
  CsvRows rows(input, input.separator != '\0' ? input.separator : separator,
               visit, notes);
  for (const std::string& file : input.files) rows.read(file);
}

}  // namespace

void read_csv_rows(const ConvertInput& input, const VisitRow& visit,
                   InputNotes& notes) {
  read_separated(input, '\0', visit, notes);
}

void read_tsv_rows(const ConvertInput& input, const VisitRow& visit,
                   InputNotes& notes) {
  read_separated(input, '\t', visit, notes);
}

}  // namespace fedltr
