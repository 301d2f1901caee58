#include "app/cli/convert_options.hpp"

#include <algorithm>
#include <ostream>
#include <string_view>

#include <spdlog/fmt/fmt.h>

#include "app/base/errors.hpp"
#include "app/base/text.hpp"
#include "app/cli/missing_options.hpp"

namespace fedltr {
namespace {

/// An option that only some formats take.
struct FormatOption {
  const char* name;
  const char* help;
};

/// Those without a value.
constexpr const char* kFlags[] = {"unlabelled", "merge", "quote-names",
                                  "no-header", "decimal-comma"};

constexpr std::string_view kLabels = "labels";

constexpr FormatOption kFormatOptions[] = {
    {"first-index", "0 or 1: index of the first feature in INPUT"},
    {"groups",
     "file with the queries' sizes, instead of INPUT.query or .group, which a "
     "table without a column of queries also has"},
    {"labels",
     "grades of labels that are not 0 to 31: clip, bins=1,10,100 (below 1: 0, "
     "below 10: 1, ...) or map=-1:drop,0.5:1,Exact:3,...; npy: also the file "
     "with the "
     "labels; may be repeated"},
    {"unlabelled", "rows have no label: documents to rank"},
    {"merge", "rows of a query need not be adjacent: join them"},
    {"quote-names",
     "write names of queries and documents as one word: 'red shoes' is "
     "red%20shoes"},
    {"duplicates",
     "value of a feature that occurs twice in a row: last or sum, instead of "
     "an error"},
    {"query-ids", "file with the query of each row"},
    {"label", "column of the label, label"},
    {"qid",
     "column of the query, qid; ubi: query_id, or user_query for the query's "
     "text"},
    {"document", "column of the document's name, docno if there is one"},
    {"position", "column of the document's position, position"},
    {"click", "column of the clicks, click: a number, true or false"},
    {"user", "column of the user, user if there is one; may be blank"},
    {"timestamp", "column of the search's time, timestamp if there is one"},
    {"propensity",
     "column of the probability that the document was examined, propensity if "
     "there is one"},
    {"searches",
     "column of the number of equal searches that a row stands for, searches "
     "if there is one"},
    {"first-position",
     "0 or 1: position of a list's first document; without it, 0 if the "
     "smallest is 0"},
    {"actions",
     "what an event's action means: NAME=show, NAME=click or NAME=ignore, "
     "separated by commas; impression and view show, click and click_through "
     "click"},
    {"leave-out",
     "columns that are not features, separated by commas; '' is the column "
     "without a name"},
    {"no-header",
     "the first line is a row; columns are called by number, from 1: --label 1 "
     "--qid 2, of clicks also --document, --position and --click"},
    {"separator", "between values: a character, or tab; detected if not given"},
    {"decimal-comma", "0,5 is 0.5"},
    {"features",
     "rows of the documents in a click log, LETOR or a table with qid and "
     "docno; labels do not count"},
    {"of-users", "log of users (data.users): convert only their queries"},
    {"most-active", "with --of-users: only the N users with most searches"},
    {"earliest",
     "with --of-users: only the first N percent of queries, by time"},
    {"latest", "with --of-users: only the last N percent of queries, by time"},
    {"set-minmax",
     "features to scale to [0, 1] over all rows, e.g. 19-33,76; others by "
     "query"},
    {"write-feature-names",
     "write the features' names to this file, for data.feature-names"},
    {"write-users",
     "write each search's user and time to this file, for data.users"}};

std::vector<std::string> formats_with(const std::string& option) {
  std::vector<std::string> names;
  for (const InputFormat& format : input_formats())
    if (takes(format, option)) names.push_back(format.name);
  return names;
}

std::string names_of_formats(const auto& formats) {
  std::vector<std::string> names;
  for (const auto& format : formats) names.push_back(format.name);
  return join(names, ", ");
}

}  // namespace

bool takes(const InputFormat& format, std::string_view option) {
  return std::ranges::count(format.options, option) > 0;
}

Command convert_options() {
  Command command(
      "fedltr data convert INPUT... --out FILE [--from FORMAT] [--to FORMAT]");
  const std::string from = names_of_formats(input_formats());
  const std::string to = names_of_formats(output_formats());
  command.option<std::string>("from", from.c_str());
  command.option<std::string>("to",
                              ("letor (default) or one of " + to).c_str());
  command.option<std::string>("out", "file to write");
  command.flag("force", "overwrite existing files");
  for (const FormatOption& option : kFormatOptions) {
    const std::string help =
        join(formats_with(option.name), ", ") + ": " + option.help;
    if (std::ranges::count(kFlags, std::string_view(option.name)) > 0)
      command.flag(option.name, help.c_str());
    else if (option.name == kLabels)
      command.repeated(option.name, help.c_str());
    else
      command.option<std::string>(option.name, help.c_str());
  }
  add_missing_options(command);
  command.files(-1);
  return command;
}

void print_formats(std::ostream& out) {
  const auto print = [&](const char* title, const auto& formats) {
    out << "\n" << title << "\n";
    for (const auto& format : formats)
      out << fmt::format("  {:<9} {}\n", format.name, format.summary);
  };
  print("--from", input_formats());
  print("--to", output_formats());
}

void refuse_useless_options(const Command& command, const InputFormat& from) {
  for (const FormatOption& option : kFormatOptions)
    if (command.has(option.name) && !takes(from, option.name))
      throw UsageError("--" + std::string(option.name) +
                       ": can't be used with --from " + from.name +
                       (command.has("from") ? "" : ", as INPUT seems to be") +
                       "; it needs " + join(formats_with(option.name), ", "));
}

}  // namespace fedltr
