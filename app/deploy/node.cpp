#include "app/deploy/node.hpp"

#include <chrono>

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include "actors/link/redial.hpp"
#include "actors/nodes/node_wire.hpp"
#include "algorithms/unlearning/schedule.hpp"
#include "app/base/errors.hpp"
#include "app/base/http_tunnel.hpp"
#include "app/base/processors.hpp"
#include "app/base/signals.hpp"
#include "app/deploy/agreement.hpp"
#include "app/deploy/authority.hpp"
#include "app/deploy/greeting_terms.hpp"
#include "app/deploy/node_plans.hpp"
#include "app/deploy/server_tls.hpp"
#include "app/schema/choices.hpp"

namespace fedltr {
namespace {

constexpr int kMaxSecondsToDial = 10;

GatewayConfig gateway_config(const LinkOptions& link,
                             const std::function<TlsConfig()>& tls) {
  GatewayConfig config;
  config.terms = terms_of_nodes();
  config.tls = tls;
  config.silence = link.silence;
  return config;
}

/// Prepared runs of a scenario, which each connection sends: built once.
class Preparation {
 public:
  explicit Preparation(std::filesystem::path data) : data_(std::move(data)) {}

  std::shared_ptr<const PreparedScenario> operator()(
      const std::string& scenario) {
    if (!runs_ || scenario != scenario_) {
      spdlog::info("reads the scenario and its data");
      runs_ = std::make_shared<const PreparedScenario>(
          prepare_points(scenario, data_));
      scenario_ = scenario;
    }
    return runs_;
  }

