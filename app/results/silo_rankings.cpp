#include "algorithms/core/numbers_below.hpp"
#include "algorithms/silo/experiment.hpp"
#include "algorithms/silo/sketched_search.hpp"
#include "algorithms/silo/untrained.hpp"
#include "app/data/trec_files.hpp"
#include "app/results/rankings.hpp"

namespace fedltr {
namespace {

/// The held-out queries of a repeat, and their rankers.
class SiloRankings {
 public:
  SiloRankings(const SiloPoint& point, const SiloRepeat& run)
      : plan_(*point.plans.at(run.repeat - 1)),
        run_(run),
        tests_(silo_tests(*plan_.collection,
                          CollectionStatistics(*plan_.collection),
                          *plan_.shares, plan_.options)) {}

  /// Rankings of each query by its own party, without excluded parties.
  std::string text_of(const std::string& method) {
    std::string text;
    for (std::size_t q = 0; q < tests_.size(); ++q) {
      const Vector scores =
          is_untrained(method) ? untrained(method, q) : trained(method, q);
      append_ranking(text, *plan_.collection, tests_[q], scores);
    }
    return text;
  }

 private:
  Vector trained(const std::string& method, std::size_t q) const {
    const TestQuery& test = tests_[q];
    const Vector& parameters = run_.methods.at(method).models.at(test.party);
    if (parameters.size() == 0) return {};
    const auto model = silo_model(plan_.options, plan_.grades);
    return model->scores(parameters, test.features);
  }

  Vector untrained(const std::string& method, std::size_t q) {
    const auto& ranker = find(untrained_rankers(), method);
    if (run_.excluded.contains(tests_[q].party)) return {};
    return ranker.make(ranker.traits.sketched ? asked().at(q)
                                              : tests_[q].features);
  }

  /// Features as the parties that were not excluded could obtain them.
  const std::vector<Matrix>& asked() {
    if (!asked_.empty()) return asked_;
    std::vector<PartyShare> shares = *plan_.shares;
    for (const auto& [party, why] : run_.excluded) shares[party] = {};
    return asked_ = sketched_features(*plan_.collection, shares, plan_.protocol,
                                      tests_, plan_.seed);
  }

  const SiloPlan& plan_;
  const SiloRepeat& run_;
  std::vector<TestQuery> tests_;
  std::vector<Matrix> asked_;
};

}  // namespace

void append_ranking(std::string& text, const Collection& collection,
                    const TestQuery& test, const Vector& scores) {
  if (scores.size() == 0 || !scores.allFinite()) return;
  std::vector<std::string> documents;
  for (const std::uint32_t document : test.documents)
    documents.emplace_back(collection.document_names()[document]);
  auto visit = numbers_below<Index>(documents.size());
  std::vector<Index> order(documents.size());
  top_documents(scores, visit, order);
  append_run(text,
             {collection.query_names()[test.query], documents, scores, order},
             "fedltr");
}

SiloFile silo_rankings_file() {
  const std::string folder = std::string(kMethodsFolder) + "/";
  return {{folder + "NAME/ranking-fF-rR.trec",
           "Rankings of each party's own held-out queries by method NAME in "
           "repeat R, as a TREC run; F is always 1.",
           "with `run.rankings = yes`, after all repeats have ended",
           {}},
          [](const SiloResults& results) {
            // Computed anew each time, while results are written after each
            // repeat.
            return results.point.described.scenario.run.rankings &&
                   results.point.runs.size() == results.point.plans.size();
          },
          [folder](const SiloResults& results, const AddFile& add) {
            for (const SiloRepeat& run : results.point.runs) {
              SiloRankings rankings(results.point, run);
              for (const std::string& method : results.point.methods)
                if (!uses_own_rows(method))
                  add(folder + method + "/ranking-" +
                          fold_and_repeat(1, run.repeat) + ".trec",
                      rankings.text_of(method));
            }
          }};
}

}  // namespace fedltr
