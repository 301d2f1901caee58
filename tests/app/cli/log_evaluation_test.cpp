// `fedltr eval MODEL DATA --log FILE`, against sums that a hand can make.
#include "app/cli/log_evaluation.hpp"

#include <cmath>

#include "tests/support/log_text.hpp"
#include "tests/support/notes.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::log_evaluation_test {
using namespace fedltr::test;

namespace {

const std::string kHead =
    "qid,docno,position,click,user,timestamp,propensity\n";
/// Two users, who click document a: at the second rank, then at the first.
const std::string kTwoUsers = kHead +
                              "q,b,1,0,u,1,1\nq,a,2,1,u,1,.5\n"
                              "q,a,1,1,v,2,1\nq,b,2,0,v,2,.5\n";

/// A model that ranks documents a, b and c in this order.
struct Files {
  TemporaryFolder folder;
  std::string model = folder.write(
      "m.json", R"({"model": "linear", "features": 1, "parameters": [1]})");
  std::string rows = folder.write("rows.txt",
                                  "0 qid:q 1:2 # docid = b\n"
                                  "qid:q 1:3 # docid = a\n"
                                  "qid:q 1:1 # docid = c\n");
  std::string log = folder.write("log.csv", kTwoUsers);

  Outcome eval(const std::vector<std::string>& more) const {
    const Notes notes;  // what joined
    std::vector<std::string> all = {"eval", model, rows, "--log", log};
    all.insert(all.end(), more.begin(), more.end());
    return fedltr_command(all);
  }
  nlohmann::json values(std::vector<std::string> more) const {
    more.insert(more.end(), {"--format", "json", "--least-overlap", "0"});
    const Outcome outcome = eval(more);
    CHECK_MESSAGE(outcome.code == 0, outcome.err);
    return nlohmann::json::parse(outcome.out);
  }
  std::string fault(const std::vector<std::string>& more, int code) const {
    const Outcome outcome = eval(more);
    CHECK(outcome.code == code);
    CHECK(outcome.out == "");
    return outcome.err;
  }
};

const double kSecond = 1 / std::log2(3);  // discount at the second rank

}  // namespace

TEST_CASE("clicks count by propensity and the model's ranks, with intervals") {
  const Files files;
  const auto json = files.values({});
  // u clicks 1 / .5 at the model's first rank, v clicks 1 there.
  CHECK(json["dcg"]["mean"] == doctest::Approx(1.5));
  CHECK(json["logged_dcg"]["mean"] == doctest::Approx((2 * kSecond + 1) / 2));
  CHECK(json["gain"]["mean"] == doctest::Approx(1 - kSecond));
  CHECK(json["discount"]["mean"] == doctest::Approx(1));
  // Student's quantile of one degree of freedom; the standard error is 1/2.
  CHECK(json["dcg"]["low"] == doctest::Approx(1.5 - 12.7062 / 2));
  CHECK(json["dcg"]["high"] == doctest::Approx(1.5 + 12.7062 / 2));
  CHECK(json["overlap"] ==
        doctest::Approx((1 + kSecond) / (1 + kSecond + 0.5)));
  CHECK(json["users"] == 2);
  CHECK(json["searches"] == 2);
  CHECK(json["clicks"] == 2);
  CHECK(json["clipped"] == 0);
  CHECK(json["depth"] == 10);
}

TEST_CASE("text prints four values, and what they don't show") {
  const Files files;
  CHECK(files.eval({"--least-overlap", "0.7"}).out ==
        "dcg@10         1.5000  -4.8531 to 7.8531  of the model\n"
        "logged_dcg@10  1.1309  -0.5327 to 2.7946  of the lists shown\n"
        "gain@10        0.3691  -4.3204 to 5.0586  first less second, of the "
        "same searches\n"
        "discount@10    1.0000  1.0000 to 1.0000  mean 1 / log2(1 + rank) of a "
        "relevant document, self-normalised\n"
        "2 searches, 2 users, 2 clicks (0 clipped); 76.5 % of the model's "
        "discount is on documents that were shown; intervals of 95 %\n"
        "Documents that a search did not show count 0, so the model's dcg and "
        "its gain may be higher:\na gain whose interval is above 0 shows that "
        "it is better, one below 0 does not show that it is worse.\n");
  const std::string clipped =
      files.eval({"--depth", "2", "--clip", "0.75"}).out;
  has(clipped, "dcg@2          1.1667  ");
  has(clipped, "(1 clipped); 100.0 % of");
  has(clipped, "its sign shows\nnothing unless a smaller --clip confirms it.");
  CHECK(clipped.find("did not show count 0") == std::string::npos);
}

TEST_CASE("a curve precedes the propensities of the log") {
  const Files files;
  const std::string curve =
      files.folder.write("c.csv", "rank,propensity,offset\n1,1,0\n2,.25,.5\n");
  // By u, a counts (1 - .5) / .25; by v, b counts -.5 / .25 at rank 2.
  CHECK(files.values({"--curve", curve})["dcg"]["mean"] ==
        doctest::Approx((2 + 1 - 2 * kSecond) / 2));
}

