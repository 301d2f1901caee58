#include "algorithms/audit/audit_terms.hpp"

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "tests/support/zipf_documents.hpp"

namespace fedltr::audit_terms_test {
using namespace fedltr::testing;

namespace {

std::vector<std::string> words(std::size_t count) {
  std::vector<std::string> words(count);
  for (std::size_t i = 0; i < count; ++i) words[i] = "w" + std::to_string(i);
  return words;
}

TermAudit audit(Onlooker onlooker, Obfuscation obfuscation,
                std::size_t dictionary = 5000, std::uint32_t asked = 1) {
  TermAuditOptions options;
  options.terms = words(dictionary);
  options.obfuscation = obfuscation;
  options.onlooker = onlooker;
  options.queries = 300;
  options.asked = asked;
  return audit_terms(options);
}

}  // namespace

TEST_CASE("unkeyed hashes give the term away to anybody with a dictionary") {
  for (const std::uint32_t real : {30U, 15U, 8U}) {
    const TermAudit found = audit(Onlooker::kUnkeyed, {real});
    CHECK(found.recovered.mean > 0.99);
    CHECK(found.agreeing >= real);
    CHECK(found.tied < 1.1);
  }
}

TEST_CASE("the party asked has the key: only few real rows hide from it") {
  CHECK(audit(Onlooker::kOwner, {30}).recovered.mean > 0.99);
  const double three = audit(Onlooker::kOwner, {3}).recovered.mean;
  const double one = audit(Onlooker::kOwner, {1}).recovered.mean;
  CHECK(three < 0.9);
  CHECK(one < three);
  // If no signs are sent, more terms fit.
  TermAuditOptions options;
  options.terms = words(5000);
  options.obfuscation = {3};
  options.onlooker = Onlooker::kOwner;
  options.queries = 300;
  options.signs = false;
  CHECK(audit_terms(options).recovered.mean < 0.6);
}

TEST_CASE("colliding confounders leave as many terms as have z1 rows") {
  // 30 rows, 10 real: two more terms of ten rows each where b = 0.
  const TermAudit random = audit(Onlooker::kOwner, {10});
  const TermAudit colliding =
      audit(Onlooker::kOwner, {10, Confounders::kColliding, 0});
  CHECK(random.recovered.mean > 0.99);
  CHECK(colliding.recovered.mean == doctest::Approx(1.0 / 3).epsilon(0.15));
}

TEST_CASE("neither a query's other terms nor signs reveal the real rows") {
  // 900 guesses, right with a chance of 1/3: deviation at most 0.0273 if all of
  // a query's are right together.
  for (const std::uint32_t asked : {2U, 3U})
    CHECK(std::abs(audit(Onlooker::kOwner, {10, Confounders::kColliding, 0},
                         5000, asked)
                       .recovered.mean -
                   1.0 / 3) < 3 * 0.0273);
  // A row is shared with each confounder, and signs are sent.
  TermAuditOptions options;
  options.terms = words(5000);
  options.rows = 12;
  options.columns = 20;
  options.obfuscation = {4, Confounders::kColliding, 1};
  options.onlooker = Onlooker::kOwner;
  options.queries = 300;
  // With so small a number of columns, other terms also share four rows.
  for (const std::uint32_t asked : {1U, 3U}) {
    options.asked = asked;
    CHECK(audit_terms(options).recovered.mean < 1.0 / 3 + 3 * 0.0273);
  }
}

TEST_CASE("a guess names all terms that most rows agree with") {
  const TermSpots spots = random_spots(50, 4, 1000);
  SeenTerm seen{std::vector<std::uint32_t>(4), {}};
  for (std::uint32_t row = 0; row < 4; ++row)
    seen.columns[row] = spots[row < 2 ? 7 : 3][row].column();
  const auto guess = [&](const std::vector<SeenTerm>& all) {
    return guess_terms(all, spots, 2);
  };
  CHECK(guess({seen}).agreeing == 2);
  CHECK(guess({seen}).terms[0] == std::map<TermId, double>{{3, .5}, {7, .5}});
  // Another term that has the rows of the first in common with 7 alone.
  SeenTerm other{std::vector<std::uint32_t>(4), {}};
  for (std::uint32_t row = 0; row < 4; ++row)
    other.columns[row] = spots[row < 2 ? 9 : 20 + row][row].column();
  CHECK(guess({seen, other}).terms[0] == std::map<TermId, double>{{7, 1}});
  CHECK(guess({seen, other}).terms[1] == std::map<TermId, double>{{9, 1}});
  // A sign of another term excludes a term.
  for (std::uint32_t row = 0; row < 4; ++row)
    seen.negative.push_back(spots[row < 2 ? 7 : 3][row].negative() ? 1 : 0);
  seen.negative[0] ^= 1;
  CHECK(guess({seen}).terms[0] == std::map<TermId, double>{{3, 1}});
  CHECK_THROWS_AS(guess({SeenTerm{std::vector<std::uint32_t>(3), {}}}),
                  std::invalid_argument);
}

TEST_CASE("a mean's interval is the textbook's") {
  const std::vector<double> values{1, 2, 3, 4};
  CHECK(measured(values).mean == 2.5);
  CHECK(measured(values).half_width ==
        doctest::Approx(1.96 * std::sqrt(5.0 / 3 / 4)));
  CHECK(measured(std::vector<double>{7}).half_width == 0);
}

}  // namespace fedltr::audit_terms_test
