// The part of a party that shares its metrics.
#include <memory>
#include <utility>

#include <spdlog/spdlog.h>

#include "actors/silo/training_party.hpp"
#include "algorithms/privacy/key_stream.hpp"
#include "algorithms/silo/own_tests.hpp"

namespace fedltr {
namespace {

constexpr const char* kMetrics = "metrics";  // purpose of sealing

}  // namespace

std::vector<TestQuery> TrainingParty::held_out() const {
  return own_tests(collection(), share(), party(), plan().options,
                   statistics());
}

/// Answers once: the same noise on other means would reveal their difference.
void TrainingParty::take(const SiloMessage&, const AskMetrics&) {
  begin_training();
  require(plan().sharing != MetricSharing::kNone && cursor_->done() &&
              !record_->told,
          "is not agreed on now");
  // All parties have a joint model; only those with labels have their own.
  const auto found = record_->models.find(plan().shared_method);
  record_->tests = held_out();
  const Matrix values =
      found == record_->models.end()
          ? Matrix(0, static_cast<Index>(plan().metrics.size()))
          : evaluate_each(*model_, found->second, record_->tests,
                          plan().metrics);
  const auto noise = std::make_shared<KeyStream>(metric_noise_);
  record_->told = plan().sharing == MetricSharing::kPlain
                      ? plain_means(values)
                      : noisy_means(values, plan().metrics_epsilon,
                                    [noise] { return (*noise)(); });
  const ByteVector text = encode(*record_->told);
  SealedMetrics sealed;
  for (const auto& [member, documents] : keys().members())
    if (member != party())
      sealed.means.push_back({member, keys().seal_for(member, text, kMetrics)});
  send(kRelay, message_of(sealed));
}

/// Reads the others' metrics. The relay can't read them, so it excludes no
/// party for invalid ones: the receiver names their sender.
void TrainingParty::take(const SiloMessage&, const MetricsOfOthers& others) {
  require(record_ && record_->told && !std::exchange(heard_metrics_, true),
          "is not agreed on now");
  require_sealed(others.means, plan().parties(), plan().metrics.size());
  for (const auto member :
       missing_from(others.means, keys().members(), party()))
    record_->unreadable[member] = "was not passed on by the relay";
  for (const SealedMeans& each : others.means) {
    if (!keys().has_secret_with(each.party)) continue;
    const auto text = keys().open_from(each.party, each.bytes, kMetrics);
    try {
      require(static_cast<bool>(text), text.refusal);
      MetricMeans means = decode<MetricMeans>(*text);
      require_means(means, plan().metrics.size(), plan().sharing,
                    plan().metrics_epsilon);
      record_->others[each.party] = std::move(means);
    } catch (const std::invalid_argument& error) {
      record_->unreadable[each.party] = error.what();
      spdlog::warn("the metrics of party {}: {}", each.party, error.what());
    }
  }
}

}  // namespace fedltr
