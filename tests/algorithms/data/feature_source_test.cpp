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

/// Features of two_queries(), and how often they were read.
struct Counted {
  std::atomic<int> reads = 0;
  std::shared_ptr<FeatureSource> source =
      std::make_shared<FeatureSource>([this] {
        ++reads;
        return Dataset(two_queries()).share_features();
      });
};

}  // namespace

TEST_CASE("features are read for the first holder and go with the last") {
  Counted counted;
  const FeatureSource& source = *counted.source;
  CHECK_THROWS_AS((void)source.table(), std::logic_error);
  auto one = counted.source->hold();
  auto two = counted.source->hold();
  CHECK(counted.reads == 1);
  CHECK(source.table().numbers()[5] == 6);
  one = nullptr;
  CHECK(source.table().numbers()[5] == 6);
  two = nullptr;
  CHECK_THROWS_AS((void)source.table(), std::logic_error);
  one = counted.source->hold();
  CHECK(counted.reads == 2);
  CHECK(source.table().numbers()[0] == 1);
}

TEST_CASE("what can't be read can be tried again") {
  int tries = 0;
  const auto source = std::make_shared<FeatureSource>([&] {
    if (++tries == 1) throw std::runtime_error("no disk");
    return two_queries().share_features();
  });
  CHECK_THROWS_WITH((void)source->hold(), "no disk");
  CHECK_THROWS_AS((void)source->table(), std::logic_error);
  const auto held = source->hold();
  CHECK(source->table().numbers()[0] == 1);
}

TEST_CASE("threads that hold and let go at once see whole features") {
  Counted counted;
  std::atomic<int> wrong = 0;
  const auto work = [&] {
    for (int i = 0; i < 2000; ++i) {
      const auto held = counted.source->hold();
      if (counted.source->table().numbers()[4] != 5) ++wrong;
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back(work);
  for (auto& thread : threads) thread.join();
  CHECK(wrong == 0);
  CHECK(counted.reads >= 1);
  CHECK_THROWS_AS((void)counted.source->table(), std::logic_error);
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
  CHECK(counted.reads == 0);
  std::vector<double> room;
  CHECK_THROWS_AS((void)late.features_of(0, room), std::logic_error);
  CHECK_THROWS_AS((void)late.storage(), std::logic_error);
  {
    const auto held = late.hold_features();
    CHECK(late.features_of(0, room) == whole.features_of(0));
    CHECK(other.all_features() == whole.all_features());
    const Dataset part = select_queries(other, {1});  // its own features
    CHECK_FALSE(part.is_late());
    CHECK(part.all_features() == Matrix{{5, 6}});
  }
  CHECK(counted.reads == 1);
  Dataset grown = late;
  CHECK_THROWS_AS(append_queries(grown, whole), std::invalid_argument);
  CHECK_THROWS_AS((void)late.share_features(), std::invalid_argument);
}

}  // namespace fedltr::feature_source_test
