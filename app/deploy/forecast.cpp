#include "app/deploy/forecast.hpp"

#include <cmath>
#include <map>
#include <optional>
#include <string>

#include <spdlog/fmt/fmt.h>

#include "actors/silo/training_asking.hpp"
#include "algorithms/core/join.hpp"
#include "algorithms/silo/data_owner.hpp"
#include "algorithms/silo/experiment.hpp"
#include "algorithms/silo/hashed_terms.hpp"
#include "algorithms/silo/shared_statistics.hpp"
#include "app/base/errors.hpp"
#include "app/deploy/answer_ledger.hpp"
#include "app/deploy/joining_gain.hpp"
#include "app/deploy/own_rankers.hpp"

namespace fedltr {
namespace {

constexpr std::uint64_t kForecastSeed = 1;  // of keys, obfuscation and noise

/// Spending of earlier runs, within the period.
LedgerBook book_of(const ForecastInputs& inputs) {
  return read_ledger(
      inputs.ledger, "", label_of(inputs.plan.protocol.noise.guarantee), "",
      begin_of_period(inputs.agreement.scenario.privacy.period, inputs.now));
}

/// True if the budget, or own limits, leave no document to answer about.
bool is_spent(const ForecastCost& cost) {
  return cost.withheld > 0 && cost.releases == 0;
}

/// The party as owner of its documents, and as each of those who ask it.
class Rehearsal {
 public:
  explicit Rehearsal(const ForecastInputs& inputs)
      : inputs_(inputs),
        collection_(inputs.plan.collection_of(inputs.party)),
        share_(inputs.plan.share_of(inputs.party)),
        key_(simulated_hash_key(kForecastSeed)),
        fingerprints_(fingerprints_of(collection_.dictionary(), key_)),
        spots_(spots_of(key_.rows, protocol().shape, fingerprints_)),
        summed_(
            spots_of(key_.summed_rows, protocol().frequency, fingerprints_)),
        own_(collection_, share_),
        statistics_(protocol().frequency,
                    own_.ring(protocol().frequency, summed_), summed_, own_),
        owner_(collection_, share_, protocol(), spots_, inputs.plan.parties()),
        queries_(held_out_queries(collection_, share_, inputs.party,
                                  inputs.plan.options)
                     .train) {
    enter_earlier();
  }

  ForecastCost cost() {
    ForecastCost cost;
    cost.queries = queries_.size();
    cost.unasked = unasked();
    for (std::uint32_t asker = 0; asker < inputs_.plan.parties(); ++asker)
      if (asker != inputs_.party) ask(asker, cost);
    const ReleaseLedger& ledger = owner_.ledger();
    const ReleaseLedger::Account worst = ledger.worst();
    cost.most = worst.releases;
    cost.accounted = worst.accounted.best();
    cost.withheld = ledger.refused();
    for (std::uint32_t d = 0; d < owner_.documents(); ++d)
      cost.releases += ledger.releases(d);
    return cost;
  }

  /// The same as is_spent() of cost(), without the questions after a release.
  bool is_budget_spent() {
    is_short_ = true;
    return is_spent(cost());
  }

 private:
  const SiloProtocol& protocol() const { return inputs_.plan.protocol; }

  void enter_earlier() {
    const LedgerBook book = book_of(inputs_);
    for (std::uint32_t d = 0; d < owner_.documents(); ++d) {
      const SpentBefore spent = book.spent_on(
          std::string(collection_.document_names()[share_.documents[d]]));
      owner_.account()->spend(d, spent.same, spent.other);
    }
    given_ = book.answers;
    given_in_all_ = book.earlier();
    asked_ = book.asked;
  }

  /// Counts the own queries that AnswerLedger::ask() leaves out.
  std::uint64_t unasked() const {
    const std::size_t most = inputs_.limits.questions_a_query;
    auto asked = asked_;
    std::uint64_t count = 0;
    for (const std::uint32_t query : queries_)
      if (asked[name_of_query(collection_.words_of_query(query))]++ >= most)
        ++count;
    return count;
  }

  /// Closes an asker's account as AnswerLedger does.
  void close_spent(std::uint32_t asker, std::uint64_t in_run) {
    const OwnLimits& limits = inputs_.limits;
    const std::string& name = inputs_.agreement.members().at(asker);
    if (limits.refused.contains(name) || given_in_all_ >= limits.answers ||
        given_[name] >= limits.answers_a_member ||
        (limits.answers_a_run && in_run >= *limits.answers_a_run))
      owner_.account()->close(asker);
  }

