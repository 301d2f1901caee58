#include "algorithms/privacy/release_ledger.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();

}  // namespace

ReleaseLedger::ReleaseLedger(ReleaseConfig config, std::uint32_t documents,
                             std::uint32_t askers, std::uint32_t sharing)
    : config_(std::move(config)),
      askers_(askers),
      sharing_(std::max(sharing == 0 ? askers : sharing, 1U)),
      allowed_(within(0)),
      counts_(std::size_t{documents} * askers),
      refused_(askers),
      closed_(askers) {
  require(documents >= 1 && askers >= 1,
          "a ledger of releases needs a document and an asker");
  require(config_.budget >= 0, "a privacy budget is at least 0");
  if (config_.budget != kNoBound) allowed_ /= sharing_;
}

std::uint32_t ReleaseLedger::releases(std::uint32_t document,
                                      std::uint32_t asker) const {
  require(asker < askers_, "the ledger does not know this asker");
  return counts_.at(std::size_t{document} * askers_ + asker);
}

std::uint64_t ReleaseLedger::releases(std::uint32_t document) const {
  const std::size_t begin = std::size_t{document} * askers_;
  require(begin < counts_.size(), "the ledger does not know this document");
  const auto first = counts_.begin() + begin;
  return std::accumulate(first, first + askers_, std::uint64_t{0});
}

bool ReleaseLedger::charge(std::uint32_t document, std::uint32_t asker,
                           std::uint32_t releases) {
  if (releases > left(document, asker) || closed_[asker]) {
    refused_[asker] += releases;
    return false;
  }
  counts_[std::size_t{document} * askers_ + asker] += releases;
  return true;
}

std::uint64_t ReleaseLedger::left(std::uint32_t document,
                                  std::uint32_t asker) const {
  require(std::size_t{document} * askers_ < counts_.size(),
          "the ledger does not know this document");
  std::uint64_t told = releases(document, asker);
  const auto renewed = renewed_.find(std::size_t{document} * askers_ + asker);
  if (renewed != renewed_.end()) told -= renewed->second;
  const auto limited = left_.find(document);
  const std::uint64_t allowed =
      limited == left_.end() ? allowed_ : limited->second;
  return allowed > told ? allowed - told : 0;
}

void ReleaseLedger::renew(std::uint32_t document, std::uint32_t asker,
                          std::uint32_t over) {
  require(over <= releases(document, asker),
          "no more releases are over than there were");
  if (over > 0) renewed_[std::size_t{document} * askers_ + asker] = over;
}

void ReleaseLedger::spend(std::uint32_t document, std::uint64_t same,
                          double other) {
  require(std::size_t{document} * askers_ < counts_.size(),
          "the ledger does not know this document");
  if (config_.budget == kNoBound) return;
  const std::uint64_t most = within(other);
  left_[document] = (most > same ? most - same : 0) / sharing_;
}

/// The maximum number of releases whose composition stays within the budget.
/// @param other  epsilon spent before, as for spend()
std::uint64_t ReleaseLedger::within(double other) {
  if (config_.budget == kNoBound) return kMost;
  std::uint64_t fitting = 0;
  for (std::uint64_t step = std::uint64_t{1} << 31; step > 0; step /= 2)
    if (other + composed(fitting + step) <= config_.budget) fitting += step;
  return fitting;
}

double ReleaseLedger::composed(std::uint64_t releases) {
  const auto [found, is_new] = composed_.try_emplace(releases, 0);
  if (is_new)
    found->second = compose(config_.guarantee, releases, config_.delta).best();
  return found->second;
}

void ReleaseLedger::close(std::uint32_t asker) {
  require(asker < askers_, "the ledger does not know this asker");
  closed_[asker] = true;
}

void ReleaseLedger::leave_out(std::uint32_t asker) {
  require(asker < askers_, "the ledger does not know this asker");
  for (std::size_t i = asker; i < counts_.size(); i += askers_) counts_[i] = 0;
  std::erase_if(renewed_, [&](const auto& each) {
    return each.first % askers_ == asker;
  });
  refused_[asker] = 0;
  closed_[asker] = true;
}

std::uint64_t ReleaseLedger::refused() const {
  return std::accumulate(refused_.begin(), refused_.end(), std::uint64_t{0});
}

ReleaseLedger::Account ReleaseLedger::account(std::uint32_t document) const {
  const std::uint64_t count = releases(document);
  // Infinity times 0 is NaN.
  return {document, count, count == 0 ? 0 : config_.claimed * count,
          compose(config_.guarantee, count, config_.delta)};
}

ReleaseLedger::Account ReleaseLedger::worst() const {
  std::uint32_t worst = 0;
  std::uint64_t most = 0;
  const std::uint32_t documents = counts_.size() / askers_;
  for (std::uint32_t document = 0; document < documents; ++document) {
    const std::uint64_t count = releases(document);
    if (count > most) {
      most = count;
      worst = document;
    }
  }
  return account(worst);
}

}  // namespace fedltr
