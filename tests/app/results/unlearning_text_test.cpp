// The report's lines on unlearning, complete.
#include <cmath>

#include <doctest/doctest.h>

#include "app/results/unlearning_report.hpp"

namespace fedltr::unlearning_text_test {
namespace {

/// One request with a gap, half of which is closed at a tenth of the cost.
UnlearningReport full_report() {
  UnlearningReport report;
  report.method = "federaser";
  report.after = 12;
  report.clients = {0, 4};
  report.took_part = true;
  report.before_name = "8H-2M";
  report.after_name = "U(8H-2M)";
  report.retrained_name = "8H-0M";
  report.honest_name = "10H-0M";
  report.before = {0.25, 0, 1};
  report.unlearned = {0.375, 0, 1};
  report.retrained = {0.5, 0, 1};
  report.honest = {0.625, 0, 1};
  report.gap = 0.25;
  report.gap_error = std::nan("");
  report.distance.before = 2;
  report.distance.after = 0.5;
  report.clicked_before = 0.75;
  report.clicked_after = 0.5;
  report.clicked_retrained = 0.4375;
  report.cost = {1234, 3, 56789, 0.5};
  report.retraining = {12340, 30, 567890, 2};
  return report;
}

}  // namespace

TEST_CASE("a request with all its evidence is three lines") {
  CHECK(unlearning_text(full_report(), "ndcg@10") ==
        "unlearned clients 0, 4 after round 12 by federaser: ndcg@10 0.2500 "
        "(8H-2M) -> 0.3750, retrained 0.5000 (8H-0M), attack-free 0.6250 "
        "(10H-0M)\n"
        "          50.0% of the gap closed; 0.250 of the distance to the "
        "retrained model left; AUC of guessing clicked documents 0.7500 -> "
        "0.5000, retrained 0.4375\n"
        "          1,234 searches in 3 rounds, 56,789 bytes, 0.50 s; compared "
        "with retraining: 10.0 times fewer searches, 10.0 times fewer rounds, "
        "10.0 times fewer bytes, 4.0 times fewer seconds\n");
}

TEST_CASE("no cost is \"none\", and a higher cost is shown as such") {
  UnlearningReport report = full_report();
  report.cost = {0, 30, 1135780, 2};
  const std::string text = unlearning_text(report, "map");
  CHECK(
      text.ends_with("compared with retraining: no searches, 1.0 times fewer "
                     "rounds, 2.0 times as many bytes, 1.0 times fewer "
                     "seconds\n"));
}

TEST_CASE("without the retrained model there is one line, the rest unknown") {
  UnlearningReport report = full_report();
  report.retrained = {};
  CHECK(unlearning_text(report, "map") ==
        "unlearned clients 0, 4 after round 12 by federaser: map 0.2500 "
        "(8H-2M) -> 0.3750, attack-free 0.6250 (10H-0M)\n");
  report.honest = {};
  CHECK(unlearning_text(report, "map") ==
        "unlearned clients 0, 4 after round 12 by federaser: map 0.2500 "
        "(8H-2M) -> 0.3750\n");
}

TEST_CASE("a gap no larger than chance is none") {
  UnlearningReport report = full_report();
  report.gap = 0.0019;  // below .002
  CHECK_FALSE(report.has_gap());
  CHECK(std::isnan(report.gap_closed()));
  CHECK(unlearning_text(report, "map").find("no gap to close; 0.250 of") !=
        std::string::npos);
  report.gap = 0.002;
  CHECK(report.has_gap());
  CHECK(report.gap_closed() == doctest::Approx(62.5));
  report.gap_error = 0.003;
  CHECK_FALSE(report.has_gap());
  report.gap = -0.003;
  CHECK(report.has_gap());
  report.gap = std::nan("");
  CHECK_FALSE(report.has_gap());
}

TEST_CASE("clients whose users clicked nothing leave nothing to be guessed") {
  UnlearningReport report = full_report();
  report.clicked_after = std::nan("");
  CHECK(unlearning_text(report, "map").find("AUC") == std::string::npos);
}

TEST_CASE("up to eight clients are named, more are counted") {
  UnlearningReport report = full_report();
  report.complete = false;
  report.clients = {7};
  CHECK(unlearning_text(report, "map") ==
        "unlearned client 7 after round 12 by federaser: not completed\n");
  report.clients = {1, 2, 3, 4, 5, 6, 7, 8};
  CHECK(unlearning_text(report, "map")
            .starts_with(
                "unlearned clients 1, 2, 3, 4, 5, 6, 7, 8 after round 12"));
  report.clients.resize(1234);
  CHECK(unlearning_text(report, "map")
            .starts_with("unlearned 1,234 clients after round 12"));
  report.complete = true;
  report.took_part = false;
  CHECK(unlearning_text(report, "map")
            .ends_with(": never took part, so there was nothing to unlearn\n"));
}

}  // namespace fedltr::unlearning_text_test