TEST_CASE("a curve that lists outgrow has a warning") {
  const Files files;
  EvalOptions options;
  options.ranked = files.model;
  options.is_model = true;
  options.judged = {files.rows};
  options.format = "text";
  LogEvaluationOptions log;
  log.log = files.log;
  log.curve = files.folder.write("c.csv", "rank,propensity\n1,1\n");
  log.least_overlap = 0;
  std::ostringstream out;
  const Notes notes;
  const LogText warned;
  evaluate_on_log(out, options, log);
  has(warned.text(), "c.csv: has 1 ranks, and lists up to 2: those below");
}

TEST_CASE("searches of one user have no interval") {
  Files files;
  files.log = files.folder.write("log.csv", kHead + "q,a,1,1,u,1,1\n");
  has(files.eval({"--least-overlap", "0"}).out,
      "dcg@10         1.0000  without interval: all searches are of one user");
  CHECK(files.values({})["dcg"]["low"].is_null());
}

TEST_CASE("a log that can't show the value is refused with the reason") {
  Files files;
  has(files.fault({}, 3),
      "log.csv: does not show the model's value: 76.5 % of its discount at the "
      "first 10 ranks is on documents that the search's own list showed; at "
      "least 80 % are needed (--least-overlap)");
  files.log = files.folder.write("log.csv", kHead + "q,a,1,0,u,1,1\n");
  has(files.fault({"--depth", "1"}, 3),
      "log.csv: has no clicks, so it does not show the model's value");
  files.log = files.folder.write("log.csv", kHead + "x,a,1,1,u,1,1\n");
  has(files.fault({}, 3), "log.csv: none of the log's 1 queries has rows in");
  files.log =
      files.folder.write("log.csv", "qid,docno,position,click\nq,a,1,1\n");
  has(files.fault({}, 2), "log.csv: has no column propensity; give --curve");
}

TEST_CASE("options are refused where they have no effect or no sense") {
  const Files files;
  for (const char* const option :
       {"--curve", "--depth", "--clip", "--least-overlap"}) {
    const Outcome outcome =
        fedltr_command({"eval", files.model, files.rows, option, "1"});
    CHECK(outcome.code == 2);
    has(outcome.err, option + std::string(": needs --log"));
  }
  has(files.fault({"--metric", "ndcg@10"}, 2),
      "--metric: is not used with --log");
  has(files.fault({"--labels", "clip"}, 2), "--labels: is not used with --log");
  has(files.fault({"--clip", "0"}, 2),
      "--clip 0: expected a number from 1e-06 to 1");
  has(files.fault({"--least-overlap", "1.1"}, 2),
      "--least-overlap 1.1: expected a number from 0 to 1");
  has(files.fault({"--format", "tsv"}, 2),
      "--format tsv: expected text or json with --log");
}

TEST_CASE("another program's run is evaluated on a log as a model is") {
  const Files files;
  const Notes notes;
  const auto eval = [&](const std::string& run) {
    return fedltr_command({"eval", files.folder.write("run", run), files.rows,
                           "--log", files.log, "--least-overlap", "0"});
  };
  std::string of_model = files.eval({"--least-overlap", "0"}).out;
  for (std::size_t found = of_model.find("model"); found != std::string::npos;
       found = of_model.find("model", found))
    of_model.replace(found, 5, "run");
  // The same order, also without the last document.
  for (const char* run : {"q Q0 c 1 1 t\nq Q0 b 2 2 t\nq Q0 a 3 3 t\n",
                          "q Q0 b 2 2 t\nq Q0 a 3 3 t\n"}) {
    const Outcome outcome = eval(run);
    CHECK_MESSAGE(outcome.code == 0, outcome.err);
    CHECK(outcome.out == of_model);
  }
  // Another order has another value.
  const Outcome other = eval("q Q0 a 1 1 t\nq Q0 b 2 2 t\n");
  CHECK(other.code == 0);
  CHECK(other.out != of_model);
  const Outcome strange = eval("q Q0 z 1 5 t\nq Q0 a 3 3 t\n");
  CHECK(strange.code == 3);
  has(strange.err, "run: query 'q' ranks 'z', of which DATA has no row");
}

TEST_CASE("a feature is evaluated on a log as a model of it alone") {
  const Files files;
  const Notes notes;
  const Outcome feature =
      fedltr_command({"eval", "--feature", "1", files.rows, "--log", files.log,
                      "--least-overlap", "0.7"});
  CHECK_MESSAGE(feature.code == 0, feature.err);
  std::string of_model = files.eval({"--least-overlap", "0.7"}).out;
  for (std::size_t found = of_model.find("model"); found != std::string::npos;
       found = of_model.find("model", found))
    of_model.replace(found, 5, "feature");
  CHECK(feature.out == of_model);
}

}  // namespace fedltr::log_evaluation_test
