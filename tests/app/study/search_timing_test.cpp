#include "app/study/search_timing.hpp"

#include "tests/support/small_silo.hpp"

namespace fedltr::search_timing_test {
using namespace fedltr::test;

TEST_CASE("every step of a search takes its time, for n terms") {
  const SearchTime time = time_search(small_silo(), 3);
  CHECK(time.terms == 3);
  for (const double seconds : {time.rtk_seconds, time.naive_seconds,
                               time.insert_seconds, time.delete_seconds}) {
    CHECK(seconds > 0);
    CHECK(seconds < 60);
  }
}

TEST_CASE("no more terms are asked for than the queries have") {
  const SiloPlan plan = small_silo();
  const SearchTime time = time_search(plan, 100000);
  CHECK(time.terms > 3);
  CHECK(time.terms <= plan.collection->dictionary().size());
}

TEST_CASE("each kind of noise and sketch can be timed") {
  for (const char* noise : {"off", "paper", "sound", "median-only"})
    for (const auto kind : {SketchKind::kCount, SketchKind::kCountMin}) {
      CAPTURE(noise);
      SiloPlan plan = small_silo();
      plan.protocol.shape.kind = kind;
      plan.protocol.obfuscation = {5};
      plan.protocol.noise = make_sketch_noise(noise, {2, 9, 64});
      CHECK(time_search(plan, 2).rtk_seconds > 0);
    }
}

}  // namespace fedltr::search_timing_test
