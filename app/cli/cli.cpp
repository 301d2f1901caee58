#include "app/cli/cli.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>

#include "algorithms/core/wide.hpp"
#include "algorithms/data/letor.hpp"
#include "app/base/errors.hpp"
#include "app/base/json_log.hpp"
#include "app/base/text.hpp"
#include "app/base/version.hpp"
#include "app/cli/audit_command.hpp"
#include "app/cli/check_command.hpp"
#include "app/cli/command.hpp"
#include "app/cli/compare_command.hpp"
#include "app/cli/completion.hpp"
#include "app/cli/consortium_commands.hpp"
#include "app/cli/convert_command.hpp"
#include "app/cli/data_command.hpp"
#include "app/cli/data_info.hpp"
#include "app/cli/data_log.hpp"
#include "app/cli/eval_command.hpp"
#include "app/cli/export_command.hpp"
#include "app/cli/find_scenario.hpp"
#include "app/cli/json_error.hpp"
#include "app/cli/list_command.hpp"
#include "app/cli/member_command.hpp"
#include "app/cli/merge_command.hpp"
#include "app/cli/missing_options.hpp"
#include "app/cli/node_commands.hpp"
#include "app/cli/rank_command.hpp"
#include "app/cli/report_command.hpp"
#include "app/cli/run_command.hpp"
#include "app/cli/search/result_sink.hpp"
#include "app/cli/search/search_commands.hpp"
#include "app/cli/split_info.hpp"
#include "app/cli/status_command.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {
namespace {

constexpr const char* kOverview =
    R"(fedltr simulates federated online learning to rank: many clients learn one
ranker, and no document, query or click leaves a client.

  fedltr run FILE     runs a scenario
  fedltr check FILE   validates a scenario and prints it resolved
  fedltr merge FILE   joins the parts of run --shard I/N into one run
  fedltr compare RUN...       compares runs or grids, with tests of
                              significance
  fedltr report RUN...        writes a page on runs or grids: text and curves
  fedltr rank MODEL DATA...   ranks LETOR files by a run's model
  fedltr eval TREC-RUN|MODEL QRELS|DATA    scores a TREC run or a model
  fedltr export MODEL --to TARGET     writes a model for a search engine, or
                              runs as a database (RUN... --to sqlite)
  fedltr serve FILE --listen ADDRESS:PORT     runs a scenario's clients on nodes
  fedltr node --connect ADDRESS:PORT          trains clients of such a run
  fedltr member FILE --connect ADDRESS:PORT --data FOLDER   takes part in a
                              federation whose data stay with its members
  fedltr relay FILE --listen ADDRESS:PORT     leads a consortium's run of a [silo]
  fedltr party FILE --connect ADDRESS:PORT --data FOLDER    takes part in it
  fedltr status METRICS   prints the progress of the run, server or relay that
                              writes this --metrics-file
  fedltr features --data FOLDER     writes a party's texts as LETOR rows
  fedltr search --data FOLDER --model MODEL WORDS    ranks a party's texts
  fedltr ca init|issue|request|sign|revoke   makes certificates for these
  fedltr audit FILE   attacks a [silo]'s search, or what a client releases
  fedltr list [KIND]  lists all methods; KIND: rankers, learners, rules,
                      attacks, clicks, splits, metrics ... (fedltr list --help)
  fedltr list keys [SECTION|KEY]    lists the keys of a scenario
  fedltr data info FILE...   describes LETOR files or a scenario's data;
                             --split: each client's share
  fedltr data synth --out DIR   makes a synthetic set as LETOR files
  fedltr data convert FILE... --out FILE    converts LightGBM, CSV, NumPy, click
                             logs ... to LETOR and back
  fedltr data log SCENARIO --out FILE    writes a scenario's simulated log
  fedltr --version

FILE is a scenario's path, or its name in one of the folders `scenarios`:
fedltr run quickstart. Help on a command: fedltr help run. Exit codes: 0 done, 1
the run failed, 2 wrong usage or scenario, 3 bad data, 4 network or
authentication, 5 privacy budget spent, 6 checkpoint does not fit, 130
interrupted (checkpoint written).
)";

const Arguments kFormats = {"text", "json"};

