#include "app/cli/consortium_commands.hpp"

#include <iostream>

#include "app/base/errors.hpp"
#include "app/cli/find_scenario.hpp"
#include "app/cli/link_options.hpp"
#include "app/deploy/party_run.hpp"
#include "app/deploy/relay_run.hpp"
#include "app/deploy/search_http.hpp"

namespace fedltr {
namespace {

std::uint32_t seconds_option(const Command& command, const char* name,
                             std::uint32_t otherwise) {
  return static_cast<std::uint32_t>(
      command.number(name, 1, 1000000).value_or(otherwise));
}

void add_metrics(Command& command) {
  command.option<std::string>("metrics-file",
                              "write progress for Prometheus to this file, "
                              "each second, docs/operate.md");
}

void add_party_options(Command& command) {
  command.option<std::string>("connect", "where the relay listens");
  add_proxy(command);
  command.option<std::string>(
      "data", "own folder of texts, in the layout of BEIR or MS MARCO");
  command.option<std::string>("out", "folder of results instead of run.out");
  add_metrics(command);
  command.option<std::string>("ledger",
                              "ledger of all runs' answers, instead of "
                              "ledger.csv beside the certificates");
  command.flag(
      "accept-loss",
      "continue with a ledger that has lost lines, as members remember: "
      "the answers in them count as never given, so a document may "
      "spend its budget once more");
  command.option<std::string>(
      "own", "file of own limits, stricter than the agreement");
  command.flag(
      "answer",
      "instead of a run, answer others' searches, and let fedltr search --live "
      "ask them, until stopped");
  command.option<std::string>(
      "http",
      "with --answer: also answer own programs by HTTP at ADDRESS:PORT of this "
      "machine, such as 127.0.0.1:8080, docs/consortium.md");
  command.flag("forecast",
               "print what this party would spend and could gain, from its own "
               "data and the agreement alone, and stop");
  command.flag("show", "print what this party would reveal to whom, and stop");
  command.flag("yes",
               "don't ask; the safety code is only printed, unless members "
               "are known: then all must be (exit code 1)");
  command.flag("regardless",
               "with --yes: take part although joining can't be shown to help "
               "(exit code 3) or no budget is left for own documents (5)");
  command.option<std::string>(
      "expect",
      "the expected safety code; the members are known from then "
      "on");
  command.option<std::string>("deadline",
                              "seconds within which the relay has to send "
                              "something; more than its "
                              "--phase-deadline, 50000");
  command.flag("resume", "continue the run in --out that was stopped");
  command.flag("rehearsal", "secrets are simulated: nothing is protected");
  command.option<std::string>(
      "name", "with --insecure or --forecast: the name of this member");
  command.files(1);
  add_link(command,
           "this party's folder, made by fedltr ca request or ca issue",
           "seconds without a relay until the party gives up, 300");
}

void require_data(const Command& command) {
  if (!command.has("data"))
    throw UsageError("expected --data FOLDER: " + command.usage);
}

LinkOptions link_of_party(const Command& command) {
  require_own_name(command);
  require_data(command);
  return link_options(command, "connect", "");
}

/// A forecast connects to no one: the member's name is enough.
LinkOptions link_of_forecast(const Command& command) {
  if (command.has("name") == command.has("certificates"))
    throw UsageError("--forecast needs --name NAME or --certificates DIR");
  require_data(command);
  LinkOptions link;
  link.certificates = path_option(command, "certificates");
  return link;
}

}  // namespace

int relay_command(const Arguments& arguments, std::ostream& out) {
  Command command(
      "fedltr relay CONSORTIUM.ini --listen ADDRESS:PORT [--out DIR]");
  command.option<std::string>(
      "listen",
      "address to listen on; port 0: any free port, which is printed");
  command.option<std::string>("out", "folder of relay.json instead of run.out");
  command.option<std::string>(
      "deadline", "seconds a party may take to send each answer, 600");
  command.option<std::string>(
      "phase-deadline",
      "seconds all parties may take for a phase: keys, sums, questions, "
      "training; then the slowest is excluded, 43200");
  command.option<std::string>("grace",
                              "seconds a party may take to reconnect, 60");
  command.option<std::string>(
      "transcript", "new file for every byte of the parties' messages");
  add_metrics(command);
  command.flag(
      "serve-search",
      "instead of a run, pass on members' searches of each other's documents, "
      "until stopped");
  command.flag("resume", "continue the run in --out that was stopped");
  command.flag("rehearsal", "secrets are simulated: nothing is protected");
  command.files(1);
  add_link(command, "folder of the authority: ca.pem, server.pem, tokens; ca",
           "seconds to wait for all parties, 300");
  if (!command.parse(arguments, out)) {
    out << "\nLeads one run of a consortium, without data, dictionary or key. "
           "How to set it up:\ndocs/consortium.md\n";
    return kDone;
  }
  set_verbosity(command);
  RelayOptions options;
  options.link = link_options(command, "listen", kAuthority);
  options.file = find_scenario(command.one_file());
  options.rehearsal = command.has("rehearsal");
  options.serve_search = command.has("serve-search");
  options.resume = command.has("resume");
  options.deadline = seconds_option(command, "deadline", options.deadline);
  options.phase = seconds_option(command, "phase-deadline", options.phase);
  options.grace = seconds_option(command, "grace", options.grace);
  options.threads = command.number("threads", 0, 4096).value_or(0);
  options.out = path_option(command, "out");
  options.transcript = path_option(command, "transcript");
  options.metrics = path_option(command, "metrics-file");
  return run_relay(options, out);
}

int party_command(const Arguments& arguments, std::ostream& out) {
  Command command(
      "fedltr party CONSORTIUM.ini --connect ADDRESS:PORT --certificates DIR "
      "--data FOLDER [--out DIR]");
  add_party_options(command);
  if (!command.parse(arguments, out)) {
    out << "\nTakes part in a consortium with the documents, queries and "
           "judgements of one folder,\nwhich stay here. Prints what it will "
           "reveal to whom, and asks: \"no\" ends with\nexit code 2, and "
           "nothing is sent. With --yes, if joining can't be shown to help, it "
           "ends\nwith exit code 3 or 5 before anything is sent. How to set "
           "it up:\ndocs/consortium.md\n";
    return kDone;
  }
  set_verbosity(command);
  PartyOptions options;
  options.forecast = command.has("forecast");
  if (options.forecast && command.has("answer"))
    throw UsageError("--forecast plays a run of training: without --answer");
  options.link =
      options.forecast ? link_of_forecast(command) : link_of_party(command);
  options.file = find_scenario(command.one_file());
  options.data = command.text("data").value_or("");
  options.name = command.text("name").value_or("");
  options.rehearsal = command.has("rehearsal");
  options.answer = command.has("answer");
  if (const auto http = command.text("http")) {
    if (!options.answer) throw UsageError("--http needs --answer");
    options.http = parse_local_address("--http", *http);
  }
  options.show = command.has("show");
  options.resume = command.has("resume");
  options.yes = command.has("yes");
  options.regardless = command.has("regardless");
  if (options.regardless && !options.yes)
    throw UsageError(
        "--regardless needs --yes; without it you are asked, whatever the "
        "verdict");
  options.accept_loss = command.has("accept-loss");
  options.deadline = seconds_option(command, "deadline", options.deadline);
  options.expect = command.text("expect");
  options.threads = command.number("threads", 0, 4096).value_or(0);
  options.out = path_option(command, "out");
  options.ledger = path_option(command, "ledger");
  options.own = path_option(command, "own");
  options.metrics = path_option(command, "metrics-file");
  return run_party(options, std::cin, out);
}

}  // namespace fedltr
