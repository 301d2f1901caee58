#include "app/deploy/member_metrics.hpp"

#include "app/study/monitor/metrics_reader.hpp"
#include "tests/support/members_agreement.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::member_metrics_test {
using namespace fedltr::test;

TEST_CASE("a member's hooks report to its metrics, and still do their work") {
  const TemporaryFolder folder;
  const auto file = folder / "a.prom";
  const MembersAgreement agreement =
      members_agreement("epsilon = 2\nepochs = 20\n");
  MemberLedger ledger(
      folder / "ledger.csv",
      {agreement.digest, PrivacyUnit::kMember, agreement.cost(), 86400},
      [] { return std::int64_t{1000000}; });
  members::MemberConfig config;
  std::uint32_t model = 0;
  std::uint32_t charged = 0;
  config.on_model = [&](const members::Closed& closed) {
    model = closed.epoch;
  };
  config.secrets.charge = [&](std::uint32_t epoch, double mu_squared) {
    charged += ledger.charge(epoch, mu_squared);
  };
  config.has_budget = [](EpochKind) { return false; };
  {
    MemberMetrics metrics(
        file, agreement, &ledger, nullptr,
        [] {
          return std::vector<CertificateEnd>{{"north", 2e9}};
        },
        config);
    config.on_link(true);
    config.on_model({.epoch = 4});  // a welcome
    config.secrets.charge(5, agreement.cost());
    CHECK_FALSE(config.has_budget(EpochKind::kLearning));
  }
  CHECK(model == 4);
  CHECK(charged == 1);
  const auto samples = MetricsSamples::read(file);
  CHECK(samples.value("fedltr_running") == 0);
  CHECK(samples.value("fedltr_member_connected") == 1);
  CHECK(samples.value("fedltr_member_epoch") == 4);
  CHECK_FALSE(samples.value("fedltr_member_epoch_time_seconds").has_value());
  CHECK(samples.value("fedltr_member_takes_part") == 0);
  CHECK(samples.of("fedltr_member_epsilon").size() == 2);
  CHECK(samples.value("fedltr_certificate_end_time_seconds") == 2e9);
  CHECK(samples.of("fedltr_member_searches").empty());
}

TEST_CASE("the time of a model is that of its coming, on whatever connection") {
  const TemporaryFolder folder;
  const auto file = folder / "a.prom";
  const MembersAgreement agreement = members_agreement();
  const auto since = [&](const std::vector<members::Closed>& models) {
    members::MemberConfig config;
    config.on_model = [](const members::Closed&) {};
    {
      MemberMetrics metrics(file, agreement, nullptr, nullptr, nullptr, config);
      for (const auto& each : models) config.on_model(each);
      metrics.complete();
    }
    const auto samples = MetricsSamples::read(file);
    CHECK(samples.value("fedltr_complete") == 1);
    return samples.value("fedltr_member_epoch_time_seconds").has_value();
  };
  members::Closed welcome{.epoch = 4};
  members::Closed opened{.epoch = 5, .members = 3, .survivors = 3};
  members::Closed missed{.epoch = 6};
  CHECK_FALSE(since({welcome, welcome}));
  CHECK(since({opened}));
  CHECK(since({welcome, missed}));
}

}  // namespace fedltr::member_metrics_test
