#include "algorithms/audit/audit_counts.hpp"

#include <doctest/doctest.h>

#include "tests/support/zipf_documents.hpp"

namespace fedltr::audit_counts_test {
using namespace fedltr::testing;

namespace {

struct Document {
  ZipfDocuments documents{5000, 1000, 20, 0.3};
  testing::Field field = documents.document(1);
  TermSpots spots = random_spots(5000, 30, 200);

  CountAudit audit(const std::string& noise, CountAttack attack,
                   std::uint32_t asked = 1, double budget = kNoBound,
                   SketchKind kind = SketchKind::kCount) const {
    CountAuditOptions options;
    options.shape.kind = kind;
    options.noise = noise;
    options.attack = attack;
    options.asked = asked;
    options.budget = budget;
    options.trials = asked > 1000 ? 20 : 100;
    return audit_counts(options, field, spots);
  }
};

}  // namespace

TEST_CASE("one vector under paper noise gives the count away") {
  const Document document;
  const auto paper = document.audit("paper", CountAttack::kVector);
  CHECK(paper.exact.mean > 0.9);
  CHECK(paper.differences.mean < 1e-9);
  CHECK(paper.claimed == 0.5);
  CHECK(paper.accounted == kNoBound);
  // Honest use of the same answer, and no answer at all, reveal less.
  CHECK(document.audit("paper", CountAttack::kEstimate).error.mean >
        2 * paper.error.mean);
  CHECK(document.audit("paper", CountAttack::kVector, 1, 0).error.mean >
        4 * paper.error.mean);
}

TEST_CASE("one vector under sound noise reveals less than no question") {
  const Document document;
  const auto sound = document.audit("sound", CountAttack::kVector);
  const auto silent = document.audit("sound", CountAttack::kVector, 1, 0);
  CHECK(silent.answered == 0);
  CHECK(sound.error.mean - sound.error.half_width > 2 * silent.error.mean);
  CHECK(sound.exact.mean < 0.15);
  // For two draws of scale 60: 90 on average.
  CHECK(sound.differences.mean == doctest::Approx(90).epsilon(0.1));
}

TEST_CASE("repeated answers average any noise out unless a ledger stops them") {
  const Document document;
  const auto paper = document.audit("paper", CountAttack::kAverage, 200);
  CHECK(paper.exact.mean > 0.95);
  const auto once = document.audit("sound", CountAttack::kAverage, 1);
  const auto often = document.audit("sound", CountAttack::kAverage, 5000);
  CHECK(often.answered == 5000);
  CHECK(often.error.mean < once.error.mean / 8);
  const auto stopped = document.audit("sound", CountAttack::kAverage, 5000, 2);
  CHECK(stopped.answered < 100);
  CHECK(stopped.accounted <= 2);
  CHECK(stopped.error.mean > 4 * often.error.mean);
  // A budget leaves none of the noise of the paper to query.
  CHECK(document.audit("paper", CountAttack::kAverage, 200, 100).answered == 0);
}

TEST_CASE("Count-Min's shared draw uses the minimum of the other rows") {
  const Document document;
  const auto vector = document.audit("paper", CountAttack::kVector, 1, kNoBound,
                                     SketchKind::kCountMin);
  const auto honest = document.audit("paper", CountAttack::kEstimate, 1,
                                     kNoBound, SketchKind::kCountMin);
  CHECK(vector.error.mean + vector.error.half_width < honest.error.mean);
}

TEST_CASE("an audit of counts repeats, and its seed matters") {
  const Document document;
  const auto audit = [&](std::uint64_t seed) {
    CountAuditOptions options;
    options.trials = 20;
    options.seed = seed;
    return audit_counts(options, document.field, document.spots).error.mean;
  };
  CHECK(audit(1) == audit(1));
  CHECK(audit(1) != audit(2));
}

TEST_CASE("without noise the estimate is the sketch's") {
  const Document document;
  const auto silent = document.audit("off", CountAttack::kEstimate);
  CHECK(silent.error.mean == 0);
  CHECK(silent.exact.mean == 1);
  CHECK(silent.claimed == kNoBound);
}

TEST_CASE("attacks have the names that users type") {
  CHECK(name_of(CountAttack::kEstimate) == "estimate");
  CHECK(name_of(CountAttack::kAverage) == "average");
  CHECK(name_of(CountAttack::kVector) == "vector");
}

}  // namespace fedltr::audit_counts_test
