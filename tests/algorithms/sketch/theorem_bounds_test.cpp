#include "algorithms/sketch/theorem_bounds.hpp"

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/privacy/accountant.hpp"
#include "algorithms/sketch/reverse_top_k.hpp"
#include "tests/support/zipf_documents.hpp"

namespace fedltr::theorem_bounds_test {
using namespace fedltr::testing;

namespace {

constexpr CoverSetting kPapers{36400, 1000, 1, 30, 200, 150, 5, 0.1};

/// An owner as in Theorem 4: term 0 occurs L / (i q) times in the i-th
/// document, whose other terms are its own and occur once.
struct TheoremOwner {
  TheoremOwner(const CoverSetting& setting, std::uint8_t key)
      : setting(setting),
        spots(random_spots(
            1 + setting.documents * static_cast<std::uint32_t>(setting.length),
            setting.rows, setting.columns, key)),
        rtk({SketchKind::kCount, setting.rows, setting.columns},
            static_cast<std::uint32_t>(setting.alpha * setting.top)) {
    const auto length = static_cast<std::uint32_t>(setting.length);
    for (std::uint32_t d = 0; d < setting.documents; ++d) {
      const auto count =
          static_cast<std::int32_t>(setting.length / ((d + 1) * setting.zipf));
      Field field{{0, count}};
      for (std::uint32_t t = count; t < length; ++t)
        field.push_back({1 + d * length + t, 1});
      rtk.insert(d, sketch_of(rtk.shape(), field, spots));
    }
  }

  /// Share of the K first documents that a row lists, mean over rows.
  double listed() {
    double sum = 0;
    for (std::uint32_t row = 0; row < setting.rows; ++row)
      for (const RtkEntry entry : rtk.list(row, spots[0][row].column(),
                                           ListEnd{spots[0][row].negative()}))
        sum += entry.document() < setting.top ? 1 : 0;
    return sum / (setting.rows * setting.top);
  }
  /// Share of these that are candidates.
  double covered() {
    const Obfuscation all{setting.rows};
    const Bits bits = test_bits(1);
    const TermQuery query =
        make_query(0, spots, draw_rows(setting.rows, all, bits), all, bits);
    SoftIntersection intersection;
    const auto found =
        intersection.top(rtk, query, {setting.documents, setting.beta}, {}, {});
    return static_cast<double>(
               std::ranges::count_if(found,
                                     [&](const TopDocument& top) {
                                       return top.document < setting.top;
                                     })) /
           setting.top;
  }

