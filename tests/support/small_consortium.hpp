#pragma once

#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <vector>

#include <sys/socket.h>
#include <unistd.h>

#include "actors/consortium/endpoints.hpp"
#include "algorithms/text/merged.hpp"
#include "tests/support/loopback.hpp"
#include "tests/support/small_silo.hpp"

namespace fedltr::test {

using consortium::End;

/// Records that a process keeps; the next process resumes from them.
template <class Record>
struct Kept {
  std::vector<Record> records;
  std::set<std::size_t> stops;  ///< stops after these numbers of records
  std::atomic<bool> stopped = false;
  int starts = 0;
  bool forgets = false;   ///< true if the next process finds no records
  bool shortens = false;  ///< a relay's: as soon as messages are delivered
  bool is_full = false;   ///< true: nothing can be shortened
  std::uint64_t shortened = 0;  ///< number of records

  template <class Config>
  void attach(Config& config, Interrupt& interrupt) {
    stopped = false;
    if (forgets) records.clear();
    config.kept = [this, next = std::size_t{0}]() mutable {
      return next < records.size() ? std::optional(records[next++])
                                   : std::nullopt;
    };
    if constexpr (requires { config.fetched; }) config.fetched = fetched();
    if constexpr (requires { config.shorten; })
      if (shortens) shorten_on(config);
    config.keep = [this, &interrupt](Record record) {
      records.push_back(std::move(record));
      if (stops.erase(records.size()) == 0) return;
      stopped = true;
      interrupt.trigger();
    };
  }

 private:
  void shorten_on(consortium::RelayConfig& config) {
    config.most_delivered = 0;
    config.shorten = [this](const consortium::ShortenRecord& shorten) {
      if (is_full) return std::uint64_t{0};
      std::vector<Record> shorter;
      for (const Record& record : records)
        if (auto changed = shorten(record)) {
          shortened += changed->index() != record.index();
          shorter.push_back(std::move(*changed));
        }
      records = std::move(shorter);
      return std::uint64_t{1};
    };
  }

  /// Documents by the owner and the request of each Fetched.
  auto fetched() const {
    std::map<std::pair<std::uint32_t, std::uint32_t>,
             std::vector<std::uint32_t>>
        all;
    for (const Record& record : records)
      if (const auto* each = std::get_if<consortium::Fetched>(&record))
        all[{each->owner, each->request}] = each->documents;
    return [all](std::uint32_t owner, std::uint32_t request) {
      const auto found = all.find({owner, request});
      return found == all.end() ? std::vector<std::uint32_t>() : found->second;
    };
  }
};

inline constexpr std::uint32_t kParties = 4;

inline std::shared_ptr<const PartyData> own_data(std::uint32_t party) {
  SyntheticTextOptions options;
  options.documents = 50;
  options.terms = 40;
  options.vocabulary = 800;
  options.topics = 4;
  options.queries = 12;
  options.depths = {15, 4};
  options.seed = 1 + party;
  auto collection =
      std::make_shared<const Collection>(synthesize_text(options));
  PartyShare share = whole_share(*collection);
  return std::make_shared<const PartyData>(
      PartyData{std::move(collection), std::move(share)});
}

/// Four parties with data of their own, in one process.
inline SiloPlan plan_of_all() {
  SiloPlan plan = small_silo();
  plan.collection = nullptr;
  plan.shares = std::make_shared<const std::vector<PartyShare>>(kParties);
  for (std::uint32_t p = 0; p < kParties; ++p) plan.own.push_back(own_data(p));
  return plan;
}

/// The plan with the data of one party, or with none for the relay.
inline std::shared_ptr<const SiloPlan> plan_of_one(
    std::optional<std::uint32_t> party) {
  auto plan = std::make_shared<SiloPlan>(plan_of_all());
  for (std::uint32_t p = 0; p < kParties; ++p)
    if (party != p) plan->own[p] = nullptr;
  return plan;
}

/// Settings with ticks of 20 ms.
inline GatewayConfig quick_gateway() {
  GatewayConfig config;
  config.terms.protocols = consortium::kProtocols;
  config.terms.version = "1";
  config.terms.accepting = "relay";
  config.tick = 20;
  config.silence = 1000;
  config.patience = 1000;
  return config;
}

/// A relay and parties, one thread each, over loopback sockets.
class Processes {
 public:
  Processes() {
    relay.plan = plan_of_one(std::nullopt);
    relay.members = {"a", "b", "c", "d"};
    relay.agreed.digest = "same";
    relay.gateway = quick_gateway();
    relay.gateway.terms.knows_token = [](const auto&, const auto&) {
      return true;
    };
    listen();
    relay.wait = 200;
    relay.grace = 200;
    relay.tick = 20;
    for (std::uint32_t p = 0; p < kParties; ++p) parties.push_back(party(p));
  }

