#include "app/deploy/disclosed_messages.hpp"

#include <algorithm>

#include <spdlog/fmt/fmt.h>

namespace fedltr {
namespace {

constexpr const char* kNobody = "nothing bounds what it gives away";

std::string noise_of(const SiloSettings& silo) {
  return silo.noisy() ? fmt::format(
                            "noise {} of epsilon {} per answer, as the papers "
                            "count it",
                            silo.noise, silo.epsilon)
                      : "no noise: exact counts of a keyed sketch; " +
                            std::string(kNobody);
}

/// Describes how well a question's receiver can read its words. Figures:
/// docs/privacy.md, "Silos that search together", of 200 queries of Cranfield.
std::string bound_of_questions(const SiloSettings& silo) {
  const bool collide = silo.queried_rows() < silo.rows &&
                       silo.confounders == Confounders::kColliding;
  std::string bound =
      collide
          ? fmt::format(
                "the member asked has the key, and colliding confounders leave "
                "it about {} words for each (a third were found with 10 of "
                "30 rows)",
                std::max(1U, silo.rows / silo.queried_rows()))
          : "none: the member asked has the key and can read the words by "
            "trying its own (1.000 of them were found in the audit); only "
            "colliding confounders would prevent that";
  bound += silo.dummy_terms > 0
               ? fmt::format("; {} dummies hide which words are the query's",
                             silo.dummy_terms)
               : "; no dummies hide which words belong together";
  return bound +
         "; the relay has no key, but sees which documents answer, and names "
         "words of texts that it knows";
}

/// Describes how the documents of an answer to a top-K question are chosen.
std::string bound_of_lists(const SiloSettings& silo) {
  if (silo.naive) return noise_of(silo);
  return noise_of(silo) +
         "; no epsilon covers the choice of documents: exact counts decide "
         "which are listed, so a list reveals which documents have a word";
}

/// True for messages of training, which a search session never sends.
bool is_of_training(MessageType type) {
  using T = MessageType;
  return type == T::kReady || type == T::kMoments || type == T::kTrained ||
         type == T::kLocalModel || type == T::kGradient || type == T::kMetrics;
}

Disclosure of_metrics(const SiloSettings& silo) {
  const std::string noise = fmt::format(
      "noise of epsilon {} for the judgements of one held-out query, all "
      "metrics together; the number of queries has none",
      silo.metrics_epsilon);
  return {MessageType::kMetrics,
          "how well it ranks its own held-out queries: their number, and the "
          "mean of each metric",
          "all other members; sealed: the relay can't open it",
          silo.sharing == MetricSharing::kPlain
              ? "no noise: " + std::string(kNobody)
              : noise};
}

Disclosure of_top_answer(const SiloSettings& silo) {
  return {MessageType::kTopAnswer,
          silo.naive
              ? "how often each of its documents has each term asked for"
              : fmt::format(
                    "the documents (by number) that have a term asked for most "
                    "often, and how often: up to {} per term in each row",
                    static_cast<std::uint32_t>(
                        silo.alpha * static_cast<double>(silo.options.top))),
          "the member that asked, and the relay", bound_of_lists(silo)};
}

Disclosure of_party_key(bool rehearsal) {
  std::string what = "a public key, and how many documents it has";
  if (!rehearsal)
    what +=
        ", both signed by its certificate's key, with that key's public half";
  return {MessageType::kPartyKey, what, "the relay and all members", "public"};
}

}  // namespace

bool shares_metrics(const Agreement& agreement) {
  return !agreement.is_search &&
         agreement.scenario.silo.sharing != MetricSharing::kNone;
}

std::vector<Disclosure> disclosures(const Agreement& agreement) {
  const SiloSettings& silo = agreement.scenario.silo;
  using T = MessageType;
  const std::string query =
      agreement.is_search ? "for each query that its user puts to the others"
                          : "for each training query";
  std::vector<Disclosure> all = {
      of_party_key(agreement.rehearsal),
      {T::kWrappedKey,
       "the key of the sketches, sealed for one member (the first member draws "
       "it)",
       "that member", "sealed: the relay can't open it"},
      {T::kFrequencies,
       "how many documents have each term, how often each occurs, and summed "
       "lengths, as sketches",
       "nobody; their sum over all members: the relay and all members",
       "masked by pairs of members; the sum has no noise, a member can look "
       "up any word's total, and if one is excluded late, the relay and a "
       "member can subtract its part"},
      {T::kTopQuestion, query + ", where its terms are in a keyed sketch",
       "one other member and the relay", bound_of_questions(silo)},
      {T::kCountQuestion, "the same again, with the documents that looked best",
       "one other member and the relay", "as above"},
      of_top_answer(silo),
      {T::kCountAnswers,
       fmt::format("for up to {} documents per query: how often they have its "
                   "terms; their exact lengths and numbers of different terms",
                   silo.options.top),
       "the member that asked, and the relay",
       noise_of(silo) + "; for the lengths " + kNobody},
      {T::kLedgerHead, "how many lines a ledger of answers has, and a hash",
       "the member asked or asking; sealed", "salted: reveals no name"},
      {T::kReady, "whether it has judgements to learn from", "the relay",
       "one bit"},
      {T::kMoments, "sums and squares of its features",
       "nobody; their sum over all members: the relay and all members",
       "masked by pairs of members; the sum has no noise, and if one is "
       "excluded late, the relay can subtract its part"},
      {T::kTrained, "that it has trained alone", "the relay", "no content"},
      {T::kLocalModel, "a model of its own judgements", "the relay", kNobody},
      {T::kGradient,
       "gradients of its own judgements: only those agreed on, each once",
       "the relay",
       "no mask and no noise: " + std::string(kNobody) +
           "; from the gradient of a single instance the relay reads its "
           "features and its grade"},
      {T::kRefusal, "why it refuses a message", "the relay",
       "a fixed sentence"},
  };
  if (shares_metrics(agreement)) all.push_back(of_metrics(silo));
  std::erase_if(all, [&](const Disclosure& each) {
    return agreement.is_search ? is_of_training(each.type)
                               : passes_between_parties(each.type) &&
                                     !asks_questions(agreement);
  });
  return all;
}

}  // namespace fedltr
