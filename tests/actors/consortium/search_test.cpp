#include <future>
#include <mutex>
#include <ranges>
#include <thread>

#include "actors/silo/machine_fault.hpp"
#include "tests/support/small_consortium.hpp"

namespace fedltr::search_session_test {
using namespace fedltr::test;

namespace {

/// A search session in which the first party asks for some of its own queries,
/// one after another, until it has an answer to each.
class Session : public Processes {
 public:
  Session() {
    relay.task = SiloTask::kSearch;
    relay.transcript = [this](const consortium::PackedMessage& message) {
      using T = MessageType;
      for (const T type :
           {T::kReady, T::kMoments, T::kTrained, T::kLocalModel, T::kGradient})
        if (message.type() == type) trained = true;
      if (enough) throw std::runtime_error("enough");
    };
    for (std::uint32_t p = 0; p < kParties; ++p) {
      parties[p].task = SiloTask::kSearch;
      parties[p].wait = 2;
    }
    parties[0].serve = [this](const consortium::AskLive& ask) {
      ++openings;
      return std::make_shared<std::jthread>([this, ask] { ask_all(ask); });
    };
  }

  std::uint32_t seconds = 0;  ///< time to wait for an answer; 0: no limit
  /// Repeats the queries until an answer satisfies this.
  std::function<bool(const LiveResult&)> wanted;
  std::atomic<bool> held = false;  ///< true until five queries are answered
  std::vector<LiveResult> found;
  std::atomic<int> openings = 0;
  std::atomic<bool> enough = false;
  std::atomic<bool> trained = false;

 private:
  static std::vector<std::string> words_of(std::size_t query) {
    static const auto data = own_data(0);
    std::vector<std::string> words;
    for (const TermId term : data->collection->query(query))
      words.emplace_back(data->collection->dictionary()[term]);
    return words;
  }

  void ask_all(const consortium::AskLive& ask) {
    constexpr std::size_t kQueries = 5;
    try {
      while (found.size() < kQueries || (wanted && !wanted(found.back()))) {
        found.push_back(answer_to(ask, words_of(found.size() % kQueries)));
        if (found.size() == kQueries) held = false;
      }
      enough = true;
      answer_to(ask, words_of(0));
    } catch (const std::future_error&) {
      return;  // this process ends; the next one asks again
    }
  }

