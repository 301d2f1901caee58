#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>

#include "algorithms/core/require.hpp"
#include "algorithms/online/learner.hpp"
#include "algorithms/ranking/evaluation.hpp"
#include "c/fedltr.h"

#ifndef FEDLTR_VERSION
#define FEDLTR_VERSION "unknown"
#endif

namespace fedltr {
namespace {

constexpr std::int32_t kMostFeatures = 65535;
constexpr std::int32_t kMostDocuments = 1000000;

std::string& last_error() {
  thread_local std::string text;
  return text;
}

/// Calls a function; an exception becomes the last error and `failed`.
template <class Result, class Function>
Result guarded(Result failed, Function&& function) noexcept {
  try {
    return function();
  } catch (const std::exception& error) {
    last_error() = error.what();
  } catch (...) {
    last_error() = "unknown error";
  }
  return failed;
}

/// Checks the documents of a search, and copies them.
FeatureTable table_of(const double* features, std::int32_t documents,
                      Index width) {
  require(documents >= 1 && documents <= kMostDocuments,
          "a search has 1 to 1000000 documents");
  require(features != nullptr, "the features are missing");
  const std::span numbers(features, static_cast<std::size_t>(documents) *
                                        static_cast<std::size_t>(width));
  require(
      Eigen::Map<const Vector>(numbers.data(), std::ssize(numbers)).allFinite(),
      "a feature is not finite");
  FeatureTable table(width, Storage::kFloat64);
  table.append(numbers);
  return table;
}

}  // namespace
}  // namespace fedltr

using namespace fedltr;

/// A client, and its open round.
struct fedltr_client {
  /// A round's state, in the order in which each part needs those before it.
  struct Round {
    Round(const fedltr_client& client, Vector from, std::uint32_t number,
          std::int32_t searches)
        : model(std::move(from)),
          update(client.learner->message_size(model.size())),
          streams(client.seed, client.number, number),
          left(searches),
          searches(searches),
          learning(client.learner->begin(model, searches, streams, update)) {}

    Vector model;
    Vector update;
    Streams streams;
    std::int32_t left;
    std::int32_t searches;
    std::unique_ptr<LocalLearning> learning;
    std::optional<FeatureTable> table;  ///< of the search that waits for clicks
    Search search;
  };

  Vector model_of(const double* numbers) const {
    require(numbers != nullptr, "the model is missing");
    Vector model = Eigen::Map<const Vector>(numbers, ranker->size());
    require(model.allFinite(), "a number of the model is not finite");
    return model;
  }
  Round& open() {
    require(round != nullptr, "no round has begun");
    return *round;
  }

  std::shared_ptr<const Ranker> ranker;
  std::shared_ptr<const Learner> learner;
  Index features = 0;
  std::uint64_t seed = 0;
  std::uint32_t number = 0;
  std::unique_ptr<Round> round;  ///< null between rounds
};

extern "C" {

const char* fedltr_version(void) {
  return FEDLTR_VERSION;
}

const char* fedltr_error(void) {
  return last_error().c_str();
}

fedltr_client* fedltr_client_new(const char* ranker, int32_t hidden,
                                 const char* learner, double rate,
                                 int32_t features, uint64_t seed,
                                 uint32_t number) {
  return guarded<fedltr_client*>(nullptr, [&] {
    require(ranker != nullptr && learner != nullptr, "a name is missing");
    require(features >= 1 && features <= kMostFeatures,
            "a document has 1 to 65535 features");
    require(hidden >= 0 && hidden <= 1024, "a ranker has 1 to 1024 units");
    auto client = std::make_unique<fedltr_client>();
    client->ranker =
        find(rankers(), ranker)
            .make({Index{features}, Index{hidden > 0 ? hidden : 64}});
    LearnerOptions options;
    if (rate != 0) options.parameters.set(kRate.name, rate);
    const auto& method = find(learners(), learner);
    require(!method.traits.from_log,
            "it learns from lists of the past, which a client has not");
    client->learner = method.make(options, client->ranker);
    client->features = features;
    client->seed = seed;
    client->number = number;
    return client.release();
  });
}

void fedltr_client_free(fedltr_client* client) {
  delete client;
}

int32_t fedltr_client_model_size(const fedltr_client* client) {
  return static_cast<int32_t>(client->ranker->size());
}

int32_t fedltr_client_update_size(const fedltr_client* client) {
  return static_cast<int32_t>(
      client->learner->message_size(client->ranker->size()));
}

int32_t fedltr_client_rank(fedltr_client* client, const double* model,
                           const double* features, int32_t documents,
                           int32_t depth, int32_t* ranking) {
  return guarded(-1, [&] {
    require(depth >= 1, "a list has at least one document");
    const FeatureTable table = table_of(features, documents, client->features);
    Search search;
    search.reserve(documents);
    search.open({table, 0, documents});
    search.score(*client->ranker, client->model_of(model));
    require(search.scores().allFinite(),
            "a score is not finite: the model or the features are too large");
    std::vector<Index> places(static_cast<std::size_t>(documents));
    for (std::size_t i = 0; i < places.size(); ++i)
      places[i] = static_cast<Index>(i);
    const auto shown = static_cast<std::size_t>(std::min(depth, documents));
    std::vector<Index> best(shown);
    top_documents(search.scores(), places, best);
    std::ranges::copy(best, ranking);
    return static_cast<int32_t>(shown);
  });
}

int32_t fedltr_client_begin(fedltr_client* client, const double* model,
                            uint32_t round, int32_t searches) {
  return guarded(-1, [&] {
    require(round >= 1 && searches >= 1,
            "a round is numbered from 1, and has at least one search");
    client->round = nullptr;
    client->round = std::make_unique<fedltr_client::Round>(
        *client, client->model_of(model), round, searches);
    return 0;
  });
}

int32_t fedltr_client_show(fedltr_client* client, const double* features,
                           int32_t documents, int32_t* ranking) {
  return guarded(-1, [&] {
    auto& round = client->open();
    require(round.left > 0, "the round has no search left");
    require(!round.table, "the last search waits for its clicks");
    FeatureTable table = table_of(features, documents, client->features);
    round.table.emplace(std::move(table));
    round.search.reserve(documents);
    round.search.open({*round.table, 0, documents});
    round.learning->show(round.search);
    const auto shown = round.search.ranking();
    std::ranges::copy(shown, ranking);
    return static_cast<int32_t>(shown.size());
  });
}

int32_t fedltr_client_learn(fedltr_client* client, const uint8_t* clicks) {
  return guarded(-1, [&] {
    auto& round = client->open();
    require(round.table.has_value(), "no list has been shown");
    require(clicks != nullptr, "the clicks are missing");
    const auto heard = round.search.clicks();
    for (std::size_t rank = 0; rank < heard.size(); ++rank)
      heard[rank] = clicks[rank] != 0;
    round.learning->learn(round.search);
    round.table.reset();
    return --round.left;
  });
}

int32_t fedltr_client_end(fedltr_client* client, double* update) {
  return guarded(-1, [&] {
    auto& round = client->open();
    require(round.left == 0 && !round.table,
            std::to_string(round.left) + " searches of the round are missing");
    round.learning->end();
    std::ranges::copy(round.update, update);
    const std::int32_t searches = round.searches;
    client->round = nullptr;
    return searches;
  });
}

}  // extern "C"
