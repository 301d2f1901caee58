// Keys of the random streams of whole studies: no hiding stream is drawn twice.
#include <algorithm>
#include <mutex>

#include "algorithms/core/traced_stream.hpp"
#include "app/base/text.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/silo_scenario.hpp"

namespace fedltr::streams_test {
using namespace fedltr::test;
using Settings = std::vector<std::string>;

namespace {

constexpr std::uint32_t kClients = 10;

constexpr const char* kSmall =
    "[synthetic]\nlike = custom\nqueries = 30\ndocuments = 12\nfeatures = 6\n"
    "[federation]\nclients = 10\ninteractions = 4\nrounds = 6\n";

const Settings kNoise = {"privacy.mechanism=gaussian", "privacy.mode=sound"};
const Settings kUsers = {"heterogeneity.kind=click-preference",
                         "heterogeneity.iid=yes"};

Settings unlearning(const std::string& method) {
  Settings settings = {"unlearning.method=" + method, "unlearning.clients=3",
                       "timeline.at=4 unlearn 5"};
  if (method != "retrain") settings.emplace_back("unlearning.interval=2");
  return settings;
}

Settings together(std::initializer_list<Settings> parts) {
  Settings all;
  for (const Settings& part : parts)
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

std::mutex mutex;
std::vector<StreamKey> traced;  ///< unsorted

void trace(const StreamKey& key) {
  const std::lock_guard lock(mutex);
  traced.push_back(key);
}

/// Keys of a study's streams, ascending.
std::vector<StreamKey> keys_of(const std::string& text,
                               const Settings& settings) {
  const TemporaryFolder folder;
  traced.clear();
  stream_trace = trace;
  const Outcome outcome = run_text(folder, text, "out", settings);
  stream_trace = nullptr;
  CHECK_MESSAGE(outcome.code == 0, outcome.err);
  std::ranges::sort(traced);
  return traced;
}

/// True for hiding streams; a client's own key pair is the same after a
/// restart.
bool hides(const StreamKey& key) {
  return key.purpose == Purpose::kPrivacy ||
         key.purpose == Purpose::kSketchNoise ||
         (key.purpose == Purpose::kSecureKeys && key.round > 0);
}

bool is_users(const StreamKey& key) {
  return key.purpose == Purpose::kUser ||
         (key.purpose == Purpose::kQuery && key.entity < kClients);
}

std::size_t count_of(const std::vector<StreamKey>& keys, Purpose purpose) {
  return static_cast<std::size_t>(
      std::ranges::count(keys, purpose, &StreamKey::purpose));
}

/// Largest number of streams with the same key.
std::size_t most_alike(const std::vector<StreamKey>& keys,
                       bool (*counts)(const StreamKey&)) {
  std::size_t most = 0;
  for (auto first = keys.begin(); first != keys.end();) {
    const auto last = std::upper_bound(first, keys.end(), *first);
    if (counts(*first))
      most = std::max(most, static_cast<std::size_t>(last - first));
    first = last;
  }
  return most;
}

/// @param passes  over the same searches: training, training again and
/// baselines
void check_streams(const Settings& settings, Purpose purpose,
                   std::size_t passes = 1) {
  CAPTURE(join(settings, ", "));
  const auto keys = keys_of(kSmall, settings);
  CHECK(count_of(keys, purpose) > 0);
  CHECK(most_alike(keys, hides) == 1);
  CHECK(most_alike(keys, is_users) == passes);
}

}  // namespace

TEST_CASE("no two draws of noise or masks have one key") {
  const auto none = Settings{"unlearning.evidence=no"};
  check_streams(together({kNoise, kUsers}), Purpose::kPrivacy);
  check_streams(
      {"privacy.mechanism=gamma-laplace", "federation.participation=1"},
      Purpose::kPrivacy);
  check_streams(together({kNoise,
                          {"federation.participation=0.5", "faults.late=0.3",
                           "faults.dropout=0.1", "faults.stale=weigh",
                           "faults.delay=2"}}),
                Purpose::kPrivacy);
  check_streams(together({kNoise, {"learner.method=dbgd"}}), Purpose::kPrivacy);
  check_streams({"learner.method=es", "privacy.mechanism=randomized-response",
                 "privacy.p=0.8"},
                Purpose::kPrivacy);
  check_streams({"privacy.secure-aggregation=yes", "faults.crash=0.1"},
                Purpose::kSecureKeys);
  for (const char* method : {"federaser", "fine-tune", "fedremove", "pga"})
    check_streams(
        together(
            {kNoise, kUsers, unlearning(method), none, {"faults.crash=0.2"}}),
        Purpose::kPrivacy);
  // Two requests, each of which repeats the training.
  check_streams(together({kNoise, kUsers, unlearning("retrain"), none}),
                Purpose::kPrivacy, 3);
  check_streams(
      together({{"learner.method=es", "privacy.mechanism=randomized-response",
                 "privacy.p=0.8"},
                unlearning("retrain"),
                none}),
      Purpose::kPrivacy, 3);
}

TEST_CASE("a retraining baseline has the searches, but not the noise") {
  const Settings one = {"unlearning.clients=3"};
  for (const char* method : {"retrain", "federaser", "fine-tune", "pga"}) {
    const bool again = std::string(method) == "retrain";
    check_streams(together({kNoise,
                            kUsers,
                            one,
                            {std::string("unlearning.method=") + method}}),
                  Purpose::kPrivacy, again ? 3 : 2);
  }
  // Two requests: two baselines.
  check_streams(together({kNoise, unlearning("federaser")}), Purpose::kPrivacy,
                3);
  check_streams(together({{"privacy.secure-aggregation=yes",
                           "unlearning.method=fine-tune"},
                          one}),
                Purpose::kSecureKeys, 2);
}

TEST_CASE("no two answers of a silo have noise of one key") {
  for (const char* noise : {"paper", "sound"}) {
    const auto keys = keys_of(
        kTextSilo, {"run.repeats=1", std::string("silo.noise=") + noise});
    CHECK(count_of(keys, Purpose::kSketchNoise) > 0);
    CHECK(most_alike(keys, hides) == 1);
  }
}

TEST_CASE("features under noise are off by the predicted noise") {
  const TemporaryFolder folder;
  // Much noise, and 7 of 8 clients in both: if the noise were the same, the
  // cosine would be near sqrt(7 / 8).
  const Outcome outcome = run_text(
      folder, kSmall, "out",
      together({kNoise,
                {"federation.clients=8", "privacy.epsilon=0.1",
                 "unlearning.method=retrain", "unlearning.clients=0"}}));
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  const auto distance = json_of(
      folder / "out/unlearning.json")["requests"][0]["distance_to_retrained"];
  for (const char* which : {"cosine_before", "cosine_after"}) {
    CAPTURE(which);
    CHECK(std::abs(distance[which].get<double>()) < 0.9);
  }
  CHECK(distance["ratio"].get<double>() > 0.1);
}

}  // namespace fedltr::streams_test
