#include "algorithms/silo/inquiry.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <doctest/doctest.h>

#include "algorithms/silo/data_owner.hpp"
#include "algorithms/silo/simulated_bits.hpp"
#include "tests/support/small_text.hpp"

namespace fedltr::inquiry_test {
using namespace fedltr::test;

namespace {

/// Party 0 owns documents, party 1 asks.
struct Setup {
  SiloProtocol protocol = small_protocol("off", false);
  TermSpots spots = small_spots(protocol.shape);
  TermSpots frequency_spots = small_spots(protocol.frequency);
  OwnFrequencies own{small_collection(), small_shares()[0]};
  SharedStatistics statistics{protocol.frequency,
                              own.ring(protocol.frequency, frequency_spots),
                              frequency_spots, own};
  DataOwner owner{small_collection(), small_shares()[0], protocol, spots, 2};
  std::vector<std::uint32_t> queries{small_shares()[1].queries};
  QueryContext context{
      small_collection(),         protocol, spots, statistics, queries, 1, 5,
      small_shares()[1].documents};
  Bits bits = simulated_bits(1, Purpose::kTest, 0, 0);

  TopAnswer top(const Question& question) {
    return owner.answer_top(question, 1, bits);
  }
  ByteVector counts(const Question& question) {
    return encode(owner.answer_counts(question, 1, bits));
  }
};

}  // namespace

TEST_CASE("an inquiry takes each query to the owner, one after the other") {
  Setup setup;
  Inquiry inquiry(setup.context, 0, setup.owner.documents());
  std::size_t steps = 0;
  while (!inquiry.done()) {
    CHECK(inquiry.number() == 2 * steps);
    const auto fetch = inquiry.take_top(setup.top(inquiry.top_question()));
    if (fetch) {
      CHECK(inquiry.number() == 2 * steps + 1);
      CHECK(fetch->documents.size() <= setup.protocol.top.documents);
      inquiry.take_counts(setup.counts(*fetch));
    }
    ++steps;
  }
  CHECK(steps == setup.queries.size());
  CHECK(inquiry.pairs().size() > 20);
  CHECK(inquiry.features().rows() == std::ssize(inquiry.pairs()));
  for (const CrossPair& pair : inquiry.pairs()) {
    CHECK(pair.source == 0);
    CHECK(pair.document < setup.owner.documents());
  }
  for (const FoundTop& found : inquiry.found())
    CHECK(found.documents.size() <= setup.protocol.top.documents);
}

TEST_CASE("a document whose budget is spent becomes no pair") {
  Setup setup;
  Inquiry inquiry(setup.context, 0, setup.owner.documents());
  const auto fetch = inquiry.take_top(setup.top(inquiry.top_question()));
  REQUIRE(fetch.has_value());
  REQUIRE(fetch->documents.size() >= 2);
  CountAnswers answers = setup.owner.answer_counts(*fetch, 1, setup.bits);
  answers.documents[0].reset();
  inquiry.take_counts(encode(answers));
  REQUIRE(inquiry.pairs().size() == fetch->documents.size() - 1);
  CHECK(inquiry.pairs()[0].document == fetch->documents[1]);
  CHECK(inquiry.features().rows() == std::ssize(inquiry.pairs()));
}

TEST_CASE("where nothing is found the next query follows") {
  Setup setup;
  Inquiry inquiry(setup.context, 0, setup.owner.documents());
  const Question question = inquiry.top_question();
  TopAnswer nothing;
  nothing.lists.resize(question.terms.size());
  for (RtkAnswer& list : nothing.lists) list.rows.resize(7);
  CHECK_FALSE(inquiry.take_top(nothing).has_value());
  CHECK(inquiry.number() == 2);
  CHECK(inquiry.pairs().empty());
}

TEST_CASE("an invalid answer is refused") {
  Setup setup;
  Inquiry inquiry(setup.context, 0, setup.owner.documents());
  const auto question = inquiry.top_question();
  CHECK_THROWS_AS(inquiry.take_top(TopAnswer()), std::invalid_argument);
  const auto fetch = inquiry.take_top(setup.top(question));
  REQUIRE(fetch.has_value());
  CHECK_THROWS_AS(inquiry.take_counts(ByteVector{1}), std::invalid_argument);
}

TEST_CASE("owners see the same columns, independent of the asked party") {
  Setup setup;
  Inquiry one(setup.context, 0, 10);
  Inquiry other(setup.context, 3, 99);
  CHECK(encode(one.top_question()) == encode(other.top_question()));
}

TEST_CASE("cross instances come by query, then owner, with their ranks") {
  Setup setup;
  std::map<std::uint32_t, Inquiry> inquiries;
  for (const std::uint32_t owner : {4U, 2U}) {
    Inquiry& inquiry =
        inquiries
            .try_emplace(owner, setup.context, owner, setup.owner.documents())
            .first->second;
    while (!inquiry.done())
      if (const auto fetch =
              inquiry.take_top(setup.top(inquiry.top_question())))
        inquiry.take_counts(setup.counts(*fetch));
  }
  const CrossInstances cross = cross_instances(inquiries);
  REQUIRE(cross.pairs.size() == 2 * inquiries.at(2).pairs().size());
  CHECK(cross.features.rows() == std::ssize(cross.pairs));
  for (std::size_t i = 1; i < cross.pairs.size(); ++i) {
    const CrossPair& before = cross.pairs[i - 1];
    const CrossPair& pair = cross.pairs[i];
    CHECK(std::pair(before.query, before.source) <=
          std::pair(pair.query, pair.source));
  }
  CHECK(cross.pairs[0].source == 2);
  CHECK(cross.features.row(0) == inquiries.at(2).features().row(0));
  CHECK(std::ranges::all_of(cross.pairs,
                            [](const CrossPair& p) { return p.rank >= 1; }));
}

TEST_CASE("dummies are terms of own bodies, frequent ones more often") {
  const auto& own = small_shares()[1].documents;
  const Bits bits = simulated_bits(2, Purpose::kTest, 0, 0);
  const auto drawn = draw_dummies(small_collection(), own, 2000, bits);
  REQUIRE(drawn.size() == 2000);
  // A random term of a random own body: its share is the mean over bodies of
  // 1 / distinct terms, if the body contains it.
  std::map<TermId, double> share;
  for (const std::uint32_t place : own) {
    const Terms terms = small_collection().terms(Field::kBody, place);
    for (const TermCount& each : terms)
      share[each.term] += 1.0 / double(terms.size() * own.size());
  }
  for (const TermId term : drawn) REQUIRE(share.contains(term));
  const auto commonest = std::ranges::max_element(
      share, {}, [](auto& each) { return each.second; });
  const double p = commonest->second;
  const double times = double(std::ranges::count(drawn, commonest->first));
  CHECK(std::abs(times - 2000 * p) < 4 * std::sqrt(2000 * p * (1 - p)));
  CHECK(draw_dummies(small_collection(), {}, 5, bits).empty());
}

TEST_CASE("dummies widen a question and change no feature") {
  Setup plain;
  Setup blurred;
  blurred.protocol.dummies = 4;
  const auto ask = [](Setup& setup) {
    Inquiry inquiry(setup.context, 0, setup.owner.documents());
    const Question question = inquiry.top_question();
    const auto fetch = inquiry.take_top(setup.top(question));
    REQUIRE(fetch.has_value());
    CHECK(fetch->terms.size() == question.terms.size());
    inquiry.take_counts(setup.counts(*fetch));
    for (const FoundTop& found : inquiry.found())
      CHECK(std::ranges::count(small_collection().query(setup.queries[0]),
                               found.term) > 0);
    return std::pair(question.terms.size(), inquiry.features());
  };
  // All rows are real and without noise: the counts are equal.
  plain.protocol.obfuscation = blurred.protocol.obfuscation = {7};
  const auto [few, features] = ask(plain);
  const auto [many, same] = ask(blurred);
  CHECK(many > few);
  CHECK(many <= few + 4);
  CHECK(features == same);
}

TEST_CASE("a question has a limit of terms") {
  SiloProtocol protocol;
  protocol.dummies = 1000;
  CHECK(protocol.dummies_beside(3) == std::min(1000U, kMaxTerms - 3));
  CHECK(protocol.dummies_beside(kMaxTerms) == 0);
  CHECK(protocol.dummies_beside(kMaxTerms + 5) == 0);
  protocol.dummies = 2;
  CHECK(protocol.dummies_beside(3) == 2);
}

TEST_CASE("documents without a body are passed over") {
  CollectionBuilder builder;
  builder.add_document("a", "only a title", "");
  builder.add_document("b", "", "red");
  builder.add_document("c", "only a title", "");
  builder.add_query("q", "red");
  const Collection texts = builder.take();
  const Bits bits = simulated_bits(2, Purpose::kTest, 0, 0);
  const std::vector<std::uint32_t> all = {0, 1, 2};
  CHECK(draw_dummies(texts, all, 10, bits).size() == 10);
  const std::vector<std::uint32_t> empty = {0, 2};
  CHECK(draw_dummies(texts, empty, 10, bits).empty());
}

}  // namespace fedltr::inquiry_test