int data_info_command(const Arguments& arguments, std::ostream& out) {
  Command command(
      "fedltr data info FILE...|- [--merge] [--missing LIST] [--split [--out "
      "FILE.csv]] "
      "[--set key=value]... [--format text]");
  command.flag("split", "show each client's share of a scenario's data");
  command.option<std::string>("out", "with --split: CSV file of all clients");
  command.flag("force", "overwrite it");
  command.flag("merge",
               "join a query's documents that are not adjacent in the file");
  command.flag("unlabelled", "rows have no label, or it does not count");
  add_missing_options(command);
  command.flag("no-cache", "neither read nor write caches, docs/data.md");
  command.add_settings();
  command.option<std::string>("format",
                              "text or json; can't be used with --split");
  command.files(-1);
  if (!command.parse(arguments, out)) return kDone;
  set_caches(command);
  const bool json = command.one_of("format", kFormats) == kFormats[1];
  command.one_file();
  const Arguments files = command.list("file");
  std::optional<std::filesystem::path> csv;
  if (command.has("out")) csv = command.given["out"].as<std::string>();
  if (csv && !command.has("split")) throw UsageError("--out needs --split");
  if (json && command.has("split"))
    throw UsageError(
        "--format json can't be used with --split: its --out is CSV");
  if (command.has("split")) {
    if (files.size() > 1)
      throw UsageError("--split takes one scenario; " + files[1] +
                       " is a second file");
    if (command.has("merge"))
      throw UsageError("--merge is for files; in a scenario, set data.merge");
    if (csv) require_new(command, *csv);
    print_split(out, find_scenario(command.one_file()), command.list("set"),
                csv);
    return kDone;
  }
  std::vector<std::filesystem::path> found;
  for (const std::string& file : files)
    found.push_back(locate_scenario(file).value_or(file));
  LetorOptions options(command.has("merge") ? ReturningQueries::kMerge
                                            : ReturningQueries::kRefuse,
                       missing_options(command));
  if (command.has("unlabelled")) options.labels = MissingLabels::kAllow;
  print_data_info(out, found, command.list("set"), options, json);
  return kDone;
}

int data_synth_command(const Arguments& arguments, std::ostream& out) {
  Command command("fedltr data synth --out DIR [--like NAME] ...");
  command.option<std::string>("out", "folder for S1.txt ... S5.txt");
  command.flag("force", "overwrite existing files");
  const Arguments names = {"like",   "queries", "documents", "features",
                           "grades", "noise",   "seed"};
  for (const std::string& name : names)
    command.option<std::string>(name.c_str(),
                                find_key("synthetic." + name)->help.c_str());
  command.option<std::string>("twin", "former name of --like");
  if (!command.parse(arguments, out)) return kDone;
  if (!command.has("out"))
    throw UsageError("expected --out DIR: " + command.usage);
  Arguments settings;
  if (const auto like = command.text("twin"))
    settings.push_back("synthetic.like=" + *like);
  for (const std::string& name : names)
    if (command.has(name.c_str()))
      settings.push_back("synthetic." + name + "=" +
                         command.given[name].as<std::string>());
  write_synthetic(out, command.given["out"].as<std::string>(), settings,
                  command.has("force"));
  return kDone;
}

int data_command(Arguments arguments, std::ostream& out) {
  using Run = int (*)(const Arguments&, std::ostream&);
  static const std::map<std::string, Run> verbs = {
      {"info", data_info_command},
      {"synth", data_synth_command},
      {"convert", convert_command},
      {"log", data_log_command}};
  const std::string verb = arguments.empty() ? "" : arguments[0];
  if (!arguments.empty()) arguments.erase(arguments.begin());
  if (const auto found = verbs.find(verb); found != verbs.end())
    return found->second(arguments, out);
  const bool help = verb == "--help" || verb == "-h";
  if (!help)
    throw UsageError("fedltr data '" + verb +
                     "': expected info, synth, convert or log");
  out << "Usage: fedltr data info FILE...\n       fedltr data synth --out "
         "DIR\n       fedltr data convert FILE... --out FILE\n"
         "       fedltr data log SCENARIO --out FILE\n";
  return kDone;
}

int dispatch(Arguments arguments, std::ostream& out);

/// `fedltr help`, `fedltr help VERB`.
int help_command(const Arguments& arguments, std::ostream& out) {
  static const Arguments again = {"help", "--help", "-h"};
  if (arguments.empty() || std::ranges::count(again, arguments[0]) > 0) {
    out << kOverview;
    return kDone;
  }
  Arguments verb = arguments;
  verb.push_back("--help");
  return dispatch(verb, out);
}

int version_command(const Arguments& /*arguments*/, std::ostream& out) {
  out << "fedltr " << kVersion << " (" << kCommit
      << "), CAF " FEDLTR_CAF_VERSION "\n";
  return kDone;
}

/// `fedltr complete`, which shells call; no user sees it.
int complete_command(const Arguments& arguments, std::ostream& out) {
  for (const std::string& each : completions(arguments)) out << each << "\n";
  return kDone;
}

using Verb = std::function<int(const Arguments&, std::ostream&)>;

