#include "algorithms/members/preference_exam.hpp"

#include <doctest/doctest.h>

#include "algorithms/members/held_out_exam.hpp"
#include "tests/support/small_members.hpp"

namespace fedltr::preference_exam_test {
using namespace fedltr::test;

namespace {

/// Ranks by what the labels of member_rows() follow.
const Vector kGood{{1, 1, 0, 0, 0}};
const Vector kBad{{-1, -1, 0, 0, 0}};

MemberTraining training(PrivacyUnit unit = PrivacyUnit::kMember) {
  MemberTraining training;
  training.ranker = std::make_shared<LinearRanker>(kMemberFeatures);
  training.unit = unit;
  auto clicks = std::make_shared<ClickTraining>();
  clicks->user = find(click_models(), "navigational").make({2});
  clicks->searches = 400;
  clicks->seed = 9;
  training.clicks = std::move(clicks);
  return training;
}

std::shared_ptr<MemberTrial> against(const Vector& kept) {
  return std::make_shared<MemberTrial>(MemberTrial{3, kept});
}

/// Returns the mean preference of simulated users for the newest model.
double preference(const Vector& newest, const Vector& kept,
                  Opponent with = Opponent::kLast) {
  const PreferenceExam exam({{with, 0.2}, false, 0, 400}, training(),
                            member_rows(1), 1, nullptr, against(kept));
  const Vector part = exam.part(5, newest);
  CHECK(exam.part(5, newest) == part);
  CHECK(part(1) > 30);
  return 0.5 + part(0) / (2 * part(1));
}

class Logged final : public SearchSource {
 public:
  explicit Logged(std::vector<Preference> all) : all_(std::move(all)) {}
  std::vector<RecordedSearch> take(std::uint32_t, PrivacyUnit, Index) override {
    return {};
  }
  std::vector<Preference> take_preferences(std::uint32_t,
                                           std::uint32_t began) override {
    CHECK(began == 3);
    return all_;
  }

 private:
  std::vector<Preference> all_;
};

Vector part_of(std::vector<Preference> logged, bool one_each = false) {
  return PreferenceExam({{Opponent::kLast, 0.2}, one_each, 0, 0}, training(),
                        member_rows(1), 1,
                        std::make_shared<Logged>(std::move(logged)),
                        against(kBad))
      .part(5, kGood);
}

}  // namespace

TEST_CASE("simulated users prefer the better model, whichever is newer") {
  CHECK(preference(kGood, kBad) > 0.7);
  CHECK(preference(kBad, kGood) < 0.3);
  CHECK(preference(kGood, kBad, Opponent::kEngine) > 0.6);
  CHECK(preference(kBad, kBad, Opponent::kEngine) < 0.4);
}

TEST_CASE("two models that rank alike are not compared") {
  const PreferenceExam exam({{Opponent::kLast, 0.2}, false, 0, 400}, training(),
                            member_rows(1), 1, nullptr, against(kGood));
  CHECK(exam.part(5, 2 * kGood) == Vector::Zero(2));
}

TEST_CASE("no query adds more than the bound") {
  const auto rows = member_rows(2);
  const auto part_of_queries = [&](const std::vector<Index>& queries) {
    return PreferenceExam(
               {{Opponent::kLast, 0.2}, false, 0x1p-20, 20},
               training(PrivacyUnit::kQuery),
               std::make_shared<const Dataset>(select_queries(*rows, queries)),
               1, nullptr, against(kBad))
        .part(5, kGood);
  };
  const Vector all = part_of_queries({0, 1, 2, 3, 4, 5});
  CHECK(all(1) > 1);
  CHECK((all - part_of_queries({0, 1, 2, 4, 5})).norm() <= kExamClip);
}

TEST_CASE("a user counts once, by the mean of the user's lists") {
  CHECK(part_of({}) == Vector::Zero(2));
  CHECK(part_of({{1, "u", 2}, {2, "u", 0}, {3, "u", 2}, {4, "v", 1}}) ==
        Vector{{2.0 / 3 - 0.5, 1}});
  CHECK(part_of({{1, "", 2}, {2, "", 2}}) == Vector{{1, 1}});
  CHECK(part_of({{1, "u", 2}, {2, "v", 1}}, true) == Vector{{0.25, 0.5}});
}

TEST_CASE("a record counts the preferences of its epochs alone") {
  SearchRecord record;
  record.taken[4] = {search_of({1, "u", 2}), search_of({2, "v", 0})};
  record.taken[5] = {{3, "u", {1}, {1}, {1}}};
  CHECK(record.searches() == 1);
  ReplayedSearches replayed(std::move(record));
  CHECK(replayed.take(4, PrivacyUnit::kMember, 9).empty());
  CHECK(replayed.take(5, PrivacyUnit::kMember, 9).size() == 1);
  CHECK(replayed.take_preferences(4, 0).size() == 2);
  CHECK(replayed.take_preferences(4, 0)[1].user == "v");
  CHECK(replayed.take_preferences(5, 0).empty());
  CHECK(replayed.take_preferences(9, 0).empty());
}

}  // namespace fedltr::preference_exam_test
