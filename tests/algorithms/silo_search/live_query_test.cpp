#include "algorithms/silo_search/live_query.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

#include <doctest/doctest.h>

#include "algorithms/silo/data_owner.hpp"
#include "algorithms/silo/inquiry.hpp"
#include "tests/support/small_text.hpp"

namespace fedltr::live_query_test {
using namespace fedltr::test;

namespace {

/// Party 0 owns documents, party 1 asks, and both share this setup.
struct Parties {
  SiloProtocol protocol = small_protocol("off", false);
  TermSpots spots = small_spots(protocol.shape);
  HashKey key = simulated_hash_key(3);
  TermSpots frequency_spots =
      spots_of(key.summed_rows, protocol.frequency,
               fingerprints_of(small_collection().dictionary(), key));
  OwnFrequencies owners{small_collection(), small_shares()[0]};
  OwnFrequencies own{small_collection(), small_shares()[1]};
  SharedStatistics statistics{protocol.frequency, sum(), frequency_spots, own};
  DataOwner owner{small_collection(), small_shares()[0], protocol, spots, 2};
  AskingParty asking{small_collection(), small_shares()[1].documents,
                     protocol,           simulated_hash_key(3),
                     statistics,         own};
  Bits bits = simulated_bits(1, Purpose::kTest, 0, 0);

  std::vector<std::uint64_t> sum() const {
    auto all = owners.ring(protocol.frequency, frequency_spots);
    const auto others = own.ring(protocol.frequency, frequency_spots);
    for (std::size_t i = 0; i < all.size(); ++i) all[i] += others[i];
    return all;
  }

  static std::vector<std::string> words_of(std::uint32_t query) {
    std::vector<std::string> words;
    for (const TermId term : small_collection().query(query))
      words.emplace_back(small_collection().dictionary()[term]);
    return words;
  }

  void answer(LiveQuery& query) {
    const auto top = owner.answer_top(query.top_question(), 1, bits);
    if (const auto fetch = query.take_top(0, owner.documents(), top))
      query.take_counts(0, encode(owner.answer_counts(*fetch, 1, bits)));
  }
};

}  // namespace

TEST_CASE(
    "a live query finds what an inquiry to train with finds, to the bit") {
  Parties parties;
  std::size_t found = 0;
  for (const std::uint32_t query : small_shares()[1].queries) {
    const std::vector<std::uint32_t> one = {query};
    const QueryContext context{small_collection(),
                               parties.protocol,
                               parties.spots,
                               parties.statistics,
                               one,
                               1,
                               5,
                               small_shares()[1].documents};
    Inquiry inquiry(context, 0, parties.owner.documents());
    const auto top =
        parties.owner.answer_top(inquiry.top_question(), 1, parties.bits);
    if (const auto fetch = inquiry.take_top(top))
      inquiry.take_counts(
          encode(parties.owner.answer_counts(*fetch, 1, parties.bits)));
    LiveQuery live(parties.asking, Parties::words_of(query),
                   simulated_bits(5, Purpose::kObfuscation, 1, query));
    parties.answer(live);
    const FoundElsewhere& result = live.result().at(0);
    REQUIRE(result.documents.size() == inquiry.pairs().size());
    const Matrix expected = inquiry.features();
    for (std::size_t i = 0; i < result.documents.size(); ++i) {
      CHECK(result.documents[i] == inquiry.pairs()[i].document);
      for (Index column = 0; column < kFeatureColumns; ++column)
        CHECK(result.features[i * kFeatureColumns +
                              static_cast<std::size_t>(column)] ==
              expected(static_cast<Index>(i), column));
    }
    CHECK(result.withheld == 0);
    found += result.documents.size();
  }
  CHECK(found > 20);
}

TEST_CASE("a live query finds words that the asker's texts lack") {
  Parties parties;
  // A party without any text.
  const Collection none = [] {
    CollectionBuilder builder{TokenOptions()};
    return builder.take();
  }();
  const OwnFrequencies nothing(none, PartyShare());
  AskingParty asking = {
      none,   {}, parties.protocol, simulated_hash_key(3), parties.statistics,
      nothing};
  const auto words = Parties::words_of(small_shares()[1].queries.front());
  const Bits bits = simulated_bits(5, Purpose::kObfuscation, 1, 0);
  LiveQuery query(asking, words, bits);
  parties.answer(query);
  CHECK_FALSE(query.result().at(0).documents.empty());
}

TEST_CASE("all owners are asked the same") {
  Parties parties;
  const LiveQuery query(parties.asking, Parties::words_of(0),
                        simulated_bits(5, Purpose::kObfuscation, 1, 0));
  CHECK(encode(query.top_question()) == encode(query.top_question()));
}

TEST_CASE("dummies of own texts stand beside a live query's terms") {
  Parties parties;
  parties.protocol.dummies = 4;
  const auto words = Parties::words_of(0);
  const LiveTerms terms(parties.asking, words,
                        simulated_bits(5, Purpose::kObfuscation, 1, 0));
  CHECK(terms.dummies.size() == 4);
  CHECK(terms.query.size() == words.size());
  for (const auto& own : terms.own) CHECK(own.has_value());
}

TEST_CASE("a live query's confounders are of own texts, not of the query") {
  Parties parties;
  for (const Obfuscation obfuscation :
       {Obfuscation{2}, Obfuscation{4, Confounders::kColliding, 1}}) {
    parties.protocol.obfuscation = obfuscation;
    const auto words = Parties::words_of(0);
    REQUIRE(words.size() >= 2);
    const LiveQuery live(parties.asking, std::span(words).first(2),
                         simulated_bits(5, Purpose::kObfuscation, 1, 0));
    const TopQuestion question = live.top_question();
    REQUIRE(question.terms.size() == 2);
    // Rows filled up with the other term's or their own columns would show to
    // an observer of the question by equal columns.
    std::size_t own = 0;
    std::size_t equal = 0;
    for (std::size_t row = 0; row < 7; ++row) {
      const auto column = [&](std::size_t t) {
        return question.terms[t].columns[row];
      };
      equal += column(0) == column(1);
      for (const auto& word : std::span(words).first(2)) {
        const auto spots =
            parties.spots[*small_collection().dictionary().find(word)];
        own += column(0) == spots[row].column();
      }
    }
    CHECK(equal == 0);
    CHECK(own == obfuscation.real_rows);
  }
}

TEST_CASE("a document whose budget is spent is counted, and not found") {
  Parties parties;
  LiveQuery query(parties.asking, Parties::words_of(0),
                  simulated_bits(5, Purpose::kObfuscation, 1, 0));
  const auto top =
      parties.owner.answer_top(query.top_question(), 1, parties.bits);
  const auto fetch = query.take_top(0, parties.owner.documents(), top);
  REQUIRE(fetch.has_value());
  CountAnswers told = parties.owner.answer_counts(*fetch, 1, parties.bits);
  told.documents[0].reset();
  query.take_counts(0, encode(told));
  CHECK(query.result().at(0).withheld == 1);
  CHECK(query.result().at(0).documents.size() == fetch->documents.size() - 1);
  query.exclude(0);
  CHECK(query.result().empty());
}

TEST_CASE("a live query without terms or with too many is refused") {
  Parties parties;
  const Bits bits = simulated_bits(5, Purpose::kObfuscation, 1, 0);
  CHECK_THROWS_AS(LiveTerms(parties.asking, {}, bits), std::invalid_argument);
  const std::vector<std::string> many(kMaxTerms + 1, "word");
  CHECK_THROWS_AS(LiveTerms(parties.asking, many, bits), std::invalid_argument);
}

}  // namespace fedltr::live_query_test