  CoverSetting setting;
  TermSpots spots;
  RtkSketch rtk;
};

}  // namespace

TEST_CASE("the residual leaves out the w / 8 most frequent terms") {
  const Field field{{0, 3}, {1, 10}, {2, 1}, {3, 2}};
  CHECK(residual_moment(field, 7) == 9 + 100 + 1 + 4);
  CHECK(residual_moment(field, 16) == 1 + 4);
  CHECK(residual_moment(field, 32) == 0);
}

TEST_CASE("error bounds are those of Theorems 2 and 3, worked by hand") {
  // 16 / 0.25 + 64 * 50 / 200 = 64 + 16.
  CHECK(error_bound(0.5, 200, 50, 1) == doctest::Approx(std::sqrt(80)));
  CHECK(error_bound(0.5, 200, 50, 4) == doctest::Approx(2 * std::sqrt(80)));
  CHECK(error_bound(kNoBound, 200, 50, 1) == doctest::Approx(4));
}

TEST_CASE("the error rate is the probability that half of the rows fail") {
  CHECK(error_rate(1) == 3.0 / 8);
  // Two or three of three: 3 (3/8)^2 5/8 + (3/8)^3.
  CHECK(error_rate(3) == doctest::Approx((3 * 9 * 5 + 27) / 512.0));
  CHECK(error_rate(2) == doctest::Approx(1 - 25.0 / 64));
  for (const std::uint32_t rows : {5U, 15U, 101U, 1001U, 4095U}) {
    double sum = 0;
    for (std::uint32_t failed = (rows + 1) / 2; failed <= rows; ++failed)
      sum += std::exp(std::lgamma(rows + 1.0) - std::lgamma(failed + 1.0) -
                      std::lgamma(rows - failed + 1.0) +
                      failed * std::log(3.0 / 8) +
                      (rows - failed) * std::log(5.0 / 8));
    CHECK(error_rate(rows) / sum == doctest::Approx(1));
    CHECK(error_rate(rows) < error_rate(rows - 2));
  }
}

TEST_CASE("Theorem 4's bound, worked by hand") {
  // eta = 4 sqrt(100 * 16) / (2 * 5 * 1 * 2) = 8 with n - alpha K = 32.
  CoverSetting setting{37, 100, 2, 10, 16, 1, 5, 0.1};
  const double p = std::pow(63.0 / 64, 64);
  CHECK(listing_probability(setting) == doctest::Approx(p));
  CHECK(cover_bound(setting) ==
        doctest::Approx(1 - std::exp(-20 * (p - 0.1) * (p - 0.1))));
  setting.beta = 0.4;  // p is 0.365
  CHECK(cover_bound(setting) == 0);
  setting.alpha = 1;
  CHECK(listing_probability(setting) == 0);
  setting.documents = 1;  // a list holds it all
  CHECK(listing_probability(setting) == 1);
}

TEST_CASE("the bound rises with w, z and alpha and falls with n, K and beta") {
  const CoverSetting from{200, 400, 1.5, 9, 400, 2, 5, 0.1};
  const double bound = cover_bound(from);
  const auto bound_with = [&](auto CoverSetting::*field, double value) {
    CoverSetting other = from;
    other.*field = static_cast<std::decay_t<decltype(other.*field)>>(value);
    return cover_bound(other);
  };
  CHECK(bound > 0);
  CHECK(bound_with(&CoverSetting::columns, 800) > bound);
  CHECK(bound_with(&CoverSetting::rows, 15) > bound);
  CHECK(bound_with(&CoverSetting::alpha, 8) > bound);
  CHECK(bound_with(&CoverSetting::documents, 400) < bound);
  CHECK(bound_with(&CoverSetting::top, 3) < bound);
  CHECK(bound_with(&CoverSetting::beta, 0.3) < bound);
}

TEST_CASE("at the papers' own setting Theorem 4 promises nothing") {
  CHECK(listing_probability(kPapers) < 1e-300);
  CHECK(cover_bound(kPapers) == 0);
  CoverSetting steeper = kPapers;
  steeper.zipf = 3;  // eta below 1
  CHECK(cover_bound(steeper) == 0);
}

TEST_CASE("under its condition on z and beta Theorem 4 promises something") {
  CoverSetting setting{100, 400, 1.5, 0, 200, 2, 5, 0};
  setting.rows = static_cast<std::uint32_t>(
      std::ceil(std::pow(listing_probability(setting), -2)));
  setting.beta = 0.9 / std::sqrt(setting.rows);
  CHECK(cover_bound(setting) > 0);
}

TEST_CASE("documents are listed and covered as often as Theorem 4 predicts") {
  for (const CoverSetting& setting :
       {CoverSetting{60, 400, 1.5, 5, 200, 2, 5, 0.1},
        CoverSetting{40, 100, 1.2, 9, 100, 1, 3, 0.2},
        CoverSetting{80, 200, 1, 7, 100, 3, 8, 0.3}}) {
    double listed = 0;
    double covered = 0;
    constexpr std::uint8_t kKeys = 12;
    for (std::uint8_t key = 1; key <= kKeys; ++key) {
      TheoremOwner owner(setting, key);
      listed += owner.listed() / kKeys;
      covered += owner.covered() / kKeys;
    }
    CAPTURE(setting.documents);
    CAPTURE(listed);
    CAPTURE(covered);
    CHECK(listing_probability(setting) > 0.1);
    CHECK(cover_bound(setting) > 0.1);
    CHECK(listed >= listing_probability(setting));
    CHECK(covered >= cover_bound(setting));
  }
}

}  // namespace fedltr::theorem_bounds_test
