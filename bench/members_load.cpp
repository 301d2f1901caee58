// Plays many members of a federation in one process, each over a TLS connection
// of its own, to measure their server: `fedltr serve --rehearsal`, or at
// members.level = lying `fedltr serve`, which then checks signatures by the
// certificates:
//
//   members_load SCENARIO CERTIFICATES certify
//       makes an authority, and certificates of all members
//   members_load SCENARIO CERTIFICATES HOST:PORT FIRST COUNT
//                [SHARE [SECONDS [AWAY]]]
//       takes part with COUNT members from place FIRST on, on synthetic rows.
//       After each model a SHARE of them loses its connection within SECONDS,
//       and connects again AWAY seconds later (1): a member that is away for
//       longer than members.deadline has dropped out.
//
// Prints processor seconds a member and epoch, and the signature of the model,
// which is that of `fedltr run SCENARIO` if all were in each sum. For more than
// some 4,000 members start several: CAF's multiplexer of one process waits for
// itself once 8,192 brokers are to be woken.
#include <chrono>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <vector>

#include <caf/all.hpp>
#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include "actors/members/member_host.hpp"
#include "actors/runtime/process.hpp"
#include "app/base/sockets.hpp"
#include "app/base/system_bits.hpp"
#include "app/data/data_source.hpp"
#include "app/data/feature_names.hpp"
#include "app/deploy/authority.hpp"
#include "app/deploy/greeting_terms.hpp"
#include "app/deploy/identity.hpp"
#include "app/deploy/member_proof.hpp"
#include "app/deploy/members_agreement.hpp"

namespace {

using namespace fedltr;
namespace fs = std::filesystem;

constexpr int kSecondsToDial = 10;
constexpr std::uint32_t kSilence = 120;  ///< seconds: it may lag behind
constexpr std::uint32_t kApart = 5;      ///< milliseconds between connections
/// Before another try.
constexpr auto kPause = std::chrono::milliseconds(1000);

struct Connect {
  std::uint32_t host = 0;
};
struct Vanish {
  std::uint32_t host = 0;
};

}  // namespace

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(Connect)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(Vanish)

namespace {

double processor_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) +
           1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

std::chrono::milliseconds milliseconds_of(double seconds) {
  return std::chrono::milliseconds(static_cast<int>(1000 * seconds));
}

void certify(const MembersAgreement& agreement, const fs::path& folder) {
  init_authority(folder);
  for (const std::string& name : agreement.names())
    issue_certificate(folder, name);
}

/// Reads each certificate once for all members, each of which has those of all
/// others: a key takes some kB.
Certify read_once(Certify certify) {
  struct Known {
    std::mutex mutex;
    std::map<std::string, Certified> all;
  };
  return [known = std::make_shared<Known>(), certify = std::move(certify)](
             std::uint32_t member, const std::string& text) {
    const std::lock_guard lock(known->mutex);
    const auto found = known->all.find(text);
    if (found != known->all.end()) return found->second;
    return known->all.emplace(text, certify(member, text)).first->second;
  };
}

/// All members of a federation, in one process.
class Load {
 public:
  Load(const MembersAgreement& agreement, fs::path certificates,
       const Address& server, std::uint32_t first, std::uint32_t count,
       double share, double seconds, double away)
      : agreement_(agreement),
        certificates_(std::move(certificates)),
        server_(server),
        first_(first),
        count_(count),
        share_(share),
        seconds_(seconds),
        away_(away),
        data_(load_data(agreement.scenario)),
        sockets_(count, -1),
        is_away_(count) {}

  void run() {
    read_feature_names(agreement_.scenario.members.features,
                       data_.members.at(first_).train->features());
    Interrupt interrupt;
    run_process(2, interrupt, [&](auto& self, const caf::actor& me) {
      me_ = me;
      for (std::uint32_t host = 0; host < count_; ++host) {
        hosts_.push_back(
            self->spawn(members::member_host, config(first_ + host), me));
        places_[hosts_.back().id()] = host;
        caf::delayed_anon_send(me, std::chrono::milliseconds(kApart * host),
                               Connect{host});
      }
      start_ = processor_seconds();
      std::size_t open = hosts_.size();
      while (open > 0)
        self->receive(
            [&](const Connect& order) { connect(order.host); },
            [&](const Vanish& order) {
              ++vanished_;
              is_away_[order.host] = true;
              ::shutdown(sockets_[order.host], SHUT_RDWR);
            },
            [&](const members::Lost&) {
              const auto sender =
                  caf::actor_cast<caf::actor_addr>(self->current_sender());
              const std::uint32_t host = places_.at(sender.id());
              const bool stays_away = is_away_[host];
              is_away_[host] = false;
              caf::delayed_anon_send(
                  me, stays_away ? milliseconds_of(away_) : kPause,
                  Connect{host});
            },
            [&](const members::PartEnded& ended) {
              --open;
              if (ended.end.kind != members::End::Kind::kDone)
                std::cerr << "a member ends: " << ended.end.why << "\n";
            },
            [&](StopRun) { open = 0; });
      for (const caf::actor& host : hosts_)
        self->send_exit(host, caf::exit_reason::user_shutdown);
    });
    print();
  }

