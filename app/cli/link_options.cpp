#include "app/cli/link_options.hpp"

#include "app/base/errors.hpp"

namespace fedltr {
namespace {

constexpr std::uint64_t kLongestWait = 100000000;  // seconds: three years

}  // namespace

void add_link(Command& command, const char* certificates, const char* wait) {
  command.option<std::string>("certificates", certificates);
  command.flag("insecure", "use no TLS: for one machine only");
  command.option<std::string>("wait", wait);
  command.option<std::string>(
      "silence", "seconds of silence until a peer counts as lost, 15");
  command.option<std::string>("threads", "0 = all cores");
  command.add_verbosity();
}

void add_proxy(Command& command) {
  command.option<std::string>(
      "proxy",
      "connect through this HTTP proxy (CONNECT), HOST:PORT, which must not "
      "open the TLS");
}

LinkOptions link_options(const Command& command, const std::string& address,
                         const std::string& certificates) {
  LinkOptions link;
  const std::string flag = "--" + address;
  const auto text = command.text(address.c_str());
  if (const auto file = command.text("address-file")) link.address_file = *file;
  if (const auto file = command.text("connect-file")) link.address_file = *file;
  if (text && command.has("connect-file"))
    throw UsageError("--connect and --connect-file: give only one of them");
  if (!text && !command.has("connect-file") && !command.has("show"))
    throw UsageError("expected " + flag + " ADDRESS:PORT: " + command.usage);
  if (text) link.address = parse_address(flag, *text);
  if (command.has("insecure") && command.has("certificates"))
    throw UsageError("--insecure and --certificates: give only one of them");
  if (!command.has("insecure"))
    link.certificates = command.text("certificates").value_or(certificates);
  if (const auto proxy = command.text("proxy")) {
    if (!link.certificates) throw UsageError("--proxy needs --certificates");
    link.proxy = parse_address("--proxy", *proxy);
  }
  link.wait = static_cast<std::uint32_t>(
      command.number("wait", 1, kLongestWait).value_or(link.wait));
  link.silence = static_cast<std::uint32_t>(
      command.number("silence", 2, 3600).value_or(link.silence));
  return link;
}

void require_own_name(const Command& command) {
  if (command.has("insecure") != command.has("name"))
    throw UsageError("--insecure and --name NAME go together");
  if (!command.has("insecure") && !command.has("certificates"))
    throw UsageError("expected --certificates DIR: " + command.usage);
}

std::optional<std::filesystem::path> path_option(const Command& command,
                                                 const char* name) {
  const auto text = command.text(name);
  return text ? std::optional<std::filesystem::path>(*text) : std::nullopt;
}

}  // namespace fedltr
