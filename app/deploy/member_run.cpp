#include "app/deploy/member_run.hpp"

#include <algorithm>
#include <ctime>
#include <memory>
#include <utility>

#include <spdlog/fmt/chrono.h>
#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include "actors/members/member_processes.hpp"
#include "actors/members/rehearsal.hpp"
#include "app/base/csv.hpp"
#include "app/base/errors.hpp"
#include "app/base/files.hpp"
#include "app/base/processors.hpp"
#include "app/base/signals.hpp"
#include "app/base/system_bits.hpp"
#include "app/data/letor_notes.hpp"
#include "app/data/member_rows.hpp"
#include "app/deploy/agreed_file.hpp"
#include "app/deploy/agreement.hpp"
#include "app/deploy/compared_file.hpp"
#include "app/deploy/expiry.hpp"
#include "app/deploy/greeting_terms.hpp"
#include "app/deploy/held_out_file.hpp"
#include "app/deploy/identity.hpp"
#include "app/deploy/member_agent.hpp"
#include "app/deploy/member_disclosure.hpp"
#include "app/deploy/member_gain.hpp"
#include "app/deploy/member_ledger.hpp"
#include "app/deploy/member_lock.hpp"
#include "app/deploy/member_proof.hpp"
#include "app/deploy/members_agreement.hpp"
#include "app/deploy/search_http.hpp"
#include "app/plan/members_plan.hpp"
#include "app/results/number_text.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxSecondsToTry = 10;

/// The system's randomness, for real data.
MemberSecrets real_secrets() {
  return {[](std::uint32_t) { return Bits(system_bits); },
          [](std::uint32_t) { return Bits(system_bits); }, nullptr};
}

/// A member's process, from its files to its results.
class MemberProcess {
 public:
  MemberProcess(const MemberOptions& options, std::istream& in,
                std::ostream& out)
      : options_(options),
        in_(in),
        out_(out),
        agreement_(read_members_agreement(options.file, options.settings,
                                          options.rehearsal)),
        identity_(identity_of(options.link, options.name)),
        folder_(options.out.value_or(agreement_.scenario.run.out)) {
    const auto& names = agreement_.names();
    const auto found = std::ranges::find(names, identity_.name);
    if (found == names.end())
      throw UsageError(options.file.string() + ": members.names = " +
                       agreement_.scenario.text.at("members.names") + ": " +
                       identity_.name + " is none of them");
    place_ = static_cast<std::uint32_t>(found - names.begin());
    const MembersSettings& members = agreement_.scenario.members;
    if (options.log && !members.learns_from_log())
      throw UsageError(
          "--log needs members.source = log: here members learn from nothing "
          "in it");
    if (options.agent && !members.has_real_users())
      throw UsageError(
          "--agent needs members.source = clicks or log: here members learn "
          "from no users");
  }

  int run() {
    open_ledger();
    if (options_.leave) return leave();
    const std::string page =
        member_disclosure(agreement_, identity_.name, spent());
    if (options_.show) {
      out_ << page;
      return kDone;
    }
    read_rows();
    out_ << page << std::flush;
    if (options_.agent) require_free_port(*options_.agent);
    require_agreed("Take part?");
    fs::create_directories(folder_);
    lock_.emplace(folder_);
    proof_ = proof_for(agreement_, options_.link, place_, folder_);
    write_whole(folder_ / "disclosure.md", page);
    add_agreed(folder_, agreement_, options_.yes ? "--yes" : "typing yes");
    open_agent();
    return take_part();
  }

 private:
  bool has_noise() const { return agreement_.plan.code.multiplier > 0; }

  void open_ledger() {
    if (agreement_.rehearsal) return;
    const fs::path file = options_.ledger.value_or(
        options_.link.certificates && has_noise()
            ? *options_.link.certificates / "members-ledger.csv"
            : folder_ / "ledger.csv");
    ledger_.emplace(
        file,
        MemberLedger::Limits{
            agreement_.digest, agreement_.plan.training.unit,
            mu_squared_of_period(agreement_.scenario, agreement_.plan),
            agreement_.scenario.members.period,
            options_.leave || options_.show},
        [] { return std::int64_t{time(nullptr)}; });
  }

  MemberSpent spent() const {
    return ledger_ ? MemberSpent{ledger_->of_period(), ledger_->of_life(),
                                 ledger_->unbounded()}
                   : MemberSpent{};
  }

  void read_rows() {
    LetorNotes notes;
    rows_ = read_member_rows(agreement_.scenario, options_.data, identity_.name,
                             std::ssize(agreement_.features), notes, nullptr);
    tell_notes(notes, use_of(agreement_.scenario.data));
    own_ = held_out_evaluation(agreement_.scenario, agreement_.plan, rows_);
  }