 private:
  members::MemberConfig config(std::uint32_t member) {
    members::MemberConfig config;
    config.plan = agreement_.plan;
    config.member = member;
    config.rows = data_.members.at(member).train;
    config.secrets = simulated_secrets(agreement_.seed(), member);
    config.on_model = [this, member](const members::Closed& closed) {
      vanish_perhaps(member, closed.epoch);
      if (member == first_) model_ = closed.model.view();
    };
    config.agreed = agreement_;
    config.process = system_bits();
    config.gateway.terms = terms_of_members();
    config.gateway.silence = kSilence;
    LinkOptions link;
    link.certificates = certificates_ / agreement_.names()[member];
    config.proof = proof_for(agreement_, link, member, *link.certificates);
    if (config.proof) {
      config.proof->keep = {};
      if (!certify_)
        certify_ = read_once(std::move(config.proof->certifier.certify));
      config.proof->certifier.certify = certify_;
    }
    identity_of(link, agreement_.names()[member]).present_in(config.gateway);
    return config;
  }

  void connect(std::uint32_t host) {
    try {
      sockets_[host] = dial(server_, kSecondsToDial);
      caf::anon_send(hosts_[host], members::Dialed{sockets_[host]});
    } catch (const std::exception&) {
      caf::delayed_anon_send(me_, kPause, Connect{host});
    }
  }

  void vanish_perhaps(std::uint32_t member, std::uint32_t epoch) {
    std::mt19937_64 draws((std::uint64_t{member} << 32) | epoch);
    std::uniform_real_distribution<double> uniform;
    if (uniform(draws) >= share_) return;
    caf::delayed_anon_send(me_, milliseconds_of(seconds_ * uniform(draws)),
                           Vanish{member - first_});
  }

  void print() const {
    std::cout << fmt::format(
        "members {}  epochs {}  vanished {}  processor {:.2f} ms a member and "
        "epoch\nsignature {}\n",
        hosts_.size(), agreement_.plan.epochs, vanished_,
        1e3 * (processor_seconds() - start_) /
            static_cast<double>(hosts_.size() * agreement_.plan.epochs),
        agreement_.model_file(model_).signature);
  }

  const MembersAgreement& agreement_;
  Certify certify_;  ///< of all members, at members.level = lying
  fs::path certificates_;
  Address server_;
  std::uint32_t first_;
  std::uint32_t count_;
  double share_;
  double seconds_;
  double away_;
  LoadedData data_;
  std::vector<int> sockets_;
  std::vector<bool> is_away_;
  caf::actor me_;
  std::vector<caf::actor> hosts_;
  std::map<caf::actor_id, std::uint32_t> places_;
  std::size_t vanished_ = 0;
  double start_ = 0;
  Vector model_;
};

}  // namespace

int main(int argc, char** argv) try {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() < 3 || (words.size() < 5 && words[2] != "certify"))
    throw std::runtime_error("see members_load.cpp");
  spdlog::set_level(spdlog::level::warn);
  auto agreement = read_members_agreement(words[0], {}, true);
  if (agreement.plan.tolerance.lies)  // with the keys of the certificates
    agreement = read_members_agreement(words[0], {}, false);
  if (words[2] == "certify") {
    certify(agreement, words[1]);
  } else {
    const auto number = [&](std::size_t place, double usual = 0) {
      return words.size() > place ? std::stod(words[place]) : usual;
    };
    Load(agreement, words[1], parse_address("address", words[2]),
         static_cast<std::uint32_t>(number(3)),
         static_cast<std::uint32_t>(number(4)), number(5), number(6),
         number(7, 1))
        .run();
  }
} catch (const std::exception& error) {
  std::cerr << "members_load: " << error.what() << "\n";
  return 1;
}
