#include "scenarios/deploy/relay.hpp"

#include <algorithm>
#include <fstream>

#include <spdlog/spdlog.h>

#include "actors/consortium/session.hpp"
#include "scenarios/base/errors.hpp"
#include "scenarios/base/files.hpp"
#include "scenarios/base/json.hpp"
#include "scenarios/base/processors.hpp"
#include "scenarios/base/signals.hpp"
#include "scenarios/deploy/authority.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

/// Every byte that a relay gets and sends, for whoever wants to look.
class Transcript {
 public:
  explicit Transcript(const fs::path& file)
      : file_(file), stream_(file, std::ios::binary | std::ios::trunc) {
    if (!stream_)
      throw std::runtime_error(file.string() + ": can't be written");
  }

  void add(const SiloMessage& message) {
    const auto bytes = message.payload.view();
    stream_ << name_of(message.type()) << " " << message.from << " "
            << message.to << " " << message.request << " " << bytes.size()
            << "\n";
    stream_.write(reinterpret_cast<const char*>(bytes.data()),
                  static_cast<std::streamsize>(bytes.size()));
    stream_ << "\n";
    if (!stream_.flush())
      throw std::runtime_error(file_.string() + ": can't be written");
  }

 private:
  fs::path file_;
  std::ofstream stream_;
};

GatewayConfig listening(LinkOptions& link) {
  GatewayConfig gateway;
  gateway.silence = link.silence;
  if (link.certificates)
    gateway.tls.emplace(
        read_server_credentials(*link.certificates).certificates,
        Side::kServer);
  else
    require_loopback(link.address);
  gateway.listener = listen_at(link.address);
  return gateway;
}

Json traffic_json(const Traffic& traffic) {
  return {{"messages", traffic.messages}, {"bytes", traffic.bytes}};
}

std::string relay_json(const Agreement& agreement, const SiloRecord& record) {
  Json parties = Json::array();
  for (std::uint32_t p = 0; p < record.sent.size(); ++p) {
    const auto excluded = record.excluded.find(p);
    parties.push_back({{"name", agreement.members()[p]},
                       {"sent", traffic_json(record.sent[p])},
                       {"received", traffic_json(record.received[p])},
                       {"left_out", excluded == record.excluded.end()
                                        ? Json(nullptr)
                                        : Json(excluded->second)}});
  }
  Json types = Json::object();
  for (std::size_t type = 0; type < record.by_type.size(); ++type)
    if (record.by_type[type].messages > 0)
      types[name_of(static_cast<MessageType>(type))] =
          traffic_json(record.by_type[type]);
  return json_text({{"agreement", agreement.digest},
                    {"rehearsal", agreement.rehearsal},
                    {"parties", parties},
                    {"messages", types},
                    {"refused", record.refused},
                    {"attempts_at_keys", record.attempts}});
}

int finish(const Agreement& agreement, const consortium::End& end,
           const fs::path& folder, std::ostream& out) {
  using Kind = consortium::End::Kind;
  if (end.kind == Kind::kInterrupted) return kInterrupted;
  if (end.kind == Kind::kLeftOut) throw NetworkError(end.why);
  if (end.run) {
    fs::create_directories(folder);
    write_whole(folder / "relay.json", relay_json(agreement, *end.run));
    for (const auto& [party, why] : end.run->excluded)
      out << "left out    " << agreement.members()[party] << ": " << why
          << "\n";
  }
  if (end.kind == Kind::kFailed) throw std::runtime_error(end.why);
  out << "done        " << (folder / "relay.json").string() << "\n";
  return kDone;
}

}  // namespace

int run_relay(const RelayOptions& options, std::ostream& out) {
  const Agreement agreement = read_agreement(options.file, options.rehearsal);
  LinkOptions link = options.link;
  consortium::RelayConfig config;
  config.gateway = listening(link);
  config.plan = plan_of(agreement);
  config.plan->deadline = options.deadline;
  config.members = agreement.members();
  config.version = program_version();
  config.digest = agreement.digest;
  config.wait = link.wait;
  config.grace = options.grace;
  config.knows_token = [folder = link.certificates](const std::string& name,
                                                    const std::string& token) {
    return !folder || knows_token(*folder, name, token);
  };
  if (options.transcript)
    config.transcript =
        [transcript = std::make_shared<Transcript>(*options.transcript)](
            const SiloMessage& message) { transcript->add(message); };
  out << "agreement   " << agreement.digest << "\nlistens on  "
      << link.address.text() << (link.certificates ? "" : ", without TLS")
      << "\n"
      << std::flush;
  if (agreement.rehearsal)
    spdlog::warn("a rehearsal: secrets are simulated, nothing is protected");
  Interrupt interrupt;
  const SignalWatch watch(interrupt);
  const auto end =
      consortium::run_relay(config, threads_or_all(options.threads), interrupt);
  return finish(agreement, end,
                options.out.value_or(agreement.scenario.run.out), out);
}

}  // namespace fedltr
