#include "app/data/convert/npy_rows.hpp"

#include <cmath>
#include <optional>

#include "app/base/errors.hpp"
#include "app/base/text.hpp"
#include "app/data/convert/group_sizes.hpp"
#include "app/data/convert/npy_file.hpp"
#include "app/data/letor_input.hpp"

namespace fedltr {
namespace {

/// Larger integers are not exact in a double.
constexpr double kLargestWhole = 9007199254740992;

/// An array with one number per row.
class NpyColumn {
 public:
  explicit NpyColumn(const std::string& file,
                     NpyTexts texts = NpyTexts::kRefused)
      : file_(file), array_(file, texts) {
    if (array_.columns() != 1)
      throw DataError(shown_path(file) + ": has " +
                      std::to_string(array_.columns()) +
                      " columns, expected 1");
  }
  std::uint64_t rows() const { return array_.rows(); }
  double next() {
    double number = 0;
    array_.next({&number, 1});
    ++row_;
    return number;
  }
  /// @throws DataError  unless it is an integer from 0
  double next_whole(const std::string& what) {
    const double number = next();
    if (!(number >= 0 && number < kLargestWhole) ||
        number != std::floor(number))
      place().fail(what +
                   (number >= kLargestWhole
                        ? " exceeds the 9007199254740991 up to which "
                          "integers are exact; queries may be texts: save "
                          "X.astype('str')"
                        : " " + exact(number) + " is not an integer from 0"));
    return number;
  }
  /// Returns a text as it is, and a number as an integer.
  /// @throws DataError  unless it is a text, or an integer from 0
  std::string next_name(const std::string& what) {
    if (array_.has_texts()) {
      ++row_;
      return array_.next_text();
    }
    return std::to_string(static_cast<std::uint64_t>(next_whole(what)));
  }
  /// Returns a text as it is, and a number with all its digits.
  std::string next_word() {
    if (!array_.has_texts()) return exact(next());
    ++row_;
    return array_.next_text();
  }
  Place place() const { return {shown_path(file_), row_}; }
  void end() { array_.end(); }
  /// @throws DataError  unless it has this number of rows
  void require_rows(std::uint64_t rows, const std::string& features) const {
    if (array_.rows() != rows)
      throw DataError(shown_path(file_) + ": has " +
                      std::to_string(array_.rows()) + " rows, but " +
                      shown_path(features) + " has " + std::to_string(rows));
  }

 private:
  std::string file_;
  NpyFile array_;
  std::size_t row_ = 0;
};

std::vector<std::uint64_t> npy_group_sizes(const std::string& file) {
  NpyColumn column(file);
  std::vector<std::uint64_t> sizes;
  for (std::uint64_t i = 0; i < column.rows(); ++i)
    sizes.push_back(
        static_cast<std::uint64_t>(column.next_whole("the size of a group")));
  column.end();
  return sizes;
}

/// Queries of the rows, from either of two files.
class NpyQueries {
 public:
  NpyQueries(const ConvertInput& input, std::uint64_t rows) {
    if (input.groups.empty() == input.queries.empty())
      throw UsageError(
          "--from npy needs either --groups FILE.npy, sizes of the queries' "
          "groups, or --query-ids FILE.npy, each row's query; in an archive "
          "FILE.npz:ARRAY");
    if (!input.groups.empty()) {
      groups_.begin(input.groups, npy_group_sizes(input.groups));
    } else {
      ids_.emplace(input.queries, NpyTexts::kAllowed);
      ids_->require_rows(rows, input.files[0]);
    }
  }
  /// Returns nullopt for a row beyond the groups, which end() reports.
  std::optional<std::string> next() {
    return ids_ ? ids_->next_name("the number of a query")
                : groups_.query_of_next();
  }
  void end(const std::string& rows) { ids_ ? ids_->end() : groups_.end(rows); }

 private:
  std::optional<NpyColumn> ids_;
  GroupSizes groups_;
};

/// Labels of the rows, unless they have none.
class NpyLabels {
 public:
  NpyLabels(const ConvertInput& input, std::uint64_t rows, InputNotes& notes)
      : input_(input), notes_(notes) {
    if (input.unlabelled != input.labels.empty())
      throw UsageError(
          "--from npy needs either --labels FILE.npy (in an archive: "
          "FILE.npz:ARRAY) or --unlabelled");
    if (input.unlabelled) return;
    labels_.emplace(input.labels, NpyTexts::kAllowed);
    labels_->require_rows(rows, input.files[0]);
  }
  /// Returns nullopt for a row to be left out.
  std::optional<int> next() {
    if (!labels_) return LetorRow::kNoLabel;
    const std::string label = labels_->next_word();
    return grade_of_label(label, input_.label_rule, labels_->place(),
                          notes_.labels);
  }
  void end() {
    if (labels_) labels_->end();
  }

 private:
  const ConvertInput& input_;
  InputNotes& notes_;
  std::optional<NpyColumn> labels_;
};

}  // namespace

void read_npy_rows(const ConvertInput& input, const VisitRow& visit,
                   InputNotes& notes) {
  if (input.files.size() != 1)
    throw UsageError("--from npy: expected one file of features");
  const std::string& file = input.files[0];
  NpyFile features(file);
  NpyLabels labels(input, features.rows(), notes);
  NpyQueries queries(input, features.rows());
  LetorRow row;
  row.place.file = shown_path(file);
  std::vector<double> values(features.columns());
  for (std::uint64_t i = 0; i < features.rows(); ++i) {
    row.place.line = i + 1;
    const auto label = labels.next();
    auto query = queries.next();
    features.next(values);
    if (!label || !query) continue;
    row.label = *label;
    row.query = std::move(*query);
    row.features.clear();
    for (std::size_t j = 0; j < values.size(); ++j) {
      const auto index = static_cast<std::uint32_t>(j + 1);
      row.features.push_back(
          {index, usual_value(values[j], index, std::to_string(index),
                              input.missing, row.place, notes.values)});
    }
    visit(row);
  }
  features.end();
  labels.end();
  queries.end(shown_path(file));
}

}  // namespace fedltr
