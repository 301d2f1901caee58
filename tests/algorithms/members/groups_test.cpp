// Epochs of members in groups, joined without actors: draws, sums, discarded
// groups, and evidence of who repeats it.
#include <cmath>
#include <set>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/members/epoch_member.hpp"
#include "algorithms/members/group_sums.hpp"
#include "algorithms/members/grouped_lead.hpp"
#include "algorithms/members/repeaters.hpp"

namespace fedltr::groups_test {
namespace {

constexpr std::uint64_t kSeed = 9;
constexpr std::uint32_t kWords = 3;

Tolerance in_groups(std::uint32_t groups) {
  Tolerance tolerance{0.25, 0};
  tolerance.groups = groups;
  return tolerance;
}

/// Members whose honest parts are of length 1 at most, and their lead.
class Federation {
 public:
  Federation(std::uint32_t count, std::uint32_t groups, double multiplier = 0)
      : tolerance(in_groups(groups)) {
    code.multiplier = multiplier;
    Rng rng(kSeed, Purpose::kTest);
    for (std::uint32_t i = 0; i < count; ++i) {
      Vector part(kWords);
      for (double& value : part) value = rng.uniform() / 2;
      parts.push_back(part);
      members_.emplace_back(
          i, count,
          std::array<EpochWork, 2>{
              EpochWork{code, [part](auto, const auto&) { return part; }},
              EpochWork{}},
          tolerance, simulated_secrets(kSeed, i));
    }
  }

  /// Runs an epoch; liars add words of their own to masked ones, useless ones
  /// deal shares that open nothing, silent ones send no masks.
  GroupedLead epoch(std::uint32_t number,
                    const std::set<std::uint32_t>& liars = {},
                    const std::set<std::uint32_t>& useless = {},
                    const std::set<std::uint32_t>& silent = {}) {
    GroupedLead lead(number, kWords, tolerance, simulated_draw(kSeed)(number));
    for (int stage = 0; stage < 4; ++stage) {
      for (std::uint32_t i = 0; i < members_.size(); ++i) {
        if (!lead.awaits(i)) continue;
        if (stage == 2 && silent.contains(i)) continue;
        std::string answer =
            members_[i].answer(number, EpochKind::kLearning, lead.stage(),
                               *lead.letter(i), Vector::Zero(kWords));
        if (stage == 1 && useless.contains(i)) answer = spoilt(answer);
        if (stage == 2 && liars.contains(i)) answer = huge(answer);
        CHECK(lead.accept(i, answer) == "");
      }
      lead.end_stage();
    }
    return lead;
  }

  GroupSums sums(const GroupedLead& lead, bool robust = true) const {
    return add_groups(lead, code, tolerance, 1, robust);
  }
  Vector sum_of(const std::vector<std::uint32_t>& members) const {
    Vector sum = Vector::Zero(kWords);
    for (const std::uint32_t member : members) sum += parts[member];
    return sum;
  }

  Tolerance tolerance;
  EpochCode code;
  std::vector<Vector> parts;

 private:
  static std::string huge(const std::string& answer) {
    auto words = read_letter<std::vector<std::uint64_t>>(answer);
    for (std::uint64_t& word : words) word += 0x5555555555555555;
    return write_letter(words);
  }
  static std::string spoilt(const std::string& answer) {
    auto shares = read_letter<Shares>(answer);
    shares.sealed.assign(shares.sealed.size(), 'x');
    return write_letter(shares);
  }