  std::uint64_t released_to(std::uint32_t asker) const {
    std::uint64_t sum = 0;
    for (std::uint32_t d = 0; d < owner_.documents(); ++d)
      sum += owner_.ledger().releases(d, asker);
    return sum;
  }

  SiloMessage answer(const SiloMessage& asked, std::uint32_t asker) {
    const auto bits = simulated_bits(kForecastSeed, Purpose::kSketchNoise,
                                     asker, asked.request);
    SiloBody body;
    if (kind_of(asked) == QuestionKind::kTop)
      body = owner_.answer_top(body_of<TopQuestion>(asked), asker, bits);
    else
      body = PackedCounts{
          owner_.encoded_counts(body_of<CountQuestion>(asked), asker, bits)};
    SiloMessage told = message_of(std::move(body), asked.request);
    told.from = inputs_.party;
    return told;
  }

  /// Asks all queries; an asker's bytes and questions stand for this party's.
  void ask(std::uint32_t asker, ForecastCost& cost) {
    TrainingAsking asking({collection_,
                           protocol(),
                           spots_,
                           statistics_,
                           {},
                           asker,
                           kForecastSeed,
                           share_.documents},
                          queries_, {{inputs_.party, owner_.documents()}});
    auto questions = asking.first_questions();
    auto next = questions.empty()
                    ? std::nullopt
                    : std::optional(std::move(questions.begin()->second));
    std::uint64_t in_run = 0;
    while (next) {
      close_spent(asker, in_run++);
      const std::uint64_t before = released_to(asker);
      const SiloMessage told = answer(*next, asker);
      if (released_to(asker) > before) {
        ++given_[inputs_.agreement.members().at(asker)];
        ++given_in_all_;
        if (is_short_) return;
      }
      ++cost.questions;
      cost.question_bytes += traffic(*next);
      cost.answer_bytes += traffic(told);
      next = asking.take(told);
    }
  }

  static std::uint64_t traffic(const SiloMessage& message) {
    return kHeaderBytes + message.size();
  }

