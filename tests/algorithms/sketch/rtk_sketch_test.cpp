#include "algorithms/sketch/rtk_sketch.hpp"

#include <cstdlib>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include <doctest/doctest.h>

#include "tests/support/zipf_documents.hpp"

namespace fedltr::rtk_sketch_test {
using namespace fedltr::testing;

namespace {

/// Sketches of 300 short documents, and the content of RTK sketches of them.
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

  /// Expected entries of a list, found by sorting.
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
        const auto list = rtk.list(row, column, ListEnd{negative});
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
            const auto list = rtk.list(row, column, ListEnd{negative});
            REQUIRE(std::set<RtkEntry>(list.begin(), list.end()) ==
                    documents.expected(row, column, negative, capacity));
            const auto ordered =
                rtk.ordered_list(row, column, ListEnd{negative});
            CHECK(std::ranges::is_sorted(ordered, {}, &RtkEntry::document));
            CHECK(ordered.data() == list.data());
            CHECK(ordered.size() == list.size());
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
    CHECK(other.floor(2, 3, ListEnd::kNegative) ==
          first.floor(2, 3, ListEnd::kNegative));
  }
}

TEST_CASE("documents deleted before lists are full were never inserted") {
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
  // Some documents return, to test insertion after deletion.
  for (const std::uint32_t d : {0U, 40U, 80U}) {
    rtk.insert(d, documents.sketches[d]);
    gone.erase(d);
  }
  for (std::uint32_t row = 0; row < 4; ++row)
    for (std::uint32_t column = 0; column < 10; ++column) {
      const auto list = rtk.list(row, column, ListEnd::kPositive);
      auto wanted = documents.expected(row, column, false, 1000);
      std::erase_if(wanted, [&](RtkEntry entry) {
        return gone.contains(entry.document());
      });
      const std::set<RtkEntry> held(list.begin(), list.end());
      const auto floor = rtk.floor(row, column, ListEnd::kPositive);
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
  CHECK_THROWS_AS(rtk.list(4, 0, ListEnd::kPositive), std::invalid_argument);
  CHECK_THROWS_AS(rtk.list(0, 0, ListEnd::kNegative), std::invalid_argument);
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

TEST_CASE("an entry is better by its magnitude, then by the lower document") {
  const std::uint32_t last = (std::uint32_t{1} << 31) - 1;
  const auto entry = RtkEntry::of;
  CHECK(entry(7, 3).document() == 7);
  CHECK(entry(7, 3).magnitude() == 3);
  CHECK(entry(last, 2147483647).document() == last);
  CHECK(entry(0, 2147483647).magnitude() == 2147483647);
  CHECK(entry(9, 2) > entry(0, 1));
  CHECK(entry(0, 2) > entry(1, 2));
  CHECK(entry(last, 1) < entry(0, 1));
}

TEST_CASE("documents that come and go leave what a floor and a set would") {
  const Collection documents(SketchKind::kCount);
  Rng rng(2, Purpose::kTest);
  // A list: its entries, and the best one that it rejected.
  struct Model {
    std::set<RtkEntry, std::greater<>> entries;
    RtkEntry floor;
  };
  const std::size_t capacity = 12;
  RtkSketch rtk(documents.shape, capacity);
  std::map<std::tuple<std::uint32_t, std::uint32_t, bool>, Model> models;
  const auto each_entry = [&](std::uint32_t d, auto&& visit) {
    for (std::uint32_t row = 0; row < 4; ++row)
      for (std::uint32_t column = 0; column < 10; ++column) {
        const std::int32_t value = documents.sketches[d].at(row, column);
        if (value == 0) continue;
        visit(models[{row, column, value < 0}],
              RtkEntry::of(d, static_cast<std::uint32_t>(std::abs(value))));
      }
  };
  for (int step = 0; step < 1500; ++step) {
    const auto d = static_cast<std::uint32_t>(rng.below(300));
    if (!rtk.holds(d)) {
      rtk.insert(d, documents.sketches[d]);
      each_entry(d, [&](Model& model, RtkEntry entry) {
        if (!(entry > model.floor)) return;
        model.entries.insert(entry);
        if (model.entries.size() <= capacity) return;
        model.floor = *std::prev(model.entries.end());
        model.entries.erase(model.floor);
      });
    } else if (rng.below(3) == 0) {
      // Lists that were read are cut back earlier than others.
      for (std::uint32_t column = 0; column < 10; ++column)
        rtk.list(1, column, ListEnd{step % 2 == 0});
      rng.below(2) ? rtk.erase(d) : rtk.erase(d, documents.sketches[d]);
      each_entry(
          d, [](Model& model, RtkEntry entry) { model.entries.erase(entry); });
    }
  }
  std::size_t shortest = capacity;
  for (const auto& [place, model] : models) {
    const auto& [row, column, negative] = place;
    const auto list = rtk.list(row, column, ListEnd{negative});
    CHECK(std::set<RtkEntry, std::greater<>>(list.begin(), list.end()) ==
          model.entries);
    CHECK(rtk.floor(row, column, ListEnd{negative}) == model.floor.magnitude());
    if (model.floor.key != 0)
      shortest = std::min(shortest, model.entries.size());
  }
  CHECK(rtk.shortest_full() == shortest);
}

TEST_CASE("an RTK sketch names what it refuses") {
  const char* const capacity =
      "a list of an RTK sketch holds 1 to 2^24 documents";
  const SketchShape shape{SketchKind::kCount, 1, 2};
  CHECK_THROWS_WITH(RtkSketch(shape, 0), capacity);
  CHECK_THROWS_WITH(RtkSketch(shape, (1U << 24) + 1), capacity);
  CHECK_THROWS_WITH(RtkSketch({SketchKind::kCount, 0, 2}, 1),
                    "a sketch has at least one row and one column");
  RtkSketch rtk(shape, 1);
  const Sketch sketch(shape);
  CHECK_THROWS_WITH(rtk.insert(1U << 31, sketch),
                    "a document's id is below 2^31");
  rtk.insert(5, sketch);
  CHECK_THROWS_WITH(rtk.insert(5, sketch),
                    "the RTK sketch holds this document already");
  CHECK_THROWS_WITH(rtk.erase(4), "the RTK sketch does not hold this document");
  CHECK_THROWS_WITH(rtk.floor(0, 2, ListEnd::kPositive),
                    "the RTK sketch has no such cell");
  CHECK_FALSE(rtk.holds(4));
  CHECK_FALSE(rtk.holds(~std::uint32_t{0}));
  // A document without terms is held, though on no list.
  CHECK(rtk.holds(5));
  CHECK(rtk.list(0, 0, ListEnd::kNegative).empty());
  CHECK(rtk.shortest_full() == 1);
}

}  // namespace fedltr::rtk_sketch_test
