#include "algorithms/audit/known_texts.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "tests/support/small_text.hpp"

namespace fedltr::known_texts_test {
using namespace fedltr::test;

namespace {

/// A collection of three texts: the first two have the same size.
Collection three_texts() {
  CollectionBuilder builder;
  builder.add_document("a", "red", "red blue blue");
  builder.add_document("b", "tall", "tall short short");
  builder.add_document("c", "", "red tall");
  builder.add_query("q", "red");
  return builder.take();
}

/// The relay's view of an owner of these texts, which sent sizes of `fetched`.
RelayView view_of(const Collection& collection,
                  std::vector<std::uint32_t> fetched, std::uint32_t step = 1) {
  RelayView view;
  view.protocol.size_step = step;
  view.documents = static_cast<std::uint32_t>(collection.documents());
  Exchange exchange;
  exchange.fetched = std::move(fetched);
  for (const std::uint32_t d : exchange.fetched) {
    const DocumentSize size = size_of(view.protocol, collection, d);
    exchange.counts.documents.emplace_back(
        DocumentCounts{size.length, size.distinct, {}});
  }
  view.exchanges.push_back(exchange);
  return view;
}

}  // namespace

TEST_CASE("a text is taken for the documents that have its size") {
  const Collection texts = three_texts();
  const std::vector<std::uint32_t> all = {0, 1, 2};
  const auto known = find_texts(view_of(texts, {0, 1, 2}), texts, all);
  CHECK(known[0].candidates == std::vector<std::uint32_t>{0, 1});
  CHECK(known[1].candidates == std::vector<std::uint32_t>{0, 1});
  CHECK(known[2].candidates == std::vector<std::uint32_t>{2});
  const FoundTexts found = judge(known, all);
  CHECK(found.texts == 3);
  CHECK(found.right == doctest::Approx((.5 + .5 + 1) / 3));
  CHECK(found.named == doctest::Approx(1.0 / 3));
  CHECK(found.precision == 1);
  CHECK(found.chance == doctest::Approx(1.0 / 3));
}

TEST_CASE("rounded up, more sizes are the same") {
  // Lengths (1, 3), (1, 3), (0, 2) and distinct terms (1, 2), (1, 2), (0, 2).
  const Collection texts = three_texts();
  const std::vector<std::uint32_t> last = {2};
  const RelayView view = view_of(texts, {0, 1, 2}, 4);
  CHECK(told_sizes(view)[2] == DocumentSize{{0, 4}, {0, 4}});
  CHECK(find_texts(view, texts, last)[0].candidates ==
        std::vector<std::uint32_t>{2});  // a title stays empty
  const std::vector<std::uint32_t> first = {0};
  CHECK(find_texts(view, texts, first)[0].candidates ==
        std::vector<std::uint32_t>{0, 1});
}

TEST_CASE("documents not fetched, and another owner's, stay hidden") {
  const Collection texts = three_texts();
  const auto known =
      find_texts(view_of(texts, {2}), texts, std::vector<std::uint32_t>{0, 2});
  CHECK(known[0].candidates.empty());
  // Document 2 is a text of the attacker's size, but another text.
  const FoundTexts found = judge(known, std::vector<std::uint32_t>{0, 2, 1});
  CHECK(found.right == 0);
  CHECK(found.named == .5);
  CHECK(found.precision == 0);
  CHECK(std::isnan(judge({}, std::vector<std::uint32_t>{0}).precision));
}

TEST_CASE("sizes are sent with counts, and hardly two documents share them") {
  const SiloProtocol protocol = small_protocol("sound", false);
  const Overheard heard =
      overhear(small_collection(), small_shares(), protocol, {}, {.owner = 1});
  const auto& documents = small_shares()[1].documents;
  const FoundTexts found =
      judge(find_texts(heard.view, small_collection(), documents), documents);
  std::size_t told = 0;
  for (const auto& each : told_sizes(heard.view)) told += each ? 1 : 0;
  const double share = double(told) / double(documents.size());
  CHECK(told > 20);
  CHECK(found.right > .7 * share);
  CHECK(found.precision == 1);  // no own text is mistaken
}

TEST_CASE("a size is lengths and distinct terms of both fields") {
  const Collection texts = three_texts();
  CHECK(size_of({}, texts, 0) == DocumentSize{{1, 3}, {1, 2}});
  CHECK(size_of({}, texts, 2) == DocumentSize{{0, 2}, {0, 2}});
}

TEST_CASE("documents that several questions fetch are known once") {
  const Collection texts = three_texts();
  RelayView view = view_of(texts, {0});
  view.exchanges.push_back(view_of(texts, {2, 0}).exchanges[0]);
  const auto told = told_sizes(view);
  REQUIRE(told.size() == 3);
  CHECK(told[0] == size_of({}, texts, 0));
  CHECK_FALSE(told[1]);
  CHECK(told[2] == size_of({}, texts, 2));
}

TEST_CASE("a document without answers is not found") {
  // Its owner refuses: the place of the answer is empty.
  const Collection texts = three_texts();
  RelayView view = view_of(texts, {0, 2});
  view.exchanges[0].counts.documents[1].reset();
  CHECK_FALSE(told_sizes(view)[2]);
  CHECK(find_texts(view, texts, std::vector<std::uint32_t>{2})[0]
            .candidates.empty());
}

}  // namespace fedltr::known_texts_test
