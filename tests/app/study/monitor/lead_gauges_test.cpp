#include "app/study/monitor/lead_gauges.hpp"

#include <doctest/doctest.h>

namespace fedltr::lead_gauges_test {
namespace {

std::string text_of(const LeadProgress& progress) {
  MetricsText text;
  add_gauges(text, progress);
  return "\n" + text.text();
}

bool has_line(const std::string& text, const std::string& line) {
  return text.find("\n" + line + "\n") != std::string::npos;
}

}  // namespace

TEST_CASE("epochs count by their outcome, and evaluations apart") {
  members::LeadState state;
  state.epoch = 9;  // two evaluations, six opened, one lost
  state.exams = 2;
  state.opened = 6;
  state.left = {3};
  state.left_out = {1, 2};
  state.curve.push_back({6, 4, 38, 0.5});
  LeadProgress progress;
  progress.planned = 30;
  progress.named = 8;
  progress.here = 5;
  progress.metric_name = "ndcg@10";
  progress.over = 1.5e9;
  progress.up = 12;
  progress.in_sum = 4;
  progress.refused = 7;
  progress.take(state);
  const std::string text = text_of(progress);
  for (const char* line : {
           "fedltr_epoch 9",
           "fedltr_epochs_planned 30",
           "fedltr_epochs_total{outcome=\"opened\"} 6",
           "fedltr_epochs_total{outcome=\"lost\"} 1",
           "fedltr_epoch_time_seconds 1500000000",
           "fedltr_members{state=\"named\"} 8",
           "fedltr_members{state=\"connected\"} 5",
           "fedltr_members{state=\"in_sum\"} 4",
           "fedltr_members{state=\"left\"} 1",
           "fedltr_members{state=\"left_out\"} 2",
           "fedltr_bytes_total{direction=\"up\"} 12",
           "fedltr_connections_refused_total 7",
           "fedltr_metric{name=\"ndcg@10\"} 0.5",
       }) {
    CAPTURE(line);
    CHECK(has_line(text, line));
  }
}

TEST_CASE("before the first epoch there is neither its time nor a metric") {
  LeadProgress progress;
  progress.take({});
  const std::string text = text_of(progress);
  CHECK(has_line(text, "fedltr_epoch 0"));
  CHECK(text.find("fedltr_epoch_time_seconds") == std::string::npos);
  CHECK(text.find("fedltr_metric") == std::string::npos);
}

}  // namespace fedltr::lead_gauges_test
