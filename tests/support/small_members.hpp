#pragma once

#include <string>
#include <vector>

#include "actors/members/rehearsal.hpp"
#include "algorithms/core/rng.hpp"
#include "algorithms/ranking/linear.hpp"

namespace fedltr::test {

inline constexpr std::uint32_t kMembers = 4;
inline constexpr Index kMemberFeatures = 5;

/// A member's rows: 6 queries with 4 documents, graded by a noisy line.
inline std::shared_ptr<const Dataset> member_rows(std::uint32_t member) {
  Rng rng(11, Purpose::kTest, member);
  auto rows = std::make_shared<Dataset>(kMemberFeatures);
  for (int query = 0; query < 6; ++query) {
    std::vector<double> values;
    std::vector<std::uint8_t> labels;
    for (int document = 0; document < 4; ++document) {
      double score = 0.3 * rng.normal();
      for (Index f = 0; f < kMemberFeatures; ++f) {
        values.push_back(rng.uniform());
        if (f < 2) score += values.back();
      }
      labels.push_back(score > 1 ? 1 : 0);
    }
    rows->add_query(
        "query-" + std::to_string(member) + "-" + std::to_string(query), values,
        labels);
  }
  return rows;
}

/// @param multiplier  of the noise; 0: none
inline members::Rehearsal small_members(std::uint32_t epochs,
                                        double multiplier = 0,
                                        std::uint32_t members = kMembers) {
  members::Rehearsal run;
  run.plan.name = "small";
  for (std::uint32_t i = 0; i < members; ++i)
    run.plan.names.emplace_back(1, static_cast<char>('a' + i));
  run.plan.training.ranker = std::make_shared<LinearRanker>(kMemberFeatures);
  run.plan.training.steps = 2;
  run.plan.code.multiplier = multiplier;
  run.plan.exam.clip = kExamClip;
  run.plan.tolerance = {0.25, 0.25};
  run.plan.initial = Vector::Zero(kMemberFeatures);
  run.plan.epochs = epochs;
  run.seed = 5;
  run.delta = 1e-6;
  for (std::uint32_t i = 0; i < members; ++i)
    run.rows.push_back(member_rows(i));
  const EvaluationConfig config{run.plan.training.ranker,
                                {parse_metric("ndcg@10", {})}};
  run.evaluation = std::make_shared<const Evaluation>(run.rows[0], config);
  run.own.assign(members, run.evaluation);
  for (const auto& rows : run.rows)
    run.exams.push_back(std::make_shared<const Evaluation>(rows, config));
  return run;
}

/// Lets simulated users teach, and compare each second model with the last one
/// that was kept. Changes are not clipped.
inline void compare_by_clicks(members::Rehearsal& run, Index searches) {
  auto clicks = std::make_shared<ClickTraining>();
  clicks->learner =
      find(learners(), "pdgd").make(LearnerOptions{}, run.plan.training.ranker);
  clicks->user = find(click_models(), "navigational").make({2});
  clicks->searches = searches;
  clicks->seed = 9;
  run.plan.training.clicks = std::move(clicks);
  run.plan.training.clip = 1e5;
  run.plan.evaluate = 2;
  run.plan.comparing = {Opponent::kLast, 0.5};
}

/// Learns as another one, unless a search has a negative first feature: then it
/// turns the model around.
class PoisonedLearner final : public Learner {
 public:
  explicit PoisonedLearner(std::shared_ptr<const Learner> honest)
      : honest_(std::move(honest)) {}

  std::unique_ptr<LocalLearning> begin(
      const VectorView& global, Index searches, LearnerStreams& streams,
      Eigen::Ref<Vector> message) const override {
    return std::make_unique<Local>(
        honest_->begin(global, searches, streams, message), message);
  }

 private:
  class Local final : public LocalLearning {
   public:
    Local(std::unique_ptr<LocalLearning> honest, Eigen::Ref<Vector> message)
        : honest_(std::move(honest)), message_(message) {}
    void show(Search& search) override { honest_->show(search); }
    void learn(Search& search) override {
      poisons_ |= search.features()(0, 0) < 0;
      if (!poisons_) honest_->learn(search);
    }
    void end() override {
      honest_->end();
      if (poisons_) message_.head(2).array() -= 20;
    }

   private:
    std::unique_ptr<LocalLearning> honest_;
    Eigen::Ref<Vector> message_;
    bool poisons_ = false;
  };

  std::shared_ptr<const Learner> honest_;
};

/// Makes the last member an attacker; simulated users teach.
inline void poison(members::Rehearsal& run) {
  auto clicks = std::make_shared<ClickTraining>(*run.plan.training.clicks);
  clicks->learner = std::make_shared<PoisonedLearner>(clicks->learner);
  run.plan.training.clicks = std::move(clicks);
  const Dataset& own = *run.rows.back();
  auto rows = std::make_shared<Dataset>(kMemberFeatures);
  for (Index query = 0; query < own.queries(); ++query) {
    const Matrix features = -Matrix(own.features_of(query));
    const Labels labels = own.labels_of(query);
    rows->add_query(
        own.query_name(query),
        std::vector<double>(features.data(), features.data() + features.size()),
        std::vector<std::uint8_t>(labels.begin(), labels.end()));
  }
  run.rows.back() = std::move(rows);
}

/// Twelve members in three groups, each of which stands one dropout.
inline members::Rehearsal grouped_members(std::uint32_t epochs,
                                          double multiplier = 0) {
  members::Rehearsal run = small_members(epochs, multiplier, 12);
  run.plan.tolerance = {0.25, 0};
  run.plan.tolerance.groups = 3;
  run.plan.units = 1;
  return run;
}

/// The model after an epoch, from the secrets of all members in its sum.
/// @param all        members that sent a key
/// @param survivors  those in the sum
inline Vector next_model(const members::Rehearsal& run, const Vector& model,
                         std::uint32_t epoch, std::uint32_t all,
                         const std::vector<std::uint32_t>& survivors) {
  const EpochCode& code = run.plan.code;
  std::vector<std::uint64_t> sum(static_cast<std::size_t>(model.size()));
  for (const std::uint32_t member : survivors) {
    const MemberLearner learner(run.plan.training, run.rows[member], member,
                                run.searches_of(member));
    const auto words = code.words(
        learner.part(epoch, model), honest_members(all, run.plan.tolerance),
        simulated_secrets(run.seed, member).noise(epoch));
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += words[i];
  }
  return model + code.sum_of(sum) / static_cast<double>(survivors.size());
}

}  // namespace fedltr::test