  /// Meets the member's own users, if they are to teach.
  void open_agent() {
    if (!agreement_.scenario.members.has_real_users()) return;
    agent_ = std::make_unique<MemberAgent>(
        agreement_, AgentPlace{identity_.name, options_.data,
                               folder_ / "model.json", options_.agent});
    agent_->account(ledger_json());
    if (!options_.agent && !agreement_.scenario.members.learns_from_log())
      spdlog::warn(
          "no user teaches without --agent; this member has {} searches of "
          "earlier processes that wait for an epoch",
          agent_->log()->counts().waiting);
    add_log();
    if (const AgentHttp* http = agent_->http())
      out_ << "agent       http://" << http->address().text()
           << (agreement_.scenario.members.learns_from_log()
                   ? " ranks and forgets users"
                   : " ranks and takes clicks")
           << ", with the token in\n            " << http->token_file().string()
           << "\n"
           << std::flush;
  }

  /// Adds what is new in a log of clicks.
  void add_log() {
    if (!options_.log) return;
    LetorNotes notes;
    auto searches = read_member_log(agreement_.scenario, *options_.log,
                                    std::ssize(agreement_.features), notes,
                                    agent_->log()->key());
    tell_notes(notes, use_of(agreement_.scenario.data));
    const std::size_t all = searches.size();
    const std::size_t added = agent_->log()->add_new(std::move(searches));
    out_ << fmt::format(
                "log         {}: {} lists with clicks, {} of them new\n",
                options_.log->clicks.string(), all, added)
         << std::flush;
  }

  /// Returns the account for the agent; null without noise.
  Json ledger_json() const {
    if (!ledger_ || !has_noise()) return nullptr;
    const MembersSettings& members = agreement_.scenario.members;
    return {{"unit", name_of(members.unit)},
            {"delta", members.delta},
            {"epsilon", members.epsilon},
            {"spent_in_period", agreement_.epsilon(ledger_->of_period())},
            {"spent_over_life", agreement_.epsilon(ledger_->of_life())},
            {"epochs_without_noise", ledger_->unbounded()}};
  }

  /// Throws if the user declines, so that a script notices that nothing began.
  void require_agreed(const char* question) {
    if (options_.yes) return;
    out_ << "\n" << question << " [y/N] " << std::flush;
    if (is_yes(in_)) return;
    out_ << "\n" << std::flush;
    throw UsageError(
        "this was not agreed to, so nothing was sent; --yes agrees without "
        "being asked");
  }

  members::MemberConfig config() {
    members::MemberConfig config;
    config.plan = agreement_.plan;
    config.member = place_;
    config.rows = rows_.train;
    config.held_out = own_;
    if (agent_) config.searches = agent_->log();
    config.secrets = agreement_.rehearsal
                         ? simulated_secrets(agreement_.seed(), place_)
                         : real_secrets();
    if (ledger_)
      config.secrets.charge = [this](std::uint32_t epoch, double mu_squared) {
        if (!ledger_->charge(epoch, mu_squared))
          throw members::BudgetSpent(
              "the ledger allows no more in this period: members.epsilon = " +
              agreement_.scenario.text.at("members.epsilon") +
              " is spent; no part of epoch " + std::to_string(epoch) +
              fmt::format(" has left; there is room again at "
                          "{:%Y-%m-%d %H:%M:%S} UTC",
                          fmt::gmtime(static_cast<std::time_t>(
                              ledger_->renewal(mu_squared)))));
        if (agent_) agent_->account(ledger_json());
      };
    config.on_model = [this](const members::Closed& closed) { keep(closed); };
    config.on_measured = [this](const members::Measured& measured) {
      keep(measured);
    };
    if (agent_ && agreement_.plan.comparing.on())
      config.on_trial = [this](const MemberTrial& trial) {
        agent_->compare(trial);
      };
    if (agent_)
      config.on_lost = [this](std::uint32_t epoch) {
        agent_->log()->lost(epoch);
      };
    config.agreed = agreement_;
    config.proof = proof_;
    config.process = system_bits();
    config.wait = options_.link.wait;
    config.dial = [this] { return dial(address(), kMaxSecondsToTry); };
    config.gateway.terms = terms_of_members();
    config.gateway.silence = options_.link.silence;
    identity_.present_in(config.gateway);
    return config;
  }

  Address address() const {
    const Address found = options_.link.address_file
                              ? read_address(*options_.link.address_file)
                              : options_.link.address;
    if (!options_.link.certificates) require_loopback(found);
    return found;
  }

  /// Keeps a model, and measures it on the member's own held-out queries.
  void keep(const members::Closed& closed) {
    model_ = closed.model.view();
    write_whole(folder_ / "model.json",
                model_text(agreement_.model_file(model_)));
    if (agent_) agent_->take(closed.epoch, model_, ledger_json());
    const std::string told =
        closed.survivors == 0
            ? "welcome"
            : fmt::format("{} of {} members", closed.survivors,
                          agreement_.names().size());
    std::string measured;
    if (own_) {
      const double value = own_->means(model_)[0];
      measured = fmt::format("  own held-out {} {}", own_->metrics()[0].name,
                             own_metric_text(agreement_, *own_, model_, value));
      curve_ +=
          fmt::format("{},{},{}\n", closed.epoch, closed.survivors, value);
      write_whole(folder_ / "own.csv",
                  "epoch,in_sum," + own_->metrics()[0].name + "\n" + curve_);
    }
    std::string account;
    if (ledger_ && has_noise())
      account = fmt::format(
          "  spent {:.3g} of {:g} in this period, {:.3g} over "
          "life",
          agreement_.epsilon(ledger_->of_period()),
          agreement_.scenario.members.epsilon,
          agreement_.epsilon(ledger_->of_life()));
    spdlog::info("epoch {}  {}{}{}", closed.epoch, told, measured, account);
  }

