#include "app/study/monitor/member_gauges.hpp"

#include "tests/support/scenario.hpp"

namespace fedltr::member_gauges_test {
using namespace fedltr::test;

namespace {

std::string text_of(const MemberProgress& progress) {
  MetricsText text;
  add_gauges(text, progress);
  return text.text();
}

}  // namespace

TEST_CASE("a member without noise or users has neither's metrics") {
  const std::string text = text_of({});
  has(text, "\nfedltr_member_connected 0\n");
  has(text, "\nfedltr_member_epoch 0\n");
  for (const char* name : {"time_seconds", "takes_part", "epsilon", "searches"})
    CHECK(text.find(name) == std::string::npos);
}

TEST_CASE("a member's metrics have its budget and its searches") {
  MemberProgress progress;
  progress.is_connected = true;
  progress.epoch = 9;
  progress.since = 1.5e9;
  progress.budget = {0.5, 1.25, false};
  progress.searches = {312, 20};
  const std::string text = text_of(progress);
  for (const char* line : {
           "fedltr_member_connected 1",
           "fedltr_member_epoch 9",
           "fedltr_member_epoch_time_seconds 1500000000",
           "fedltr_member_takes_part 0",
           "fedltr_member_epsilon{over=\"period\"} 0.5",
           "fedltr_member_epsilon{over=\"life\"} 1.25",
           "fedltr_member_searches{state=\"all\"} 312",
           "fedltr_member_searches{state=\"waiting\"} 20",
       })
    has(text, "\n" + std::string(line) + "\n");
}

}  // namespace fedltr::member_gauges_test