 private:
  std::filesystem::path data_;
  std::string scenario_;
  std::shared_ptr<const PreparedScenario> runs_;
};

/// @param own  nullopt with --insecure
HostConfig host_config(const NodeOptions& options, std::size_t threads,
                       const std::optional<Credentials>& own) {
  HostConfig config;
  std::function<TlsConfig()> tls;
  config.cores = static_cast<std::uint32_t>(threads);
  if (own)
    tls = [ours = TlsConfig(own->certificates, Side::kNode)] { return ours; };
  config.gateway = gateway_config(options.link, tls);
  link::Terms& terms = config.gateway.terms;
  terms.name = own ? own->name : "node-" + std::to_string(getpid());
  terms.token = own ? own->token : "";
  config.prepare = [preparation = std::make_shared<Preparation>(options.data)](
                       const std::string& scenario) {
    return (*preparation)(scenario);
  };
  return config;
}

/// A server may have restarted on another port since the last reading.
Address find_server(const LinkOptions& link) {
  Address address =
      link.address_file ? read_address(*link.address_file) : link.address;
  if (!link.certificates) require_loopback(address);
  return address;
}

/// Serves one connection from its beginning to its end.
SessionEnd serve_once(const LinkOptions& link, const HostConfig& config,
                      std::size_t threads, Interrupt& interrupt) {
  Address address;
  int socket = -1;
  try {
    address = find_server(link);
    socket = dial(link, address, kMaxSecondsToDial);
  } catch (const NetworkError& error) {
    return {SessionEnd::Kind::kLost, error.what(), false, nullptr};
  }
  SessionEnd end = serve_session(config, socket, threads, interrupt);
  end.why = address.text() + ": " + end.why;
  return end;
}

}  // namespace

int dial(const LinkOptions& link, const Address& address, int seconds) {
  return link.proxy ? dial_through(*link.proxy, address, seconds)
                    : dial(address, seconds);
}

void require_loopback(const Address& address) {
  if (!is_loopback(address))
    throw UsageError("--insecure is for this machine only, and " +
                     address.host +
                     " is not; fedltr ca init makes certificates");
}

void Service::listen() {
  Address& address = options_.link.address;
  if (options_.link.certificates)
    tls_ = std::make_shared<ServerTls>(*options_.link.certificates);
  else
    require_loopback(address);
  listener_ = listen_at(address);
  if (options_.link.address_file)
    written_.emplace(*options_.link.address_file, address);
  spdlog::info("listens on {}{}", address.text(),
               tls_ ? "" : ", without TLS: for this machine only");
  spdlog::info(
      "a simulation over machines: each node reads all data; with [members], "
      "data stay where they are");
}

Service::~Service() {
  if (listener_ >= 0) close(listener_);
}

CertificateEnds Service::certificates() const {
  if (!tls_) return nullptr;
  return [tls = tls_] { return ends_of(tls->certificates()); };
}

RosterConfig Service::offer(std::span<const Point> points) {
  for (const Point& point : points)
    for (const Run& run : point.runs)
      if (wire::max_bytes(run.plan) > wire::kMaxBytes)
        throw UsageError(run.plan.name +
                         ": its models are too large to be sent to nodes");
  RosterConfig config;
  config.scenario = encode_points(points);
  if (const std::size_t bytes =
          wire::encode(wire::Welcome{config.scenario}).size();
      bytes > wire::kMaxWelcome)
    throw UsageError(fmt::format(
        "the keys of {} points take {} bytes, but nodes accept at most {}: "
        "make the [grid] smaller",
        points.size(), bytes, wire::kMaxWelcome));
  config.digest = digest_of_points(points);
  config.data = data_of_points(points);
  config.min_nodes = options_.nodes;
  config.wait = options_.link.wait;
  std::function<TlsConfig()> tls;
  if (tls_) tls = [ours = tls_] { return ours->current(); };
  config.gateway = gateway_config(options_.link, tls);
  config.gateway.terms.knows_token = token_check(options_.link.certificates);
  config.gateway.listener = std::exchange(listener_, -1);
  return config;
}

void Service::validate(const Scenario& scenario) const {
  const auto refuse = [&](const std::string& key, const std::string& why) {
    throw UsageError(
        scenario.run.name + ": " + key + " = " + scenario.text.at(key) +
        ": can't be spread over nodes yet: " + why + "; fedltr run does it");
  };
  if (scenario.silo.on)
    throw UsageError(
        scenario.run.name +
        ": a [silo] has parties, not nodes: use fedltr relay and fedltr party, "
        "or fedltr run");
  if (!scenario.run.speedup.empty())
    refuse("run.speedup", "each node has its own threads");
  if (attackers_of(scenario) > 0 && Choices(scenario).attack.traits.on_models)
    refuse("attack.kind", "attackers collude through an actor at the server");
  if (scenario.privacy.secure)
    refuse("privacy.secure-aggregation",
           "a lost node would take its clients' masks with it");
  if (stores_updates(scenario))
    refuse("unlearning.method",
           "clients store updates, which a lost node would take with it");
}

int run_node(const NodeOptions& options) {
  const std::size_t threads = threads_or_all(options.threads);
  std::optional<Credentials> own;
  std::optional<ExpiryWatch> watched;
  if (const auto& folder = options.link.certificates) {
    own = read_node_credentials(*folder);
    watched.emplace(
        [dated = dated_certificates(*own, *folder)] { return dated; });
  }
  const HostConfig config = host_config(options, threads, own);
  Interrupt interrupt;
  const SignalWatch watch(interrupt);
  Redial redial(options.link.wait);
  auto since = std::chrono::steady_clock::now();  // the server was there
  const std::string server = options.link.address_file
                                 ? options.link.address_file->string()
                                 : options.link.address.text();
  std::string told;  // the last fault, logged once
  while (!interrupt.triggered()) {
    const auto end = serve_once(options.link, config, threads, interrupt);
    if (end.error) std::rethrow_exception(end.error);
    if (end.welcome) {
      since = std::chrono::steady_clock::now();
      redial.renew();
    }
    if (end.kind == SessionEnd::Kind::kDone) {
      spdlog::info("the run is over");
      return kDone;
    }
    if (end.kind == SessionEnd::Kind::kRefused) throw NetworkError(end.why);
    if (end.kind == SessionEnd::Kind::kLost &&
        std::exchange(told, end.why) != end.why)
      spdlog::warn("{}; retrying for up to {} s", end.why, options.link.wait);
    const auto away = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - since);
    const auto pause = redial.next(static_cast<std::uint64_t>(away.count()));
    if (!pause)
      throw NetworkError(server + ": no server for " +
                         std::to_string(options.link.wait) + " s" +
                         (told.empty() ? "" : "; at last: " + told));
    wait_milliseconds(static_cast<int>(*pause), interrupt);
  }
  return kInterrupted;
}

}  // namespace fedltr
