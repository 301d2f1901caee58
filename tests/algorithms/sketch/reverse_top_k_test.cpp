#include "algorithms/sketch/reverse_top_k.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include <doctest/doctest.h>

#include "tests/support/zipf_documents.hpp"

namespace fedltr::reverse_top_k_test {
using namespace fedltr::testing;

namespace {

struct Owner {
  Owner(SketchShape shape, std::uint32_t count)
      : shape(shape),
        spots(random_spots(documents.vocabulary, shape.rows, shape.columns)),
        fields(documents.all(count)) {
    for (const Field& field : fields) {
      sketches.push_back(sketch_of(shape, field, spots));
      stored.emplace_back(sketches.back());
    }
  }

  RtkSketch rtk(std::uint32_t capacity) const {
    RtkSketch rtk(shape, capacity);
    for (std::uint32_t d = 0; d < sketches.size(); ++d)
      rtk.insert(d, sketches[d]);
    return rtk;
  }

  TermQuery query(TermId term, std::uint32_t real = 0) const {
    const Bits bits = test_bits(term);
    if (real == 0) real = shape.rows;
    return make_query(term, spots, draw_rows(shape.rows, {real}, bits), {real},
                      bits);
  }

  std::vector<std::int32_t> counts(TermId term) const {
    std::vector<std::int32_t> counts;
    for (const Field& field : fields) counts.push_back(count_of(field, term));
    return counts;
  }

  /// Terms that some topic's documents hold often.
  std::vector<TermId> terms() const {
    std::vector<TermId> terms;
    for (std::uint32_t topic = 0; topic < documents.topics; topic += 2)
      for (const std::uint32_t rank : {0U, 3U, 8U, 20U})
        terms.push_back(documents.topic_term(topic, rank));
    return terms;
  }

  /// Mean over terms.
  double cover(std::uint32_t capacity,
               const ReverseTopKOptions& options) const {
    RtkSketch sketch = rtk(capacity);
    SoftIntersection intersection;
    double sum = 0;
    for (const TermId term : terms())
      sum += cover_rate(intersection.top(sketch, query(term), options, {}, {}),
                        counts(term), options.documents);
    return sum / static_cast<double>(terms().size());
  }