  /// Keeps the metric over all members' held-out queries, or the comparison by
  /// their users.
  void keep(const members::Measured& measured) {
    const std::string& metric = agreement_.scenario.evaluation.metrics[0];
    held_out_.push_back(measured.point);
    if (agreement_.plan.comparing.on()) {
      if (agent_) agent_->log()->closed(measured.epoch);
      write_compared(folder_, held_out_);
      return log_compared(measured.epoch, measured.point);
    }
    write_held_out(folder_, metric, held_out_);
    spdlog::info("epoch {}  model {}  {}", measured.epoch,
                 measured.point.opened, held_out_text(metric, measured.point));
  }

  /// Leaves the federation for good.
  int leave() {
    out_ << leaving_disclosure(agreement_, identity_.name, spent())
         << std::flush;
    if (options_.show) return kDone;
    require_agreed("Leave for good?");
    members::MemberConfig leaving = config();
    leaving.on_left = [this](const members::Left& left) {
      add_agreed(folder_, agreement_,
                 options_.yes ? "--leave --yes" : "--leave typing yes");
      out_ << fmt::format(
          "left        {}: {} epochs are over, and its parts are in at most {} "
          "published models\n",
          agreement_.scenario.run.name, left.epoch, left.opened);
    };
    return code_of(run_until_end(leaving));
  }

  int take_part() {
    const members::End end = run_until_end(config());
    if (end.kind == members::End::Kind::kDone) {
      print_gain();
      out_ << "done        " << (folder_ / "model.json").string() << "\n";
      return kDone;
    }
    if (end.kind != members::End::Kind::kInterrupted) print_early_gain(end);
    return code_of(end);
  }

  members::End run_until_end(const members::MemberConfig& config) {
    const ExpiryWatch watched([this] { return identity_.certificates; });
    Interrupt interrupt;
    const SignalWatch watch(interrupt);
    return members::run_member(config, threads_or_all(options_.threads),
                               interrupt);
  }

  static int code_of(const members::End& end) {
    using Kind = members::End::Kind;
    if (end.kind == Kind::kLeftOut) throw NetworkError(end.why);
    if (end.kind == Kind::kFailed) throw std::runtime_error(end.why);
    if (end.kind != Kind::kBudgetSpent)
      return end.kind == Kind::kDone ? kDone : kInterrupted;
    spdlog::error("privacy budget spent: {}", end.why);
    return kBudgetSpent;
  }

  /// Prints the gain so far; a failure does not replace the reason of the end.
  void print_early_gain(const members::End& end) const {
    spdlog::warn("no more epochs for this member: {}", end.why);
    try {
      print_gain();
    } catch (const std::exception& error) {
      spdlog::warn("{}", error.what());
    }
  }

  /// Keeps the model of the member alone, and compares rankers on its own
  /// held-out queries; nothing before there is a joint model.
  void print_gain() const {
    members::Rehearsal run;
    run.plan = agreement_.plan;
    if (model_.size() == 0 || model_ == run.plan.initial) return;
    run.rows.resize(agreement_.names().size());
    run.rows[place_] = rows_.train;
    run.searches.resize(agreement_.names().size());
    if (agent_) run.searches[place_] = agent_->log()->record();
    const MemberGain gain{run.plan.initial, train_alone(run, place_), model_};
    write_alone(folder_, agreement_, gain);
    if (!own_) return;
    write_own_queries(folder_, *own_, gain);
    out_ << gain_text(agreement_, *own_, gain);
  }

  const MemberOptions& options_;
  std::istream& in_;
  std::ostream& out_;
  MembersAgreement agreement_;
  Identity identity_;
  fs::path folder_;
  std::optional<MemberLock> lock_;
  std::uint32_t place_ = 0;
  std::optional<MemberLedger> ledger_;
  MemberRows rows_;
  std::optional<MemberProof> proof_;       ///< at members.level = lying
  std::unique_ptr<MemberAgent> agent_;     ///< null: it learns from rows
  std::shared_ptr<const Evaluation> own_;  ///< null without held-out queries
  std::vector<HeldOutPoint> held_out_;
  Vector model_;
  std::string curve_;
};

}  // namespace

int run_member(const MemberOptions& options, std::istream& in,
               std::ostream& out) {
  return MemberProcess(options, in, out).run();
}

}  // namespace fedltr
