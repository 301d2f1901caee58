#include "app/deploy/party_files.hpp"

#include <sstream>

#include "app/base/errors.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::party_files_test {
using namespace fedltr::test;

namespace {

/// The end of a run of a, b, c and d at a: c shared invalid metrics and d was
/// excluded.
struct Ended {
  explicit Ended(const std::string& sharing)
      : agreement(read_agreement(folder.write(
            "s.ini", "[silo]\nmembers = a, b, c, d\n" + sharing +
                         "[evaluation]\nmetrics = ndcg@10, map\n"))),
        plan(plan_of(agreement)) {
    record.told = MetricMeans{5, {.25, .5}};
    record.others[1] = {7, {-.125, 1}};
    record.unreadable[2] = "holds a mean below 0";
  }
  DisclosureAccount account() const {
    return {agreement, "a", meter, record, 0};
  }
  TemporaryFolder folder;
  Agreement agreement;
  SiloPlan plan;
  DisclosureMeter meter;
  PartyRecord record;
};

}  // namespace

TEST_CASE("members' metrics are printed, and the refused ones with reasons") {
  const auto printed = [](const std::string& sharing) {
    const Ended ended(sharing);
    std::ostringstream out;
    print_party_metrics(out, {ended.account(), ended.plan, 0});
    return out.str();
  };
  const std::string lines =
      ": cs-f-ltr on each member's own queries\n"
      "  a            ndcg@10 0.2500 map 0.5000 (5 queries)\n"
      "  b            ndcg@10 -0.1250 map 1.0000 (7 queries)\n"
      "  c            refused: its message holds a mean below 0\n";
  CHECK(printed("share-metrics = plain\n")
            .ends_with("shared by members" + lines));
  CHECK(printed("share-metrics = noisy\n")
            .ends_with("shared by members, with noise" + lines));
}

TEST_CASE("an account lists the shared metrics, if there are any") {
  Ended ended("share-metrics = noisy\nmetrics-epsilon = 2\n");
  const auto json = [&] {
    return nlohmann::json::parse(disclosure_json(ended.account()));
  };
  CHECK(json()["metrics"]["sharing"] == "noisy");
  CHECK(json()["metrics"]["epsilon"] == 2);
  CHECK(json()["metrics"]["queries"] == 5);
  ended.record.told.reset();
  CHECK_FALSE(json().contains("metrics"));
  const Ended plain("share-metrics = plain\n");
  CHECK(nlohmann::json::parse(
            disclosure_json(plain.account()))["metrics"]["epsilon"]
            .is_null());
}

TEST_CASE("answers that held no document are reported at the end") {
  const auto printed = [](const std::string& method, std::size_t cross) {
    Ended ended("method = " + method + "\n");
    ended.record.told.reset();
    ended.record.instances.pairs.resize(3);
    ended.record.instances.cross.pairs.resize(cross);
    std::ostringstream out;
    print_party_metrics(out, {ended.account(), ended.plan, 0, {}});
    return out.str();
  };
  has(printed("cs-f-ltr", 0), "trained on its own documents only");
  CHECK(printed("cs-f-ltr", 1).find("own documents only") == std::string::npos);
  CHECK(printed("global", 0).find("own documents only") == std::string::npos);
}

TEST_CASE("queries that were not asked are in account, output and exit code") {
  Ended ended("");
  ended.record.told.reset();
  DisclosureAccount account = ended.account();
  CHECK(exit_code_of(account) == kDone);
  account.unasked = 3;
  CHECK(exit_code_of(account) == kBudgetSpent);
  std::ostringstream out;
  print_party_metrics(out, {account, ended.plan, 0, {}});
  has(out.str(), "3 own training queries were not asked");
  has(disclosure_page(account), "3\ntimes an own query was not asked");
  write_disclosure(ended.folder.text(), account, out);
  CHECK(exit_code_of_results(ended.folder.text(), ended.agreement, "a") ==
        kBudgetSpent);
  account.unasked = 0;
  write_disclosure(ended.folder.text(), account, out);
  CHECK(exit_code_of_results(ended.folder.text(), ended.agreement, "a") ==
        kDone);
}

}  // namespace fedltr::party_files_test
