#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/sketch/audit_counts.hpp"
#include "algorithms/sketch/audit_terms.hpp"
#include "tests/support/zipf_documents.hpp"

using namespace fedltr;
using namespace fedltr::testing;

namespace {

std::vector<std::string> words(std::size_t count) {
  std::vector<std::string> words(count);
  for (std::size_t i = 0; i < count; ++i) words[i] = "w" + std::to_string(i);
  return words;
}

TermAudit audit(Onlooker onlooker, Obfuscation obfuscation,
                std::size_t dictionary = 5000) {
  TermAuditOptions options;
  options.terms = words(dictionary);
  options.obfuscation = obfuscation;
  options.onlooker = onlooker;
  options.queries = 300;
  return audit_terms(options);
}

struct Document {
  ZipfDocuments documents{5000, 1000, 20, 0.3};
  Field field = documents.document(1);
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

TEST_CASE("unkeyed hashes give the term away to anybody with a dictionary") {
  for (const std::uint32_t real : {30U, 15U, 8U}) {
    const TermAudit found = audit(Onlooker::kUnkeyed, {real});
    CHECK(found.recovered.mean > 0.99);
    CHECK(found.agreeing >= real);
    CHECK(found.tied < 1.1);
  }
}

TEST_CASE("keyed hashes leave the relay at chance") {
  // A dictionary of 20, so that chance is something to see: 5 %.
  for (const std::uint32_t real : {30U, 5U}) {
    const TermAudit found = audit(Onlooker::kRelay, {real}, 20);
    CHECK(found.chance == 0.05);
    // 300 queries, deviation of a guess at most 0.22: 0.0126 of the mean.
    CHECK(std::abs(found.recovered.mean - 0.05) < 4 * 0.0126);
    CHECK(audit(Onlooker::kUnkeyed, {real}, 20).recovered.mean > 0.9);
  }
}

TEST_CASE("the party asked has the key: only few real rows hide from it") {
  CHECK(audit(Onlooker::kOwner, {30}).recovered.mean > 0.99);
  const double three = audit(Onlooker::kOwner, {3}).recovered.mean;
  const double one = audit(Onlooker::kOwner, {1}).recovered.mean;
  CHECK(three < 0.6);
  CHECK(one < three);
}

TEST_CASE("colliding confounders leave as many terms as have z1 rows") {
  // 30 rows, 10 real: two more terms of ten rows each where b = 0.
  const TermAudit random = audit(Onlooker::kOwner, {10});
  const TermAudit colliding =
      audit(Onlooker::kOwner, {10, Confounders::kColliding, 0});
  CHECK(random.recovered.mean > 0.99);
  CHECK(colliding.recovered.mean == doctest::Approx(1.0 / 3).epsilon(0.15));
}

TEST_CASE("a guess names all terms that most rows agree with") {
  const TermSpots spots = random_spots(50, 4, 1000);
  std::vector<std::uint32_t> columns(4);
  for (std::uint32_t row = 0; row < 4; ++row)
    columns[row] = spots[row < 2 ? 7 : 3][row].column();
  const TermGuess guess = guess_term(columns, spots);
  CHECK(guess.agreeing == 2);
  CHECK(guess.terms == std::vector<TermId>{3, 7});
  CHECK_THROWS_AS(guess_term(std::vector<std::uint32_t>(3), spots),
                  std::invalid_argument);
}

TEST_CASE("one vector under paper noise gives the count away") {
  const Document document;
  const auto paper = document.audit("paper", CountAttack::kVector);
  CHECK(paper.exact.mean > 0.9);
  CHECK(paper.differences.mean < 1e-9);
  CHECK(paper.claimed == 0.5);
  CHECK(paper.accounted == kNoBound);
  // Honest use of the same answer, and no answer at all, know less.
  CHECK(document.audit("paper", CountAttack::kEstimate).error.mean >
        2 * paper.error.mean);
  CHECK(document.audit("paper", CountAttack::kVector, 1, 0).error.mean >
        4 * paper.error.mean);
}

TEST_CASE("one vector under sound noise tells less than nothing asked") {
  const Document document;
  const auto sound = document.audit("sound", CountAttack::kVector);
  const auto silent = document.audit("sound", CountAttack::kVector, 1, 0);
  CHECK(silent.answered == 0);
  CHECK(sound.error.mean - sound.error.half_width > 2 * silent.error.mean);
  CHECK(sound.exact.mean < 0.15);
  // Of two draws of scale 60: 90 on average.
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
  // A budget leaves nothing of the paper's noise to ask for.
  CHECK(document.audit("paper", CountAttack::kAverage, 200, 100).answered == 0);
}

TEST_CASE("Count-Min's shared draw goes by the least of the other rows") {
  const Document document;
  const auto vector = document.audit("paper", CountAttack::kVector, 1, kNoBound,
                                     SketchKind::kCountMin);
  const auto honest = document.audit("paper", CountAttack::kEstimate, 1,
                                     kNoBound, SketchKind::kCountMin);
  CHECK(vector.error.mean + vector.error.half_width < honest.error.mean);
}

TEST_CASE("a mean's interval is the textbook's") {
  const std::vector<double> values{1, 2, 3, 4};
  CHECK(measured(values).mean == 2.5);
  CHECK(measured(values).half_width ==
        doctest::Approx(1.96 * std::sqrt(5.0 / 3 / 4)));
  CHECK(measured(std::vector<double>{7}).half_width == 0);
}