  const ForecastInputs& inputs_;
  const Collection& collection_;
  const PartyShare& share_;
  HashKey key_;
  std::vector<std::uint64_t> fingerprints_;
  TermSpots spots_;
  TermSpots summed_;
  OwnFrequencies own_;
  SharedStatistics statistics_;
  DataOwner owner_;
  std::vector<std::uint32_t> queries_;
  std::map<std::string, std::size_t> given_;  ///< answers, by asker
  std::size_t given_in_all_ = 0;
  std::map<std::string, std::size_t> asked_;  ///< as in LedgerBook
  bool is_short_ = false;  ///< each asker stops at its first release
};

std::string epsilon_text(double epsilon) {
  return epsilon < kNoBound ? fmt::format("{:.4g}", epsilon) : "without bound";
}

void print_cost(std::ostream& out, const ForecastInputs& inputs,
                const ForecastCost& cost) {
  const auto& protocol = inputs.plan.protocol;
  const auto questions = static_cast<double>(cost.question_bytes) / 1e6;
  const auto answers = static_cast<double>(cost.answer_bytes) / 1e6;
  out << fmt::format(
      "\nforecast    from own data and the agreement alone; nothing is sent. "
      "Each other member is taken\n            to be like this one in queries, "
      "words, documents and own limits\n"
      "questions   {}, by {} own training queries, to {} members. No epsilon "
      "protects a query: those\n            asked can read its words\n"
      "{}"
      "answers     {}, with {} releases about documents; {} more withheld by "
      "the budget or own limits\n"
      "epsilon     {} for the document most exposed, by this run alone, in {} "
      "releases{}\n"
      "bytes       {:.1f} MB sent, {:.1f} MB received, in questions and "
      "answers\n",
      std::llround(cost.asked() * static_cast<double>(cost.questions)),
      cost.queries, inputs.plan.parties() - 1,
      cost.unasked == 0
          ? ""
          : fmt::format("not asked   {} of these queries: they have been asked "
                        "as often as questions-a-query of\n            --own "
                        "allows. The others may ask all\n",
                        cost.unasked),
      cost.questions, cost.releases, cost.withheld,
      epsilon_text(cost.accounted), cost.most,
      protocol.budget == kNoBound
          ? ""
          : fmt::format(", of a budget of {:.4g}", protocol.budget),
      cost.asked() * questions + answers, questions + cost.asked() * answers);
  if (cost.queries > 0 && cost.unasked == cost.queries)
    out << "verdict     no own query is asked, so the others' documents teach "
           "this party nothing\n";
}

/// Returns the difference that these queries would not show, by that between
/// the two best rankers; nullopt with fewer than two.
std::optional<double> hidden_gain(const OwnRankers& rankers,
                                  const std::string& best) {
  const Vector highest = rankers.values.at(best).col(rankers.main);
  std::optional<double> hidden;
  double most = -1;
  for (const auto& [method, values] : rankers.values) {
    const auto within = mean_within(values.col(rankers.main));
    if (method == best || !within || within->mean <= most) continue;
    const auto apart = mean_within(highest - values.col(rankers.main));
    if (!apart || apart->interval == 0) continue;  // it ranks alike
    most = within->mean;
    hidden = apart->interval;
  }
  return hidden;
}

/// True if the budget of any document is spent; if not, there is no need to
/// play the run's questions.
bool has_spent(const ForecastInputs& inputs) {
  const SiloProtocol& protocol = inputs.plan.protocol;
  if (!inputs.plan.asks || protocol.budget == kNoBound) return false;
  ReleaseConfig config;
  config.guarantee = protocol.noise.guarantee;
  config.budget = protocol.budget;
  return book_of(inputs).spent_out(config, inputs.plan.parties() - 1) > 0;
}

std::string few_queries(std::size_t counted) {
  return fmt::format(
      "joining can't be shown to help: {} held-out queries count, and of fewer "
      "than {} there is no\n            interval. ",
      counted, kFewestQueries);
}

/// Prints the quality without joining; returns false if too few queries count
/// to show any gain.
bool print_quality(std::ostream& out, const ForecastInputs& inputs) {
  const OwnRankers rankers =
      own_rankers(inputs.plan, inputs.party, inputs.rows);
  const std::string& metric =
      inputs.plan.metrics.at(static_cast<std::size_t>(rankers.main)).name;
  const std::size_t counted = rankers.counted(rankers.main);
  out << fmt::format("held-out    {} own queries, of which {} count for {}\n",
                     rankers.queries.size(), counted, metric);
  if (counted < kFewestQueries) {
    out << "verdict     " << few_queries(counted)
        << "Judge more queries, or take part without knowing if you gain\n";
    return false;
  }
  const std::string best = rankers.best();
  const auto within = mean_within(rankers.values.at(best).col(rankers.main));
  out << fmt::format(
      "alone       {}: {} {:.4f} +- {:.4f} (95 %) on own documents, the best "
      "that needs no joining, of\n            ",
      best, metric, within->mean, within->interval);
  out << join(std::views::keys(rankers.values), ", ") << "\nverdict     ";
  if (const auto hidden = hidden_gain(rankers, best))
    out << fmt::format(
        "{} queries can show only a gain above about {:.4f} (95 %, by the "
        "difference of the two best);\n            ",
        counted, *hidden);
  out << "whether joining gains anything, only a rehearsal shows\n";
  return true;
}

}  // namespace

ForecastCost forecast_cost(const ForecastInputs& inputs) {
  if (!inputs.plan.asks) return {};
  return Rehearsal(inputs).cost();
}

std::optional<Doubt> doubt_of(const ForecastInputs& inputs,
                              const OwnRankers& rankers) {
  if (has_spent(inputs) && Rehearsal(inputs).is_budget_spent())
    return Doubt{kBudgetSpent,
                 "the budget is spent for all own documents that are asked "
                 "about: the others get\n            nothing by this party"};
  const std::size_t counted = rankers.counted(rankers.main);
  if (counted < kFewestQueries)
    return Doubt{kBadData, few_queries(counted) + "Judge more queries"};
  return std::nullopt;
}

int print_forecast(std::ostream& out, const ForecastInputs& inputs) {
  const ForecastCost cost = forecast_cost(inputs);
  if (inputs.plan.asks)
    print_cost(out, inputs, cost);
  else
    out << "\nforecast    from own data and the agreement alone; nothing is "
           "sent. No method of the agreement\n            asks questions: no "
           "budget of documents is spent\n";
  const bool decides = print_quality(out, inputs);
  if (is_spent(cost)) {
    out << "budget      is spent for all documents that are asked about, or "
           "own "
           "limits withhold all\n";
    return kBudgetSpent;
  }
  return decides ? kDone : kBadData;
}

}  // namespace fedltr
