// Rankers and metrics.
#include <cmath>

#include "algorithms/core/hash.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/ranking/run_evaluation.hpp"
#include "core/convert.hpp"

namespace fedltr::python {
namespace {

std::shared_ptr<Ranker> make_ranker(const std::string& name, Index features,
                                    const py::dict& parameters) {
  require(features >= 1, "features: expected 1 or more");
  const RankerMethod& method = find(rankers(), name);
  return std::const_pointer_cast<Ranker>(method.make(
      RankerShape(features, parameter_values(method.parameters, parameters))));
}

Vector score(const Ranker& ranker, const VectorView& parameters,
             const MatrixView& features, Index wanted) {
  require(parameters.size() == ranker.size(),
          "expected " + std::to_string(ranker.size()) + " parameters, not " +
              std::to_string(parameters.size()));
  require(features.cols() == wanted, "expected " + std::to_string(wanted) +
                                         " features, not " +
                                         std::to_string(features.cols()));
  Vector scores(features.rows());
  ranker.score(parameters, features, scores);
  return scores;
}

/// A ranker with its number of features.
struct BoundRanker {
  std::shared_ptr<Ranker> ranker;
  Index features;
};

double value_of_metric(const std::string& name,
                       const Array<std::uint8_t>& ranked,
                       const std::optional<Array<std::uint8_t>>& judged,
                       const MetricOptions& options) {
  const auto [text, cutoff, metric, from, sees_unjudged] =
      parse_metric(name, options);
  const Labels labels = view_of(ranked);
  const Labels all = judged ? view_of(*judged) : labels;
  for (const Labels& each : {labels, all})
    for (const std::uint8_t label : each)
      require(label <= 31 || (sees_unjudged && label == kNoJudgement),
              sees_unjudged ? "labels: expected 0 to 31, or 255 for a document "
                              "without judgement"
                            : "labels: expected 0 to 31");
  if (find_metric(name)->traits.by_clicks)
    for (const std::uint8_t label : labels)
      require(label < options.click.size(),
              "click: expected a probability for each label");
  const double best = metric.best ? metric.best(all) : 1;
  return best > 0 ? metric.value(labels, all) / best : 0;
}

RankedRun ranked_run(const std::vector<std::string>& queries,
                     const std::vector<std::string>& documents,
                     const Array<double>& scores) {
  const auto values = view_of(scores);
  require(queries.size() == documents.size() && queries.size() == values.size(),
          "a run has a query, a document and a score a row");
  for (const double value : values)
    require(std::isfinite(value), "scores: expected finite numbers");
  RankedRun run;
  TextMap<std::size_t> places;
  for (std::size_t row = 0; row < queries.size(); ++row) {
    const auto [place, is_new] = places.try_emplace(queries[row], run.size());
    if (is_new) run.push_back({queries[row], {}});
    run[place->second].documents.push_back({documents[row], values[row]});
  }
  return run;
}

JudgedQueries judged_queries(const std::vector<std::string>& queries,
                             const std::vector<std::string>& documents,
                             const Array<std::int64_t>& grades) {
  const auto values = view_of(grades);
  require(queries.size() == documents.size() && queries.size() == values.size(),
          "judgements have a query, a document and a grade a row");
  JudgedQueries judged;
  TextMap<std::size_t> places;
  for (std::size_t row = 0; row < queries.size(); ++row) {
    require(values[row] <= 31, "grades: expected at most 31");
    const auto [place, is_new] =
        places.try_emplace(queries[row], judged.size());
    if (is_new) judged.push_back({queries[row], {}});
    const auto grade = static_cast<double>(values[row]);
    require(
        judged[place->second].documents.emplace(documents[row], grade).second,
        "query '" + queries[row] + "', document '" + documents[row] +
            "': judged twice");
  }
  return judged;
}

py::tuple evaluate(const RankedRun& run, const JudgedQueries& judged,
                   const std::vector<std::string>& names,
                   const std::string& conventions_name,
                   const MetricOptions& options) {
  const Conventions& made = find(conventions(), conventions_name).make;
  std::vector<NamedMetric> metrics;
  for (const std::string& name : names) {
    metrics.push_back(parse_metric(name, options, made.gain));
    require(!find_metric(name)->traits.by_clicks || options.click.size() > 31,
            name + ": expected a probability of a click for labels 0 to 31");
  }
  for (const RankedQuery& query : run) {
    TextMap<bool, std::string_view> seen;
    for (const RankedDocument& document : query.documents)
      require(seen.try_emplace(document.name).second,
              "query '" + query.name + "', document '" + document.name +
                  "': ranked twice");
  }
  QueryValues values = evaluate_run(run, judged, metrics, made);
  return py::make_tuple(values.queries, std::move(values.values));
}

}  // namespace

namespace {

void bind_rankers(py::module_& module) {
  py::class_<BoundRanker>(module, "Ranker",
                          "A scoring function whose parameters are one vector.")
      .def(py::init([](const std::string& name, Index features,
                       const py::dict& parameters) {
             return BoundRanker{make_ranker(name, features, parameters),
                                features};
           }),
           py::arg("name"), py::arg("features"), py::kw_only(),
           py::arg("parameters") = py::dict())
      .def_property_readonly(
          "size", [](const BoundRanker& self) { return self.ranker->size(); },
          "Number of parameters.")
      .def(
          "score",
          [](const BoundRanker& self, const VectorView& parameters,
             const MatrixView& features) {
            return score(*self.ranker, parameters, features, self.features);
          },
          py::arg("parameters"), py::arg("features"),
          "Scores of documents (#documents x #features).")
      .def(
          "initial",
          [](const BoundRanker& self, const std::string& kind,
             std::uint64_t seed) {
            require(kind == "zero" || kind == "normal",
                    "kind: expected zero or normal");
            Rng rng(seed, Purpose::kInitialModel);
            return initial_parameters(
                *self.ranker,
                kind == "zero" ? Initial::kZero : Initial::kNormal, rng);
          },
          py::arg("kind"), py::arg("seed"), "Parameters before any training.")
      .def(
          "published",
          [](const BoundRanker& self, const VectorView& given) {
            require(given.size() == self.ranker->size(), "of another size");
            return self.ranker->published(given);
          },
          py::arg("parameters"), "Parameters in the layout of model files.");
  module.def("rankers", [] { return describe(rankers()); });
}

void bind_metrics(py::module_& module) {
  py::class_<MetricOptions>(module, "MetricOptions")
      .def(py::init([](int err_highest, int relevant_from,
                       std::vector<double> click) {
             require(
                 err_highest >= 0 && err_highest <= 31 && relevant_from >= 1,
                 "err_highest: expected 0 to 31, relevant_from from 1");
             return MetricOptions{err_highest, relevant_from, std::move(click)};
           }),
           py::arg("err_highest") = 4, py::arg("relevant_from") = 1,
           py::arg("click") = std::vector<double>());
  module.def("metric", &value_of_metric, py::arg("name"), py::arg("ranked"),
             py::arg("judged") = py::none(),
             py::arg("options") = MetricOptions(),
             "A metric, e.g. ndcg@10, of one query: of labels in ranked order "
             "and of all judged labels (None: the ranked ones). For bpref and "
             "judged the label 255 is a document without judgement.");
  module.def(
      "evaluate_run",
      [](const std::vector<std::string>& run_queries,
         const std::vector<std::string>& run_documents,
         const Array<double>& scores, const std::vector<std::string>& queries,
         const std::vector<std::string>& documents,
         const Array<std::int64_t>& grades,
         const std::vector<std::string>& metrics,
         const std::string& conventions_name, const MetricOptions& options) {
        return evaluate(ranked_run(run_queries, run_documents, scores),
                        judged_queries(queries, documents, grades), metrics,
                        conventions_name, options);
      },
      py::arg("run_queries"), py::arg("run_documents"), py::arg("scores"),
      py::arg("queries"), py::arg("documents"), py::arg("grades"),
      py::arg("metrics"), py::arg("conventions") = "foltr",
      py::arg("options") = MetricOptions(),
      "Scores a run against judgements: (queries, #queries x #metrics).");
  module.def("metrics", [] { return describe(metrics()); });
}

}  // namespace

void bind_ranking(py::module_& module) {
  bind_rankers(module);
  bind_metrics(module);
}

}  // namespace fedltr::python
