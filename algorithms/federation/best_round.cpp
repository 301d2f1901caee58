#include "algorithms/federation/best_round.hpp"

#include <utility>

#include "algorithms/core/archive.hpp"
#include "algorithms/core/require.hpp"

namespace fedltr {

void BestRound::add(std::uint32_t round, double value, Parameters model) {
  require(!now_.any || round > now_.last,
          "rounds are added in ascending order");
  before_ = now_;
  now_.last = round;
  if (now_.any && !(value > now_.value + min_delta_)) {
    ++now_.worse;
    return;
  }
  now_ = {true, round, round, value, std::move(model), 0};
}

std::optional<std::uint32_t> BestRound::round() const {
  if (!now_.any) return std::nullopt;
  return now_.round;
}

void BestRound::exchange(Archive& archive, std::uint32_t last_row) {
  const bool is_later = now_.any && now_.last > last_row;
  archive(!archive.reading() && is_later ? before_ : now_);
}

void BestRound::State::exchange(Archive& archive) {
  archive(any, last, round, value, model, worse);
}

}  // namespace fedltr
