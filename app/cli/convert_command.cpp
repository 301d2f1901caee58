#include "app/cli/convert_command.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <ostream>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "algorithms/core/hash.hpp"
#include "algorithms/data/lines.hpp"
#include "algorithms/data/user_log_reader.hpp"
#include "app/base/errors.hpp"
#include "app/base/text.hpp"
#include "app/cli/convert_options.hpp"
#include "app/cli/missing_options.hpp"
#include "app/cli/output_paths.hpp"
#include "app/data/convert/convert.hpp"
#include "app/data/convert/each_line.hpp"
#include "app/data/convert/group_sizes.hpp"
#include "app/data/convert/log_remarks.hpp"
#include "app/data/convert/minmax_rows.hpp"
#include "app/data/convert/npz_array.hpp"
#include "app/data/letor_input.hpp"
#include "app/data/letor_notes.hpp"

namespace fedltr {
namespace {

constexpr const char* kConvertHelp = R"(
INPUT are files, also .gz, or - for standard input; FILE.npz:ARRAY is an array of
NumPy's archive. FILE is packed if its name ends with .gz. Rows are converted one by
one, so files may be larger than memory; rows of --merge and NumPy's Fortran order are
held in memory. Large click logs are sorted on disk, in $TMPDIR. Without --from the
format is detected from name and first line, if these are unambiguous.
Labels, tables, searches with clicks, and examples: docs/data.md.
)";

/// Queries of the users selected by the options.
TextSet<> queries_of_users(const Command& command, const std::string& file) {
  UserLogReader reader(file);
  each_piece(file, [&](std::string_view piece) { reader.feed(piece); });
  UserLog log = reader.take();
  if (const auto users = command.number("most-active", 1, 1'000'000'000))
    log = of_most_active(log, *users);
  const std::vector<std::string> queries = queries_by_time(log);
  const auto percent = [&](const char* option, std::size_t otherwise) {
    return command.number(option, 1, 99).value_or(otherwise);
  };
  const auto at = [&](std::size_t parts) {
    return queries.begin() +
           static_cast<std::ptrdiff_t>(queries.size() * parts / 100);
  };
  if (command.has("earliest") && command.has("latest"))
    throw UsageError("--earliest and --latest: give only one of them");
  const std::size_t earliest = percent("earliest", 100);
  if (at(earliest) == queries.begin())
    throw UsageError("--earliest " + std::to_string(earliest) +
                     ": is less than one of the " +
                     std::to_string(queries.size()) + " queries in " + file);
  return {at(100 - percent("latest", 100)), at(earliest)};
}

/// Takes the rule and the file of --labels.
void take_labels(const Command& command, const InputFormat& from,
                 ConvertInput& input) {
  for (const std::string& each : command.list("labels")) {
    const bool is_file = from.labels_file && !is_label_rule(each);
    if (!is_file && input.label_rule.kind != LabelRule::Kind::kGrades)
      throw UsageError("--labels: give only one rule");
    if (!is_file)
      input.label_rule = parse_label_rule(each);
    else if (std::exchange(input.labels, each) != "")
      throw UsageError("--labels: give only one file");
  }
  if (input.unlabelled && command.has("labels"))
    throw UsageError("--labels and --unlabelled: give only one of them");
}

/// Refuses a table without a first line unless options number its columns.
void require_numbers(const Command& command, const InputFormat& from) {
  std::vector<std::string> needed;
  const bool has_second_file = command.has("groups") ||
                               command.has("query-ids") ||
                               find_group_sizes(command.one_file());
  if (!has_second_file || command.has("qid")) needed = {"qid"};
  if (!command.has("unlabelled")) needed.emplace_back("label");
  if (from.clicks != nullptr) needed = {"qid", "document", "position", "click"};
  const auto is_given = [&](const std::string& each) {
    return command.has(each.c_str());
  };
  if (!std::ranges::all_of(needed, is_given))
    throw UsageError("--no-header: needs --" + join(needed, ", --") +
                     " with numbers of columns, from 1" +
                     (needed[0] == "qid" && from.clicks == nullptr
                          ? "; --groups or --query-ids instead of --qid if "
                            "another file names the queries"
                          : ""));
  if (command.has("write-feature-names"))
    throw UsageError("--write-feature-names: needs a first line with names");
}

/// Takes what a table looks like.
void take_layout(const Command& command, const InputFormat& from,
                 ConvertInput& input) {
  input.header = !command.has("no-header");
  input.decimal_comma = command.has("decimal-comma");
  const auto separator = command.text("separator");
  if (separator && *separator != "tab" && separator->size() != 1)
    throw UsageError("--separator '" + *separator +
                     "': expected one character, or tab");
  if (separator) input.separator = *separator == "tab" ? '\t' : (*separator)[0];
  const auto left_out = command.text("leave-out");
  input.left_out = split(left_out.value_or(""), ',');
  if (left_out && input.left_out.empty()) input.left_out = {""};
  if (!input.header) require_numbers(command, from);
}

Duplicates duplicates_of(const Command& command) {
  const std::string said =
      command.one_of("duplicates", {"refuse", "last", "sum"});
  if (said == "refuse") return Duplicates::kRefuse;
  return said == "last" ? Duplicates::kLast : Duplicates::kSum;
}

ConvertInput input_of(const Command& command, const InputFormat& from) {
  ConvertInput input;
  input.files = command.list("file");
  const auto take = [&](const char* option, std::string& value) {
    value = command.text(option).value_or(value);
  };
  take("groups", input.groups);
  take("query-ids", input.queries);
  take("label", input.label_column);
  take("qid", input.query_column);
  input.names_queries = command.has("qid");
  take("document", input.document_column);
  take("features", input.features);
  take("qid", input.log.query);
  take("document", input.log.document);
  take("position", input.log.position);
  take("click", input.log.click);
  take("user", input.log.user);
  take("timestamp", input.log.time);
  take("propensity", input.log.propensity);
  take("searches", input.log.searches);
  take("actions", input.log.actions);
  input.log.first_position = command.number("first-position", 0, 1);
  input.unlabelled = command.has("unlabelled");
  input.merge = command.has("merge");
  input.quote_names = command.has("quote-names");
  input.duplicates = duplicates_of(command);
  take_labels(command, from, input);
  take_layout(command, from, input);
  input.first_index = command.number("first-index", 0, 1);
  input.missing = missing_options(command);
  if (const auto set = command.text("set-minmax"))
    input.minmax_set = parse_features(*set, input.first_index.value_or(1));
  if (const auto users = command.text("of-users")) {
    input.wanted = queries_of_users(command, *users);
    return input;
  }
  for (const char* const option : {"most-active", "earliest", "latest"})
    if (command.has(option))
      throw UsageError("--" + std::string(option) + ": needs --of-users");
  return input;
}

ConvertOutput output_of(const Command& command, const OutputFormat& to) {
  const ConvertOutput output{command.text("out").value_or(""),
                             command.text("write-feature-names").value_or(""),
                             command.text("write-users").value_or("")};
  std::vector<std::filesystem::path> files = {output.file, output.feature_names,
                                              output.users};
  if (to.beside != nullptr)
    for (const std::string& file : to.beside(output.file))
      files.emplace_back(file);
  Arguments inputs = command.list("file");
  for (const char* const option :
       {"groups", "query-ids", "features", "of-users"})
    inputs.push_back(command.text(option).value_or(""));
  for (const std::string& each : command.list("labels")) inputs.push_back(each);
  for (std::string& each : inputs)
    if (const auto array = npz_name(each)) each = array->archive;
  require_apart(files, inputs);
  for (const std::filesystem::path& file : files)
    if (std::filesystem::exists(file) && !command.has("force"))
      throw UsageError(file.string() +
                       ": exists already; give --force to overwrite it");
  return output;
}

void print_rows(std::ostream& out, const RowCounts& rows) {
  out << fmt::format("  queries    {}\n", with_commas(rows.queries));
  out << fmt::format("  documents  {} ({} to {} per query){}\n",
                     with_commas(rows.documents), rows.shortest, rows.longest,
                     rows.named > 0 ? "" : ", without names");
  out << fmt::format("  features   {}\n", with_commas(rows.features));
  const bool labelled = std::ranges::any_of(
      rows.labels, [](auto documents) { return documents > 0; });
  out << (labelled ? "  grades    "
                   : "  grades     none: rows for fedltr rank");
  for (std::size_t grade = 0; grade < rows.labels.size(); ++grade)
    if (rows.labels[grade] > 0)
      out << fmt::format(" {}: {}", grade, with_commas(rows.labels[grade]));
  out << "\n";
}

/// Prints facts about the conversion that the result does not show.
void print_remarks(std::ostream& out, const Converted& done,
                   const InputFormat& from, const ConvertInput& input,
                   const ConvertOutput& output) {
  const auto remark = [&](std::uint64_t count, const char* text) {
    if (count > 0) out << "  " << with_commas(count) << " " << text << "\n";
  };
  if (const std::string labels = done.notes.labels.text(); !labels.empty())
    out << "  labels     " << labels << "\n";
  for (const std::string& word :
       done.notes.labels.words_without_rows(input.label_rule))
    out << "  no row has the label " << in_quotes(word) << " of --labels\n";
  for (const std::string& text : done.notes.remarks)
    out << "  " << text << "\n";
  for (const std::string& line :
       note_lines(done.notes.values, {.missing_as = input.missing.read_as}))
    out << "  " << line << "\n";
  remark(done.notes.duplicates, "further values of a feature in its row");
  remark(done.notes.quoted, "rows with a name that was quoted, as red%20shoes");
  if (done.rows.queries > 1 && done.rows.longest == 1)
    out << "  each query has one document, so there is nothing to rank"
        << (takes(from, "groups")
                ? "; if its groups are queries of rows: --query-ids FILE"
                : "")
        << "\n";
  const auto print = [&](const std::vector<std::string>& lines) {
    for (const std::string& line : lines) out << "  " << line << "\n";
  };
  print(log_remarks(done.click_notes));
  print(join_remarks(done.click_notes.joined));
  print(join_remarks(done.users));
  if (done.searches > 0 && done.clicks == 0)
    out << "  no document was clicked, so there is nothing to learn from\n";
  if (!output.users.empty())
    remark(done.click_notes.anonymous,
           "searches without user, each one of a user of its own in the file "
           "of users");
  if (!done.notes.first_seen && !input.first_index)
    out << "  no feature of index 0; if indices count from 1, --first-index 1 "
           "sets that\n";
  if (!done.notes.feature_names.empty() && output.feature_names.empty() &&
      takes(from, "write-feature-names"))
    out << "  --write-feature-names FILE keeps the features' names\n";
}

/// Returns kOfTables if an option is of tables.
GivenOptions options_of(const Command& command) {
  constexpr std::array kTables = {"label",     "qid",       "no-header",
                                  "separator", "leave-out", "decimal-comma"};
  return std::ranges::any_of(
             kTables, [&](const char* each) { return command.has(each); })
             ? GivenOptions::kOfTables
             : GivenOptions::kAny;
}

}  // namespace

int convert_command(const Arguments& arguments, std::ostream& out) {
  Command command = convert_options();
  if (!command.parse(arguments, out)) {
    print_formats(out);
    out << kConvertHelp;
    return kDone;
  }
  const std::string first = command.one_file();
  if (!command.has("out"))
    throw UsageError("expected --out FILE: " + command.usage);
  const auto from_name = command.text("from");
  const OutputFormat& to =
      find_output_format(command.text("to").value_or("letor"));
  const bool is_click_log = command.has("position") || command.has("click");
  const InputFormat& from =
      from_name      ? find_input_format(*from_name)
      : is_click_log ? find_input_format("clicks")
      : to.clicks != nullptr || command.has("features")
          ? guess_log_format(first, options_of(command))
          : guess_input_format(first, options_of(command));
  refuse_useless_options(command, from);
  const ConvertOutput output = output_of(command, to);
  const ConvertInput input = input_of(command, from);
  const Converted done = convert(from, input, to, output);

  out << output.file << " (" << to.name << ", from " << from.name << ")\n";
  if (done.searches > 0)
    out << fmt::format("  searches   {}, clicks {}\n",
                       with_commas(done.searches), with_commas(done.clicks));
  if (done.rows.documents > 0) print_rows(out, done.rows);
  print_remarks(out, done, from, input, output);
  return kDone;
}

}  // namespace fedltr