  ZipfDocuments documents{4000, 300, 10, 0.4};
  SketchShape shape;
  TermSpots spots;
  std::vector<Field> fields;
  std::vector<Sketch> sketches;
  std::vector<DocumentSketch> stored;
};

const Owner& owner() {
  static const Owner owner({SketchKind::kCount, 21, 100}, 2000);
  return owner;
}

}  // namespace

TEST_CASE("NAIVE and RTK agree when lists hold everything") {
  for (const auto kind : {SketchKind::kCount, SketchKind::kCountMin}) {
    const Owner o({kind, 9, 60}, 300);
    RtkSketch rtk = o.rtk(300);
    SoftIntersection intersection;
    for (const TermId term : o.terms()) {
      const TermQuery query = o.query(term, 7);
      const auto naive = naive_top_k(o.stored, query, 20, {}, {});
      // Documents that may hold the term: with an estimate of 0 or less a
      // document is on no list. NAIVE breaks ties by document alone.
      const auto top = intersection.top(rtk, query, {300, 0.0}, {}, {});
      std::vector<TopDocument> sorted(top.begin(), top.end());
      std::ranges::stable_sort(sorted, [](const auto& a, const auto& b) {
        return a.count > b.count ||
               (a.count == b.count && a.document < b.document);
      });
      std::size_t compared = 0;
      for (; compared < 20 && naive[compared].count > 0; ++compared)
        REQUIRE(sorted.at(compared) == naive[compared]);
      CHECK(compared > 5);
    }
  }
}

TEST_CASE("the querier finds from the lists what the owner finds itself") {
  for (const auto kind : {SketchKind::kCount, SketchKind::kCountMin}) {
    const Owner o({kind, 9, 60}, 300);
    RtkSketch rtk = o.rtk(40);
    SoftIntersection intersection;
    for (const TermId term : o.terms())
      for (const bool leave_out : {false, true}) {
        const TermQuery query = o.query(term, 6);
        const ReverseTopKOptions options{20, 0.3, leave_out};
        const RtkAnswer lists = answer(rtk, query, {}, {});
        REQUIRE(why_refused(lists, o.shape, 300).empty());
        const auto there = intersection.top(kind, query, lists, options);
        CHECK(there == intersection.top(rtk, query, options, {}, {}));
        CHECK(there.size() == 20);
      }
  }
}

TEST_CASE("the order of insertion decides nothing") {
  const Owner& o = owner();
  RtkSketch forward = o.rtk(100);
  RtkSketch backward(o.shape, 100);
  for (std::uint32_t d = 2000; d-- > 0;) backward.insert(d, o.sketches[d]);
  SoftIntersection intersection;
  const auto noise = make_sketch_noise("median-only", {0.5, 21, 100});
  for (const TermId term : o.terms())
    CHECK(intersection.top(forward, o.query(term), {20, 0.1}, noise,
                           test_bits(1)) ==
          intersection.top(backward, o.query(term), {20, 0.1}, noise,
                           test_bits(1)));
}

TEST_CASE("cover rate goes to 1 with alpha") {
  const Owner& o = owner();
  double last = 0;
  for (const std::uint32_t alpha : {1U, 2U, 5U, 20U}) {
    const double cover = o.cover(20 * alpha, {20, 0.1});
    CAPTURE(alpha);
    CAPTURE(cover);
    CHECK(cover > last);
    last = cover;
  }
  CHECK(last > 0.95);
}

TEST_CASE("cover rate grows with K and falls with beta") {
  const Owner& o = owner();
  CHECK(o.cover(5 * 60, {60, 0.1}) > o.cover(5 * 5, {5, 0.1}));
  double last = 1;
  for (const double beta : {0.1, 0.5, 0.8, 1.0}) {
    const double cover = o.cover(100, {20, beta});
    CAPTURE(beta);
    CAPTURE(cover);
    CHECK(cover <= last);
    last = cover;
  }
  CHECK(last < 0.5);
}

TEST_CASE("zeros for absent rows cover more than the paper's estimate") {
  const Owner& o = owner();
  CHECK(o.cover(100, {20, 0.1}) > o.cover(100, {20, 0.1, true}) + 0.2);
}

TEST_CASE("a Count-Min estimate is never below the truth, absent rows or not") {
  const Owner o({SketchKind::kCountMin, 9, 60}, 300);
  RtkSketch rtk = o.rtk(40);
  SoftIntersection intersection;
  for (const TermId term : o.terms()) {
    const auto counts = o.counts(term);
    for (const auto& top :
         intersection.top(rtk, o.query(term), {300, 0}, {}, {}))
      REQUIRE(top.count >= counts[top.document]);
  }
}

TEST_CASE("noise goes onto each document's rows as if it was asked alone") {
  const Owner& o = owner();
  RtkSketch rtk = o.rtk(50);
  const TermQuery query = o.query(o.terms()[3]);
  const RtkAnswer exact = answer(rtk, query, {}, {});
  const auto paper = make_sketch_noise("paper", {0.5, 21, 100});
  const RtkAnswer noisy = answer(rtk, query, paper, test_bits(4));
  std::vector<double> shift(2000);
  std::vector<bool> known(2000);
  for (std::size_t row = 0; row < 21; ++row) {
    REQUIRE(exact.rows[row].size() == 50);
    REQUIRE(noisy.rows[row].size() == 50);
    for (std::size_t i = 0; i < exact.rows[row].size(); ++i) {
      const std::uint32_t d = exact.rows[row][i].document;
      REQUIRE(noisy.rows[row][i].document == d);
      const double moved = noisy.rows[row][i].value - exact.rows[row][i].value;
      if (known[d]) CHECK(moved == doctest::Approx(shift[d]).epsilon(1e-3));
      shift[d] = moved;
      known[d] = true;
    }
  }
  CHECK(shift[exact.rows[0][0].document] != shift[exact.rows[0][1].document]);
}

TEST_CASE("hostile answers are refused with the reason") {
  const RtkAnswer good{{{{1, 2}, {5, 1}}, {}}, {0, 1}};
  const SketchShape shape{SketchKind::kCountMin, 2, 10};
  CHECK(why_refused(good, shape, 6).empty());
  CHECK_FALSE(why_refused(good, {SketchKind::kCountMin, 3, 10}, 6).empty());
  // A Count sketch sends no floors.
  CHECK(why_refused(good, {SketchKind::kCount, 2, 10}, 6) ==
        "an answer of 2 floors instead of 0");
  CHECK(why_refused(good, shape, 5) == "an answer with document 5 of 5");
  RtkAnswer twice = good;
  twice.rows[0][1].document = 1;
  CHECK(why_refused(twice, shape, 6) ==
        "an answer whose documents are not in ascending order");
  RtkAnswer nothing = good;
  nothing.rows[0][1].value = std::nanf("");
  CHECK(why_refused(nothing, shape, 6) == "an answer that is not finite");
  nothing = good;
  nothing.floors[1] = std::nanf("");
  CHECK(why_refused(nothing, shape, 6) == "an answer that is not finite");
}

TEST_CASE("ties with the K-th document count as covered") {
  const std::vector<std::int32_t> counts{5, 3, 3, 3, 0, 0};
  const std::vector<TopDocument> found{{0, 5}, {3, 4}, {4, 1}};
  CHECK(cover_rate(found, counts, 2) == 1);
  CHECK(cover_rate(found, counts, 3) == doctest::Approx(2.0 / 3));
  // Four documents contain the term, so no more are needed.
  CHECK(cover_rate(found, counts, 6) == 0.5);
  CHECK(cover_rate({}, std::vector<std::int32_t>{0, 0}, 2) == 1);
  CHECK(cover_rate({}, counts, 2) == 0);
}

namespace {

/// Algorithm 5 as in the header, document by document.
std::vector<TopDocument> by_hand(SketchKind kind, const RtkAnswer& answer,
                                 const TermQuery& query,
                                 const ReverseTopKOptions& options,
                                 std::uint32_t documents) {
  struct Found {
    double count;
    std::size_t rows;
    std::uint32_t document;
  };
  std::vector<Found> all;
  const double rows = double(query.rows.size());
  for (std::uint32_t d = 0; d < documents; ++d) {
    std::vector<double> values;
    std::size_t listed = 0;
    for (const std::uint32_t row : query.rows) {
      const auto& list = answer.rows[row];
      const auto found = std::ranges::find(list, d, &Posting::document);
      if (found != list.end()) {
        ++listed;
        values.push_back(signed_value(kind, query.spots[row], found->value));
      } else if (!options.leave_out_absent) {
        values.push_back(kind == SketchKind::kCount ? 0 : answer.floors[row]);
      }
    }
    if (listed == 0 || double(listed) < options.beta * rows - 1e-9) continue;
    all.push_back({estimate_of(kind, values), listed, d});
  }
  std::ranges::sort(all, [](const Found& a, const Found& b) {
    return std::tuple(-a.count, b.rows, a.document) <
           std::tuple(-b.count, a.rows, b.document);
  });
  std::vector<TopDocument> top;
  for (const Found& each : all)
    if (top.size() < options.documents)
      top.push_back({each.document, each.count});
  return top;
}

/// Lists of some of 40 documents with small values, so that many tie.
RtkAnswer random_answer(SketchKind kind, std::size_t rows, Rng& rng) {
  RtkAnswer answer;
  answer.rows.resize(rows);
  if (kind == SketchKind::kCountMin) answer.floors.resize(rows);
  for (auto& list : answer.rows)
    for (std::uint32_t d = 0; d < 40; ++d)
      if (rng.below(3) == 0) list.push_back({d, float(rng.below(9)) - 3});
  for (float& floor : answer.floors) floor = float(rng.below(3));
  return answer;
}

}  // namespace

TEST_CASE("soft intersections of any lists are those worked by hand") {
  Rng rng(3, Purpose::kTest);
  SoftIntersection intersection;  // its memory is reused
  for (int trial = 0; trial < 400; ++trial) {
    const auto kind = rng.below(2) ? SketchKind::kCount : SketchKind::kCountMin;
    const auto rows = static_cast<std::uint32_t>(1 + rng.below(8));
    const TermSpots spots = random_spots(50, rows, 30);
    const auto real = static_cast<std::uint32_t>(1 + rng.below(rows));
    const Bits bits = test_bits(static_cast<std::uint32_t>(trial));
    const TermQuery query =
        make_query(7, spots, draw_rows(rows, {real}, bits), {real}, bits);
    const RtkAnswer answer = random_answer(kind, rows, rng);
    REQUIRE(why_refused(answer, {kind, rows, 30}, 40).empty());
    const ReverseTopKOptions options{
        static_cast<std::uint32_t>(1 + rng.below(50)),
        double(rng.below(11)) / 10, rng.below(2) == 0};
    CAPTURE(options.beta);
    CHECK(intersection.top(kind, query, answer, options) ==
          by_hand(kind, answer, query, options, 40));
  }
}

TEST_CASE("a reverse top-K query refuses invalid arguments") {
  const Owner o({SketchKind::kCount, 5, 20}, 10);
  RtkSketch rtk = o.rtk(5);
  SoftIntersection intersection;
  const TermQuery query = o.query(3);
  const auto top = [&](const ReverseTopKOptions& options) {
    intersection.top(rtk, query, options, {}, {});
  };
  CHECK_THROWS_WITH(top({0}), "a reverse top-K query asks for a document");
  for (const double beta : {-0.1, 1.1, std::nan("")})
    CHECK_THROWS_WITH(top({5, beta}), "a share of rows is between 0 and 1");
  TermQuery endless = query;
  endless.negative.clear();
  CHECK_THROWS_WITH(
      answer(rtk, endless, {}, {}),
      "a reverse top-K query names the end of each cell it asks for");
  const auto paper = make_sketch_noise("paper", {1, 5, 20});
  CHECK_THROWS_WITH(intersection.top(rtk, query, {5}, paper, test_bits(1)),
                    "noise for rows goes onto the lists that are sent");
  const auto median = make_sketch_noise("median-only", {1, 5, 20});
  CHECK_THROWS_WITH(answer(rtk, query, median, test_bits(1)),
                    "median-only noise is for estimates, not for rows");
}

TEST_CASE("a withheld document is asked about, but left out") {
  const Owner& o = owner();
  RtkSketch rtk = o.rtk(100);
  SoftIntersection intersection;
  const TermQuery query = o.query(o.terms()[1]);
  const auto all = intersection.top(rtk, query, {2000, 0.1}, {}, {});
  std::vector<std::uint32_t> asked;
  const auto even =
      intersection.top(rtk, query, {2000, 0.1}, {}, {}, [&](std::uint32_t d) {
        asked.push_back(d);
        return d % 2 == 0;
      });
  CHECK(asked.size() == all.size());
  CHECK(std::ranges::is_sorted(asked));
  auto wanted = all;
  std::erase_if(wanted,
                [](const TopDocument& top) { return top.document % 2 != 0; });
  CHECK(even == wanted);
}

TEST_CASE("NAIVE takes the largest, ties to the lower document") {
  const std::vector<double> counts = {1, 5, -2, 5, 0};
  const auto top = [&](std::uint32_t k) {
    return naive_top_k(5, k, [&](std::uint32_t d) { return counts[d]; });
  };
  CHECK(top(3) == std::vector<TopDocument>{{1, 5}, {3, 5}, {0, 1}});
  CHECK(top(9).size() == 5);
  CHECK(top(9).back() == TopDocument{2, -2});
  CHECK(top(0).empty());
}

}  // namespace fedltr::reverse_top_k_test
