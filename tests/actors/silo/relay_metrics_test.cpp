// Parties that share metrics, and some whose metrics are forged.
#include "actors/silo/training_relay.hpp"
#include "tests/support/changed_bytes.hpp"
#include "tests/support/small_silo.hpp"

namespace fedltr::relay_metrics_test {
using namespace fedltr::test;

namespace {

TestSilo sharing(MetricSharing how, std::uint32_t parties = 4) {
  TestSilo plan = small_silo(parties);
  plan.methods = {"global"};
  plan.shared_method = "global";
  plan.sharing = how;
  plan.metrics = {parse_metric("ndcg@10", {}), parse_metric("map", {})};
  return plan;
}

/// A party that sends forged metrics.
TestSilo with_hostile(std::uint32_t party,
                      const std::function<void(SealedMetrics&)>& change) {
  TestSilo plan = sharing(MetricSharing::kPlain);
  plan.hooks.party.tamper = [=, protocol =
                                    plan.protocol](const SiloMessage& message) {
    if (message.from != party || message.type() != MessageType::kMetrics)
      return std::vector<SiloMessage>{message};
    auto sealed = body_of<SealedMetrics>(message);
    change(sealed);
    return std::vector<SiloMessage>{
        with_changed(message, protocol,
                     [&](auto& packed) { packed.body = encode(sealed); })};
  };
  return plan;
}

/// Checks that the party is excluded for this reason, and none of its data is
/// heard; the others hear each other.
void check_excluded(const TestSilo& plan, std::uint32_t party,
                    const std::string& why) {
  for (const std::size_t threads : {1, 2}) {
    const SiloRecord record = run(plan, threads);
    REQUIRE(record.excluded.contains(party));
    CHECK(record.excluded.at(party).find(why) != std::string::npos);
    CHECK(record.excluded.size() == 1);
    for (std::uint32_t p = 0; p < plan.parties(); ++p) {
      if (p == party) continue;
      CHECK(record.parties[p]->others.size() == plan.parties() - 2);
      CHECK_FALSE(record.parties[p]->others.contains(party));
      CHECK(record.parties[p]->unreadable.empty());
    }
  }
}

}  // namespace

TEST_CASE("each party gets what each other one sent") {
  for (const auto how : {MetricSharing::kPlain, MetricSharing::kNoisy}) {
    const SiloRecord record = run(sharing(how));
    for (std::uint32_t by = 0; by < 4; ++by) {
      const PartyRecord& party = *record.parties[by];
      CHECK(party.others.size() == 3);
      for (const auto& [of, heard] : party.others) {
        CHECK(of != by);
        CHECK(heard.means == record.parties[of]->told->means);
        CHECK(heard.queries == record.parties[of]->told->queries);
      }
    }
  }
}

TEST_CASE("models are the same whether metrics are shared or not") {
  const auto models = [](MetricSharing how) {
    return models_of(run(sharing(how)), "global");
  };
  const auto alone = models(MetricSharing::kNone);
  CHECK(alone == models(MetricSharing::kPlain));
  CHECK(alone == models(MetricSharing::kNoisy));
}

TEST_CASE("without an agreement nothing is asked for or sent") {
  TestSilo plan = sharing(MetricSharing::kNone);
  std::atomic<int> told = 0;
  plan.hooks.relay.on_message = [&](const SiloMessage& message) {
    told += message.type() == MessageType::kMetrics;
  };
  const SiloRecord record = run(plan);
  CHECK(told == 0);
  for (const auto& party : record.parties) CHECK_FALSE(party->told);
}

TEST_CASE("the relay can't read what parties send each other") {
  TestSilo plan = sharing(MetricSharing::kPlain);
  std::mutex mutex;
  std::vector<ByteVector> seen;
  plan.hooks.relay.on_message = [&](const SiloMessage& message) {
    const std::lock_guard lock(mutex);
    seen.push_back(bytes_of(message.body()));
  };
  const SiloRecord record = run(plan);
  for (const auto& party : record.parties) {
    const ByteVector told = encode(*party->told);
    for (const ByteVector& bytes : seen)
      CHECK(std::ranges::search(bytes, told).empty());
  }
}

TEST_CASE("a party that omits another, or adds one, is excluded") {
  const std::string why = "sent no metrics for a party, or some for itself";
  check_excluded(
      with_hostile(1, [](SealedMetrics& all) { all.means.pop_back(); }), 1,
      why);
  check_excluded(
      with_hostile(
          1,
          [](SealedMetrics& all) {
            all.means.insert(all.means.begin() + 1, {1, all.means[0].bytes});
          }),
      1, why);
  check_excluded(with_hostile(1, [](SealedMetrics& all) { all.means.clear(); }),
                 1, why);
}

TEST_CASE("naming a party twice, an unknown party, or another size excludes") {
  check_excluded(
      with_hostile(
          2, [](SealedMetrics& all) { all.means.push_back(all.means.back()); }),
      2, "twice");
  check_excluded(with_hostile(2,
                              [](SealedMetrics& all) {
                                all.means.push_back({9, all.means[0].bytes});
                              }),
                 2, "of no party");
  check_excluded(
      with_hostile(
          2, [](SealedMetrics& all) { all.means[0].bytes.resize(100000); }),
      2, "of the wrong size");
}

TEST_CASE("a party that is silent, or sends too early, is excluded") {
  TestSilo plan = sharing(MetricSharing::kNoisy);
  plan.hooks.party.tamper = [](const SiloMessage& message) {
    return message.from == 3 && message.type() == MessageType::kMetrics
               ? std::vector<SiloMessage>()
               : std::vector<SiloMessage>{message};
  };
  check_excluded(plan, 3, "did not answer in time");
  plan.hooks.party.tamper = [](const SiloMessage& message) {
    std::vector<SiloMessage> sent{message};
    if (message.from != 3 || message.type() != MessageType::kMoments)
      return sent;
    SiloMessage early = message_of(SealedMetrics());
    early.attempt = message.attempt;
    early.from = 3;
    sent.insert(sent.begin(), early);
    return sent;
  };
  check_excluded(plan, 3, "sent an unexpected message");
}

TEST_CASE("metrics that come twice count once, and harm no other party") {
  TestSilo plan = sharing(MetricSharing::kPlain);
  plan.hooks.party.tamper = [](const SiloMessage& message) {
    std::vector<SiloMessage> sent{message};
    if (message.from == 1 && message.type() == MessageType::kMetrics)
      sent.push_back(message);
    return sent;
  };
  for (int again = 0; again < 5; ++again) {
    const SiloRecord record = run(plan);
    // The other parties' pace decides if the relay is done before the second
    // one.
    CHECK(record.excluded.size() == record.excluded.count(1));
    for (const std::uint32_t p : {0U, 2U, 3U}) {
      const auto& heard = record.parties[p]->others;
      CHECK(heard.size() == (heard.contains(1) ? 3 : 2));
      for (const auto& [of, means] : heard)
        CHECK((of == 1 || means.means == record.parties[of]->told->means));
      CHECK(record.parties[p]->unreadable.empty());
    }
  }
}

TEST_CASE("bytes that don't open are refused by their receivers, by name") {
  const SiloRecord record = run(with_hostile(
      2, [](SealedMetrics& all) { all.means.at(0).bytes.back() ^= 1; }));
  CHECK(record.excluded.empty());  // the relay can't know
  CHECK(record.parties[0]->unreadable.at(2) == "is sealed with another key");
  CHECK_FALSE(record.parties[0]->others.contains(2));
  CHECK(record.parties[0]->others.size() == 2);
  CHECK(record.parties[1]->others.size() == 3);
}

TEST_CASE("a message for one party does not open for another") {
  const SiloRecord record = run(with_hostile(2, [](SealedMetrics& all) {
    std::swap(all.means.at(0).bytes, all.means.at(1).bytes);
  }));
  for (const std::uint32_t p : {0U, 1U})
    CHECK(record.parties[p]->unreadable.contains(2));
  CHECK(record.parties[3]->others.contains(2));
}

}  // namespace fedltr::relay_metrics_test
