#include "app/deploy/party_run.hpp"

#include <ctime>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include "actors/consortium/endpoints.hpp"
#include "app/base/errors.hpp"
#include "app/base/files.hpp"
#include "app/base/processors.hpp"
#include "app/base/signals.hpp"
#include "app/base/system_bits.hpp"
#include "app/deploy/answer_ledger.hpp"
#include "app/deploy/early_account.hpp"
#include "app/deploy/expiry.hpp"
#include "app/deploy/forecast.hpp"
#include "app/deploy/greeting_terms.hpp"
#include "app/deploy/identity.hpp"
#include "app/deploy/known_members.hpp"
#include "app/deploy/ledger_memory.hpp"
#include "app/deploy/own_data.hpp"
#include "app/deploy/party_files.hpp"
#include "app/deploy/party_spending.hpp"
#include "app/deploy/run_journal.hpp"
#include "app/deploy/search_http.hpp"
#include "app/deploy/search_service.hpp"
#include "app/study/monitor/gauges_file.hpp"
#include "app/study/monitor/relay_gauges.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxSecondsToReach = 10;

void require_done(const consortium::End& end) {
  using Kind = consortium::End::Kind;
  if (end.kind == Kind::kLeftOut || end.kind == Kind::kRefused)
    throw NetworkError(end.why);
  if (!end.why.empty()) throw std::runtime_error(end.why);
}

std::uint32_t documents_of(const SiloPlan& plan, std::uint32_t party) {
  return static_cast<std::uint32_t>(plan.share_of(party).documents.size());
}

/// One party's run, from its files to its results.
class PartyProcess {
 public:
  PartyProcess(const PartyOptions& options, std::istream& in, std::ostream& out)
      : options_(options),
        in_(in),
        out_(out),
        agreement_(read_agreement(options.file, {.rehearsal = options.rehearsal,
                                                 .search = options.answer})),
        folder_(options.out.value_or(agreement_.scenario.run.out)) {}

  int run() {
    const Identity identity = own_identity();
    const std::uint32_t party =
        place_of_member(agreement_, identity.name, options_.file);
    SiloPlan plan = plan_of(agreement_);
    if (options_.own) limits_ = read_own_limits(*options_.own, agreement_);
    if (limits_.budget) plan.protocol.budget = *limits_.budget;
    if (!options_.show && !options_.forecast) {
      require_no_account();
      if (const auto code = ended_before(identity.name)) return *code;
    }
    // Checks the data before asking a person about the run.
    OwnData own;
    if (!options_.show)
      own = read_own_data(agreement_, options_.data, limits_.own_rows, out_);
    rows_ = own.rows;
    if (options_.forecast) return forecast(plan, party, own);
    print_disclosures(out_, agreement_, identity.name);
    print_kept_rows(out_, limits_.own_rows);
    print_spent(plan.protocol);
    if (options_.show) return kDone;
    limit_answers(plan, own);
    plan.own[party] = own.data;
    if (const auto code = refused_by_doubt(plan, party)) return *code;
    if (options_.http) require_free_port(*options_.http);
    require_agreed();
    prover_ = prover_for(agreement_, options_.link);
    fs::create_directories(folder_);
    if (options_.http)
      http_ = std::make_shared<SearchHttp>(*options_.http, folder_,
                                           agreement_.scenario.silo.tokens);
    PartyJournal journal(
        folder_, agreement_,
        {identity.name, own.digest, fs::absolute(ledger_file()).string(),
         options_.own ? sha256_of_file(*options_.own) : "",
         LedgerMemory::text_in(LedgerMemory::file_beside(ledger_file())),
         prover_.lasting_key},
        options_.resume);
    journal.draw_from_it(plan);
    return take_part(identity, party,
                     std::make_shared<const SiloPlan>(std::move(plan)),
                     journal);
  }

 private:
  /// A forecast needs no key.
  Identity own_identity() const {
    if (!options_.forecast || options_.link.certificates)
      return identity_of(options_.link, options_.name);
    Identity identity;
    identity.name = options_.name;
    return identity;
  }

  /// Bounds the answers of a run without a budget.
  void limit_answers(const SiloPlan& plan, const OwnData& own) {
    if (!limits_.answers_a_run && plan.protocol.budget == kNoBound)
      limits_.answers_a_run =
          limit_without_budget(own.data->share.documents.size());
  }

  int forecast(SiloPlan& plan, std::uint32_t party, const OwnData& own) {
    plan.own[party] = own.data;
    print_spent(plan.protocol);
    limit_answers(plan, own);
    return print_forecast(out_, forecast_inputs(plan, party));
  }

  ForecastInputs forecast_inputs(const SiloPlan& plan,
                                 std::uint32_t party) const {
    return {agreement_,         plan,    party,      ledger_file(),
            std::time(nullptr), limits_, rows_.get()};
  }