const std::map<std::string, Verb>& verbs() {
  static const std::map<std::string, Verb> table = {
      {"run", run_command},           {"check", check_command},
      {"merge", merge_command},       {"compare", compare_command},
      {"report", report_command},     {"rank", rank_command},
      {"eval", eval_command},         {"export", export_command},
      {"audit", audit_command},       {"list", list_command},
      {"data", data_command},         {"serve", serve_command},
      {"node", node_command},         {"ca", ca_command},
      {"relay", relay_command},       {"party", party_command},
      {"member", member_command},     {"status", status_command},
      {"features", features_command}, {"search", search_command},
      {"complete", complete_command}, {"help", help_command},
      {"--help", help_command},       {"-h", help_command},
      {"--version", version_command}};
  return table;
}

/// Names that other programs give our commands.
const std::map<std::string, std::string>& other_names() {
  static const std::map<std::string, std::string> table = {
      {"train", "run"},      {"simulate", "run"},
      {"validate", "check"}, {"score", "rank"},
      {"predict", "rank"},   {"evaluate", "eval"},
      {"test", "eval"},      {"plot", "report"},
      {"curves", "report"},  {"convert", "data convert"},
      {"info", "data info"}, {"synth", "data synth"},
      {"keys", "list keys"}, {"resume", "run --resume"},
      {"sweep", "run"},      {"grid", "run"}};
  return table;
}

int dispatch(Arguments arguments, std::ostream& out) {
  if (arguments.empty())
    throw UsageError("expected a command (see fedltr --help)");
  const std::string name = arguments[0];
  arguments.erase(arguments.begin());
  if (const auto verb = verbs().find(name); verb != verbs().end())
    return verb->second(arguments, out);
  if (const auto other = other_names().find(name); other != other_names().end())
    throw UsageError("'" + name + "' is not a command; fedltr " +
                     other->second + " does that (see fedltr " + other->second +
                     " --help)");
  if (name.starts_with('-'))
    throw UsageError(name +
                     ": options follow the command, as in fedltr run FILE " +
                     "--threads 1 (see fedltr --help)");
  std::vector<std::string> names;
  for (const auto& [each, verb] : verbs())
    if (!each.starts_with('-')) names.push_back(each);
  throw UsageError("'" + name + "' is not a command; nearest is '" +
                   nearest_name(name, names) + "' (see fedltr --help)");
}

/// Selects the registers that kernels use by $FEDLTR_REGISTERS, if it is set:
/// to compare results, which are the same on all, and speeds, which are not.
void choose_registers() {
  const char* const name = std::getenv("FEDLTR_REGISTERS");
  if (!name || *name == '\0') return;
  try {
    use_registers(name);
  } catch (const std::invalid_argument&) {
    std::string has;
    for (const std::string_view other : register_names())
      has += " " + std::string(other);
    throw UsageError("FEDLTR_REGISTERS = " + std::string(name) +
                     ": this machine has" + has);
  }
}

}  // namespace

std::string error_line(const Arguments& arguments, int code,
                       const std::string& what) {
  if (wants_json_log(arguments))
    return json_log_line(spdlog::log_clock::now(), "error", what, code);
  return wants_json(arguments) ? json_error(code, what)
                               : "fedltr: " + without_controls(what);
}

int run_command_line(const std::vector<std::string>& arguments,
                     std::ostream& out, std::ostream& err) {
  const auto fail = [&](int code, const char* what) {
    err << error_line(arguments, code, what) << "\n";
    return code;
  };
  set_up_log();
  try {
    choose_registers();
    const int code = dispatch(arguments, out);
    out.flush();
    // A reader that stops early (`| head`) is no failure.
    if (!out && errno != EPIPE)
      return fail(kRunFailed, "the output can't be written");
    return code;
  } catch (const UsageError& error) {
    return fail(kWrongUsage, error.what());
  } catch (const DataError& error) {
    return fail(kBadData, error.what());
  } catch (const NetworkError& error) {
    return fail(kNetwork, error.what());
  } catch (const CheckpointError& error) {
    return fail(kCheckpointMisfit, error.what());
  } catch (const std::bad_alloc&) {
    return fail(kRunFailed, "out of memory");
  } catch (const std::filesystem::filesystem_error& error) {
    const std::string what =
        error.path1().empty()
            ? error.what()
            : error.path1().string() + ": " + error.code().message();
    // A path that leads nowhere was given, not a disk that fails.
    const bool is_loop =
        error.code() == std::errc::too_many_symbolic_link_levels;
    return fail(is_loop ? kBadData : kRunFailed, what.c_str());
  } catch (const std::exception& error) {
    return fail(kRunFailed, error.what());
  }
}

}  // namespace fedltr
