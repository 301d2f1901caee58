#include "algorithms/federation/block.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/core/require.hpp"
#include "algorithms/online/learner.hpp"

namespace fedltr {
namespace {

bool is_mean(double value) {
  return value >= 0 && value <= 1;
}

}  // namespace

std::string_view describe(Refusal refusal) {
  switch (refusal) {
    case Refusal::kNone:
      return "accepted";
    case Refusal::kUnknownClient:
      return "not a client of this block";
    case Refusal::kTwice:
      return "a second update in one round";
    case Refusal::kWrongRound:
      return "not the current round";
    case Refusal::kWrongSize:
      return "wrong number of parameters";
    case Refusal::kSenseless:
      return "numbers out of range";
    case Refusal::kWrongInteractions:
      return "wrong number of interactions";
    case Refusal::kWrongOnline:
      return "online metrics outside 0 to 1";
  }
  return "unknown";
}

void PartialSum::add(const PartialSum& other) {
  if (weighted.size() == 0)
    weighted = other.weighted;
  else
    weighted += other.weighted;
  weight += other.weight;
  online += other.online;
  max_rr += other.max_rr;
  clients += other.clients;
  interactions += other.interactions;
}

Block::Block(std::uint32_t first, std::vector<std::uint32_t> interactions,
             Index parameters, const Learner& learner, Weighting weighting)
    : first_(first),
      interactions_(std::move(interactions)),
      parameters_(parameters),
      learner_(&learner),
      weighting_(weighting) {}

void Block::open(std::uint32_t round,
                 const std::vector<std::uint32_t>& waited_for,
                 const RoundSpec& spec, Keep keep) {
  require(std::ranges::is_sorted(waited_for) &&
              (waited_for.empty() || waited_for.front() >= first_),
          "a block waits only for its own clients, in order");
  round_ = round;
  spec_ = spec;
  keep_ = keep;
  waiting_ = waited_for.size();
  front_ = waited_for.empty() ? first_ : waited_for.front();
  slots_.assign(waited_for.empty() ? 0 : waited_for.back() - front_ + 1,
                Slot::kIdle);
  updates_.resize(slots_.size());
  if (keep == Keep::kSum) accepted_.resize(slots_.size());
  for (const std::uint32_t client : waited_for)
    slots_[client - front_] = Slot::kWaiting;
  if (keep == Keep::kRows) {
    auto [rows, numbers] = Parameters::make(
        learner_->message_size(parameters_) * std::ssize(waited_for));
    rows_ = std::move(rows);
    numbers_ = numbers.data();
  }
  sum_ = {};
  next_ = 0;
}

Refusal Block::check(const LocalUpdate& update,
                     const Parameters& message) const {
  const Slot slot = slots_[update.client - front_];
  if (update.round != round_) return Refusal::kWrongRound;
  if (slot == Slot::kIdle) return Refusal::kUnknownClient;
  if (slot != Slot::kWaiting) return Refusal::kTwice;
  if (message.size() != learner_->message_size(parameters_))
    return Refusal::kWrongSize;
  if (!learner_->accepts(message.view())) return Refusal::kSenseless;
  if (update.interactions != searches_of(spec_, interactions_of(update.client)))
    return Refusal::kWrongInteractions;
  if (!is_mean(update.online) || !is_mean(update.max_rr))
    return Refusal::kWrongOnline;
  return Refusal::kNone;
}

/// Validates an update and, if it is valid, sets its client's slot to
/// `accepted`.
Refusal Block::judge(const LocalUpdate& update, const Parameters& message,
                     Slot accepted) {
  if (!has(update.client)) return Refusal::kUnknownClient;
  const std::size_t row = update.client - front_;
  const Refusal refusal = check(update, message);
  if (slots_[row] == Slot::kWaiting) {
    slots_[row] = refusal == Refusal::kNone ? accepted : Slot::kRefused;
    --waiting_;
  }
  return refusal;
}

Refusal Block::accept(const LocalUpdate& update, const Parameters& message) {
  const Refusal refusal = judge(update, message, Slot::kAccepted);
  if (refusal == Refusal::kNone) {
    updates_[update.client - front_] = update;
    keep(update.client - front_, message);
  }
  add_prefix();
  return refusal;
}

Refusal Block::check_late(const LocalUpdate& update,
                          const Parameters& message) {
  const Refusal refusal = judge(update, message, Slot::kLate);
  add_prefix();
  return refusal;
}

void Block::excuse(std::uint32_t client) {
  require(has(client) && slots_[client - front_] == Slot::kWaiting,
          "only an outstanding client can be excused");
  slots_[client - front_] = Slot::kRefused;
  --waiting_;
  add_prefix();
}

double Block::weight_of(std::uint32_t client) const {
  return weighting_ == Weighting::kInteractions ? interactions_of(client) : 1;
}

void Block::add_stale(const Stale& late, const VectorView& model,
                      PartialSum& sum) const {
  if (interactions_of(late.update.client) == 0) return;
  // Its step is shorter, but it counts fully: a round of only old updates must
  // move the model less.
  const double weight = weight_of(late.update.client);
  if (learner_->sends_models())
    learner_->add(model + late.factor * late.message.view(), weight,
                  sum.weighted);
  else
    learner_->add(late.message.view(), weight * late.factor, sum.weighted);
  sum.weight += weight;
  sum.online += late.update.online;
  sum.max_rr += late.update.max_rr;
  ++sum.clients;
  sum.interactions += late.update.interactions;
}

/// Keeps a message until it is in the sum, or its numbers as a row: many
/// messages would be twice the memory of their rows.
void Block::keep(std::size_t row, const Parameters& message) {
  if (keep_ == Keep::kRows)
    kept(row) = message.view();
  else
    accepted_[row] = message;
}

/// Returns a client's row. Rows are those of the clients asked, in order.
Eigen::Map<Vector> Block::kept(std::size_t row) const {
  const auto end = slots_.begin() + static_cast<std::ptrdiff_t>(row);
  const Index size = learner_->message_size(parameters_);
  const Index before =
      end - slots_.begin() - std::count(slots_.begin(), end, Slot::kIdle);
  return {numbers_ + before * size, size};
}

std::vector<std::uint32_t> Block::clients_with_rows() const {
  require(keep_ == Keep::kRows, "the block keeps no rows");
  std::vector<std::uint32_t> clients;
  for (std::uint32_t client = front_; has(client); ++client)
    if (slots_[client - front_] == Slot::kAccepted &&
        interactions_of(client) > 0)
      clients.push_back(client);
  return clients;
}

ClientRows Block::rows() const {
  ClientRows rows{clients_with_rows(), {}};
  if (rows.clients.empty()) return rows;
  const Index size = learner_->message_size(parameters_);
  auto [all, numbers] = Parameters::make(size * std::ssize(rows.clients));
  for (std::size_t i = 0; i < rows.clients.size(); ++i)
    numbers.segment(i * size, size) = kept(rows.clients[i] - front_);
  rows.numbers = std::move(all);
  return rows;
}

ClientRows Block::take_rows() {
  require(complete(), "the round is not complete");
  std::vector<std::uint32_t> clients = clients_with_rows();
  const Index size = learner_->message_size(parameters_);
  if (std::ssize(clients) * size != rows_.size()) return rows();
  if (clients.empty()) return {};
  return {std::move(clients), std::exchange(rows_, {})};
}

/// Adds a client's accepted update to the sum.
void Block::add(std::size_t row) {
  const double weight = weight_of(front_ + row);
  if (sum_.clients == 0) sum_.weighted = Vector::Zero(parameters_);
  if (keep_ == Keep::kRows)
    learner_->add(kept(row), weight, sum_.weighted);
  else
    learner_->add(accepted_[row].view(), weight, sum_.weighted);
  sum_.weight += weight;
  sum_.online += updates_[row].online;
  sum_.max_rr += updates_[row].max_rr;
  ++sum_.clients;
  sum_.interactions += updates_[row].interactions;
}

/// Adds the accepted updates before that of the first client that is still
/// waited for, and gives their memory to later ones.
void Block::add_prefix() {
  for (; next_ < slots_.size() && slots_[next_] != Slot::kWaiting; ++next_) {
    if (slots_[next_] != Slot::kAccepted) continue;
    if (interactions_of(front_ + next_) > 0) add(next_);
    if (keep_ == Keep::kSum) accepted_[next_] = {};
  }
}

PartialSum Block::close() {
  // Later updates are rejected; the block is idle.
  std::ranges::replace(slots_, Slot::kWaiting, Slot::kRefused);
  waiting_ = 0;
  add_prefix();
  std::ranges::fill(slots_, Slot::kIdle);
  updates_ = std::vector<LocalUpdate>();  // {} would keep the memory
  accepted_ = std::vector<Parameters>();
  rows_ = {};
  if (sum_.clients == 0) sum_.weighted = Vector::Zero(parameters_);
  return std::exchange(sum_, {});
}

}  // namespace fedltr
