#include "app/cli/member_command.hpp"

#include <iostream>

#include "app/base/errors.hpp"
#include "app/cli/find_scenario.hpp"
#include "app/cli/link_options.hpp"
#include "app/deploy/agent_http.hpp"
#include "app/deploy/member_run.hpp"
#include "app/deploy/members_lead.hpp"

namespace fedltr {

namespace {

void add_options(Command& command) {
  command.option<std::string>("connect", "where the server listens");
  add_proxy(command);
  command.option<std::string>(
      "connect-file",
      "wait for this file of serve --address-file, and connect to its address");
  command.option<std::string>(
      "data",
      "own folder, with rows.letor; with "
      "members.source = clicks or log also searches.log");
  command.option<std::string>(
      "agent",
      "rank for own users, by HTTP at this address of this machine; take their "
      "clicks with members.source = clicks; show and forget what "
      "searches.log has of one");
  command.option<std::string>(
      "log",
      "with members.source = log: clicks to learn from, a table "
      "qid,docno,position,click[,user,timestamp,propensity]; what is new in it "
      "is added to searches.log");
  command.option<std::string>(
      "features", "LETOR rows of the documents of --log, without their labels");
  command.option<std::string>(
      "keep",
      "days after which searches.log loses what users did, also if it has not "
      "taught; without it they stay for good");
  command.add_settings();
  command.option<std::string>("out", "folder of results instead of run.out");
  command.option<std::string>("ledger",
                              "ledger of all epochs of all federations, "
                              "instead of members-ledger.csv beside the "
                              "certificates or, without noise, ledger.csv in "
                              "--out");
  command.option<std::string>(
      "metrics-file",
      "write the progress to this file, for Prometheus and fedltr status");
  command.flag("show", "print what this member would send, and stop");
  command.flag("leave",
               "leave the federation for good: the others continue without "
               "this member; prints what stays of it");
  command.flag("yes", "don't ask");
  command.flag("rehearsal", "secrets are simulated: nothing is protected");
  command.option<std::string>("name",
                              "with --insecure: the name of this member");
  command.files(1);
  add_link(command,
           "this member's folder, made by fedltr ca request or ca issue",
           "seconds without a server until the member gives up, 300");
}

}  // namespace

int member_command(const Arguments& arguments, std::ostream& out) {
  Command command(
      "fedltr member FILE --connect ADDRESS:PORT --certificates DIR "
      "--data FOLDER [--agent ADDRESS:PORT | --log CLICKS.csv --features "
      "ROWS.letor] [--out DIR]");
  add_options(command);
  if (!command.parse(arguments, out)) {
    out << "\nTakes part in a federation of [members] with its own judged "
           "rows, or its own users' clicks,\nwhich stay here.\nPrints what it "
           "will send, and asks: \"no\" ends "
           "with exit code 2, and nothing is sent.\nHow to set it up: "
           "docs/members.md\n";
    return kDone;
  }
  set_verbosity(command);
  require_own_name(command);
  if (!command.has("data") && !command.has("show") && !command.has("leave"))
    throw UsageError("expected --data FOLDER: " + command.usage);
  if (command.has("leave"))
    for (const char* const option : {"agent", "log", "keep", "metrics-file"})
      if (command.has(option))
        throw UsageError("--leave takes no --" + std::string(option));
  MemberOptions options;
  options.link = link_options(command, "connect", "");
  options.file = find_scenario(command.one_file());
  options.settings = command.list("set");
  options.data = command.text("data").value_or("");
  if (const auto agent = command.text("agent"))
    options.agent = parse_local_address("--agent", *agent);
  if (command.has("log") != command.has("features"))
    throw UsageError("expected --log CLICKS.csv with --features ROWS.letor");
  if (const auto log = command.text("log"))
    options.log = MemberLogFiles{*log, *command.text("features")};
  options.keep_days =
      static_cast<std::int64_t>(command.number("keep", 1, 36500).value_or(0));
  options.name = command.text("name").value_or("");
  options.rehearsal = command.has("rehearsal");
  options.show = command.has("show");
  options.leave = command.has("leave");
  options.yes = command.has("yes");
  options.threads = command.number("threads", 0, 4096).value_or(0);
  options.ledger = path_option(command, "ledger");
  options.out = path_option(command, "out");
  options.metrics = path_option(command, "metrics-file");
  return run_member(options, std::cin, out);
}

int lead_members(const Command& command, std::ostream& out) {
  for (const char* const option : {"nodes", "format", "wait", "no-cache"})
    if (command.has(option))
      throw UsageError("--" + std::string(option) +
                       ": is not for a federation of [members]");
  MembersLeadOptions options;
  options.link = link_options(command, "listen", kAuthority);
  options.file = find_scenario(command.one_file());
  options.settings = command.list("set");
  options.rehearsal = command.has("rehearsal");
  options.resume = command.has("resume");
  options.force = command.has("force");
  options.threads = command.number("threads", 0, 4096).value_or(0);
  options.out = path_option(command, "out");
  options.transcript = path_option(command, "transcript");
  options.metrics = path_option(command, "metrics-file");
  return run_members_lead(options, out);
}

}  // namespace fedltr
