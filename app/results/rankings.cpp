#include "app/results/rankings.hpp"

#include "app/data/query_ranker.hpp"
#include "app/data/trec_files.hpp"

namespace fedltr {
namespace {

std::string rankings_of(const FederationResults& results, const Run& run) {
  const Evaluation& evaluation = *run.plan.evaluation;
  const auto set = run.load().evaluation;
  const Dataset& data = *set;
  const ModelFile model = final_model(results, run);
  if (!model.parameters.allFinite()) return "";  // such a model ranks nothing
  QueryRanker ranker(model, std::nullopt, evaluation.config().ties);
  std::string text;
  for (Index query = 0; query < data.queries(); ++query) {
    ranker.rank(data, query);
    append_run(text,
               {data.query_name(query), ranker.documents(), ranker.scores(),
                ranker.order()},
               "fedltr");
  }
  return text;
}

}  // namespace

FederationFile rankings_file() {
  return {{"ranking-fF-rR.trec",
           "Rankings of the final model of fold F and repeat R, as a TREC run "
           "for `fedltr eval` and trec_eval. Documents without a name are "
           "QID.NUMBER, by their place from 1.",
           "with `run.rankings = yes`",
           {}},
          [](const FederationResults& results) {
            return results.scenario.run.rankings;
          },
          [](const FederationResults& results, const AddFile& add) {
            for (const Run& run : results.runs)
              add("ranking-" + fold_and_repeat(run.fold, run.repeat) + ".trec",
                  rankings_of(results, run));
          }};
}

}  // namespace fedltr
