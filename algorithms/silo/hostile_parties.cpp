#include "algorithms/silo/hostile_parties.hpp"

#include <iterator>
#include <vector>

namespace fedltr {

void HostileParties::act(TrainingStep::Kind kind,
                         std::map<std::uint32_t, Vector>& told) {
  if (!attack_.make || told.empty()) return;
  // The hostile parties come first, and so do their rows.
  const auto honest = told.lower_bound(attack_.parties);
  const Index hostile = std::distance(told.begin(), honest);
  if (hostile == 0) return;
  const Index known = attack_.full ? std::ssize(told) : hostile;
  Matrix rows(known, told.begin()->second.size());
  std::vector<std::uint32_t> parties;
  for (auto each = told.begin(); std::ssize(parties) < known; ++each) {
    rows.row(std::ssize(parties)) = each->second.transpose();
    parties.push_back(each->first);
  }
  Memory& memory = memories_[kind];
  if (!memory.attack) memory.attack = attack_.make();
  ++memory.round;
  const Vector start = Vector::Zero(rows.cols());
  const auto entity = static_cast<std::uint32_t>(kind);
  const Matrix crafted = memory.attack->craft(
      {start, rows, hostile, static_cast<std::uint32_t>(told.size()),
       attack_.assumed,
       Rng(attack_.seed, Purpose::kAttack, entity, memory.round), memory.round,
       parties});
  Index row = 0;
  for (auto each = told.begin(); each != honest; ++each)
    each->second = crafted.row(row++).transpose();
}

}  // namespace fedltr
