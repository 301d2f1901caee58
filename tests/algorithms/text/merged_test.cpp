#include "algorithms/text/merged.hpp"

#include <doctest/doctest.h>

namespace fedltr::merged_test {
namespace {

Collection little(const char* first, const char* second) {
  CollectionBuilder builder;
  builder.add_document("d1", "", first);
  builder.add_document("d2", first, second);
  builder.add_query("q", second);
  builder.add_judgement("q", "d2", 2);
  return builder.take();
}

std::vector<std::pair<std::string, int>> words_of(const Collection& collection,
                                                  Field field,
                                                  std::uint32_t document) {
  std::vector<std::pair<std::string, int>> words;
  for (const TermCount& each : collection.terms(field, document))
    words.emplace_back(collection.dictionary()[each.term], each.count);
  std::ranges::sort(words);
  return words;
}

}  // namespace

TEST_CASE("collections of parties follow each other in a merged one") {
  // The second collection has the words in another order than the first.
  const Collection a = little("wing flow flow", "heat");
  const Collection b = little("heat", "flow wing");
  const std::vector<const Collection*> both = {&a, &b};
  const std::vector<std::string> names = {"a", "b"};
  const MergedCollections merged = merge_collections(both, names);
  REQUIRE(merged.all.documents() == 4);
  CHECK(merged.all.dictionary().size() == 3);
  CHECK(merged.all.document_names()[2] == "b/d1");
  CHECK(merged.all.query_names()[1] == "b/q");
  for (std::uint32_t d = 0; d < 2; ++d)
    for (const Field field : kAllFields) {
      CHECK(words_of(merged.all, field, d) == words_of(a, field, d));
      CHECK(words_of(merged.all, field, 2 + d) == words_of(b, field, d));
    }
  CHECK(merged.shares[1].documents == std::vector<std::uint32_t>{2, 3});
  CHECK(merged.shares[1].queries == std::vector<std::uint32_t>{1});
  CHECK(merged.shares[1].judgements == std::vector<Judgement>{{1, 3, 2}});
  CHECK(merged.all.judgements()[1] == Judgement{1, 3, 2});
  CHECK(merged.first_query == std::vector<std::uint32_t>{0, 1});
  for (TermId term = 0; term < b.dictionary().size(); ++term)
    CHECK(merged.all.dictionary()[merged.terms[1][term]] ==
          b.dictionary()[term]);
  CHECK(std::ranges::is_sorted(merged.all.terms(Field::kBody, 3), {},
                               &TermCount::term));
}

TEST_CASE("a party with a collection of its own has all of it") {
  const Collection own = little("wing", "flow");
  const PartyShare share = whole_share(own);
  CHECK(share.documents == std::vector<std::uint32_t>{0, 1});
  CHECK(share.queries == std::vector<std::uint32_t>{0});
  CHECK(share.judgements == std::vector<Judgement>{{0, 1, 2}});
}

}  // namespace fedltr::merged_test