  /// Prints the reason against a run, if there is one, for the person who is
  /// then asked. Returns the exit code if there is no one to ask.
  std::optional<int> refused_by_doubt(const SiloPlan& plan,
                                      std::uint32_t party) {
    if (options_.answer || goes_on()) return std::nullopt;
    alone_ = own_rankers(plan, party, rows_.get());
    const auto doubt = doubt_of(forecast_inputs(plan, party), *alone_);
    if (!doubt) return std::nullopt;
    out_ << "\nverdict     " << doubt->why << "\n" << std::flush;
    if (!options_.yes || options_.regardless || agreement_.rehearsal)
      return std::nullopt;
    spdlog::error(
        "by the verdict above there is no point in joining, so nothing was "
        "sent; --regardless takes part");
    return doubt->code;
  }

  /// One file for all runs, except with texts that are not secret.
  fs::path ledger_file() const {
    const bool beside = options_.link.certificates && !agreement_.rehearsal;
    return options_.ledger.value_or(
        (beside ? *options_.link.certificates : folder_) / "ledger.csv");
  }

  std::uint64_t period() const { return agreement_.scenario.privacy.period; }

  LedgerSetup ledger_run(const SiloPlan& plan, std::uint32_t party,
                         const PartyJournal& journal) const {
    LedgerSetup run;
    run.run = fmt::format("{:016x}", journal.process());
    run.period = period();
    run.begun = journal.begun();
    run.salt = system_bits;
    run.clock = [] { return std::int64_t{std::time(nullptr)}; };
    run.members = agreement_.members();
    const Collection& own = plan.collection_of(party);
    for (const std::uint32_t place : plan.share_of(party).documents)
      run.documents.emplace_back(own.document_names()[place]);
    run.config.guarantee = plan.protocol.noise.guarantee;
    run.limits = limits_;
    return run;
  }

  void print_spent(const SiloProtocol& protocol) const {
    print_spending(out_, ledger_file(), agreement_, protocol, limits_,
                   std::time(nullptr));
  }

  /// True if it resumes a run that an earlier process left.
  bool goes_on() const {
    return options_.resume && fs::exists(PartyJournal::file_in(folder_));
  }

  /// A session would overwrite it with its own.
  void require_no_account() const {
    if (options_.answer && fs::exists(folder_ / "disclosure.json") &&
        !goes_on())
      throw UsageError(folder_.string() +
                       ": holds the account of another session or run; give "
                       "--out DIR");
  }

  /// Exit code of the run whose results are in the folder; nullopt without.
  std::optional<int> ended_before(const std::string& name) const {
    if (!fs::exists(folder_ / "model.json") || goes_on()) return std::nullopt;
    if (!options_.resume)
      throw UsageError(folder_.string() +
                       ": holds results of another run; give --out DIR");
    out_ << "results     " << folder_.string()
         << "  already complete: nothing is left to do\n";
    return exit_code_of_results(folder_, agreement_, name);
  }

  /// Throws if the user declines, so that a script notices that no run began.
  void require_agreed() {
    if (options_.yes || goes_on()) return;
    out_ << "\nSend this? [y/N] " << std::flush;
    if (is_yes(in_)) return;
    out_ << "\n" << std::flush;
    throw UsageError(
        "the messages were not agreed to, so nothing was sent; --yes agrees "
        "without being asked");
  }

  consortium::PartyConfig config_of(const Identity& identity,
                                    std::uint32_t party) const {
    consortium::PartyConfig config;
    config.task = agreement_.task();
    config.party = party;
    config.members = agreement_.members();
    config.agreed = agreement_;
    config.gateway.terms = terms_of_consortium();
    identity.present_in(config.gateway);
    config.wait = options_.link.wait;
    config.deadline = options_.deadline;
    config.renewal = options_.answer ? renewal_of(period()) : 0;
    config.clock = [] { return std::int64_t{std::time(nullptr)}; };
    config.dial = [this] {
      return dial(options_.link, options_.link.address, kMaxSecondsToReach);
    };
    if (options_.answer)
      config.serve =
          search_service({folder_, http_, agreement_.members(), party,
                          agreement_.scenario.silo.options.constants},
                         out_);
    config.gateway.silence = options_.link.silence;
    return config;
  }

  /// Returns hooks that keep the ledger and ask for the keys' comparison.
  /// @param lost  set to the reason if another member knows more of the ledger
  PartyHooks hooks_of(AnswerLedger& ledger, LedgerMemory& memory,
                      KnownMembers& known, EarlyAccount& left,
                      PartyJournal& journal, std::string& lost) {
    PartyHooks hooks;
    hooks.on_account = [&](const std::shared_ptr<ReleaseLedger>& account) {
      ledger.open(*account);
      left.releases = account;
    };
    hooks.before_answer = [&](const SiloMessage& answer,
                              ReleaseLedger& account) {
      ledger.enter(answer, account);
      warn_of_last(ledger, answer.to);
      if (options_.answer) warn_of_withheld(answer.to, account.refused());
    };
    hooks.may_ask = [&](const auto& terms) { return ledger.ask(terms); };
    hooks.on_renewal = [&](std::int64_t now, ReleaseLedger& account) {
      ledger.renew(now, account);
    };
    hooks.ledger = ledger_hooks(ledger, memory, agreement_.members(),
                                options_.accept_loss, lost);
    hooks.prover = prover_;
    hooks.on_keys = [&](const AgreedKeys& keys) {
      left.safety_code = keys.safety_code;
      if (journal.is_confirmed(keys.safety_code)) return;
      confirm_keys({agreement_.members(), options_.expect, options_.yes,
                    time_text(std::time(nullptr))},
                   keys, known, in_, out_);
      journal.confirm(keys.safety_code);
    };
    return hooks;
  }