  LiveResult answer_to(const consortium::AskLive& ask,
                       std::vector<std::string> words) {
    auto promise = std::make_shared<std::promise<LiveResult>>();
    auto answered = promise->get_future();
    ask(std::move(words), seconds,
        [told = std::move(promise)](const auto& all) {
          told->set_value(all ? *all : LiveResult());
        });
    return answered.get();
  }
};

bool same(const LiveResult& a, const LiveResult& b) {
  if (a.size() != b.size()) return false;
  for (const auto& [owner, found] : a) {
    const auto other = b.find(owner);
    if (other == b.end() || other->second.documents != found.documents ||
        other->second.features != found.features)
      return false;
  }
  return true;
}

const std::vector<LiveResult>& undisturbed() {
  static const std::vector<LiveResult> found = [] {
    Session session;
    session.run();
    CHECK(session.openings == 1);
    CHECK_FALSE(session.trained);
    return session.found;
  }();
  return found;
}

}  // namespace

TEST_CASE("in a search session a party finds documents of all others") {
  REQUIRE(undisturbed().size() == 5);
  std::size_t documents = 0;
  for (const LiveResult& result : undisturbed()) {
    REQUIRE(result.size() == kParties - 1);
    for (const auto& [owner, found] : result) {
      CHECK(owner != 0);
      CHECK(found.features.size() ==
            found.documents.size() * static_cast<std::size_t>(kFeatureColumns));
      documents += found.documents.size();
    }
  }
  CHECK(documents > 20);
}

TEST_CASE("a session's queries end where its journals would grow further") {
  Session session;
  auto plan = std::make_shared<SiloPlan>(*session.parties[0].plan);
  plan->protocol.session_queries = 3;
  session.parties[0].plan = plan;
  // Another member's query ends the test: the first one's no longer leave.
  session.parties[1].serve = [&](const consortium::AskLive& ask) {
    return std::make_shared<std::jthread>([&session, ask] {
      while (!session.enough)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      ask({"a"}, 0, [](const auto&) {});
    });
  };
  session.run();
  REQUIRE(session.found.size() == 5);
  for (std::size_t i = 0; i < 3; ++i)
    CHECK(same(session.found[i], undisturbed()[i]));
  CHECK(session.found[3].empty());
  CHECK(session.found[4].empty());
}

TEST_CASE("a restarted party or relay resumes answering with the same bits") {
  Session session;
  session.kept[1].stops = {2, 6};
  session.kept_relay.stops = {9, 25};
  session.run();
  CHECK(session.kept[1].starts == 3);
  CHECK(session.kept_relay.starts >= 3);
  REQUIRE(session.found.size() == 5);
  for (std::size_t i = 0; i < session.found.size(); ++i)
    CHECK(same(session.found[i], undisturbed()[i]));
}

TEST_CASE(
    "a relay that shortens delivered messages resumes with the same bits") {
  Session session;
  session.kept_relay.shortens = true;
  session.kept_relay.stops = {20, 33, 40, 61};
  session.run();
  CHECK(session.kept_relay.starts >= 3);
  CHECK(session.kept_relay.shortened > 40);
  REQUIRE(session.found.size() == 5);
  for (std::size_t i = 0; i < session.found.size(); ++i)
    CHECK(same(session.found[i], undisturbed()[i]));
}

TEST_CASE("a relay that can't shorten its journal continues, and resumes") {
  Session session;
  session.kept_relay.shortens = session.kept_relay.is_full = true;
  session.kept_relay.stops = {40};
  session.run();
  CHECK(session.kept_relay.shortened == 0);
  REQUIRE(session.found.size() == 5);
  for (std::size_t i = 0; i < session.found.size(); ++i)
    CHECK(same(session.found[i], undisturbed()[i]));
}

TEST_CASE("an asker that stops at any record of a query resumes") {
  // The first two queries' answers, and the questions that follow.
  for (std::size_t stop = 8; stop < 28; ++stop) {
    CAPTURE(stop);
    Session session;
    session.kept[0].stops = {stop};
    session.run();
    CHECK(session.kept[0].starts == 2);
    REQUIRE(session.found.size() == 5);
    for (const LiveResult& result : session.found) {
      REQUIRE(result.size() == kParties - 1);
      for (const auto& [owner, found] : result)
        CHECK_FALSE(found.documents.empty());
    }
    for (const auto& record : session.kept[0].records)
      if (const auto* carried = std::get_if<consortium::Carried>(&record))
        CHECK_FALSE(is_answer(carried->message.type()));
  }
}

TEST_CASE("an asker that stopped in the midst of a question resumes") {
  Session session;
  session.kept[0].stops = {6, 12};
  session.run();
  CHECK(session.kept[0].starts >= 3);
  CHECK(session.openings >= 2);
  REQUIRE(session.found.size() == 5);
  for (const LiveResult& result : session.found)
    CHECK(result.size() == kParties - 1);
}

TEST_CASE("a query is on disk before it is entered as asked") {
  Session session;
  auto& asker = session.parties[0];
  std::int64_t on_disk = 0;  // number of queries
  std::int64_t entered = 0;
  std::int64_t early = 0;
  asker.sync = [&] {
    on_disk = std::ranges::count_if(
        session.kept[0].records, [](const consortium::PartyEvent& event) {
          return std::holds_alternative<consortium::Asked>(event);
        });
  };
  asker.hooks.may_ask = [&](const std::vector<std::string>&) {
    early += ++entered > on_disk;
    return true;
  };
  session.run();
  CHECK(entered >= 5);
  CHECK(early == 0);
}

TEST_CASE("a search session does not wait for a party that stays away") {
  Session session;
  session.absent = {3};
  session.relay.wait = 30;
  session.run();
  REQUIRE(session.found.size() == 5);
  for (const LiveResult& result : session.found) CHECK(result.size() == 2);
}

TEST_CASE(
    "a party that stops in the midst of a question is left out of its answer") {
  Session session;
  // Two of four parties: nothing is summed after the keys, so two are enough.
  for (const std::uint32_t p : {2U, 3U}) {
    session.parties[p].hooks.before_answer = [](const SiloMessage&,
                                                ReleaseLedger&) {
      throw std::runtime_error("the disk is full");
    };
  }
  session.run();
  REQUIRE(session.found.size() == 5);
  for (const LiveResult& result : session.found) {
    CHECK(result.size() == 1);
    CHECK(result.contains(1));
  }
  CHECK(session.ends[2].kind == End::Kind::kFailed);
}

TEST_CASE("a slow member delays no search, and is asked again later") {
  for (const bool stopped : {false, true}) {
    Session session;
    session.seconds = 1;
    session.held = true;
    session.parties[1].hooks.before_answer = [&](const SiloMessage&,
                                                 ReleaseLedger&) {
      while (session.held)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    };
    session.wanted = [](const LiveResult& all) { return !all.at(1).is_late; };
    // The next process follows the log of skipped answers, not a clock.
    if (stopped) session.kept[0].stops = {12};
    session.run();
    REQUIRE(session.found.size() > 5);
    for (std::size_t i = 0; i < 5; ++i) {
      const LiveResult& all = session.found[i];
      REQUIRE(all.size() == 3);
      CHECK(all.at(1).is_late);
      CHECK(all.at(1).documents.empty());
      for (const std::uint32_t other : {2U, 3U}) {
        CHECK_FALSE(all.at(other).is_late);
        // The next process asks the last query again, hidden in another way.
        if (!stopped)
          CHECK(all.at(other).documents ==
                undisturbed()[i].at(other).documents);
      }
    }
    CHECK(session.found.back().size() == 3);
  }
}

TEST_CASE(
    "a session's account is renewed, at the same point by a next process") {
  Session session;
  std::atomic<std::int64_t> clock = 0;
  std::mutex mutex;
  std::vector<std::vector<std::int64_t>> renewals(1);  // by process
  session.parties[1].tick = 20;
  session.parties[1].renewal = 2;
  session.parties[1].clock = [&] { return ++clock; };
  session.parties[1].hooks.on_account = [&](const auto&) {
    const std::lock_guard lock(mutex);
    if (!renewals.back().empty()) renewals.emplace_back();
  };
  session.parties[1].hooks.on_renewal = [&](std::int64_t now, auto&) {
    const std::lock_guard lock(mutex);
    renewals.back().push_back(now);
  };
  session.wanted = [&](const LiveResult&) { return clock >= 3; };
  session.kept[1].stops = {8};
  session.run();
  REQUIRE(session.kept[1].starts == 2);
  const std::vector<std::int64_t>& last = renewals.back();
  REQUIRE(last.size() >= 2);
  for (std::size_t i = 1; i < last.size(); ++i)
    CHECK(last[i] == last[0] + std::int64_t(i));
  for (const auto& each : renewals)
    CHECK(std::ranges::equal(each, last | std::views::take(each.size())));
}

/// Parties that remember the others' ledgers.
struct Memories {
  explicit Memories(Session& session) {
    for (std::uint32_t p = 0; p < kParties; ++p) {
      LedgerHooks& hooks = session.parties[p].hooks.ledger;
      hooks.remembered = [p](std::uint32_t member) {
        return LedgerHead{10 * p + member, 7};
      };
      hooks.check = [this, p](std::uint32_t member, const LedgerHead& head) {
        const std::lock_guard lock(mutex);
        checked[{p, member}] = head;
        if (p == lost) throw MachineFault("lines are lost");
      };
      hooks.head = [this, p] {
        const std::lock_guard lock(mutex);
        return LedgerHead{++heads[p], p};
      };
      hooks.remember = [this, p](std::uint32_t member, const LedgerHead& head) {
        const std::lock_guard lock(mutex);
        remembered[{p, member}] = head;
      };
    }
  }

