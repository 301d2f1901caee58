#include "algorithms/data/feature_source.hpp"

#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/data/dataset.hpp"

namespace fedltr::feature_source_test {
namespace {

Dataset two_queries() {
  Dataset data(2);
  data.add_query("a", std::vector{1.0, 2.0, 3.0, 4.0},
                 std::vector<std::uint8_t>{0, 1});
  data.add_query("b", std::vector{5.0, 6.0}, std::vector<std::uint8_t>{2});
  return data;
}

/// Features of two_queries(), and the number of reads.
struct Counted {
  std::atomic<int> reads = 0;
  std::shared_ptr<FeatureSource> source =
      std::make_shared<FeatureSource>([this] {
        ++reads;
        return two_queries().shared_features();
      });
};

}  // namespace

TEST_CASE("features are read for the first user and freed with the last") {
  Counted counted;
  auto one = counted.source->table();
  auto two = counted.source->table();
  CHECK(counted.reads == 1);
  CHECK(one == two);
  one = nullptr;
  CHECK(two->numbers()[5] == 6);
  CHECK(counted.source->table() == two);
  two = nullptr;
  one = counted.source->table();
  CHECK(counted.reads == 2);
  CHECK(one->numbers()[0] == 1);
}

TEST_CASE("failed reads can be tried again") {
  int tries = 0;
  FeatureSource source([&]() -> std::shared_ptr<const FeatureTable> {
    if (++tries == 1) throw std::runtime_error("no disk");
    return two_queries().shared_features();
  });
  CHECK_THROWS_WITH((void)source.table(), "no disk");
  CHECK(source.table()->numbers()[0] == 1);
}

TEST_CASE("threads that ask and let go at once see whole features") {
  Counted counted;
  std::atomic<int> wrong = 0;
  const auto work = [&] {
    for (int i = 0; i < 2000; ++i)
      if (counted.source->table()->numbers()[4] != 5) ++wrong;
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back(work);
  for (auto& thread : threads) thread.join();
  CHECK(wrong == 0);
  CHECK(counted.reads >= 1);
}

TEST_CASE("a set whose features are late has all else at once") {
  Counted counted;
  const Dataset whole = two_queries();
  const Dataset bare = whole.without_features();
  CHECK(bare.features() == 0);
  CHECK(bare.documents() == 3);
  CHECK(bare.bytes() == 0);
  CHECK_FALSE(bare.is_late());
  const Dataset late = bare.with_late_features(2, counted.source);
  CHECK(late.is_late());
  CHECK(late.features() == 2);
  CHECK(late.query_name(1) == "b");
  CHECK(late.labels_of(1)[0] == 2);
  const Dataset other = late.relabelled({3, 3, 3});
  CHECK(other.is_late());
  CHECK(counted.reads == 0);
  std::vector<double> room;
  CHECK_THROWS_AS((void)late.features_of(0, room), std::logic_error);
  CHECK_THROWS_AS((void)late.rows_of(0), std::logic_error);
  CHECK_THROWS_AS((void)late.storage(), std::logic_error);
  Dataset grown = late;
  CHECK_THROWS_AS(append_queries(grown, whole), std::logic_error);

  const Dataset loaded = late.load();
  const Dataset again = other.load();
  CHECK(counted.reads == 1);
  CHECK_FALSE(loaded.is_late());
  CHECK(loaded.shared_features() == again.shared_features());
  CHECK(again.labels()[0] == 3);
  CHECK(loaded.features_of(0, room) == whole.features_of(0));
  CHECK(select_queries(loaded, {1}).all_features() == Matrix{{5, 6}});
}

TEST_CASE("a loaded set that is changed leaves the source's features alone") {
  Counted counted;
  Dataset changed = two_queries()
                        .without_features()
                        .with_late_features(2, counted.source)
                        .load();
  changed.mutable_values_of(0)[0] = 7;
  CHECK(changed.all_features()(0, 0) == 7);
  const Dataset late =
      two_queries().without_features().with_late_features(2, counted.source);
  const Dataset kept = late.load();
  CHECK(kept.all_features()(0, 0) == 1);
  Dataset grown = late.load();
  append_queries(grown, kept);
  CHECK(grown.documents() == 6);
  CHECK(grown.all_features().bottomRows(3) == kept.all_features());
  CHECK(late.load().all_features().rows() == 3);
}

}  // namespace fedltr::feature_source_test
