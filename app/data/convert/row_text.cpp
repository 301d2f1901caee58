#include "app/data/convert/row_text.hpp"

#include <algorithm>

#include "algorithms/data/lines.hpp"
#include "app/base/errors.hpp"
#include "app/base/text.hpp"
#include "app/data/convert/csv_columns.hpp"
#include "app/data/convert/formats.hpp"
#include "app/data/convert/group_sizes.hpp"
#include "app/data/convert/row_writers.hpp"
#include "app/data/convert/sparse_rows.hpp"
#include "app/data/feature_names.hpp"
#include "app/data/letor_input.hpp"
#include "app/data/line_ends.hpp"

namespace fedltr {
namespace {

std::vector<std::string> header_of(const std::string& file) {
  PackedFile input(file);
  const auto piece = input.next();
  return header_of_table({piece.data(), piece.size()}, shown_path(file));
}

/// Returns the input of a conversion by default.
ConvertInput input_of(const std::string& file, MissingLabels labels,
                      const std::vector<std::string>& header) {
  ConvertInput input;
  input.files = {file};
  input.unlabelled = labels == MissingLabels::kAllow && !header.empty() &&
                     std::ranges::count(header, input.label_column) == 0;
  return input;
}

/// Does some work on rows that are not LETOR's. A fault that an option of `data
/// convert` mends names the command.
template <class Work>
void on_foreign_rows(const Work& work) try {
  work();
} catch (const DataError& error) {
  const std::string what = error.what();
  throw DataError(what.find(" --") == std::string::npos
                      ? what
                      : what + " (options of fedltr data convert)");
}

/// Collects rows as LETOR text, each on the line that it has in its file.
class RowText {
 public:
  explicit RowText(const std::function<void(std::string_view)>& pass_on)
      : pass_on_(pass_on) {}

  void add(const LetorRow& row) {
    require_words(row);
    for (; line_ < row.place.line; ++line_) text_ += '\n';
    append_letor_row(text_, row);
    ++line_;
    if (text_.size() >= kPiece) end();
  }
  void end() {
    pass_on_(text_);
    text_.clear();
  }

 private:
  static constexpr std::size_t kPiece = std::size_t{1} << 16;

  const std::function<void(std::string_view)>& pass_on_;
  std::string text_;
  std::size_t line_ = 1;
};

/// True if the names are numbers and none of the others' is among them.
bool stand_for(const std::vector<std::string>& numbered,
               const std::vector<std::string>& others) {
  const auto size = static_cast<Index>(others.size());
  const auto is_number = [&](const std::string& name) {
    return std::ranges::count(numbered, name) > 0;
  };
  return (numbered == numbered_feature_names(size, 1) ||
          numbered == numbered_feature_names(size, 0)) &&
         std::ranges::none_of(others, is_number);
}

/// Describes the first name of a table that differs from those of the owner.
std::string difference(const std::vector<std::string>& names,
                       const std::vector<std::string>& expected,
                       const std::string& owner) {
  const auto [here, there] = std::ranges::mismatch(names, expected);
  const auto shown = [](auto at, const std::vector<std::string>& all) {
    return at == all.end() ? "nothing" : in_quotes(*at);
  };
  return "feature " + std::to_string(here - names.begin() + 1) + " is " +
         shown(here, names) + ", and " + shown(there, expected) + " in " +
         owner + ": expected the same columns in the same order";
}

}  // namespace

void TableColumns::add(const std::string& file, MissingLabels labels) {
  const InputFormat* const format = foreign_rows(file);
  if (format == nullptr) return;
  if (!is_table(*format)) {
    for (std::string& remark : companion_remarks(file))
      remarks_.push_back(std::move(remark));
    return;
  }
  on_foreign_rows([&] {
    const auto header = header_of(file);
    const Place place{shown_path(file), 1};
    const CsvColumns columns(input_of(file, labels, header), header, place);
    for (const std::string& index : columns.indices())
      remarks_.push_back(index_remark(place.file, index));
    const auto names = columns.feature_names();
    if (names_.empty()) {
      owner_ = place.file;
      names_ = names;
      return;
    }
    if (names != names_ && !stand_for(names_, names))
      place.fail(difference(names, names_, owner_));
  });
}

std::optional<std::string> groups_of_rows(const std::string& file) {
  const InputFormat* const format = foreign_rows(file);
  if (format == nullptr || is_table(*format)) return std::nullopt;
  return find_group_sizes(file);
}

void each_row_text(const std::string& file, Pipes pipes,
                   const MissingValues& missing, MissingLabels labels,
                   LetorNotes& notes,
                   const std::function<void(std::string_view)>& pass_on) {
  const InputFormat* const format = foreign_rows(file);
  if (format == nullptr) {
    PackedFile input(opened_path(file), pipes);
    read_lines(input, shown_path(file), pass_on);
    return;
  }
  on_foreign_rows([&] {
    ConvertInput input = input_of(
        file, labels,
        is_table(*format) ? header_of(file) : std::vector<std::string>());
    input.missing = missing;
    InputNotes found;
    RowText text(pass_on);
    format->rows(
        input, [&](const LetorRow& row) { text.add(row); }, found);
    text.end();
    notes += found.values;
  });
}

}  // namespace fedltr
