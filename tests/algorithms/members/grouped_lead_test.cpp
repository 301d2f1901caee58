#include "algorithms/members/grouped_lead.hpp"

#include <cmath>

#include "algorithms/members/group_sums.hpp"
#include "tests/support/epochs.hpp"

namespace fedltr::grouped_lead_test {
using namespace fedltr::test;

namespace {

Tolerance in_groups(std::uint32_t groups) {
  Tolerance tolerance{0.25, 0};
  tolerance.groups = groups;
  return tolerance;
}

/// Members in groups, and their lead.
class Federation : public Epochs {
 public:
  Federation(std::uint32_t count, std::uint32_t groups, double multiplier = 0)
      : Epochs(multiplier, count, in_groups(groups)) {}

  /// Runs an epoch; liars add words of their own to masked ones, useless ones
  /// deal shares that open nothing, silent ones send no masks; traps are silent
  /// too, and have deposited other seeds than they share with neighbours.
  GroupedLead epoch(std::uint32_t number,
                    const std::set<std::uint32_t>& liars = {},
                    const std::set<std::uint32_t>& useless = {},
                    const std::set<std::uint32_t>& silent = {},
                    const std::set<std::uint32_t>& traps = {}) {
    GroupedLead lead(number, kWords, tolerance, simulated_draw(kSeed)(number));
    for (int stage = 0; stage < 4; ++stage) {
      for (std::uint32_t i = 0; i < members.size(); ++i) {
        if (!lead.awaits(i)) continue;
        if (stage == 2 && (silent.contains(i) || traps.contains(i))) continue;
        std::string answer = ask(i, number, lead.stage(), *lead.letter(i));
        if (stage == 1 && useless.contains(i)) answer = spoilt(answer);
        if (stage == 1 && traps.contains(i)) answer = trapped(answer);
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
  Vector sum_of(const std::vector<std::uint32_t>& some) const {
    Vector sum = Vector::Zero(kWords);
    for (const std::uint32_t member : some) sum += parts[member];
    return sum;
  }

 private:
  static std::string huge(const std::string& answer) {
    auto words = read_letter<std::vector<std::uint64_t>>(answer);
    for (std::uint64_t& word : words) word += 0x5555555555555555;
    return write_letter(words);
  }
  static std::string trapped(const std::string& answer) {
    auto shares = read_letter<Shares>(answer);
    shares.deposit.assign(shares.deposit.size(), 'x');
    return write_letter(shares);
  }
  static std::string spoilt(const std::string& answer) {
    auto shares = read_letter<Shares>(answer);
    shares.sealed.assign(shares.sealed.size(), 'x');
    return write_letter(shares);
  }
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
    CHECK(sums.total.norm() <
          8 + 3 * multiplier * std::sqrt(12 * Federation::kWords));
  }
}

TEST_CASE("one that deposits other seeds and falls silent is judged too") {
  Federation federation(12, 3);
  const GroupSums sums = federation.sums(federation.epoch(1, {}, {}, {}, {7}));
  CHECK(sums.discarded == 1);
  CHECK(sums.hit.size() == 4);
  CHECK(std::ranges::count(sums.hit, 7U) == 1);
  CHECK(sums.judged.size() == 12);
  CHECK(sums.members.size() == 8);
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

TEST_CASE("neighbours are drawn once all keys have come, by the lead's bits") {
  // 60 members see some of each other: who sees whom follows from the draw.
  const Tolerance tolerance{0.1, 0};
  const auto letters = [&](std::uint64_t drawn) {
    Epochs federation(0, 60, tolerance);
    int draws = 0;
    EpochLead lead(1, Epochs::kWords, tolerance, [&] {
      ++draws;
      return drawn;
    });
    for (std::uint32_t i = 0; i < 60; ++i)
      lead.accept(i, federation.ask(i, 1, SecureStage::kKeys, ""));
    CHECK(draws == 0);
    CHECK(lead.end_stage() == "");
    CHECK(draws == 1);
    return *lead.letter(0);
  };
  CHECK(letters(1) == letters(1));
  CHECK(letters(1) != letters(2));
}

TEST_CASE("before keys end, a member may start anew; too few are lost") {
  GroupedLead lead(1, 3, in_groups(3), simulated_draw(1)(1));
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

}  // namespace fedltr::grouped_lead_test
