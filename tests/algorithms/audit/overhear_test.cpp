#include "algorithms/audit/overhear.hpp"

#include <algorithm>
#include <set>

#include <doctest/doctest.h>

#include "algorithms/silo/data_owner.hpp"
#include "algorithms/silo/experiment.hpp"
#include "algorithms/silo/shared_hashes.hpp"
#include "tests/support/small_text.hpp"

namespace fedltr::overhear_test {
using namespace fedltr::test;

namespace {

Overheard heard_of(const SiloProtocol& protocol, OverhearOptions options) {
  return overhear(small_collection(), small_shares(), protocol, {}, options);
}

std::vector<TermId> terms_of(std::span<const QueriedTerm> asked) {
  std::vector<TermId> terms;
  for (const QueriedTerm& each : asked) terms.push_back(each.term);
  return terms;
}

std::vector<TermId> distinct(std::span<const TermId> terms) {
  const std::set<TermId> set(terms.begin(), terms.end());
  return {set.begin(), set.end()};
}

}  // namespace

TEST_CASE("each training query of the others is asked, with its terms") {
  const auto heard = heard_of(small_protocol("off", false), {.owner = 1});
  const auto queries =
      held_out_queries(small_collection(), small_shares()[0], 0, {}).train;
  REQUIRE(heard.view.exchanges.size() == queries.size());
  CHECK(heard.view.documents == small_shares()[1].documents.size());
  for (std::size_t e = 0; e < queries.size(); ++e) {
    CHECK(heard.view.exchanges[e].asker == 0);
    std::vector<TermId> terms = terms_of(heard.terms[e]);
    std::ranges::sort(terms);
    CHECK(terms == distinct(small_collection().query(queries[e])));
    CHECK(heard.view.exchanges[e].asked.terms.size() == terms.size());
    CHECK(heard.view.exchanges[e].top.lists.size() == terms.size());
    CHECK(heard.view.exchanges[e].counts.documents.size() ==
          heard.view.exchanges[e].fetched.size());
  }
}

TEST_CASE("answers are the owner's own") {
  const SiloProtocol protocol = small_protocol("off", false);
  const auto heard = heard_of(protocol, {.owner = 1, .seed = 5});
  const SharedHashes hashes(small_collection().dictionary(), protocol, 5);
  DataOwner owner(small_collection(), small_shares()[1], protocol, hashes.spots,
                  2);
  const Exchange& first = heard.view.exchanges[0];
  const TopAnswer answer =
      owner.answer_top(first.asked, 0, [] { return std::uint64_t{0}; });
  REQUIRE(answer.lists.size() == first.top.lists.size());
  for (std::size_t t = 0; t < answer.lists.size(); ++t)
    CHECK(answer.lists[t].rows == first.top.lists[t].rows);
}

TEST_CASE("no more queries are asked than wanted, and each time the same") {
  const SiloProtocol protocol = small_protocol("sound", false);
  const auto heard = heard_of(protocol, {.owner = 0, .questions = 3});
  CHECK(heard.view.exchanges.size() == 3);
  const auto again = heard_of(protocol, {.owner = 0, .questions = 3});
  for (std::size_t e = 0; e < 3; ++e)
    CHECK(heard.view.exchanges[e].top.lists[0].rows ==
          again.view.exchanges[e].top.lists[0].rows);
  CHECK_THROWS_AS(heard_of(protocol, {.owner = 2}), std::invalid_argument);
}

TEST_CASE("each of three parties asks its share of the others' questions") {
  const auto shares = split_into_parties(
      small_collection(), find(party_splits(), "random").make, {3});
  const Overheard heard =
      overhear(small_collection(), shares, small_protocol("off", false), {},
               {.owner = 1, .questions = 6});
  std::vector<std::uint32_t> askers;
  for (const Exchange& exchange : heard.view.exchanges)
    askers.push_back(exchange.asker);
  CHECK(askers == std::vector<std::uint32_t>{0, 0, 0, 2, 2, 2});
}

TEST_CASE("documents are fetched that the owner has, each once") {
  const auto heard = heard_of(small_protocol("sound", false), {.owner = 1});
  for (const Exchange& exchange : heard.view.exchanges) {
    std::vector<std::uint32_t> fetched = exchange.fetched;
    std::ranges::sort(fetched);
    CHECK(std::ranges::adjacent_find(fetched) == fetched.end());
    REQUIRE((fetched.empty() || fetched.back() < heard.view.documents));
  }
}

TEST_CASE("another seed, another key and other places of terms") {
  const SiloProtocol protocol = small_protocol("off", false);
  const auto one = heard_of(protocol, {.owner = 1, .questions = 1});
  const auto other =
      heard_of(protocol, {.owner = 1, .questions = 1, .seed = 2});
  REQUIRE(one.terms[0].size() == other.terms[0].size());
  CHECK(one.view.exchanges[0].asked.terms[0].columns !=
        other.view.exchanges[0].asked.terms[0].columns);
}

TEST_CASE("the truth lists the dummy terms") {
  SiloProtocol protocol = small_protocol("off", false);
  protocol.dummies = 5;
  const auto heard = heard_of(protocol, {.owner = 1});
  const auto queries =
      held_out_queries(small_collection(), small_shares()[0], 0, {}).train;
  std::size_t dummies = 0;
  for (std::size_t e = 0; e < queries.size(); ++e) {
    REQUIRE(heard.terms[e].size() ==
            heard.view.exchanges[e].asked.terms.size());
    std::size_t real = 0;
    for (const QueriedTerm& each : heard.terms[e]) {
      const bool of_query =
          std::ranges::count(small_collection().query(queries[e]), each.term) >
          0;
      CHECK(each.dummy == !of_query);
      real += of_query ? 1 : 0;
      dummies += each.dummy ? 1 : 0;
    }
    CHECK(real == distinct(small_collection().query(queries[e])).size());
  }
  CHECK(dummies > 3 * queries.size());
}

}  // namespace fedltr::overhear_test