  /// Writes the status of the run to the file for Prometheus.
  void watch_progress(const Identity& identity, consortium::PartyConfig& config,
                      std::optional<GaugesFile>& metrics) const {
    const auto gauges_of = [](const consortium::PartyStatus& status) {
      return [status](MetricsText& text) { add_gauges(text, status); };
    };
    metrics.emplace(*options_.metrics, agreement_.scenario.run.name,
                    gauges_of({}));
    metrics->watch_certificates(
        [&identity] { return ends_of(identity.certificates); });
    config.on_status = [&metrics, gauges_of](const auto& status) {
      metrics->update(gauges_of(status));
    };
  }

  int take_part(const Identity& identity, std::uint32_t party,
                const std::shared_ptr<const SiloPlan>& plan,
                PartyJournal& journal) {
    const ExpiryWatch watched([&] { return identity.certificates; });
    const LedgerSetup run = ledger_run(*plan, party, journal);
    AnswerLedger ledger(ledger_file(), run);
    LedgerMemory memory(LedgerMemory::file_beside(ledger_file()),
                        journal.heads());
    KnownMembers known(agreement_.rehearsal ? std::nullopt
                                            : options_.link.certificates);
    std::string lost;
    EarlyAccount left;
    DisclosureMeter meter;
    consortium::PartyConfig config = config_of(identity, party);
    config.plan = plan;
    config.hooks = hooks_of(ledger, memory, known, left, journal, lost);
    journal.attach(config);
    config.on_sent = [&](const SiloMessage& message) { meter.count(message); };
    config.on_received = [&](const SiloMessage& message) {
      meter.count_received(message);
    };
    std::optional<GaugesFile> metrics;
    if (options_.metrics) watch_progress(identity, config, metrics);
    Interrupt interrupt;
    const SignalWatch watch(interrupt);
    left.watch(config);
    const auto end = consortium::run_party(
        config, threads_or_all(options_.threads), interrupt);
    // Named like the run in the ledger: the next run does not overwrite it.
    const std::string early = "disclosure-" + run.run;
    if (end.kind != consortium::End::Kind::kDone) {
      journal.end(end);
      if (left.tells(meter, options_.answer)) {
        const PartyRecord told = left.record(documents_of(*plan, party));
        write_early(folder_,
                    {agreement_, identity.name, meter, told, ledger.earlier(),
                     outcome_of(end), run.run, time_text(std::time(nullptr)),
                     ledger.unasked()},
                    out_, options_.answer ? "disclosure" : early);
      }
      if (!lost.empty()) throw CheckpointError(lost);
      require_done(end);
      return kInterrupted;
    }
    const int code = finish(
        {{agreement_, identity.name, meter, *end.party, ledger.earlier(),
          "done", run.run, time_text(std::time(nullptr)), ledger.unasked()},
         *plan,
         party,
         alone_ ? *std::move(alone_) : own_rankers(*plan, party, rows_.get()),
         rows_});
    if (metrics) metrics->complete();
    remove_disclosure(folder_, early);
    journal.end(end);
    return code;
  }

  void warn_of_last(const AnswerLedger& ledger, std::uint32_t asker) const {
    if (ledger.is_last_of_run(asker))
      spdlog::warn(
          "{} has had its {} answers of this run and gets no more (a-run of "
          "--own)",
          agreement_.members().at(asker), *limits_.answers_a_run);
  }

  /// For a search session, which has no account at its end.
  void warn_of_withheld(std::uint32_t asker, std::uint64_t withheld) {
    if (withheld == withheld_) return;
    if (warned_.insert(asker).second)
      spdlog::warn("no budget is left for all that {} asks: withheld",
                   agreement_.members().at(asker));
    withheld_ = withheld;
  }

  int finish(const PartyResults& results) {
    write_party_files(folder_, results);
    print_party_metrics(out_, results);
    write_disclosure(folder_, results.account, out_);
    out_ << "done        " << folder_.string() << "\n";
    return exit_code_of(results.account);
  }

  const PartyOptions& options_;
  std::istream& in_;
  std::ostream& out_;
  Agreement agreement_;
  fs::path folder_;
  OwnLimits limits_;
  KeyProver prover_;
  std::shared_ptr<const OwnRows> rows_;  ///< null without own-rows
  std::optional<OwnRankers> alone_;      ///< from the time before the run
  std::shared_ptr<SearchHttp> http_;     ///< null without --http
  std::uint64_t withheld_ = 0;           ///< answers so far
  std::set<std::uint32_t> warned_;       ///< askers
};

}  // namespace

int run_party(const PartyOptions& options, std::istream& in,
              std::ostream& out) {
  return PartyProcess(options, in, out).run();
}

}  // namespace fedltr
