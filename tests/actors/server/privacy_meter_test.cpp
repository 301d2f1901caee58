#include "actors/server/privacy_meter.hpp"

#include <doctest/doctest.h>

#include "algorithms/core/archive.hpp"

namespace fedltr::privacy_meter_test {
namespace {

PrivacySpec gaussian_spec(double budget = kNoBound) {
  PrivacySpec spec;
  spec.guarantee = gaussian_guarantee(2);
  spec.budget = budget;
  return spec;
}

}  // namespace

TEST_CASE("the client charged most is charged a round per round") {
  const PrivacySpec spec = gaussian_spec();
  PrivacyMeter meter(spec, 3);
  CHECK(meter.charge_all());
  meter.close_round();
  CHECK(meter.charge_all());
  meter.close_round();
  CHECK(meter.max_rounds() == 2);
  CHECK(meter.rounds(1) == 2);
  CHECK_FALSE(meter.counts_each());
  CHECK(meter.epsilon(2) == spec.after(2).best());
  CHECK(meter.epsilon(2) > meter.epsilon(1));
}

TEST_CASE("participants are charged, and no others") {
  const PrivacySpec spec = gaussian_spec();
  PrivacyMeter meter(spec, 4);
  CHECK(meter.charge({1, 2}));
  meter.close_round();
  CHECK(meter.charge({2, 3}));
  meter.close_round();
  CHECK(meter.counts_each());
  CHECK(meter.rounds(0) == 0);
  CHECK(meter.rounds(1) == 1);
  CHECK(meter.rounds(2) == 2);
  CHECK(meter.max_rounds() == 2);
}

TEST_CASE("a round that releases nothing new costs nothing") {
  const PrivacySpec spec = gaussian_spec();
  PrivacyMeter meter(spec, 2);
  CHECK(meter.charge_all());
  meter.close_round();
  CHECK(meter.charge({}));
  meter.close_round();
  CHECK(meter.max_rounds() == 1);
  CHECK_FALSE(meter.counts_each());
}

TEST_CASE("a common past is remembered when clients begin to differ") {
  const PrivacySpec spec = gaussian_spec();
  PrivacyMeter meter(spec, 2);
  CHECK(meter.charge_all());
  meter.close_round();
  meter.count_each();
  CHECK(meter.charge({1}));
  meter.close_round();
  CHECK(meter.rounds(0) == 1);
  CHECK(meter.rounds(1) == 2);
}

TEST_CASE("a round beyond the budget is refused") {
  const double two_rounds = gaussian_spec().after(2).best();
  const PrivacySpec spec = gaussian_spec(two_rounds);
  PrivacyMeter meter(spec, 2);
  CHECK(meter.charge_all());
  meter.close_round();
  CHECK(meter.charge_all());
  meter.close_round();
  CHECK_FALSE(meter.charge_all());
  CHECK(meter.max_rounds() == 2);
}

TEST_CASE("would-be participants of a refused round are not charged") {
  const PrivacySpec spec = gaussian_spec(gaussian_spec().after(1).best());
  PrivacyMeter meter(spec, 3);
  CHECK(meter.charge({0, 1}));
  meter.close_round();
  CHECK_FALSE(meter.charge({1, 2}));
  CHECK(meter.max_rounds() == 1);
  CHECK(meter.rounds(0) == 1);
  CHECK(meter.rounds(1) == 1);
  CHECK(meter.rounds(2) == 0);
  // Nor does a checkpoint at the run's end undo the charge for the round.
  Archive writer;
  meter.exchange(writer);
  const std::string bytes = writer.take();
  PrivacyMeter restored(spec, 3);
  Archive reader(bytes);
  restored.exchange(reader);
  for (std::uint32_t id = 0; id < 3; ++id)
    CHECK(restored.rounds(id) == meter.rounds(id));
}

TEST_CASE("a checkpoint leaves out the open round") {
  const PrivacySpec spec = gaussian_spec();
  PrivacyMeter meter(spec, 3);
  CHECK(meter.charge({0, 1}));
  meter.close_round();
  CHECK(meter.charge({1, 2}));
  CHECK(meter.max_rounds() == 2);
  Archive writer;
  meter.exchange(writer);
  CHECK(meter.rounds(1) == 2);  // the round is still open here
  const std::string bytes = writer.take();
  PrivacyMeter restored(spec, 3);
  Archive reader(bytes);
  restored.exchange(reader);
  CHECK(restored.max_rounds() == 1);
  CHECK(restored.rounds(0) == 1);
  CHECK(restored.rounds(1) == 1);
  CHECK(restored.rounds(2) == 0);
  PrivacyMeter other(spec, 4);
  Archive again(bytes);
  CHECK_THROWS_AS(other.exchange(again), ArchiveError);
}

}  // namespace fedltr::privacy_meter_test
