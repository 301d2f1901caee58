#include "algorithms/text/collection.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"
#include "tests/support/cranfield.hpp"

namespace fedltr::collection_test {
namespace {

std::vector<TermCount> list(Terms terms) {
  return {terms.begin(), terms.end()};
}

CollectionBuilder small() {
  CollectionBuilder builder({"none", "none"});
  builder.add_document("d1", "wing flow", "flow over a wing, flow");
  builder.add_document("d2", "", "shock");
  builder.add_query("q1", "flow shock flow");
  builder.add_query("q2", "heat");
  return builder;
}

}  // namespace

TEST_CASE("a dictionary numbers strings by first appearance") {
  Dictionary dictionary;
  CHECK(dictionary.add("b") == 0);
  CHECK(dictionary.add("a") == 1);
  CHECK(dictionary.add("b") == 0);
  CHECK(dictionary.add("") == 2);
  CHECK(dictionary.find("a") == 1);
  CHECK(dictionary.find("c") == std::nullopt);
  CHECK(dictionary[0] == "b");
  for (int i = 0; i < 10000; ++i) dictionary.add("term" + std::to_string(i));
  CHECK(dictionary.size() == 10003);
  for (std::uint32_t i = 0; i < 10000; ++i)
    REQUIRE(dictionary.find("term" + std::to_string(i)) == i + 3);
}

TEST_CASE("a counter sorts terms and forgets them once taken") {
  TermCounter counter;
  for (const TermId term : {7U, 2U, 7U, 900U}) counter.add(term);
  CHECK(list(counter.take()) ==
        std::vector<TermCount>{{2, 1}, {7, 2}, {900, 1}});
  counter.add(2, 3);
  CHECK(list(counter.take()) == std::vector<TermCount>{{2, 3}});
  CHECK(counter.take().empty());
}

TEST_CASE("lists of any size stay where they were put") {
  Rng rng(1, Purpose::kTest);
  TermLists lists;
  std::vector<std::vector<TermCount>> expected;
  for (int i = 0; i < 400; ++i) {
    auto& terms = expected.emplace_back();
    const std::uint64_t size = i == 200 ? 1500000 : rng.below(9000);
    for (TermId t = 0; t < size; ++t)
      terms.push_back({t * 2, static_cast<std::int32_t>(1 + rng.below(5))});
    lists.push_back(terms);
  }
  for (std::size_t i = 0; i < expected.size(); ++i) {
    REQUIRE(list(lists[i]) == expected[i]);
    std::uint32_t length = 0;
    for (const TermCount& entry : expected[i])
      length += static_cast<std::uint32_t>(entry.count);
    REQUIRE(lists.length(i) == length);
  }
  CHECK(count_of(lists[200], 20) == expected[200][10].count);
  CHECK(count_of(lists[200], 21) == 0);
  CHECK(count_of({}, 0) == 0);
}

TEST_CASE("documents and queries become counts of terms") {
  auto builder = small();
  builder.add_judgement("q2", "d1", -2);
  builder.add_judgement("q1", "d2", 1);
  builder.add_judgement("q1", "d1", 2);
  builder.add_judgement("q9", "d1", 2);
  CHECK(builder.notes().unknown_queries == 1);
  const Collection built = builder.take();
  // wing flow over a shock heat
  CHECK(built.dictionary().size() == 6);
  CHECK(list(built.terms(Field::kTitle, 0)) ==
        std::vector<TermCount>{{0, 1}, {1, 1}});
  CHECK(list(built.terms(Field::kBody, 0)) ==
        std::vector<TermCount>{{0, 1}, {1, 2}, {2, 1}, {3, 1}});
  CHECK(built.length(Field::kBody, 0) == 5);
  CHECK(built.terms(Field::kTitle, 1).empty());
  CHECK(std::vector(built.query(0).begin(), built.query(0).end()) ==
        std::vector<TermId>{1, 4, 1});
  CHECK(built.query(1).size() == 1);
  CHECK(built.document_names()[1] == "d2");
  CHECK(built.query_names()[1] == "q2");
  const auto judgements = built.judgements();
  CHECK(std::vector(judgements.begin(), judgements.end()) ==
        std::vector<Judgement>{{0, 0, 2}, {0, 1, 1}, {1, 0, 0}});
  CHECK(built.judgements_of(0).size() == 2);
  CHECK(built.judgements_of(1).front().grade == 0);
  CHECK(built.highest_grade() == 2);
  CHECK(builder.documents() == 0);
}

TEST_CASE("doubled documents and grades too high are refused") {
  auto builder = small();
  CHECK_THROWS_WITH(builder.add_document("d1", "", ""),
                    "document 'd1' came before");
  CHECK_THROWS_WITH(builder.add_query("q2", ""), "query 'q2' came before");
  // A ledger of answers needs names of documents; CACM has a query without one.
  CHECK_THROWS_WITH(builder.add_document("", "", ""), "a document has no name");
  CHECK_THROWS_WITH(builder.add_query("", "words"),
                    "a query with words has no name");
  CHECK_NOTHROW(builder.add_query("", ""));
  CHECK_THROWS_WITH(builder.add_judgement("q1", "d1", 32),
                    "grade 32 is beyond 31");
  builder.add_judgement("q1", "d1", 1);
  CHECK_THROWS_WITH(builder.add_judgement("q1", "d1", 0.5),
                    "grade 0.5 is not whole");
  builder.add_judgement("q1", "d1", 1);
  CHECK(builder.notes().repeated_pairs == 1);
  CHECK_THROWS_WITH(
      builder.add_judgement("q1", "d1", 2),
      "query 'q1' and document 'd1' are judged twice, differently");
}

TEST_CASE("empty texts are counted, invalid ones are left out") {
  CollectionBuilder builder;  // with stop words and stems
  builder.add_document("d1", "the", "of");
  builder.add_document("d2", "The Wings", "");
  builder.add_query("q1", "");
  builder.add_query("q2", "winged");
  CHECK(builder.notes().empty_documents == 1);
  CHECK(builder.notes().empty_queries == 1);
  builder.add_judgement("q1", "d3", 1);
  builder.add_judgement("d1", "q1", 1);
  CHECK(builder.notes().unknown_documents == 1);
  CHECK(builder.notes().unknown_queries == 1);
  // Too high a grade is an error even for a pair that is omitted.
  CHECK_THROWS_AS(builder.add_judgement("q9", "d1", 32), std::invalid_argument);
  builder.add_judgement("q2", "d2", 31);
  const Collection built = builder.take();
  CHECK(built.dictionary().size() == 1);
  CHECK(built.query(0).empty());
  CHECK(built.query(1).front() == built.terms(Field::kTitle, 1)[0].term);
  CHECK(built.judgements().size() == 1);
  CHECK(built.highest_grade() == 31);
  CHECK(built.bytes_of_terms() == sizeof(TermCount));
}

TEST_CASE("a builder starts anew once its collection was taken") {
  auto builder = small();
  builder.add_judgement("q1", "d1", 1);
  builder.add_judgement("q1", "d9", 1);
  const Collection first = builder.take();
  CHECK(builder.documents() == 0);
  CHECK(builder.query_names().size() == 0);
  CHECK(builder.notes().unknown_documents == 0);
  // The same names and pairs, as new ones.
  builder.add_document("d1", "", "shock");
  builder.add_query("q1", "shock");
  builder.add_judgement("q1", "d1", 1);
  const Collection second = builder.take();
  CHECK(second.dictionary().size() == 1);
  CHECK(second.judgements().size() == 1);
  CHECK(first.documents() == 2);
  const Collection nothing = builder.take();
  CHECK(nothing.documents() == 0);
  CHECK(nothing.highest_grade() == 0);
  CHECK(nothing.bytes_of_terms() == 0);
}

TEST_CASE("terms that are known make the collection that their text makes") {
  auto from_text = small();
  CollectionBuilder builder({"none", "none"});
  for (const char* term : {"wing", "flow", "over", "a", "shock", "heat"})
    builder.add_term(term);
  const std::vector<TermCount> title = {{0, 1}, {1, 1}};
  const std::vector<TermCount> body = {{0, 1}, {1, 2}, {2, 1}, {3, 1}};
  const std::vector<TermCount> shock = {{4, 1}};
  builder.add_document("d1", title, body);
  builder.add_document("d2", Terms(), shock);
  builder.add_query("q1", std::vector<TermId>{1, 4, 1});
  builder.add_query("q2", std::vector<TermId>{5});
  const Collection one = from_text.take();
  const Collection other = builder.take();
  REQUIRE(other.dictionary().size() == one.dictionary().size());
  for (TermId term = 0; term < 6; ++term)
    CHECK(other.dictionary()[term] == one.dictionary()[term]);
  for (std::size_t d = 0; d < 2; ++d)
    for (const Field field : kAllFields) {
      CHECK(list(other.terms(field, d)) == list(one.terms(field, d)));
      CHECK(other.length(field, d) == one.length(field, d));
    }
  for (std::size_t q = 0; q < 2; ++q)
    CHECK(std::ranges::equal(other.query(q), one.query(q)));
}

TEST_CASE("the judgements of a query are those that name it") {
  Rng rng(2, Purpose::kTest);
  CollectionBuilder builder({"none", "none"});
  for (int i = 0; i < 12; ++i) {
    builder.add_document("d" + std::to_string(i), "", "x");
    builder.add_query("q" + std::to_string(i), "x");
  }
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> expected;
  while (expected.size() < 60) {
    const auto q =
        static_cast<std::uint32_t>(rng.below(11));  // the last has none
    const auto d = static_cast<std::uint32_t>(rng.below(12));
    const int grade = static_cast<int>(rng.below(4)) - 1;
    if (!expected.emplace(std::pair(q, d), std::max(grade, 0)).second) continue;
    builder.add_judgement("q" + std::to_string(q), "d" + std::to_string(d),
                          grade);
  }
  const Collection built = builder.take();
  std::size_t all = 0;
  for (std::uint32_t q = 0; q < 12; ++q) {
    for (const Judgement& j : built.judgements_of(q)) {
      CHECK(j.query == q);
      CHECK(j == built.judgements()[all++]);
      CHECK(expected.at({q, j.document}) == j.grade);
    }
  }
  CHECK(all == expected.size());
  CHECK(built.judgements_of(11).empty());
}

TEST_CASE("a query keeps its first 1024 different terms") {
  CollectionBuilder builder;
  std::string text = "wing";
  for (int i = 1; i < 1024; ++i) text += " t" + std::to_string(i);
  builder.add_query("whole", text + " wing t1");
  CHECK(builder.notes().cut_queries == 0);
  builder.add_query("cut", text + " wing beta gamma");
  CHECK(builder.notes().cut_queries == 1);
  const Collection collection = builder.take();
  CHECK(collection.query(0).size() == 1026);
  CHECK(collection.query(1).size() == 1025);
}

TEST_CASE("Cranfield is read in full" * doctest::test_suite(test::kShared)) {
  const auto collection = test::cranfield();
  CHECK(collection->documents() == 1400);
  CHECK(collection->queries() == 225);
  CHECK(collection->judgements().size() == 1612);
  CHECK(collection->highest_grade() == 2);
  std::map<int, int> grades;
  for (const Judgement& j : collection->judgements()) ++grades[j.grade];
  CHECK(grades[1] == 1097);
  CHECK(grades[2] == 515);
  CHECK(collection->dictionary().find("aerodynam"));
}

}  // namespace fedltr::collection_test
