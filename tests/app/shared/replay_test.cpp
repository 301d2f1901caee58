// The peers' recorded runs on MQ2008 Fold1, replayed with our kernels.
#include <doctest/doctest.h>

#include "algorithms/aggregation/aggregation.hpp"
#include "algorithms/federation/optimizer.hpp"
#include "algorithms/online/evolution.hpp"
#include "algorithms/online/pdgd.hpp"
#include "algorithms/privacy/gamma_laplace.hpp"
#include "algorithms/ranking/evaluation.hpp"
#include "algorithms/ranking/linear.hpp"
#include "algorithms/ranking/neural.hpp"
#include "app/data/data_source.hpp"
#include "app/schema/reader.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/gradient_step.hpp"

namespace fedltr::replay_test {
namespace {

Fold mq2008_fold1() {
  const auto folder = test::shared_file("data/mq2008");
  return load_data(
             default_scenario(
                 {"data.folds=" + std::filesystem::absolute(folder).string()}))
      .folds.at(0);
}

Index query_of(const Dataset& data, const std::string& name) {
  for (Index query = 0; query < data.queries(); ++query)
    if (data.query_name(query) == name) return query;
  throw std::out_of_range(name);
}

void take_step(const Dataset& data, const nlohmann::json& interaction,
               Vector& model) {
  const Index query = query_of(data, interaction["qid"]);
  const auto ranking =
      interaction["shown_doc_indices"].get<std::vector<Index>>();
  const auto clicks = interaction["clicks"].get<std::vector<std::uint8_t>>();
  const Vector scores = data.features_of(query) * model;
  const Vector exp_scores = (scores.array() - scores.maxCoeff()).exp();
  std::vector<double> weights(ranking.size());
  pdgd_weights({scores, exp_scores}, {scores, exp_scores}, ranking, clicks,
               weights);
  for (double& weight : weights) weight *= 0.1;
  test::gradient_step(LinearRanker(model.size()), model,
                      data.features_of(query), ranking, weights, model);
}

double online_ndcg(const Dataset& data, const nlohmann::json& interaction) {
  const Index query = query_of(data, interaction["qid"]);
  std::vector<std::uint8_t> shown;
  for (const auto& place : interaction["shown_doc_indices"])
    shown.push_back(data.labels_of(query)[place.get<std::size_t>()]);
  return ndcg(shown, data.labels_of(query), 10);
}

Evaluation evaluation_of(const std::shared_ptr<const Dataset>& data) {
  return {data, EvaluationConfig{
                    std::make_shared<LinearRanker>(data->features()),
                    {parse_metric("ndcg@10", {}), parse_metric("mrr@10", {})}}};
}

}  // namespace

TEST_CASE("a recorded FPDGD run gives the same weights and nDCG to 1e-9" *
          doctest::test_suite(test::kShared)) {
  const auto golden = test::shared_golden("replay_fpdgd_mq2008.json");
  const auto fold = mq2008_fold1();
  const Evaluation test_set = evaluation_of(fold.evaluation);
  int rounds = 0;
  for (const auto& run : golden["runs"]) {
    // The authors' code clips to the sensitivity itself.
    const double clip =
        run["dp"].is_null() ? 0 : run["dp"]["sensitivity"].get<double>();
    Vector server = test::to_vector(run["initial_weights"]);
    for (const auto& round : run["rounds"]) {
      PartialSum sum{Vector::Zero(server.size())};
      for (const auto& client : round["clients"]) {
        Vector model = server;
        std::size_t number = 0;
        for (const auto& interaction : client["interactions"]) {
          CHECK(online_ndcg(*fold.train, interaction) ==
                doctest::Approx(client["online_ndcg10"][number++].get<double>())
                    .epsilon(1e-9));
          take_step(*fold.train, interaction, model);
          if (clip > 0) clip_norm(model, clip);
          const Vector expected = test::to_vector(interaction["weights_after"]);
          REQUIRE((model - expected).norm() <= 1e-9 * expected.norm());
        }
        if (clip > 0) model += test::to_vector(client["noise"]);
        const double weight = client["n_c"];
        sum.weighted += weight * model;
        sum.weight += weight;
      }
      server = federated_average(sum);
      const Vector expected = test::to_vector(round["server_weights_after"]);
      REQUIRE((server - expected).norm() <= 1e-9 * expected.norm());
      const auto means = test_set.means(server);
      CHECK(means[0] ==
            doctest::Approx(round["test_ndcg10_after"].get<double>())
                .epsilon(1e-9));
      CHECK(means[1] == doctest::Approx(round["test_mrr10_after"].get<double>())
                            .epsilon(1e-9));
      ++rounds;
    }
  }
  CHECK(rounds == 12);  // three runs, one of them with clipping and noise
}

TEST_CASE(
    "recorded FOLtR-ES runs: lists, metrics, gradients, Adam, evaluation" *
    doctest::test_suite(test::kShared)) {
  const auto golden = test::shared_golden("replay_foltr_mq2008.json");
  const auto fold = mq2008_fold1();
  int rounds = 0;
  for (const auto& run : golden["runs"]) {
    CAPTURE(run["model"].get<std::string>());
    const bool two_layers = run["model"] == "two_layer";
    const NeuralRanker network(46, 10, Activation::kRelu);
    const LinearRanker line(46);
    const Ranker& ranker =
        two_layers ? static_cast<const Ranker&>(network) : line;
    // As in files: W, b, v.
    const auto in_memory = [&](const nlohmann::json& layers) {
      std::vector<double> all;
      const auto collect = [&](const nlohmann::json& part,
                               auto&& self) -> void {
        if (part.is_array())
          for (const auto& each : part) self(each, self);
        else
          all.push_back(part);
      };
      collect(layers, collect);
      const Eigen::Map<const Vector> file(all.data(),
                                          static_cast<Index>(all.size()));
      return two_layers ? network.from_published(file) : Vector(file);
    };
    const double sigma = run["sigma"];
    const bool antithetic = run["antithetic"];
    const auto adam = find(server_optimizers(), "adam").make(run["lr"]);
    Vector model = Vector::Zero(ranker.size());
    for (const auto& round : run["rounds"]) {
      if (round["clients"][0]["noise"].is_null()) continue;  // not recorded
      Vector sum = Vector::Zero(ranker.size());
      for (const auto& client : round["clients"]) {
        const Vector noise = in_memory(client["noise"]);
        double mean[2] = {0, 0};
        const auto& interactions = client["interactions"];
        const std::size_t half =
            antithetic ? interactions.size() / 2 : interactions.size();
        for (std::size_t i = 0; i < interactions.size(); ++i) {
          const auto& interaction = interactions[i];
          const bool opposite = i >= half;
          const Index query = query_of(*fold.train, interaction["qid"]);
          const auto features = fold.train->features_of(query);
          Vector scores(features.rows());
          ranker.score(opposite ? Vector(model - noise) : Vector(model + noise),
                       features, scores);
          std::vector<Index> visit(static_cast<std::size_t>(scores.size()));
          // The peer's order of equal scores: the last one first.
          for (std::size_t p = 0; p < visit.size(); ++p)
            visit[p] = static_cast<Index>(visit.size() - 1 - p);
          std::vector<Index> ranking(std::min<std::size_t>(10, visit.size()));
          top_documents(scores, visit, ranking);
          std::vector<int> labels;
          for (const Index place : ranking)
            labels.push_back(
                fold.train->labels_of(query)[static_cast<std::size_t>(place)]);
          CHECK(labels ==
                interaction["labels_ranked_top10"].get<std::vector<int>>());
          const auto clicks =
              interaction["clicks_top10"].get<std::vector<std::uint8_t>>();
          CHECK(max_reciprocal_rank(clicks, 10) ==
                doctest::Approx(interaction["metric_true"].get<double>()));
          mean[opposite] += interaction["metric_sent"].get<double>() /
                            static_cast<double>(half);
        }
        CHECK(mean[0] == doctest::Approx(client["metric"].get<double>()));
        if (antithetic)
          CHECK(mean[1] ==
                doctest::Approx(client["antithetic_metric"].get<double>()));
        const Vector message =
            antithetic ? Vector{{0, mean[0], mean[1]}} : Vector{{0, mean[0]}};
        sum += perturbation_weight(message, sigma) * noise;
      }
      const Vector gradient =
          sum / static_cast<double>(round["clients"].size());
      // Single precision, and .grad holds minus the ascent direction.
      const Vector recorded = in_memory(round["grad"]);
      CHECK((gradient + recorded).norm() <= 2e-5 * recorded.norm());
      model = adam->step(model, model + gradient);
      CHECK((model - in_memory(round["theta_after"])).cwiseAbs().maxCoeff() <
            1e-5);
      // Continues from the peer's own numbers, so that rounding errors don't
      // add up.
      model = in_memory(round["theta_after"]);
      for (const auto& [user, value] :
           round["expected_MaxRR_test_after"].items()) {
        MetricOptions options;
        options.click =
            click_table(user == "Perfect" ? "perfect" : "navigational", 3)
                .click;
        const Evaluation evaluation(
            fold.evaluation,
            EvaluationConfig{
                std::shared_ptr<const Ranker>(std::shared_ptr<void>(), &ranker),
                {parse_metric("expected-maxrr@10", options)}});
        CHECK(evaluation.means(model)[0] ==
              doctest::Approx(value.get<double>()).epsilon(1e-4));
      }
      ++rounds;
    }
  }
  CHECK(rounds == 10);
}

TEST_CASE("fixed weights score as the peers score them, where none tie" *
          doctest::test_suite(test::kShared)) {
  const auto golden = test::shared_golden("replay_fpdgd_mq2008.json");
  const auto fold = mq2008_fold1();
  const Evaluation train = evaluation_of(fold.train);
  const Evaluation test_set = evaluation_of(fold.evaluation);
  for (const auto& entry : golden["fixed_weights_evaluation"]["cases"]) {
    // numpy's unstable sort breaks ties in these.
    if (entry["kind"] == "zeros" || entry["kind"] == "feature39") continue;
    const Vector weights = test::to_vector(entry["weights"]);
    for (const auto& [name, set] :
         {std::pair<const char*, const Evaluation&>("train", train),
          {"test", test_set}}) {
      CAPTURE(name);
      CHECK(set.means(weights)[0] ==
            doctest::Approx(entry[name]["ndcg10"].get<double>()).epsilon(1e-9));
      CHECK(set.means(weights)[1] ==
            doctest::Approx(entry[name]["mrr10"].get<double>()).epsilon(1e-9));
    }
  }
}

TEST_CASE("the parts of MQ2008 make LETOR's Fold1" *
          doctest::test_suite(test::kShared)) {
  const auto fold = mq2008_fold1();
  CHECK(fold.train->queries() == 471);
  CHECK(fold.evaluation->queries() == 156);
  CHECK(fold.evaluation->documents() == 2874);
}

}  // namespace fedltr::replay_test