  std::vector<EpochMember> members_;
};

}  // namespace

TEST_CASE("groups are as equal as can be, and drawn anew in each epoch") {
  std::vector<std::uint32_t> members;
  for (std::uint32_t i = 0; i < 23; ++i) members.push_back(2 * i);
  const auto draw = simulated_draw(1);
  const auto first = deal_groups(members, 5, draw(1));
  CHECK(first == deal_groups(members, 5, draw(1)));
  CHECK(first != deal_groups(members, 5, draw(2)));
  std::vector<std::uint32_t> all;
  for (const auto& group : first) {
    CHECK((group.size() == 4 || group.size() == 5));
    CHECK(std::ranges::is_sorted(group));
    all.insert(all.end(), group.begin(), group.end());
  }
  std::ranges::sort(all);
  CHECK(all == members);
}

TEST_CASE("any two members meet as often as chance has it") {
  const std::vector<std::uint32_t> members = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  int met = 0;
  constexpr int kEpochs = 4000;
  for (std::uint32_t epoch = 1; epoch <= kEpochs; ++epoch)
    for (const auto& group : deal_groups(members, 3, simulated_draw(3)(epoch)))
      met += std::ranges::count(group, 0U) > 0 &&
             std::ranges::count(group, 8U) > 0;
  // 2 of 8 others; three deviations.
  CHECK(std::abs(met - kEpochs / 4) < 3 * std::sqrt(kEpochs * 3 / 16.0));
}

TEST_CASE(
    "one group has exactly the sum of all, like an epoch without groups") {
  Federation federation(5, 1, 3);
  const GroupedLead lead = federation.epoch(1);
  REQUIRE(lead.opened());
  const GroupSums sums = federation.sums(lead);
  CHECK(sums.total == federation.code.sum_of(lead.groups()[0].lead.sum()));
  CHECK(sums.members == std::vector<std::uint32_t>{0, 1, 2, 3, 4});
  CHECK(sums.hit.empty());
}

TEST_CASE("sums of groups add up to the exact sum, and their median is near") {
  Federation federation(12, 3);
  const GroupedLead lead = federation.epoch(1);
  const auto all = lead.members();
  CHECK(all.size() == 12);
  CHECK((federation.sums(lead, false).total - federation.sum_of(all)).norm() <
        1e-7);
  const Vector median = federation.sums(lead).total;
  CHECK((median - federation.sum_of(all)).norm() < 2);
  CHECK((median - federation.sum_of(all)).norm() > 1e-3);
}

TEST_CASE("huge words of one member spoil the sum of its group alone") {
  for (const double multiplier : {0.0, 3.0}) {
    Federation federation(12, 3, multiplier);
    const GroupedLead honest = federation.epoch(1);
    Federation again(12, 3, multiplier);
    const GroupedLead lied = again.epoch(1, {7});
    int changed = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const bool same =
          honest.groups()[i].lead.sum() == lied.groups()[i].lead.sum();
      const auto& members = lied.groups()[i].lead.members();
      CHECK(same == (std::ranges::count(members, 7U) == 0));
      changed += !same;
    }
    CHECK(changed == 1);
    const GroupSums sums = again.sums(lied);
    CHECK(sums.discarded == 1);
    CHECK(sums.hit.size() == 4);
    CHECK(std::ranges::count(sums.hit, 7U) == 1);
    CHECK(sums.members.size() == 8);
    CHECK(sums.judged.size() == 12);
    CHECK(sums.total.norm() < 8 + 3 * multiplier * std::sqrt(12 * kWords));
  }
}

TEST_CASE("useless shares lose the group of their dealer alone") {
  Federation federation(12, 3);
  const GroupedLead lead = federation.epoch(1, {}, {2});
  REQUIRE(lead.opened());
  const GroupSums sums = federation.sums(lead);
  CHECK(sums.discarded == 1);
  CHECK(std::ranges::count(sums.hit, 2U) == 1);
  CHECK(sums.members.size() == 8);
  int named = 0;
  for (const EpochGroup& group : lead.groups())
    if (group.lead.unrecovered()) {
      CHECK(group.lead.unrecovered() == 2U);
      CHECK_FALSE(group.lost.empty());
      ++named;
    }
  CHECK(named == 1);
}

TEST_CASE("a group with too many dropouts is lost alone, and is no evidence") {
  Federation federation(12, 3);
  const auto group =
      federation.epoch(1).groups()[1].lead.members();  // the same again
  Federation again(12, 3);
  const GroupedLead lead = again.epoch(1, {}, {}, {group[0], group[2]});
  const GroupSums sums = again.sums(lead);
  CHECK(lead.groups()[1].lost.find("2 of 4") != std::string::npos);
  CHECK(sums.members.size() == 8);
  CHECK(sums.judged == sums.members);
  CHECK(sums.hit.empty());
  CHECK(sums.discarded == 0);
  // One dropout is tolerated.
  Federation third(12, 3);
  CHECK(third.sums(third.epoch(1, {}, {}, {group[0]})).members.size() == 11);
}

TEST_CASE("before keys end, a member may start anew; too few are lost") {
  GroupedLead lead(1, kWords, in_groups(3), simulated_draw(kSeed)(1));
  for (std::uint32_t i = 0; i < 8; ++i) lead.accept(i, "key");
  CHECK(lead.answered() == 8);
  CHECK_FALSE(lead.complete());
  lead.restart(7);
  CHECK(lead.awaits(7));
  CHECK(lead.end_stage() == "");
  CHECK_FALSE(lead.awaits(7));
  CHECK(lead.members().size() == 7);
  CHECK(lead.groups()[2].lost.find("three") != std::string::npos);
}

