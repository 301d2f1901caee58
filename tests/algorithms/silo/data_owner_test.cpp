#include "algorithms/silo/data_owner.hpp"

#include <algorithm>

#include <doctest/doctest.h>

#include "algorithms/silo/querier.hpp"
#include "algorithms/silo/simulated_bits.hpp"
#include "tests/support/small_text.hpp"

namespace fedltr::data_owner_test {
using namespace fedltr::test;

namespace {

/// Party 0 of two, asked about a query of the other party.
struct Asked {
  SiloProtocol protocol;
  TermSpots spots = small_spots(protocol.shape);
  DataOwner owner{small_collection(), small_shares()[0], protocol, spots, 2};
  Bits bits = simulated_bits(1, Purpose::kTest, 0, 0);
  Querier querier{protocol, spots,
                  small_collection().query(small_shares()[1].queries[0]), bits};

  explicit Asked(SiloProtocol p) : protocol(std::move(p)) {}
};

std::vector<std::uint32_t> listed(const TopAnswer& answer) {
  std::vector<std::uint32_t> documents;
  for (const RtkAnswer& lists : answer.lists)
    for (const auto& row : lists.rows)
      for (const Posting& posting : row) documents.push_back(posting.document);
  return documents;
}

}  // namespace

TEST_CASE("an owner answers by lists, by estimates or for each document") {
  Asked rtk(small_protocol("off", false));
  const TopAnswer lists =
      rtk.owner.answer_top(rtk.querier.top_question(), 1, rtk.bits);
  CHECK(lists.lists.size() == rtk.querier.terms());
  CHECK(lists.best.empty());
  CHECK(lists.rows.empty());
  Asked naive(small_protocol("off", true));
  const TopAnswer rows =
      naive.owner.answer_top(naive.querier.top_question(), 1, naive.bits);
  CHECK(rows.rows.size() ==
        naive.querier.terms() * naive.owner.documents() * 7);
  Asked median(small_protocol("median-only", false));
  const TopAnswer best =
      median.owner.answer_top(median.querier.top_question(), 1, median.bits);
  REQUIRE(best.best.size() == median.querier.terms());
  CHECK(best.best[0].size() <= 6);
}

TEST_CASE("without noise counts are those of the documents' sketches") {
  Asked a(small_protocol("off", false));
  const Question question = a.querier.count_question({0, 3});
  const CountAnswers told = a.owner.answer_counts(question, 1, a.bits);
  REQUIRE(told.documents.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    REQUIRE(told.documents[i].has_value());
    const DocumentCounts& counts = *told.documents[i];
    const std::uint32_t place =
        small_shares()[0].documents[question.documents[i]];
    for (const Field field : kAllFields) {
      const auto f = static_cast<std::size_t>(field);
      const Terms terms = small_collection().terms(field, place);
      CHECK(counts.length[f] == small_collection().length(field, place));
      CHECK(counts.distinct[f] == terms.size());
      Sketch sketch(a.protocol.shape);
      sketch.add(terms, a.spots);
      const DocumentSketch stored(sketch);
      REQUIRE(counts.terms[f].size() == a.querier.terms());
      for (std::size_t t = 0; t < a.querier.terms(); ++t)
        for (std::uint32_t row = 0; row < 7; ++row)
          CHECK(counts.terms[f][t][row] ==
                stored.at(row, question.terms[t].columns[row]));
    }
  }
}

TEST_CASE("each answer is charged to the documents it is about, and no other") {
  Asked a(small_protocol("sound", true));
  a.owner.answer_top(a.querier.top_question(), 1, a.bits);
  const auto terms = a.querier.terms();
  for (std::uint32_t d = 0; d < a.owner.documents(); ++d)
    CHECK(a.owner.ledger().releases(d) == terms);
  a.owner.answer_counts(a.querier.count_question({5}), 1, a.bits);
  CHECK(a.owner.ledger().releases(5) == 3 * terms);
  CHECK(a.owner.ledger().releases(6) == terms);
}

TEST_CASE("a party that is left out was never charged for") {
  Asked a(small_protocol("sound", true));
  a.owner.answer_top(a.querier.top_question(), 1, a.bits);
  a.owner.leave_out(1);
  CHECK(a.owner.ledger().releases(0) == 0);
}

TEST_CASE("answers beyond a budget are withheld") {
  SiloProtocol naive = small_protocol("sound", true);
  naive.budget = 1e-9;
  Asked a(naive);
  const TopAnswer told =
      a.owner.answer_top(a.querier.top_question(), 1, a.bits);
  CHECK(std::ranges::all_of(told.rows, [](double v) { return v == 0; }));
  const CountAnswers counts =
      a.owner.answer_counts(a.querier.count_question({2}), 1, a.bits);
  CHECK_FALSE(counts.documents[0].has_value());
  CHECK(a.owner.ledger().refused() > 0);
  SiloProtocol rtk = naive;
  rtk.naive = false;
  Asked b(rtk);
  CHECK(
      listed(b.owner.answer_top(b.querier.top_question(), 1, b.bits)).empty());
}

TEST_CASE("an index is held only to answer by lists") {
  CHECK(Asked(small_protocol("off", false)).owner.index_bytes() > 0);
  CHECK(Asked(small_protocol("off", true)).owner.index_bytes() == 0);
  CHECK(Asked(small_protocol("off", true)).owner.sketch_bytes() > 0);
}

namespace {

/// Lists for all the other party's queries, from an owner that received a share
/// of its documents late.
std::vector<RtkAnswer> lists_after(double moved, std::uint32_t capacity,
                                   std::uint32_t* shortest = nullptr) {
  SiloProtocol protocol = small_protocol("off", false);
  protocol.capacity = capacity;
  const TermSpots spots = small_spots(protocol.shape);
  const auto shares = split_into_parties(small_collection(),
                                         find(party_splits(), "random").make,
                                         {2, true, 1, moved});
  DataOwner owner(small_collection(), shares[0], protocol, spots, 2);
  std::vector<RtkAnswer> all;
  for (const std::uint32_t query : shares[1].queries) {
    const Bits bits = simulated_bits(1, Purpose::kTest, query, 0);
    const Querier querier(protocol, spots, small_collection().query(query),
                          bits);
    for (RtkAnswer& lists :
         owner.answer_top(querier.top_question(), 1, bits).lists)
      all.push_back(std::move(lists));
  }
  if (shortest != nullptr) *shortest = owner.shortest_list();
  return all;
}

}  // namespace

TEST_CASE("an index that was changed answers like one made anew") {
  // Lists that hold all documents that ever existed have no gaps.
  const auto anew = lists_after(0, 200);
  for (const double moved : {0.2, 1.0}) {
    const auto changed = lists_after(moved, 200);
    REQUIRE(changed.size() == anew.size());
    for (std::size_t i = 0; i < anew.size(); ++i)
      CHECK(changed[i].rows == anew[i].rows);
  }
}

TEST_CASE("deletions shorten full lists, and the answer shows how far") {
  std::uint32_t anew = 0;
  std::uint32_t changed = 0;
  const auto before = lists_after(0, 10, &anew);
  const auto after = lists_after(0.5, 10, &changed);
  CHECK(anew == 10);
  CHECK(changed < 10);
  // Entries that remain would also be in a new list.
  for (std::size_t i = 0; i < before.size(); ++i)
    for (std::size_t row = 0; row < before[i].rows.size(); ++row)
      for (const Posting& posting : after[i].rows[row])
        CHECK(std::ranges::count(before[i].rows[row], posting) == 1);
}

TEST_CASE("sizes are sent rounded up, as agreed") {
  SiloProtocol protocol = small_protocol("off", false);
  CHECK(protocol.told_size(7) == 7);
  protocol.size_step = 25;
  CHECK(protocol.told_size(0) == 0);
  CHECK(protocol.told_size(1) == 25);
  CHECK(protocol.told_size(25) == 25);
  CHECK(protocol.told_size(26) == 50);
  const TermSpots spots = small_spots(protocol.shape);
  DataOwner owner(small_collection(), small_shares()[0], protocol, spots, 2);
  CountQuestion asked;
  asked.terms = {{std::vector<std::uint32_t>(7, 1), {}}};
  asked.terms[0].negative.assign(7, 0);
  asked.documents = {3};
  const auto answer = owner.answer_counts(asked, 1, [] { return 0ULL; });
  REQUIRE(answer.documents[0].has_value());
  const std::uint32_t text = small_shares()[0].documents[3];
  const std::size_t body = field_index(Field::kBody);
  CHECK(answer.documents[0]->length[body] ==
        (small_collection().length(Field::kBody, text) + 24) / 25 * 25);
}

}  // namespace fedltr::data_owner_test
