#include "app/deploy/member_run.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include "actors/members/member_processes.hpp"
#include "actors/members/rehearsal.hpp"
#include "app/base/errors.hpp"
#include "app/base/files.hpp"
#include "app/base/processors.hpp"
#include "app/base/repeater.hpp"
#include "app/base/signals.hpp"
#include "app/base/system_bits.hpp"
#include "app/data/letor_notes.hpp"
#include "app/data/member_rows.hpp"
#include "app/deploy/agreement.hpp"
#include "app/deploy/compared_file.hpp"
#include "app/deploy/expiry.hpp"
#include "app/deploy/greeting_terms.hpp"
#include "app/deploy/held_out_file.hpp"
#include "app/deploy/identity.hpp"
#include "app/deploy/member_agent.hpp"
#include "app/deploy/member_budget.hpp"
#include "app/deploy/member_disclosure.hpp"
#include "app/deploy/member_folder.hpp"
#include "app/deploy/member_gain.hpp"
#include "app/deploy/member_ledger.hpp"
#include "app/deploy/member_metrics.hpp"
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
        files_(options.out.value_or(agreement_.scenario.run.out), agreement_) {
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
    if ((options.agent || options.keep_days > 0) && !members.has_real_users())
      throw UsageError(
          std::string(options.agent ? "--agent" : "--keep") +
          " needs members.source = clicks or log: here members learn "
          "from no users");
  }

  int run() {
    if (!options_.leave && !options_.show) files_.require_stays();
    open_ledger();
    if (options_.leave) return leave();
    const std::string page = member_disclosure(agreement_, identity_.name,
                                               spent(), options_.keep_days);
    if (options_.show) {
      out_ << page;
      return kDone;
    }
    files_.require_own();
    read_rows();
    out_ << page << std::flush;
    if (options_.agent) require_free_port(*options_.agent);
    require_agreed("Take part?");
    files_.hold();
    proof_ = proof_for(agreement_, options_.link, place_, files_.path());
    files_.agree(page, options_.yes ? "--yes" : "typing yes");
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
            : files_.path() / "ledger.csv");
    if (has_noise()) files_.warn_of_lost(file);
    ledger_.emplace(
        file,
        MemberLedger::Limits{
            agreement_.digest, agreement_.plan.training.unit,
            mu_squared_of_period(agreement_.scenario, agreement_.plan),
            agreement_.scenario.members.period,
            options_.leave || options_.show},
        ClockWatch::unix_seconds, clock_);
    budget_.emplace(agreement_, *ledger_);
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
                               files_.model_file(), options_.agent,
                               LogKeeping{options_.keep_days, [clock = clock_] {
                                            return clock->today();
                                          }}});
    agent_->account(ledger_json());
    const bool from_log = agreement_.scenario.members.learns_from_log();
    if (from_log ? !options_.log : !options_.agent)
      spdlog::warn(
          "no user teaches without {}; this member has {} searches of earlier "
          "processes that wait for an epoch",
          from_log ? "--log" : "--agent", agent_->log()->counts().waiting);
    if (options_.log)
      out_ << agent_->add_log(agreement_, *options_.log) << std::flush;
    if (const AgentHttp* http = agent_->http())
      out_ << "agent       http://" << http->address().text()
           << (agreement_.scenario.members.learns_from_log()
                   ? " ranks and forgets users"
                   : " ranks and takes clicks")
           << ", with the token in\n            " << http->token_file().string()
           << "\n"
           << std::flush;
  }

  /// Returns the account for the agent; null without noise.
  Json ledger_json() const {
    return ledger_ && has_noise() ? budget_->account() : Json();
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
        budget_->charge(epoch, mu_squared);
        if (agent_) agent_->account(ledger_json());
      };
    if (budget_ && options_.agent)
      config.has_budget = [this](EpochKind kind) {
        if (agent_) agent_->account(ledger_json());  // a period may be over
        return budget_->covers(kind);
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
      config.on_lost = [log = agent_->log()](const members::Closed& closed) {
        if (closed.discarded)
          log->closed(closed.epoch);
        else
          log->lost(closed.epoch);
      };
    config.agreed = agreement_;
    config.proof = proof_;
    config.process = system_bits();
    config.wait = options_.link.wait;
    config.dial = [this] {
      return dial(options_.link, address(), kMaxSecondsToTry);
    };
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
    files_.keep_model(closed.epoch, model_);
    std::string told = closed.survivors == 0
                           ? "welcome"
                           : fmt::format("{} of {} members", closed.survivors,
                                         agreement_.names().size());
    if (agent_) {
      const std::size_t taken =
          agent_->take(closed.epoch, model_, ledger_json());
      if (closed.survivors > 0)
        told += fmt::format("  took {} searches", taken);
    }
    std::string measured;
    if (own_) {
      const double value = own_->means(model_)[0];
      measured = fmt::format("  own held-out {} {}", own_->metrics()[0].name,
                             own_metric_text(agreement_, *own_, model_, value));
      files_.add_own(closed.epoch, closed.survivors, own_->metrics()[0].name,
                     value);
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
      write_compared(files_.path(), held_out_);
      return log_compared(measured.epoch, measured.point);
    }
    write_held_out(files_.path(), metric, held_out_);
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
      files_.leave(options_.yes ? "--yes" : "typing yes");
      out_ << fmt::format(
          "left        {}: {} epochs are over, and its parts are in at most {} "
          "published models\n",
          agreement_.scenario.run.name, left.epoch, left.opened);
    };
    return code_of(run_until_end(leaving));
  }

  int take_part() {
    members::MemberConfig part = config();
    std::optional<MemberMetrics> metrics;
    if (options_.metrics)
      metrics.emplace(
          *options_.metrics, agreement_,
          ledger_ && has_noise() ? &*ledger_ : nullptr,
          agent_ ? agent_->log() : nullptr,
          [this] { return ends_of(identity_.certificates); }, part);
    const members::End end = run_until_end(part);
    if (end.kind == members::End::Kind::kDone) {
      print_gain();
      if (metrics) metrics->complete();
      out_ << "done        " << files_.model_file().string() << "\n";
      return kDone;
    }
    if (end.kind != members::End::Kind::kInterrupted) print_early_gain(end);
    return code_of(end);
  }

  members::End run_until_end(const members::MemberConfig& config) {
    const ExpiryWatch watched([this] { return identity_.certificates; });
    const Repeater minutes(std::chrono::minutes(1), [this] {
      clock_->is_believed();
      if (agent_) agent_->log()->expire();
    });
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
    write_alone(files_.path(), agreement_, gain);
    if (!own_) return;
    write_own_queries(files_.path(), *own_, gain);
    out_ << gain_text(agreement_, *own_, gain);
  }

  const MemberOptions& options_;
  std::istream& in_;
  std::ostream& out_;
  MembersAgreement agreement_;
  Identity identity_;
  MemberFolder files_;
  std::uint32_t place_ = 0;
  std::shared_ptr<ClockWatch> clock_ = std::make_shared<ClockWatch>();
  std::optional<MemberLedger> ledger_;
  std::optional<MemberBudget> budget_;  ///< of the ledger
  MemberRows rows_;
  std::optional<MemberProof> proof_;       ///< at members.level = lying
  std::unique_ptr<MemberAgent> agent_;     ///< null: it learns from rows
  std::shared_ptr<const Evaluation> own_;  ///< null without held-out queries
  std::vector<HeldOutPoint> held_out_;
  Vector model_;
};

}  // namespace

int run_member(const MemberOptions& options, std::istream& in,
               std::ostream& out) {
  return MemberProcess(options, in, out).run();
}

}  // namespace fedltr
