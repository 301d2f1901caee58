// Noise on shared metrics under the randomness of a real run.
#include "actors/silo/training_party.hpp"
#include "algorithms/privacy/key_stream.hpp"
#include "tests/support/silo_in_one_place.hpp"
#include "tests/support/small_silo.hpp"

namespace fedltr::party_metrics_test {
using namespace fedltr::test;

namespace {

/// Differences between the means that parties shared and those of their models,
/// in a run with this secret and `draws` more draws after the keys.
std::vector<double> noise_of(std::uint8_t secret, int draws,
                             MetricSharing sharing = MetricSharing::kNoisy) {
  TestSilo plan = small_silo(3);
  plan.methods = {"local"};
  plan.shared_method = "local";
  plan.sharing = sharing;
  plan.metrics = {parse_metric("ndcg@10", {})};
  const auto stream = std::make_shared<KeyStream>(Secret{secret});
  plan.system = [stream] { return (*stream)(); };
  plan.hooks.party.on_keys = [=](const AgreedKeys&) {
    for (int i = 0; i < draws; ++i) (*stream)();
  };
  const auto model = silo_model(plan.options, plan.grades);
  std::vector<double> noise;
  for (const auto& party : run(plan, 1).parties)
    noise.push_back(party->told->means[0] -
                    evaluate(*model, party->models.at("local"), party->tests,
                             plan.metrics)(0));
  return noise;
}

/// Values are rounded to 1 / 4096 before noise is added.
constexpr double kRounding = 1e-3;

bool same(const std::vector<double>& a, const std::vector<double>& b) {
  return std::ranges::equal(
      a, b, [](double x, double y) { return std::abs(x - y) < kRounding; });
}

}  // namespace

TEST_CASE("a resumed run has the same noise, whatever else it draws") {
  const auto once = noise_of(1, 0);
  CHECK(same(noise_of(1, 0), once));
  CHECK(same(noise_of(1, 5), once));
  CHECK_FALSE(same(noise_of(2, 0), once));
}

TEST_CASE("each party's noise is its own, and plain means have none") {
  CHECK(noise_of(1, 0, MetricSharing::kPlain) == std::vector<double>{0, 0, 0});
  const auto noise = noise_of(2, 0);
  for (std::size_t a = 0; a < noise.size(); ++a) {
    CHECK(std::abs(noise[a]) > kRounding);
    for (std::size_t b = 0; b < a; ++b)
      CHECK(std::abs(noise[a] - noise[b]) > kRounding);
  }
}

}  // namespace fedltr::party_metrics_test
