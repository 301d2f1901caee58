#include "app/data/convert/group_sizes.hpp"

#include <filesystem>
#include <numeric>

#include "algorithms/data/lines.hpp"
#include "app/base/errors.hpp"
#include "app/base/text.hpp"
#include "app/data/convert/each_line.hpp"

namespace fedltr {

void GroupSizes::begin(std::string file, std::vector<std::uint64_t> sizes) {
  before_ += sizes_.size();
  file_ = std::move(file);
  sizes_ = std::move(sizes);
  group_ = in_group_ = rows_ = 0;
}

std::optional<std::string> GroupSizes::query_of_next() {
  while (group_ < sizes_.size() && in_group_ == sizes_[group_]) {
    ++group_;
    in_group_ = 0;
  }
  ++rows_;
  if (group_ == sizes_.size()) return std::nullopt;
  ++in_group_;
  return std::to_string(before_ + group_ + 1);
}

void GroupSizes::end(const std::string& rows) const {
  const auto all =
      std::accumulate(sizes_.begin(), sizes_.end(), std::uint64_t{0});
  if (rows_ == all) return;
  std::string what = file_ + ": has groups for " + std::to_string(all) +
                     " rows, but " + rows + " holds " + std::to_string(rows_);
  if (sizes_.size() == rows_)
    what +=
        "; a number for each row looks like its query, which --query-ids "
        "FILE reads";
  throw DataError(what);
}

QueryIds::QueryIds(std::string file) : file_(std::move(file)) {
  each_line(file_, [&](std::string_view line, std::size_t) {
    names_.push_back(trim(line));
  });
  while (!names_.empty() && names_.back().empty()) names_.pop_back();
  if (names_.empty()) throw DataError(file_ + ": names no query");
}

std::string QueryIds::query_of_next(const Place& row) {
  if (next_ == names_.size())
    row.fail("a row of no query: " + file_ + " names those of " +
             std::to_string(next_) + " rows");
  return names_[next_++];
}

void QueryIds::end(const std::string& rows) const {
  if (next_ != names_.size())
    throw DataError(file_ + ": names queries of " +
                    std::to_string(names_.size()) + " rows, but " + rows +
                    " holds " + std::to_string(next_));
}

SecondFile::SecondFile(const ConvertInput& input) : groups_(input.groups) {
  for (const auto& [option, name] :
       {std::pair("--groups ", input.groups), {"--query-ids ", input.queries}})
    if (!name.empty() && input.files.size() > 1)
      throw UsageError(option + name +
                       ": is of one file of rows; beside several each has its "
                       "own, FILE.query or FILE.group");
  if (!input.groups.empty() && !input.queries.empty())
    throw UsageError("--groups and --query-ids: give only one of them");
  if (!input.queries.empty()) ids_.emplace(input.queries);
}

bool SecondFile::begin(const std::string& rows) {
  if (ids_) return true;
  const auto beside =
      groups_.empty() ? find_group_sizes(rows) : std::optional(groups_);
  if (!beside) return false;
  name_ = *beside;
  sizes_.begin(name_, read_group_sizes(name_));
  return true;
}

std::optional<std::string> SecondFile::query_of_next(const Place& row) {
  return ids_ ? ids_->query_of_next(row) : sizes_.query_of_next();
}

void SecondFile::end(const std::string& rows) const {
  ids_ ? ids_->end(rows) : sizes_.end(rows);
}

std::vector<std::uint64_t> read_group_sizes(const std::string& file) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 32;
  std::vector<std::uint64_t> sizes;
  each_line(file, [&](std::string_view line, std::size_t number) {
    const std::string word = trim(line);
    if (word.empty()) return;
    const auto size = parse_whole(word);
    if (!size || *size > kMost)
      Place{file, number}.fail("group " + in_quotes(word) +
                               " is not a number of rows");
    sizes.push_back(*size);
  });
  if (sizes.empty()) throw DataError(file + ": holds no group");
  return sizes;
}

std::optional<std::string> find_group_sizes(const std::string& rows) {
  const std::string plain =
      rows.ends_with(".gz") ? rows.substr(0, rows.size() - 3) : rows;
  for (const std::string& name : {rows, plain})
    for (const char* const ending : {".query", ".group"})
      for (const char* const packed : {"", ".gz"})
        if (const std::string file = name + ending + packed;
            std::filesystem::is_regular_file(file))
          return file;
  return std::nullopt;
}

void note_companions(const std::string& rows, InputNotes& notes) {
  std::vector<std::string> found;
  for (const char* const ending : {".weight", ".position", ".init"})
    if (std::filesystem::is_regular_file(rows + ending))
      found.push_back(rows + ending);
  if (!found.empty())
    notes.remarks.push_back(join(found, ", ") +
                            ": not used; rows have no weights, positions or "
                            "first scores (of queries that weigh differently: "
                            "data.weights = FILE.weight in a scenario)");
}

}  // namespace fedltr
