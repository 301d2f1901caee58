#include <algorithm>
#include <atomic>
#include <set>

#include "algorithms/aggregation/aggregation.hpp"
#include "algorithms/privacy/key_agreement.hpp"
#include "algorithms/sketch/fingerprint.hpp"
#include "tests/support/silo_in_one_place.hpp"
#include "tests/support/small_silo.hpp"

namespace fedltr::silo_test {
using namespace fedltr::test;

namespace {

/// All bytes that the relay ever received, in order.
struct Transcript {
  std::mutex mutex;
  std::map<MessageType, ByteVector> by_type;

  void add(const SiloMessage& message) {
    const std::lock_guard lock(mutex);
    const ByteVector bytes = bytes_of(message.body());
    auto& all = by_type[message.type()];
    all.insert(all.end(), bytes.begin(), bytes.end());
  }
  bool holds(std::span<const std::uint8_t> secret) const {
    return std::ranges::any_of(by_type, [&](const auto& each) {
      return !std::ranges::search(each.second, secret).empty();
    });
  }
};

template <class T>
std::span<const std::uint8_t> bytes_of(const T& value) {
  return {reinterpret_cast<const std::uint8_t*>(value.data()), value.size()};
}

/// Input of a plain loop: the instances of each party.
SiloData data_of(const TestSilo& plan, const SiloRecord& record) {
  SiloData data;
  data.grades = plan.grades;
  for (const auto& party : record.parties)
    data.parties.push_back(party->instances);
  return data;
}

}  // namespace

TEST_CASE("the relay never sees a key, a term or a fingerprint") {
  Transcript seen;
  TestSilo plan = small_silo();
  plan.hooks.relay.on_message = [&](const SiloMessage& message) {
    seen.add(message);
  };
  run(plan);
  // The search finds bytes that are present: the parties' public keys.
  const auto& keys = seen.by_type.at(MessageType::kPartyKey);
  REQUIRE(keys.size() == 4 * (sizeof(PublicKey) + 5));
  CHECK(seen.holds(std::span(keys).first(sizeof(PublicKey))));
  // The secret that the first party drew for all.
  Rng rng(plan.seed, Purpose::kHashKey, 0, 1001);
  const Secret secret = random_secret([&] { return rng(); });
  const HashKey key = hash_key(secret);
  CHECK_FALSE(seen.holds(secret));
  CHECK_FALSE(seen.holds(std::span(key.terms).first(16)));
  CHECK_FALSE(seen.holds(key.rows));
  Fingerprinter fingerprint(key);
  for (TermId term = 0; term < plan.collection->dictionary().size(); ++term) {
    const std::string name(plan.collection->dictionary()[term]);
    const std::uint64_t print = fingerprint(name);
    ByteWriter writer;
    writer.put(print);
    CHECK_FALSE(seen.holds(writer.take()));
    if (name.size() >= 4) CHECK_FALSE(seen.holds(bytes_of(name)));
  }
}

TEST_CASE("the hash key is the one that was agreed on") {
  // Another secret for a question's columns would pass the test above.
  TestSilo plan = small_silo();
  std::mutex mutex;
  std::vector<Question> questions;
  plan.hooks.relay.on_message = [&](const SiloMessage& message) {
    if (message.type() != MessageType::kTopQuestion || message.from != 0)
      return;
    const std::lock_guard lock(mutex);
    questions.push_back(body_of<TopQuestion>(message));
  };
  run(plan);
  Rng rng(plan.seed, Purpose::kHashKey, 0, 1001);
  const HashKey key = hash_key(random_secret([&] { return rng(); }));
  Fingerprinter fingerprint(key);
  const RowHashes hashes(key.rows, 9, 64);
  std::set<std::vector<std::uint32_t>> known;
  for (TermId term = 0; term < plan.collection->dictionary().size(); ++term) {
    const auto print = fingerprint(plan.collection->dictionary()[term]);
    std::vector<std::uint32_t> columns;
    for (std::uint32_t row = 0; row < 9; ++row)
      columns.push_back(hashes.spot(row, print).column());
    known.insert(columns);
  }
  REQUIRE_FALSE(questions.empty());
  for (const Question& question : questions)
    for (const AskedTerm& term : question.terms)
      CHECK(known.contains(term.columns));
}

TEST_CASE("summands look like noise, one by one") {
  Transcript seen;
  TestSilo plan = small_silo();
  plan.hooks.relay.on_message = [&](const SiloMessage& message) {
    seen.add(message);
  };
  run(plan);
  for (const auto& [type, limit] : {std::pair(MessageType::kFrequencies, 0.02),
                                    {MessageType::kMoments, 0.05}}) {
    const auto& bytes = seen.by_type.at(type);
    // Most cells of a sketch are near 0, and moments are far from 2^64: of
    // 64-bit words that no mask hides the upper bytes would all be 0 or 255.
    double extreme = 0;
    for (std::size_t i = 7; i < bytes.size(); i += 8)
      extreme += bytes[i] == 0 || bytes[i] == 255 ? 1 : 0;
    CHECK(extreme / (static_cast<double>(bytes.size()) / 8) < limit);
  }
}

TEST_CASE("any number of threads gives the same bits") {
  const SiloRecord one = run(small_silo(), 1);
  for (const std::size_t threads : {2, 5}) {
    const SiloRecord more = run(small_silo(), threads);
    check_same(one, more);
    for (std::size_t p = 0; p < one.parties.size(); ++p)
      CHECK(one.parties[p]->releases == more.parties[p]->releases);
    CHECK(one.by_type.size() == more.by_type.size());
    for (std::size_t s = 0; s < one.by_type.size(); ++s)
      CHECK(one.by_type[s].bytes == more.by_type[s].bytes);
  }
}

TEST_CASE("training through the relay is training in one place") {
  for (const JointOrder order : {JointOrder::kSerial, JointOrder::kParallel})
    for (const auto augmentation :
         {Augmentation::kRank, Augmentation::kSemiSupervised}) {
      TestSilo plan = small_silo();
      // Each kind of scaling with either order and augmentation.
      plan.options.scaling = (order == JointOrder::kSerial) ==
                                     (augmentation == Augmentation::kRank)
                                 ? SiloScaling::kSummed
                                 : SiloScaling::kPerParty;
      plan.options.order = order;
      plan.options.training.augmentation = augmentation;
      const SiloRecord record = run(plan);
      const SiloData data = data_of(plan, record);
      for (const std::string& method : plan.methods)
        CHECK(models_of(record, method) ==
              run_silo(data, method, plan.options).models);
    }
}

TEST_CASE("listwise training through the relay is training in one place") {
  TestSilo plan = small_silo();
  plan.options.recipe = SiloRecipe::kListwise;
  plan.options.listwise.folds = 2;
  plan.options.listwise.steps = 6;
  const SiloRecord record = run(plan);
  const SiloData data = data_of(plan, record);
  for (const std::string& method : plan.methods)
    CHECK(models_of(record, method) ==
          run_silo(data, method, plan.options).models);
  // Nothing is scaled, and a gradient has five numbers.
  const auto sent = [&](MessageType type) {
    return record.by_type[static_cast<std::size_t>(type)];
  };
  CHECK(sent(MessageType::kMoments).messages == 0);
  CHECK(sent(MessageType::kLocalModel).messages == 0);
  CHECK(sent(MessageType::kGradient).bytes <
        sent(MessageType::kGradient).messages * 100);
  check_same(record, run(plan, 5));
}

TEST_CASE("a rule and hostile parties are the same through the relay") {
  for (const auto recipe : {SiloRecipe::kPapers, SiloRecipe::kListwise}) {
    TestSilo plan = small_silo();
    plan.options.recipe = recipe;
    plan.options.order = JointOrder::kParallel;
    plan.options.listwise.steps = 5;
    plan.options.rule = {
        [] { return make_robust_rule("centered-clip", "none", {}); }, 3};
    plan.options.attack = {[] { return find(attacks(), "gaussian").make({}); },
                           1, true, 1, 3};
    const SiloRecord record = run(plan);
    const SiloData data = data_of(plan, record);
    for (const std::string& method : plan.methods) {
      CAPTURE(method);
      CHECK(models_of(record, method) ==
            run_silo(data, method, plan.options).models);
    }
    if (recipe == SiloRecipe::kListwise) continue;  // the loser keeps BM25
    plan.options.attack = {};
    const auto honest = models_of(run(plan), "global");
    CHECK(honest != models_of(record, "global"));
    plan.options.rule = {};
    CHECK(honest != models_of(run(plan), "global"));
  }
}

TEST_CASE("queries that may not be asked stay, and the rest ask as before") {
  const auto questions = [](const SiloRecord& record) {
    return record.by_type[static_cast<std::size_t>(MessageType::kTopQuestion)]
        .messages;
  };
  TestSilo plan = small_silo();
  const SiloRecord all = run(plan);
  std::atomic<std::uint64_t> kept = 0;
  plan.hooks.party.may_ask = [&](const std::vector<std::string>& terms) {
    const bool may = terms.size() % 2 == 0;
    kept += may ? 0 : 1;
    return may;
  };
  const SiloRecord some = run(plan);
  CHECK(kept > 0);
  CHECK(questions(some) + 3 * kept == questions(all));
  for (std::size_t p = 0; p < all.parties.size(); ++p) {
    for (const CrossPair& pair : some.parties[p]->instances.cross.pairs)
      CHECK(plan.collection->query(pair.query).size() % 2 == 0);
    CHECK(some.parties[p]->models.at("local") ==
          all.parties[p]->models.at("local"));
  }
  plan.hooks.party.may_ask = [](const auto&) { return false; };
  const SiloRecord none = run(plan);
  CHECK(questions(none) == 0);
  for (const auto& party : none.parties)
    CHECK(party->models.at("cs-f-ltr").allFinite());
}

TEST_CASE("moments are sent only where they are needed") {
  const auto told = [](SiloScaling scaling,
                       const std::vector<std::string>& methods) {
    TestSilo plan = small_silo();
    plan.options.scaling = scaling;
    plan.methods = methods;
    const SiloRecord record = run(plan);
    return record.by_type[static_cast<std::size_t>(MessageType::kMoments)]
        .messages;
  };
  CHECK(told(SiloScaling::kSummed, {"local", "global"}) == 4);
  CHECK(told(SiloScaling::kPerParty, {"local", "global"}) == 0);
  CHECK(told(SiloScaling::kSummed, {"local", "local+"}) == 0);
}

TEST_CASE("asking about each document finds what long lists find") {
  TestSilo plan = small_silo();
  plan.protocol.noise = make_sketch_noise("off", {1, 9, 64});
  plan.protocol.capacity = 1000;
  plan.protocol.top.beta = 0;
  // Takes all documents: with ties at the cutoff either answer is valid.
  plan.protocol.top.documents = 60;
  TestSilo naive = plan;
  naive.protocol.naive = true;
  const SiloRecord a = run(plan);
  const SiloRecord b = run(naive);
  for (std::size_t p = 0; p < 4; ++p) {
    REQUIRE_FALSE(a.parties[p]->instances.cross.pairs.empty());
    CHECK(a.parties[p]->instances.cross.pairs ==
          b.parties[p]->instances.cross.pairs);
    CHECK(a.parties[p]->instances.cross.features ==
          b.parties[p]->instances.cross.features);
  }
}

TEST_CASE("dummies and rounded sizes travel as agreed") {
  const auto top_bytes = [](const TestSilo& plan) {
    Transcript seen;
    TestSilo heard = plan;
    heard.hooks.relay.on_message = [&](const SiloMessage& message) {
      seen.add(message);
    };
    run(heard);
    return seen.by_type.at(MessageType::kTopQuestion).size();
  };
  TestSilo plan = small_silo();
  const SiloRecord exact = run(plan);
  const std::size_t plain = top_bytes(plan);
  plan.protocol.dummies = 5;
  CHECK(top_bytes(plan) > plain + plain / 2);
  plan.protocol.dummies = 0;
  plan.protocol.size_step = 40;
  const SiloRecord rounded = run(plan);
  CHECK(top_bytes(plan) == plain);
  const auto& cross = rounded.parties[0]->instances.cross;
  CHECK(cross.features != exact.parties[0]->instances.cross.features);
  CHECK(rounded.parties[0]->instances.features ==
        exact.parties[0]->instances.features);  // own features are exact
}

TEST_CASE("the owner estimates itself under median-only noise") {
  TestSilo plan = small_silo();
  plan.protocol.noise = make_sketch_noise("median-only", {2, 9, 64});
  plan.protocol.obfuscation = {5};
  const SiloRecord record = run(plan);
  for (const auto& party : record.parties) {
    CHECK(party->instances.cross.pairs.size() > 100);
    CHECK(party->worst.accounted.best() < kNoBound);
  }
}

TEST_CASE("each answer about a document is charged to it") {
  TestSilo plan = small_silo();
  plan.protocol.naive = true;
  const SiloRecord record = run(plan);
  // Each document is asked about once for each term, and each fetched one twice
  // more, for both fields.
  std::vector<std::uint64_t> expected(4);
  for (std::uint32_t asker = 0; asker < 4; ++asker) {
    const PartyRecord& party = *record.parties[asker];
    for (const FoundTop& found : party.found)
      expected[found.source] += (*plan.shares)[found.source].documents.size();
    for (const CrossPair& pair : party.instances.cross.pairs) {
      const auto terms = plan.collection->query(pair.query);
      expected[pair.source] +=
          2 * std::set<TermId>(terms.begin(), terms.end()).size();
    }
  }
  for (std::uint32_t owner = 0; owner < 4; ++owner)
    CHECK(record.parties[owner]->releases == expected[owner]);
}

TEST_CASE("a single party has no other to ask and still learns") {
  const SiloRecord record = run(small_silo(1));
  CHECK(record.parties[0]->instances.cross.pairs.empty());
  CHECK(record.parties[0]->models.size() == 4);
}

TEST_CASE("parties see the same public keys and can compare them") {
  const SiloRecord record = run(small_silo());
  CHECK(record.parties[0]->safety_code.size() == 64);
  for (const auto& party : record.parties)
    CHECK(party->safety_code == record.parties[0]->safety_code);
}

TEST_CASE("a document's budget ends answers, the same for any threads") {
  TestSilo plan = small_silo();
  plan.protocol.noise = make_sketch_noise(
      "sound", {2, plan.protocol.shape.rows, plan.protocol.shape.columns});
  for (const bool naive : {false, true}) {
    plan.protocol.naive = naive;
    plan.protocol.budget = kNoBound;
    const SiloRecord free = run(plan, 2);
    const double reached = free.parties[0]->worst.accounted.best();
    REQUIRE(free.parties[0]->withheld == 0);
    plan.protocol.budget = reached / 4;
    const SiloRecord record = run(plan, 2);
    for (const auto& party : record.parties) {
      CHECK(party->worst.accounted.best() <= plan.protocol.budget);
      CHECK(party->withheld > 0);
      CHECK(party->models.size() == 4);
    }
    CHECK(record.parties[1]->instances.cross.pairs.size() <
          free.parties[1]->instances.cross.pairs.size());
    check_same(record, run(plan, 1));
  }
}

}  // namespace fedltr::silo_test
