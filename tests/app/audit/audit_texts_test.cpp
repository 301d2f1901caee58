#include "app/audit/audit_texts.hpp"

#include "tests/support/scenario.hpp"

namespace fedltr::audit_texts_test {

TEST_CASE("an attacker tries the first terms, in documents' bodies") {
  CollectionBuilder builder;
  builder.add_document("a", "title", "wing wing tail");
  builder.add_document("b", "wing", "");
  const Collection collection = builder.take();
  const auto terms = terms_to_try(collection);
  CHECK(terms.size() == collection.dictionary().size());
  const auto counts = counts_to_find(collection, 0);
  REQUIRE(counts.size() == 2);
  CHECK(counts[0].count + counts[1].count == 3);
  CHECK(counts_to_find(collection, 1).empty());
  // The audit tries no candidates beyond the first 50,000.
  std::string body;
  for (int i = 0; i < 50010; ++i) body += "w" + std::to_string(i) + " ";
  CollectionBuilder large;
  large.add_document("a", "", body);
  const Collection many = large.take();
  CHECK(many.dictionary().size() == 50010);
  CHECK(terms_to_try(many).size() == 50000);
  CHECK(counts_to_find(many, 0).size() == 50000);
}

}  // namespace fedltr::audit_texts_test