  void run() {
    std::vector<std::jthread> threads;
    threads.emplace_back([this] { run_relay(); });
    for (std::uint32_t p = 0; p < kParties; ++p)
      if (!absent.contains(p))
        threads.emplace_back([this, p] { run_party(p); });
  }

  /// Cuts a party's connection, as a network fault does.
  void cut(std::uint32_t p) {
    const std::lock_guard lock(mutex_);
    shutdown(sockets_[p], SHUT_RDWR);
    ++cuts;
  }

  /// Records of relay and parties, and the numbers of records after which each
  /// is stopped and replaced by another process.
  Kept<consortium::RelayRecord> kept_relay;
  std::array<Kept<consortium::PartyEvent>, kParties> kept;

  consortium::RelayConfig relay;
  std::vector<consortium::PartyConfig> parties;
  std::set<std::uint32_t> absent;
  End relay_end;
  std::map<std::uint32_t, End> ends{{0, {}}, {1, {}}, {2, {}}, {3, {}}};
  std::atomic<int> cuts{0};
  std::atomic<int> dials{0};

 private:
  consortium::PartyConfig party(std::uint32_t p) {
    consortium::PartyConfig config;
    config.plan = plan_of_one(p);
    config.party = p;
    config.members = relay.members;
    config.gateway = quick_gateway();
    config.gateway.terms.name = relay.members[p];
    config.agreed.digest = "same";
    config.process = p + 1;
    config.wait = 5;
    config.dial = [this, p] {
      const int socket = connect_to_loopback(port_);
      if (socket < 0) throw std::runtime_error("nobody listens");
      ++dials;
      const std::lock_guard lock(mutex_);
      sockets_[p] = dup(socket);
      return socket;
    };
    return config;
  }

  void listen() {
    const auto [listener, port] = listen_on_loopback();
    relay.gateway.listener = listener;
    port_ = port;
  }

  void run_relay() {
    do {
      Interrupt interrupt;
      const Deadline deadline(interrupt);
      if (kept_relay.starts++ > 0) listen();
      kept_relay.attach(relay, interrupt);
      relay_end = consortium::run_relay(relay, 1, interrupt);
    } while (kept_relay.stopped);
  }

  void run_party(std::uint32_t p) {
    do {
      Interrupt interrupt;
      const Deadline deadline(interrupt);
      ++kept[p].starts;
      if (kept[p].forgets) parties[p].process += kParties;
      kept[p].attach(parties[p], interrupt);
      ends[p] = consortium::run_party(parties[p], 1, interrupt);
    } while (kept[p].stopped);
  }

  std::atomic<std::uint16_t> port_ = 0;
  std::mutex mutex_;
  std::map<std::uint32_t, int> sockets_;
};

inline void check_models(const Processes& processes,
                         const SiloRecord& expected) {
  for (const auto& [p, end] : processes.ends) {
    if (processes.absent.contains(p)) continue;
    REQUIRE_MESSAGE(end.kind == End::Kind::kDone, end.why);
    REQUIRE(end.party);
    REQUIRE(expected.parties[p]);
    CHECK(end.party->models == expected.parties[p]->models);
    CHECK(end.party->tests.size() == expected.parties[p]->tests.size());
    CHECK(end.party->safety_code == expected.parties[p]->safety_code);
  }
}

}  // namespace fedltr::test
