#include "algorithms/data/feature_table.hpp"

#include <cmath>
#include <cstring>
#include <stdexcept>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/core/wide.hpp"

namespace fedltr::feature_table_test {
namespace {

constexpr Storage kAll[] = {Storage::kFloat64, Storage::kFloat32,
                            Storage::kSparse64, Storage::kSparse32};

bool is_exact(Storage storage) {
  return storage == Storage::kFloat64 || storage == Storage::kSparse64;
}

/// Rows of normal numbers with this share of zeros.
Matrix some_rows(Index rows, Index features, double zeros) {
  Rng rng(7, Purpose::kTest);
  Matrix values(rows, features);
  for (double& value : values.reshaped())
    value = rng.uniform() < zeros ? 0.0 : rng.normal();
  return values;
}

std::span<const double> numbers_of(const Matrix& values) {
  return {values.data(), static_cast<std::size_t>(values.size())};
}

bool same_bits(const double* one, const double* other, Index size) {
  return std::memcmp(one, other, sizeof(double) * std::size_t(size)) == 0;
}

}  // namespace

TEST_CASE("exact tables give back every number, others the nearest float32") {
  for (const double zeros : {0.0, 0.6, 1.0})
    for (const Storage storage : kAll)
      for (const Index features : {1, 2, 7, 46, 137}) {
        const Matrix all = some_rows(23, features, zeros);
        FeatureTable table(features, storage);
        for (Index first = 0; first < 23; first += 5) {
          const Matrix part =
              all.middleRows(first, std::min<Index>(5, 23 - first));
          table.append(numbers_of(part));
        }
        Matrix expected = all;
        if (!is_exact(storage)) expected = all.cast<float>().cast<double>();
        std::vector<double> room(3, -1.0);
        for (const auto& [first, count] : {std::pair<Index, Index>{0, 23},
                                           {0, 1},
                                           {4, 9},
                                           {22, 1},
                                           {7, 0}}) {
          const auto rows = table.rows(first, count, room);
          CHECK(rows.rows() == count);
          CHECK(same_bits(rows.data(), expected.row(first % 23).data(),
                          count * features));
        }
      }
}

TEST_CASE("a sparse table turns -0 into 0") {
  for (const Storage storage : kAll) {
    FeatureTable table(2, storage);
    table.append(std::vector{-0.0, 1.0});
    std::vector<double> room;
    const bool sparse =
        storage == Storage::kSparse64 || storage == Storage::kSparse32;
    CHECK(std::signbit(table.rows(0, 1, room)(0, 0)) == !sparse);
  }
}

TEST_CASE("a table without columns has rows of nothing") {
  for (const Storage storage : kAll) {
    FeatureTable table(0, storage);
    table.append({});
    std::vector<double> room;
    const auto rows = table.rows(3, 2, room);
    CHECK(rows.rows() == 2);
    CHECK(rows.cols() == 0);
  }
}

TEST_CASE("some rows are read, others stay as they are") {
  const Matrix all = some_rows(9, 4, 0.3);
  for (const Storage storage : kAll) {
    FeatureTable table(4, storage);
    table.append(numbers_of(all));
    std::vector<double> room(100, 7.0);
    std::vector<double> whole;
    const auto expected = table.rows(2, 6, whole);
    const auto some = table.some_rows(2, 6, std::vector<Index>{5, 0, 3}, room);
    CHECK(some.rows() == 6);
    for (const Index row : {5, 0, 3}) CHECK(some.row(row) == expected.row(row));
    if (storage == Storage::kFloat64)
      CHECK(some == expected);
    else
      CHECK((some.row(1).array() == 7).all());
  }
}

TEST_CASE("float32 is widened alike on all registers") {
  const Matrix all = some_rows(9, 31, 0.1);
  FeatureTable table(31, Storage::kFloat32);
  table.append(numbers_of(all));
  const auto names = register_names();
  for (const auto name : names) {
    use_registers(name);
    std::vector<double> room;
    CHECK(Matrix(table.rows(0, 9, room)) == all.cast<float>().cast<double>());
  }
  use_registers(names.back());
}

TEST_CASE("rounding's losses are counted, and the worst of them is known") {
  FeatureTable table(5, Storage::kFloat32);
  table.append(std::vector{0.5, -3.0, 1e6, 0.0, 16777216.0});
  CHECK(table.loss().rounded == 0);
  CHECK(table.loss().worst == 0);
  // One is half way to the next, one is below all of float32, -0 is 0.
  table.append(std::vector{1 + std::ldexp(1.0, -24), 0.1, 1e-60, -0.0, 2.0});
  CHECK(table.loss().rounded == 3);
  CHECK(table.loss().worst == 1);
  FeatureTable sparse(1, Storage::kSparse32);
  sparse.append(std::vector{1 + std::ldexp(1.0, -24)});
  CHECK(sparse.loss().rounded == 1);
  CHECK(sparse.loss().worst == doctest::Approx(std::ldexp(1.0, -24)));
  RoundingLoss sum = table.loss();
  sum += sparse.loss();
  CHECK(sum.rounded == 4);
  CHECK(sum.worst == 1);
}

TEST_CASE("normal numbers of float64 lose at most 2^-24 of themselves") {
  FeatureTable table(100, Storage::kFloat32);
  table.append(numbers_of(some_rows(100, 100, 0)));
  CHECK(table.loss().rounded > 9900);
  CHECK(table.loss().worst <= std::ldexp(1.0, -24));
  CHECK(table.loss().worst > std::ldexp(1.0, -25));
}

TEST_CASE("tables take the bytes that are foretold") {
  const Matrix all = some_rows(40, 50, 0.7);
  const auto others = std::size_t((all.array() != 0).count());
  for (const Storage storage : kAll) {
    FeatureTable table(50, storage);
    table.append(numbers_of(all));
    CHECK(table.bytes() == bytes_as(storage, 40, 50, others));
  }
  CHECK(bytes_as(Storage::kFloat64, 40, 50, others) == 16000);
  CHECK(bytes_as(Storage::kFloat32, 40, 50, others) == 8000);
  CHECK(bytes_as(Storage::kSparse64, 40, 50, others) == 10 * others + 320);
  CHECK(bytes_as(Storage::kSparse32, 40, 50, others) == 6 * others + 320);
}

TEST_CASE("sparse tables number 65536 features, and numbers are of float64") {
  FeatureTable wide(65536, Storage::kSparse64);
  std::vector<double> row(65536, 0.0);
  row.back() = 3;
  wide.append(row);
  std::vector<double> room;
  CHECK(wide.rows(0, 1, room)(0, 65535) == 3);
  CHECK_THROWS_AS(FeatureTable(65537, Storage::kSparse32),
                  std::invalid_argument);
  CHECK_NOTHROW(FeatureTable(65537, Storage::kFloat32));
  CHECK_THROWS_AS((void)std::as_const(wide).numbers(), std::invalid_argument);
}

}  // namespace fedltr::feature_table_test
