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
  explicit NpyColumn(const std::string& file) : file_(file), array_(file) {
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
      place().fail(what + " " + exact(number) + " is not an integer from 0");
    return number;
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
          "groups, or --qids FILE.npy, the number of each row's query");
    if (!input.groups.empty()) {
      groups_.begin(input.groups, npy_group_sizes(input.groups));
    } else {
      numbers_.emplace(input.queries);
      numbers_->require_rows(rows, input.files[0]);
    }
  }
  std::string next(const Place& row) {
    return numbers_ ? exact_whole(numbers_->next_whole("the number of a query"))
                    : groups_.query_of_next(row);
  }
  void end(const std::string& rows) {
    numbers_ ? numbers_->end() : groups_.end(rows);
  }

 private:
  static std::string exact_whole(double number) {
    return std::to_string(static_cast<std::uint64_t>(number));
  }

  std::optional<NpyColumn> numbers_;
  GroupSizes groups_;
};

}  // namespace

void read_npy_rows(const ConvertInput& input, const VisitRow& visit,
                   InputNotes& notes) {
  if (input.files.size() != 1)
    throw UsageError("--from npy: expected one file of features");
  if (input.labels.empty())
    throw UsageError("--from npy needs --labels FILE.npy");
  const std::string& file = input.files[0];
  NpyFile features(file);
  NpyColumn labels(input.labels);
  labels.require_rows(features.rows(), file);
  NpyQueries queries(input, features.rows());
  LetorRow row;
  row.place.file = shown_path(file);
  std::vector<double> values(features.columns());
  for (std::uint64_t i = 0; i < features.rows(); ++i) {
    row.place.line = i + 1;
    const double label = labels.next();
    row.label = parse_label(exact(label), labels.place());
    row.query = queries.next(row.place);
    features.next(values);
    row.features.clear();
    for (std::size_t j = 0; j < values.size(); ++j) {
      const bool missing = std::isnan(values[j]);
      notes.missing += missing ? 1 : 0;
      row.features.push_back(
          {static_cast<std::uint32_t>(j + 1), missing ? 0 : values[j]});
    }
    visit(row);
  }
  features.end();
  labels.end();
  queries.end(shown_path(file));
}

}  // namespace fedltr