TEST_CASE("honest sums are never too long, whatever the noise") {
  // 1e-9 allows none in 3,000 sums; parts as long as may be, all alike.
  for (const double multiplier : {0.0, 0.5, 20.0}) {
    EpochCode code;
    code.multiplier = multiplier;
    const Tolerance tolerance = in_groups(3);
    const Vector part = Vector::Constant(4, 0.5);
    const std::uint32_t honest = honest_members(4, tolerance);
    for (std::uint32_t trial = 0; trial < 1000; ++trial) {
      std::vector<std::uint64_t> sum(4);
      for (std::uint32_t member = 0; member < 4; ++member) {
        const auto words =
            code.words(part, honest, simulated_secrets(trial, member).noise(1));
        for (std::size_t i = 0; i < 4; ++i) sum[i] += words[i];
      }
      CHECK(code.sum_of(sum).norm() <=
            longest_sum(code, tolerance, 1, 4, 4, 4));
    }
  }
  EpochCode silent;
  CHECK(longest_sum(silent, in_groups(3), 1, 4, 4, 4) < 4.001);
}

namespace {

/// Draws epochs in which some members hit their groups with a chance.
/// @return  epoch in which each is found; 0: not
std::vector<std::uint32_t> found_in(std::uint32_t members, std::uint32_t groups,
                                    std::uint32_t liars, double chance,
                                    std::uint32_t epochs, std::uint64_t seed) {
  std::vector<std::uint32_t> present;
  for (std::uint32_t i = 0; i < members; ++i) present.push_back(i);
  std::vector<std::uint32_t> found(members);
  Vector evidence;
  Rng rng(seed, Purpose::kTest, 1);
  for (std::uint32_t epoch = 1; epoch <= epochs; ++epoch) {
    std::vector<bool> lies(members);
    for (std::uint32_t i = 0; i < liars; ++i)
      lies[i] = found[i] == 0 && rng.uniform() < chance;
    std::vector<std::uint32_t> hit;
    for (const auto& group :
         deal_groups(present, groups, simulated_draw(seed)(epoch)))
      if (std::ranges::any_of(group, [&](auto i) { return lies[i]; }))
        hit.insert(hit.end(), group.begin(), group.end());
    std::ranges::sort(hit);
    add_evidence(evidence, members, hit, present);
    for (const std::uint32_t member : find_repeaters(evidence))
      if (found[member] == 0) {
        found[member] = epoch;
        std::erase(present, member);
      }
  }
  return found;
}

}  // namespace

TEST_CASE(
    "a repeater is found in about log(members / level) / log(groups / 2)") {
  for (const std::uint32_t groups : {5U, 10U, 20U})
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const auto found = found_in(100, groups, 1, 1, 40, seed);
      const double expected = std::ceil(std::log(100 / kWronglyLeftOut) /
                                        std::log((1.0 + groups) / 2));
      CHECK(found[0] == expected);
      for (std::uint32_t i = 1; i < 100; ++i) CHECK(found[i] == 0);
    }
}

TEST_CASE("honest members are not left out, however many lie") {
  // By Ville's inequality in at most 1e-4 of the runs of any length.
  int runs = 0;
  for (const std::uint32_t liars : {1U, 5U, 20U, 49U})
    for (const double chance : {0.05, 0.5, 1.0})
      for (std::uint64_t seed = 1; seed <= 25; ++seed, ++runs) {
        const auto found = found_in(100, 10, liars, chance, 200, seed);
        for (std::uint32_t i = liars; i < 100; ++i) CHECK(found[i] == 0);
      }
  CHECK(runs == 300);
}

TEST_CASE("the wealth of an honest member has no gain on average") {
  for (const std::uint32_t hit_members : {1U, 3U, 9U}) {
    std::vector<std::uint32_t> all;
    std::vector<std::uint32_t> hit;
    for (std::uint32_t i = 0; i < 10; ++i) all.push_back(i);
    for (std::uint32_t i = 0; i < hit_members; ++i) hit.push_back(i);
    Vector evidence;
    add_evidence(evidence, 10, hit, all);
    CHECK(evidence.array().exp().mean() == doctest::Approx(1));
  }
  Vector evidence;
  add_evidence(evidence, 2, {}, {0, 1});
  add_evidence(evidence, 2, {0, 1}, {0, 1});
  CHECK(evidence.size() == 0);
}

}  // namespace fedltr::groups_test