  std::mutex mutex;
  std::uint32_t lost = kParties;  ///< party whose ledger has lost lines
  std::map<std::pair<std::uint32_t, std::uint32_t>, LedgerHead> checked;
  std::map<std::pair<std::uint32_t, std::uint32_t>, LedgerHead> remembered;
  std::map<std::uint32_t, std::uint64_t> heads;  ///< number of answers
};

TEST_CASE("members send each owner the head of its ledger that they remember") {
  Session session;
  Memories memories(session);
  session.run();
  REQUIRE(session.found.size() == 5);
  for (std::size_t i = 0; i < 5; ++i)
    CHECK(same(session.found[i], undisturbed()[i]));
  for (std::uint32_t p = 0; p < kParties; ++p)
    for (std::uint32_t member = 0; member < kParties; ++member)
      if (p != member)
        CHECK(memories.checked.at({p, member}) ==
              LedgerHead{10 * member + p, 7});
  for (std::uint32_t owner = 1; owner < kParties; ++owner) {
    // Two answers to each query, and perhaps to one more that no one awaited.
    const LedgerHead head = memories.remembered.at({0, owner});
    CHECK(head.chain == owner);
    CHECK(head.lines >= 10);
    CHECK(head.lines <= memories.heads.at(owner));
  }
}

TEST_CASE("a party whose ledger lost lines answers nothing, others continue") {
  Session session;
  Memories memories(session);
  memories.lost = 2;
  session.relay.grace = 2;
  session.run();
  CHECK(session.ends[2].kind == End::Kind::kInterrupted);
  CHECK(session.ends[2].why == "lines are lost");
  CHECK_FALSE(memories.heads.contains(2));
  REQUIRE(session.found.size() == 5);
  for (const LiveResult& result : session.found) CHECK(result.size() == 2);
}

TEST_CASE("heads of an attempt at keys that was given up blame no sender") {
  Session session;
  Memories memories(session);
  session.parties[3].hooks.on_keys = [](const AgreedKeys&) {
    throw std::runtime_error("another code");
  };
  session.run();
  CHECK(session.ends[3].kind == End::Kind::kFailed);
  REQUIRE(session.found.size() == 5);
  for (const LiveResult& result : session.found) {
    CHECK(result.size() == 2);
    CHECK_FALSE(result.contains(3));
  }
}

TEST_CASE("a relay that keeps back what members remember gets no answer") {
  Session session;
  Memories memories(session);
  session.relay.deadline = 1;
  session.relay.tamper = [](const SiloMessage& message) {
    const bool kept = message.type() == MessageType::kLedgerHead &&
                      message.to == 1 && message.from == 3;
    return kept ? std::vector<SiloMessage>() : std::vector{message};
  };
  session.run();
  CHECK(session.ends[1].kind == End::Kind::kRefused);
  CHECK(session.ends[1].why ==
        "the relay's sum of frequencies is refused: it comes before what party "
        "3 remembers of this party's ledger");
  CHECK_FALSE(memories.heads.contains(1));
}

TEST_CASE("a party that agreed to a search session does not train") {
  Session session;
  session.relay.task = SiloTask::kTraining;
  session.relay.deadline = 1;
  session.run();
  CHECK_FALSE(session.trained);
}

}  // namespace fedltr::search_session_test
