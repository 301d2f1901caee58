#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/data/synthetic.hpp"
#include "algorithms/online/learner.hpp"
#include "c/fedltr.h"

namespace fedltr::c_client_test {
namespace {

constexpr std::int32_t kFeatures = 6;

std::shared_ptr<const Dataset> searched_data() {
  static const auto data = std::make_shared<const Dataset>(
      synthesize(custom_shape(30, 14, kFeatures, 3), 0.5, 1));
  return data;
}

/// A client of the C interface that ends with its scope.
struct CClient {
  explicit CClient(const char* ranker = "linear", const char* learner = "pdgd",
                   double rate = 0.05)
      : handle(fedltr_client_new(ranker, 4, learner, rate, kFeatures, 99, 3)) {}
  CClient(const CClient&) = delete;
  ~CClient() { fedltr_client_free(handle); }

  fedltr_client* handle;
};

/// Compares a round of a simulated user with the same round in C.
void check_round(const char* ranker_name, const char* learner_name) {
  const auto ranker = find(rankers(), ranker_name).make({kFeatures, 4});
  LearnerOptions options;
  options.parameters.set(kRate.name, 0.05);
  const auto learner = find(learners(), learner_name).make(options, ranker);
  ClickOptions clicks;
  clicks.grades = 3;
  const Simulation world(searched_data(), ranker,
                         find(click_models(), "informational").make(clicks));
  Rng rng(5, Purpose::kTest);
  const Vector model = initial_parameters(*ranker, Initial::kNormal, rng);
  const std::int32_t searches = 12;

  const CClient client(ranker_name, learner_name);
  REQUIRE(client.handle != nullptr);
  REQUIRE(fedltr_client_model_size(client.handle) == model.size());
  const Index size = learner->message_size(model.size());
  REQUIRE(fedltr_client_update_size(client.handle) == size);
  REQUIRE(fedltr_client_begin(client.handle, model.data(), 7, searches) == 0);

  Session session;
  session.enter(world);
  Streams streams(99, 3, 7);
  Vector message(size);
  const auto learning = learner->begin(model, searches, streams, message);
  for (std::int32_t i = 0; i < searches; ++i) {
    session.ask(streams.query);
    learning->show(session.search());
    const auto ranking = session.search().ranking();
    const Matrix features = session.search().features();
    std::vector<std::int32_t> shown(10);
    REQUIRE(fedltr_client_show(client.handle, features.data(),
                               static_cast<std::int32_t>(features.rows()),
                               shown.data()) ==
            static_cast<std::int32_t>(ranking.size()));
    CHECK(std::equal(ranking.begin(), ranking.end(), shown.begin()));
    session.observe(streams.click);
    CHECK(
        fedltr_client_learn(client.handle, session.search().clicks().data()) ==
        searches - i - 1);
    learning->learn(session.search());
  }
  learning->end();
  Vector update(size);
  CHECK(fedltr_client_end(client.handle, update.data()) == searches);
  CHECK(update == message);
}

std::string error_of(std::int64_t failed) {
  CHECK(failed < 0);
  return fedltr_error();
}

}  // namespace

TEST_CASE("a client in C learns what a simulated client learns, bit for bit") {
  for (const char* learner : {"pdgd", "dbgd", "pmgd", "es"}) {
    CAPTURE(learner);
    check_round("linear", learner);
  }
  check_round("neural", "pdgd");
}

TEST_CASE("a client in C ranks by a model") {
  const CClient client;
  const std::vector<double> model = {1, 0, 0, 0, 0, 0};
  std::vector<double> features(3 * kFeatures, 0.0);
  features[0] = 0.2;
  features[kFeatures] = 0.9;
  features[2 * kFeatures] = 0.2;
  std::vector<std::int32_t> ranking(3, -1);
  CHECK(fedltr_client_rank(client.handle, model.data(), features.data(), 3, 9,
                           ranking.data()) == 3);
  CHECK(ranking == std::vector<std::int32_t>{1, 0, 2});
  CHECK(fedltr_client_rank(client.handle, model.data(), features.data(), 3, 1,
                           ranking.data()) == 1);
  const std::vector<double> huge(kFeatures, 1e308);
  features[1] = 1e3;
  CHECK(error_of(fedltr_client_rank(client.handle, huge.data(), features.data(),
                                    3, 9, ranking.data())) ==
        "a score is not finite: the model or the features are too large");
}

TEST_CASE("a client in C names what is wrong") {
  CHECK(fedltr_client_new("linea", 0, "pdgd", 0, 3, 1, 0) == nullptr);
  CHECK(std::string(fedltr_error()) ==
        "unknown name 'linea', known are: linear, neural, neural-relu");
  CHECK(fedltr_client_new("linear", 0, "pdgd", -1, 3, 1, 0) == nullptr);
  CHECK(std::string(fedltr_error()).starts_with("rate: expected"));
  CHECK(fedltr_client_new("linear", 0, "pdgd", 0, 0, 1, 0) == nullptr);

  const CClient client;
  std::vector<double> model(kFeatures, 0.0);
  std::vector<double> features(2 * kFeatures, 0.5);
  std::vector<std::int32_t> ranking(10);
  const std::vector<std::uint8_t> clicks(10);
  const auto show = [&] {
    return fedltr_client_show(client.handle, features.data(), 2,
                              ranking.data());
  };
  CHECK(error_of(show()) == "no round has begun");
  CHECK(error_of(fedltr_client_begin(client.handle, model.data(), 0, 1)) ==
        "a round is numbered from 1, and has at least one search");
  CHECK(fedltr_client_begin(client.handle, model.data(), 1, 1) == 0);
  CHECK(error_of(fedltr_client_learn(client.handle, clicks.data())) ==
        "no list has been shown");
  CHECK(error_of(fedltr_client_end(client.handle, model.data())) ==
        "1 searches of the round are missing");
  features[3] = std::nan("");
  CHECK(error_of(show()) == "a feature is not finite");
  features[3] = 0;
  CHECK(show() == 2);
  CHECK(error_of(show()) == "the last search waits for its clicks");
  CHECK(fedltr_client_learn(client.handle, clicks.data()) == 0);
  CHECK(error_of(show()) == "the round has no search left");
  CHECK(fedltr_client_end(client.handle, model.data()) == 1);
}

}  // namespace fedltr::c_client_test
