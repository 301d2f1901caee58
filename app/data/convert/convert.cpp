#include "app/data/convert/convert.hpp"

#include <algorithm>
#include <filesystem>

#include "app/base/errors.hpp"
#include "app/base/files.hpp"
#include "app/base/text.hpp"
#include "app/data/convert/clicked_rows.hpp"
#include "app/data/convert/log_remarks.hpp"
#include "app/data/convert/minmax_rows.hpp"
#include "app/data/letor_input.hpp"

namespace fedltr {
namespace {

RowCounts count_rows(const RowSource& source, InputNotes& notes) {
  RowCounter counter;
  source([&](const LetorRow& row) { counter.add(row); }, notes);
  return counter.take();
}

/// True for a pipe, which can't be read twice.
bool is_pipe(const std::string& file) {
  const auto status = std::filesystem::status(opened_path(file));
  return !std::filesystem::is_regular_file(status) &&
         !std::filesystem::is_directory(status) &&
         std::filesystem::exists(status);
}

/// Refuses pipes.
/// @param files  to read; empty names are skipped
/// @param why    option that reads them twice
void require_twice(const std::vector<std::string>& files,
                   const std::string& why) {
  for (const std::string& file : files)
    if (is_pipe(file))
      throw UsageError(shown_path(file) + ": " + why +
                       " reads its input twice, which a pipe can't be");
}

void write_names(const std::string& file,
                 const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += name + "\n";
  write_whole(file, text);
}

/// @param shape  as far as it is known
RowCounts write_rows(const RowSource& source, const std::string& first_file,
                     const OutputFormat& to, const std::string& file,
                     RowShape shape, InputNotes& notes) {
  if (to.counts_first) {
    shape.counts = count_rows(source, notes);
    shape.feature_names = notes.feature_names;
    notes = {};
  }
  const auto writer = to.rows(file, shape);
  RowCounter counter;
  source(
      [&](const LetorRow& row) {
        counter.add(row);
        writer->add(row);
      },
      notes);
  const RowCounts counts = counter.take();
  if (counts.documents == 0)
    throw DataError(first_file + ": holds no document");
  writer->commit();
  return counts;
}

std::vector<std::string> names_of_logs() {
  std::vector<std::string> names;
  for (const InputFormat& each : input_formats())
    if (each.clicks != nullptr) names.push_back(each.name);
  return names;
}

/// Refuses impossible conversions before anything is read.
void require_fit(const InputFormat& from, const ConvertInput& input,
                 const OutputFormat& to) {
  const bool from_log = from.clicks != nullptr;
  const bool to_log = to.clicks != nullptr;
  if (to_log && !from_log)
    throw UsageError("--to " + to.name + " takes a click log, which --from " +
                     from.name + " is not; expected --from " +
                     join(names_of_logs(), " or "));
  if (from_log && !to_log && input.features.empty())
    throw UsageError("--from " + from.name + " --to " + to.name +
                     " needs --features FILE, rows of the documents in the "
                     "log");
  if (input.unlabelled && !to.unlabelled)
    throw UsageError("--to " + to.name +
                     " has labels, which --unlabelled "
                     "rows lack; expected --to letor or --to csv");
  std::vector<std::string> read = {input.features};
  if (!from_log) {
    read = input.files;
    read.insert(read.end(), {input.groups, input.queries, input.labels});
  }
  if (to.counts_first) require_twice(read, "--to " + to.name);
  if (!input.minmax_set.empty()) require_twice(read, "--set-minmax");
}

/// Counts the queries of a log of users that have rows.
/// @throws DataError  if none has
RowSource joined_rows(RowSource source, const TextSet<>& wanted,
                      const std::string& file, JoinNotes& joined) {
  return [=, &wanted, &joined, source = std::move(source)](
             const VisitRow& visit, InputNotes& notes) {
    TextSet<> found;
    source(
        [&](const LetorRow& row) {
          found.insert(row.query);
          visit(row);
        },
        notes);
    joined = {};
    joined.queries = {found.size(), wanted.size()};
    joined.other_queries = notes.unwanted;
    std::vector<std::string> lost;
    for (const std::string& query : wanted)
      if (!found.contains(query)) lost.push_back(query);
    std::ranges::sort(lost);
    for (const std::string& query : lost)
      add_example(joined.lost_queries, query);
    if (found.empty()) throw DataError(why_nothing_joins(joined, file, false));
  };
}

Converted convert_rows(const InputFormat& from, const ConvertInput& input,
                       const OutputFormat& to, const ConvertOutput& output) {
  Converted done;
  RowSource source = [&](const VisitRow& visit, InputNotes& notes) {
    from.rows(input, visit, notes);
  };
  if (input.wanted)
    source = joined_rows(std::move(source), *input.wanted,
                         shown_path(input.files[0]), done.users);
  if (input.quote_names) source = quoted_rows(std::move(source));
  if (input.merge) source = merged_rows(std::move(source));
  if (!input.minmax_set.empty()) source = minmax_rows(source, input.minmax_set);
  done.rows = write_rows(source, shown_path(input.files[0]), to, output.file,
                         {{}, {}, !input.unlabelled}, done.notes);
  if (!output.feature_names.empty())
    write_names(output.feature_names, done.notes.feature_names);
  return done;
}

/// Does some work on a log; a fault names the log's file.
template <class Work>
void on_log(const std::string& file, const Work& work) try {
  work();
} catch (const DataError& error) {
  throw DataError(file + ": " + error.what());
}

Converted convert_log(const InputFormat& from, const ConvertInput& input,
                      const OutputFormat& to, const ConvertOutput& output) {
  Converted done;
  const std::string file = shown_path(input.files[0]);
  const ClickLog log = from.clicks(input, done.click_notes);
  if (log.empty()) {
    const std::string why = why_no_searches(done.click_notes);
    throw DataError(file + ": has no searches" +
                    (why.empty() ? "" : ": " + why));
  }
  if (!output.users.empty())
    require_times(log, input.files,
                  std::ranges::count(from.options, "timestamp") > 0
                      ? "; --timestamp names another column of it"
                      : "");
  done.searches = log.size();
  for (const LoggedSearch& search : log)
    done.clicks += static_cast<std::uint64_t>(
        std::ranges::count(search.shown, true, &ShownDocument::clicked));
  if (done.clicks == 0 && !done.click_notes.outside_list.empty())
    throw DataError(file + ": " + why_no_clicks(done.click_notes));
  const bool has_names = std::ranges::count(from.options, "qid") > 0;
  const auto source = [&](const VisitRow& visit, InputNotes& notes) {
    JoinNotes& joined = done.click_notes.joined;
    read_clicked_rows(input, log, visit, notes, joined);
    if (joined.documents.some == 0)
      throw DataError(file + ": " +
                      why_nothing_joins(joined, input.features, has_names));
  };
  if (to.clicks != nullptr)
    on_log(file, [&] { to.clicks(output.file, log); });
  else
    done.rows = write_rows(source, file, to, output.file, {}, done.notes);
  if (!output.users.empty()) write_users_csv(output.users, log);
  return done;
}

}  // namespace

Converted convert(const InputFormat& from, const ConvertInput& input,
                  const OutputFormat& to, const ConvertOutput& output) {
  require_fit(from, input, to);
  return from.clicks != nullptr ? convert_log(from, input, to, output)
                                : convert_rows(from, input, to, output);
}

}  // namespace fedltr
