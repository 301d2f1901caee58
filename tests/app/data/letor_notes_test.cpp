#include "app/data/letor_notes.hpp"

#include <doctest/doctest.h>

#include "app/base/errors.hpp"
#include "tests/support/error_of.hpp"

namespace fedltr::letor_notes_test {
namespace {

using Lines = std::vector<std::string>;

/// Notes whose feature 0 has nothing; counts by feature from 1.
LetorNotes missing(const std::vector<Index>& counts) {
  LetorNotes notes;
  for (std::size_t j = 0; j < counts.size(); ++j)
    if (counts[j] > 0)
      notes.of(static_cast<std::uint32_t>(j + 1)).missing = counts[j];
  return notes;
}

LetorNotes large(double value) {
  LetorNotes notes;
  notes.of(2) = {0, 0, 5, value};
  return notes;
}

std::string refusal(const LetorNotes& notes, const Scenario& scenario) {
  return test::error_of<DataError>(
      [&] { refuse_beyond_float(notes, scenario); });
}

}  // namespace

TEST_CASE("usual values need no line") {
  CHECK(note_lines({}, {}).empty());
  CHECK(note_lines(missing({0, 0}), {}).empty());
}

TEST_CASE("missing values name the three features with most, then a number") {
  CHECK(note_lines(missing({0, 1}), {.missing_as = 0.5}) ==
        Lines{"1 missing values (NULL, nan, or named as missing) were read as "
              "0.5: feature 2 (1)"});
  CHECK(note_lines(missing({1, 1000, 1, 3, 2}), {}) ==
        Lines{"1,007 missing values (NULL, nan, or named as missing) were read "
              "as 0: features 2 (1,000), 4 (3), 5 (2) and 2 more"});
  // Equal counts are in the order of features.
  CHECK(note_lines(missing({2, 2, 2}), {})[0].find("1 (2), 2 (2), 3 (2)") !=
        std::string::npos);
}

TEST_CASE("the largest double has a line of its own, or a part of the other") {
  LetorNotes notes;
  notes.of(1) = {4, 4, 0, 0};
  const std::string marked =
      "4 values of +-1.79769e308, the largest double, stand for missing and "
      "were "
      "read as 0: feature 1 (4)";
  CHECK(note_lines(notes, {}) == Lines{marked});
  notes.of(2) = {1, 0, 0, 0};
  CHECK(note_lines(notes, {}) ==
        Lines{"5 missing values (NULL, nan, the largest double, or named as "
              "missing) were read as 0: features 1 (4), 2 (1)",
              "of these, " + marked});
}

TEST_CASE("large values are noted unless they are brought to one scale") {
  const std::string line =
      "5 values beyond +-1e6 outweigh usual features: feature 2 (5, to "
      "-2.5e+07)";
  const std::string remedy =
      "; data.normalize = query-minmax or zscore brings features to one scale";
  CHECK(note_lines(large(-2.5e7), {}).empty());
  CHECK(note_lines(large(-2.5e7), {.unscaled = true}) == Lines{line + remedy});
  CHECK(note_lines(large(-2.5e7), {.unscaled = true, .as_float = true}) ==
        Lines{line +
              "; data.storage of 32 bits rounds the largest of them by up to "
              "1.5" +
              remedy});
}

TEST_CASE("the use of a set follows from its settings") {
  DataSettings data;
  data.missing.read_as = 3;
  CHECK(use_of(data).missing_as == 3);
  CHECK(use_of(data).unscaled);
  CHECK_FALSE(use_of(data).as_float);
  for (const Storage storage : {Storage::kFloat32, Storage::kSparse32}) {
    data.storage = storage;
    CHECK(use_of(data).as_float);
  }
  data.storage = Storage::kSparse64;
  CHECK_FALSE(use_of(data).as_float);
  data.normalize = Normalize::kLog1p;
  CHECK_FALSE(use_of(data).unscaled);
}

TEST_CASE("a value that no float holds is refused by feature") {
  Scenario scenario;
  CHECK(refusal(large(1e39), scenario) == "");
  scenario.data.storage = Storage::kFloat32;
  CHECK(refusal(large(3.4e38), scenario) == "");
  CHECK(refusal(large(-1e39), scenario) ==
        "data.storage: feature 2 has the value -1e+39, and 32 bits hold "
        "numbers to 3.4e38; use float64 or sparse64, or data.normalize = "
        "zscore or log1p");
  scenario.data.normalize = Normalize::kZscore;
  CHECK(refusal(large(1e39), scenario) == "");
}

}  // namespace fedltr::letor_notes_test
