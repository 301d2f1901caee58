#include "app/cli/audit_command.hpp"

#include <filesystem>
#include <ostream>

#include "app/audit/ledger_audit.hpp"
#include "app/audit/release_audit.hpp"
#include "app/audit/silo_audit.hpp"
#include "app/base/errors.hpp"
#include "app/base/files.hpp"
#include "app/base/json.hpp"
#include "app/cli/find_scenario.hpp"
#include "app/schema/reader.hpp"
#include "app/study/folder_lock.hpp"

namespace fedltr {
namespace {

constexpr const char* kAuditHelp = R"(
Of a [silo]: attacks the scenario's search. Guesses the term of a query, both
without a key and as the party that is asked; the count of a term in a document, from
one answer, from many, and from the rows of one; what the relay learns from an honest
run's questions, answers and gradients if it knows some texts; and which texts a party
can reconstruct. Simulated: docs/silo-audit.md.

Of a federation: from what a client releases in federation.rounds rounds, guesses whether
its users click as simulated or on irrelevant documents. Prints a lower bound of epsilon
beside the claimed and the accounted one. Simulated: docs/privacy.md.

With --ledger: reads what a member of the consortium FILE has answered. Prints for each
other member what it learned in all runs, and how certain the counts can make it of the
document asked about most often; with --data, attacks that document with as many
answers: docs/consortium.md.
)";

Command audit_options() {
  Command command(
      "fedltr audit FILE [--set key=value]... [--out DIR] [--trials N]\n"
      "       fedltr audit FILE --ledger FILE [--data FOLDER] [--out DIR]");
  command.add_settings();
  command.option<std::string>("out", "folder of audit.json instead of run.out");
  command.option<std::string>("format",
                              "text, or json: the contents of audit.json");
  command.option<std::string>(
      "trials", "of a federation: runs of each case, 100 to 1000000 (2000)");
  command.option<std::string>(
      "ledger", "of a consortium: a party's ledger.csv, read only");
  command.option<std::string>("data",
                              "with --ledger: the party's own documents");
  command.add_verbosity();
  command.files(1);
  return command;
}

/// Writes audit.json and prints its path.
void write_audit(const Json& json, const std::filesystem::path& folder,
                 std::ostream& text) {
  write_whole(folder / "audit.json", json_text(json));
  text << "results: " << (folder / "audit.json").string() << "\n";
}

int audit_of_ledger(const Command& command, std::ostream& text,
                    std::ostream& json_out) {
  for (const char* other : {"set", "trials"})
    if (command.has(other))
      throw UsageError(std::string("--") + other +
                       " can't be used with --ledger: members agreed on FILE");
  LedgerToAudit audited{
      find_scenario(command.one_file()), *command.text("ledger"), {}};
  if (const auto data = command.text("data")) audited.data = *data;
  const Json json = audit_ledger(text, audited);
  if (const auto folder = command.text("out")) {
    FolderLock held(*folder);
    held.keep();
    write_audit(json, *folder, text);
  }
  json_out << json_text(json);
  return kDone;
}

}  // namespace

int audit_command(const Arguments& arguments, std::ostream& out) {
  Command command = audit_options();
  if (!command.parse(arguments, out)) {
    out << kAuditHelp;
    return kDone;
  }
  set_verbosity(command);
  const auto trials =
      command.number("trials", 100, 1000000).value_or(kAuditTrials);
  const Arguments formats = {"text", "json"};
  const bool as_json = command.one_of("format", formats) == formats[1];
  std::ostream silent(nullptr);
  std::ostream& text = as_json ? silent : out;
  std::ostream& json_out = as_json ? out : silent;
  if (command.has("ledger")) return audit_of_ledger(command, text, json_out);
  if (command.has("data")) throw UsageError("--data needs --ledger");
  const ReadScenario read =
      read_scenario(find_scenario(command.one_file()), command.list("set"));
  if (!read.grid_keys.empty())
    throw UsageError(
        "fedltr audit: needs one setting, not a [grid]; choose one with --set");
  const Scenario& scenario = read.points[0].scenario;
  if (scenario.members.on)
    throw UsageError(
        "fedltr audit: is not for [members]; fedltr member --show prints what "
        "a member sends, and its epsilon");
  if (scenario.silo.on && command.has("trials"))
    throw UsageError("--trials needs a federation, not a [silo]");
  const std::filesystem::path folder =
      command.text("out").value_or(scenario.run.out);
  FolderLock held(folder);
  const Json json = scenario.silo.on ? audit_search(text, scenario)
                                     : audit_releases(text, scenario, trials,
                                                      !command.has("quiet") &&
                                                          !command.logs_json());
  held.keep();
  write_audit(json, folder, text);
  json_out << json_text(json);
  return kDone;
}

}  // namespace fedltr
