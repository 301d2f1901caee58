#include "algorithms/sketch/rtk_sketch.hpp"

#include <numeric>
#include <set>

#include <doctest/doctest.h>

#include "tests/support/zipf_documents.hpp"

using namespace fedltr;
using namespace fedltr::testing;

namespace {

/// Sketches of 300 short documents, and what RTK sketches of them hold.
struct Collection {
  explicit Collection(SketchKind kind) : shape{kind, 4, 10} {
    const ZipfDocuments documents{500, 60, 5, 0.5};
    const TermSpots spots = random_spots(documents.vocabulary, 4, 10);
    for (const Field& field : documents.all(300))
      sketches.push_back(sketch_of(shape, field, spots));
  }

  RtkSketch rtk(std::uint32_t capacity,
                const std::vector<std::uint32_t>& order) const {
    RtkSketch rtk(shape, capacity);
    for (const std::uint32_t d : order) rtk.insert(d, sketches[d]);
    return rtk;
  }

  std::vector<std::uint32_t> order() const {
    std::vector<std::uint32_t> order(sketches.size());
    std::iota(order.begin(), order.end(), 0U);
    return order;
  }

  /// What a list must hold: worked out by sorting.
  std::set<RtkEntry> expected(std::uint32_t row, std::uint32_t column,
                              bool negative, std::size_t capacity) const {
    std::set<RtkEntry, std::greater<>> all;
    for (std::uint32_t d = 0; d < sketches.size(); ++d) {
      const std::int32_t value =
          sketches[d].at(row, column) * (negative ? -1 : 1);
      if (value > 0)
        all.insert(RtkEntry::of(d, static_cast<std::uint32_t>(value)));
    }
    std::set<RtkEntry> best;
    for (const RtkEntry entry : all)
      if (best.size() < capacity) best.insert(entry);
    return best;
  }

  SketchShape shape;
  std::vector<Sketch> sketches;
};

using Lists = std::vector<std::set<RtkEntry>>;

Lists lists_of(RtkSketch& rtk) {
  Lists lists;
  const bool both = rtk.shape().kind == SketchKind::kCount;
  for (std::uint32_t row = 0; row < rtk.shape().rows; ++row)
    for (std::uint32_t column = 0; column < rtk.shape().columns; ++column)
      for (const bool negative : {false, true}) {
        if (negative && !both) continue;
        const auto list = rtk.list(row, column, negative);
        lists.emplace_back(list.begin(), list.end());
        CHECK(lists.back().size() == list.size());
      }
  return lists;
}

}  // namespace

TEST_CASE("a list holds the best of its cell's end, ties to lower documents") {
  for (const auto kind : {SketchKind::kCount, SketchKind::kCountMin}) {
    const Collection documents(kind);
    for (const std::uint32_t capacity : {1U, 20U, 1000U}) {
      RtkSketch rtk = documents.rtk(capacity, documents.order());
      CHECK(rtk.documents() == 300);
      for (std::uint32_t row = 0; row < 4; ++row)
        for (std::uint32_t column = 0; column < 10; ++column)
          for (const bool negative : {false, true}) {
            if (negative && kind == SketchKind::kCountMin) continue;
            const auto list = rtk.list(row, column, negative);
            REQUIRE(std::set<RtkEntry>(list.begin(), list.end()) ==
                    documents.expected(row, column, negative, capacity));
          }
    }
  }
}

TEST_CASE("any order of insertion gives the same lists and floors") {
  const Collection documents(SketchKind::kCount);
  auto order = documents.order();
  RtkSketch first = documents.rtk(15, order);
  const Lists wanted = lists_of(first);
  Rng rng(1, Purpose::kTest);
  for (int i = 0; i < 5; ++i) {
    shuffle(std::span(order), rng);
    RtkSketch other = documents.rtk(15, order);
    CHECK(lists_of(other) == wanted);
    CHECK(other.floor(2, 3, true) == first.floor(2, 3, true));
  }
}

TEST_CASE("what is deleted before lists are full was never inserted") {
  const Collection documents(SketchKind::kCount);
  auto rest = documents.order();
  std::erase_if(rest, [](std::uint32_t d) { return d % 3 == 0; });
  RtkSketch wanted = documents.rtk(300, rest);
  for (const bool with_sketch : {true, false}) {
    RtkSketch rtk = documents.rtk(300, documents.order());
    for (std::uint32_t d = 0; d < 300; d += 3)
      with_sketch ? rtk.erase(d, documents.sketches[d]) : rtk.erase(d);
    CHECK(lists_of(rtk) == lists_of(wanted));
    CHECK(rtk.documents() == 200);
    CHECK(rtk.shortest_full() == 300);
  }
}

TEST_CASE("after deletions a list holds all that is better than its floor") {
  const Collection documents(SketchKind::kCount);
  RtkSketch rtk = documents.rtk(25, documents.order());
  CHECK(rtk.shortest_full() == 25);
  std::set<std::uint32_t> gone;
  for (std::uint32_t d = 0; d < 300; d += 4) {
    rtk.erase(d, documents.sketches[d]);
    gone.insert(d);
  }
  CHECK(rtk.shortest_full() < 25);
  // Some come back, so that insertion after deletion is looked at too.
  for (const std::uint32_t d : {0U, 40U, 80U}) {
    rtk.insert(d, documents.sketches[d]);
    gone.erase(d);
  }
  for (std::uint32_t row = 0; row < 4; ++row)
    for (std::uint32_t column = 0; column < 10; ++column) {
      const auto list = rtk.list(row, column, false);
      auto wanted = documents.expected(row, column, false, 1000);
      std::erase_if(wanted, [&](RtkEntry entry) {
        return gone.contains(entry.document());
      });
      const std::set<RtkEntry> held(list.begin(), list.end());
      const auto floor = rtk.floor(row, column, false);
      for (const RtkEntry entry : held) REQUIRE(wanted.contains(entry));
      for (const RtkEntry entry : wanted)
        if (entry.magnitude() > floor) REQUIRE(held.contains(entry));
    }
}

TEST_CASE("an RTK sketch refuses what does not fit it") {
  const Collection documents(SketchKind::kCountMin);
  RtkSketch rtk = documents.rtk(5, {0, 1});
  CHECK_THROWS_AS(rtk.insert(1, documents.sketches[1]), std::invalid_argument);
  CHECK_THROWS_AS(rtk.erase(2, documents.sketches[2]), std::invalid_argument);
  CHECK_THROWS_AS(rtk.erase(2), std::invalid_argument);
  CHECK_THROWS_AS(rtk.insert(2, Sketch({SketchKind::kCount, 4, 10})),
                  std::invalid_argument);
  CHECK_THROWS_AS(rtk.list(4, 0, false), std::invalid_argument);
  CHECK_THROWS_AS(rtk.list(0, 0, true), std::invalid_argument);
  CHECK_THROWS_AS(RtkSketch({SketchKind::kCount, 1, 1}, 0),
                  std::invalid_argument);
}

TEST_CASE("memory is a fifth of dense sketches, with nothing to delete by") {
  const SketchShape shape{SketchKind::kCount, 30, 20};
  const ZipfDocuments documents;
  const TermSpots spots = random_spots(documents.vocabulary, 30, 20);
  // A tenth of the papers' documents, columns and K.
  constexpr std::uint32_t kDocuments = 3640;
  RtkSketch rtk(shape, 75);
  for (std::uint32_t d = 0; d < kDocuments; ++d)
    rtk.insert(d, sketch_of(shape, documents.document(d), spots));
  CHECK(5 * rtk.bytes() < kDocuments * shape.cells() * 4);
}
