#include "app/cli/node_commands.hpp"

#include <filesystem>
#include <ostream>

#include "app/base/errors.hpp"
#include "app/base/signals.hpp"
#include "app/cli/find_scenario.hpp"
#include "app/cli/link_options.hpp"
#include "app/cli/member_command.hpp"
#include "app/cli/run_options.hpp"
#include "app/deploy/authority.hpp"
#include "app/deploy/members_agreement.hpp"
#include "app/deploy/node.hpp"
#include "app/deploy/revocation.hpp"
#include "app/study/driver.hpp"

namespace fedltr {
namespace {

constexpr const char* kPhraseFile = "passphrase-file";

void add_phrase_file(Command& command) {
  command.option<std::string>(kPhraseFile,
                              "file with the passphrase of ca.key, if it has "
                              "one; default: the terminal asks");
}

int ca_init_command(const Arguments& arguments, std::ostream& out) {
  Command command("fedltr ca init [--passphrase] [--ca DIR]");
  command.option<std::string>("ca", "folder of the certificate authority, ca");
  command.flag("passphrase",
               "encrypt ca.key; the terminal asks for the passphrase");
  command.option<std::string>(
      kPhraseFile, "encrypt ca.key with the first line of this file");
  if (!command.parse(arguments, out)) return kDone;
  const std::filesystem::path folder = command.text("ca").value_or(kAuthority);
  const bool is_enciphered =
      command.has("passphrase") || command.has(kPhraseFile);
  init_authority(
      folder, is_enciphered ? new_passphrase(command.text(kPhraseFile)) : "");
  out << "authority " << (folder / "ca.pem").string()
      << (is_enciphered ? " with its encrypted key; the" : " with its key; the")
      << " server's certificate beside it\n"
         "next      fedltr ca sign NAME.csr, for each request by fedltr ca "
         "request;\n          or fedltr ca issue NAME, which makes the key "
         "here\n";
  return kDone;
}

std::string one_name(const Command& command) {
  const Arguments names = command.list("file");
  if (names.empty()) throw UsageError("expected a name: " + command.usage);
  return names[0];
}

int ca_issue_command(const Arguments& arguments, std::ostream& out) {
  Command command("fedltr ca issue NAME [--days N] [--ca DIR]");
  command.option<std::string>("ca", "folder of the certificate authority, ca");
  command.option<std::string>("days", "days the certificate is valid, 365");
  add_phrase_file(command);
  command.files(1);
  if (!command.parse(arguments, out)) return kDone;
  const std::string name = one_name(command);
  const std::filesystem::path folder = command.text("ca").value_or(kAuthority);
  const auto days = static_cast<int>(
      command.number("days", 1, kDaysOfAuthority).value_or(kDaysOfCertificate));
  const auto own = issue_certificate(
      folder, name, days, known_passphrase(command.text(kPhraseFile)));
  out << "node      " << own.string()
      << ": copy this folder to that machine only\nrevoke    fedltr ca revoke "
      << name << "\n";
  return kDone;
}

int ca_revoke_command(const Arguments& arguments, std::ostream& out) {
  Command command("fedltr ca revoke NAME [--certificate FILE] [--ca DIR]");
  command.option<std::string>("ca", "folder of the certificate authority, ca");
  command.option<std::string>("certificate",
                              "the certificate, if it is not ca/NAME/NAME.pem");
  add_phrase_file(command);
  command.files(1);
  if (!command.parse(arguments, out)) return kDone;
  const std::string name = one_name(command);
  const std::filesystem::path folder = command.text("ca").value_or(kAuthority);
  const std::size_t revoked =
      revoke_certificate(folder, name, command.text("certificate").value_or(""),
                         known_passphrase(command.text(kPhraseFile)));
  out << "revoked   " << name
      << ": its token is deleted; its certificate is in "
      << (folder / "crl.pem").string() << " (" << revoked
      << " in all)\nnext      a running server drops it within seconds, on "
         "another machine once it has this crl.pem;\n          to certify it "
         "again: delete "
      << (folder / name).string()
      << ", then fedltr ca sign (or ca issue);\n          if others may know "
         "its key, sign another request\n";
  return kDone;
}

int ca_request_command(const Arguments& arguments, std::ostream& out) {
  Command command("fedltr ca request NAME [--out DIR]");
  command.option<std::string>("out",
                              "folder in which to make the folder NAME, .");
  command.files(1);
  if (!command.parse(arguments, out)) return kDone;
  const std::string name = one_name(command);
  const auto made =
      request_certificate(command.text("out").value_or("."), name);
  out << "request   " << (made.folder / (name + ".csr")).string()
      << ": send this to the authority; key and token stay here\nkey       "
      << made.fingerprint
      << ": the authority must see the same\nnext      there: fedltr ca sign "
      << name << ".csr\n";
  return kDone;
}

int ca_sign_command(const Arguments& arguments, std::ostream& out) {
  Command command("fedltr ca sign NAME.csr [--days N] [--ca DIR]");
  command.option<std::string>("ca", "folder of the certificate authority, ca");
  command.option<std::string>("days", "days the certificate is valid, 365");
  add_phrase_file(command);
  command.files(1);
  if (!command.parse(arguments, out)) return kDone;
  const auto days = static_cast<int>(
      command.number("days", 1, kDaysOfAuthority).value_or(kDaysOfCertificate));
  const auto made =
      sign_request(command.text("ca").value_or(kAuthority), command.one_file(),
                   days, known_passphrase(command.text(kPhraseFile)));
  out << "node      " << made.folder.string()
      << ": send its files back, into the folder of key and token\n"
         "key       "
      << made.fingerprint
      << ": compare it with the node's, by telephone; if they differ,\n        "
         "  "
         "delete that folder and its file in tokens/\n";
  return kDone;
}

}  // namespace

int serve_command(const Arguments& arguments, std::ostream& out) {
  Command command(
      "fedltr serve FILE --listen ADDRESS:PORT [--nodes N] [--set "
      "key=value]... "
      "[--out DIR] [--resume]");
  command.option<std::string>(
      "listen",
      "address to listen on; port 0: any free port, which is printed");
  command.option<std::string>("address-file",
                              "write the address to this file once it listens, "
                              "for node --connect-file");
  command.option<std::string>("nodes",
                              "number of nodes to wait for at the start, 1");
  command.flag("rehearsal",
               "[members]: secrets are simulated: nothing is protected");
  command.option<std::string>("transcript",
                              "[members]: write every message received or sent "
                              "to this file, for inspection");
  add_run_options(command);
  add_link(command, "folder of the authority: ca.pem, server.pem, tokens; ca",
           "seconds without a working node until the server gives up, 300");
  if (!command.parse(arguments, out)) {
    out << "\nRuns a scenario like fedltr run, with the same results, but "
           "trains its clients\non nodes, which all read the same data: a "
           "simulation over machines. How to\nset it up: docs/nodes.md\n\nOf a "
           "scenario with [members] it leads the members, whose data stay with "
           "them:\ndocs/members.md\n";
    return kDone;
  }
  set_verbosity(command);
  if (has_members(find_scenario(command.one_file()), command.list("set")))
    return lead_members(command, out);
  for (const char* const option : {"rehearsal", "transcript"})
    if (command.has(option))
      throw UsageError("--" + std::string(option) +
                       ": needs a scenario with [members]");
  ServeOptions serve;
  serve.link = link_options(command, "listen", kAuthority);
  serve.nodes = static_cast<std::uint32_t>(
      command.number("nodes", 1, 100000).value_or(serve.nodes));
  ignore_hangups();
  Service service(serve);
  return run_study(run_options(command), out, &service);
}

int node_command(const Arguments& arguments, std::ostream& out) {
  Command command(
      "fedltr node --connect ADDRESS:PORT --certificates DIR [--data DIR]");
  command.option<std::string>("connect", "where the server listens");
  add_proxy(command);
  command.option<std::string>(
      "connect-file",
      "wait for this file of serve --address-file, and connect to its address");
  command.option<std::string>(
      "data",
      "folder with the scenario's files; not needed for synthetic data");
  add_link(command, "this node's folder, made by fedltr ca issue or ca request",
           "seconds without a server until the node gives up, 300");
  if (!command.parse(arguments, out)) {
    out << "\nTrains the clients that a server assigns to it until the run is "
           "over; reconnects\nby itself. How to set it up: docs/nodes.md\n";
    return kDone;
  }
  set_verbosity(command);
  if (!command.has("insecure") && !command.has("certificates"))
    throw UsageError("expected --certificates DIR: " + command.usage);
  NodeOptions options;
  options.link = link_options(command, "connect", "");
  options.data = command.text("data").value_or("");
  options.threads = command.number("threads", 0, 4096).value_or(0);
  return run_node(options);
}

int ca_command(Arguments arguments, std::ostream& out) {
  const std::string verb = arguments.empty() ? "" : arguments[0];
  if (!arguments.empty()) arguments.erase(arguments.begin());
  if (verb == "init") return ca_init_command(arguments, out);
  if (verb == "issue") return ca_issue_command(arguments, out);
  if (verb == "request") return ca_request_command(arguments, out);
  if (verb == "sign") return ca_sign_command(arguments, out);
  if (verb == "revoke") return ca_revoke_command(arguments, out);
  if (verb != "--help" && verb != "-h")
    throw UsageError("fedltr ca '" + verb +
                     "': expected init, issue, request, sign or revoke");
  out << "Usage: fedltr ca init [--passphrase] [--ca DIR]\n"
         "       fedltr ca issue NAME [--days N] [--ca DIR]\n"
         "       fedltr ca request NAME [--out DIR]\n"
         "       fedltr ca sign NAME.csr [--days N] [--ca DIR]\n"
         "       fedltr ca revoke NAME [--certificate FILE] [--ca DIR]\n"
         "Where ca.key has a passphrase: --passphrase-file FILE, or the "
         "terminal "
         "asks.\n";
  return kDone;
}

}  // namespace fedltr
