#include <algorithm>
#include <set>

#include "algorithms/privacy/key_agreement.hpp"
#include "algorithms/sketch/fingerprint.hpp"
#include "tests/support/small_silo.hpp"

using namespace fedltr;
using namespace fedltr::test;

namespace {

/// Everything that the relay ever received, one behind the other.
struct Transcript {
  std::mutex mutex;
  std::map<Subject, ByteVector> by_subject;

  void add(const Letter& letter) {
    const std::lock_guard lock(mutex);
    const auto bytes = letter.payload.view();
    auto& all = by_subject[letter.about()];
    all.insert(all.end(), bytes.begin(), bytes.end());
  }
  bool holds(std::span<const std::uint8_t> secret) const {
    return std::ranges::any_of(by_subject, [&](const auto& each) {
      return !std::ranges::search(each.second, secret).empty();
    });
  }
};

template <class T>
std::span<const std::uint8_t> bytes_of(const T& value) {
  return {reinterpret_cast<const std::uint8_t*>(value.data()), value.size()};
}

std::vector<Vector> models_of(const SiloRecord& record,
                              const std::string& method) {
  std::vector<Vector> models;
  for (const auto& party : record.parties)
    if (party) models.push_back(party->models.at(method));
  return models;
}

void check_same(const SiloRecord& a, const SiloRecord& b) {
  for (const auto& each : silo_methods())
    CHECK(models_of(a, each.name) == models_of(b, each.name));
  for (std::size_t p = 0; p < a.parties.size(); ++p) {
    REQUIRE((a.parties[p] == nullptr) == (b.parties[p] == nullptr));
    if (!a.parties[p]) continue;
    CHECK(a.parties[p]->instances.cross.features ==
          b.parties[p]->instances.cross.features);
    CHECK(a.parties[p]->instances.cross.pairs ==
          b.parties[p]->instances.cross.pairs);
  }
}

/// A party that sends other letters than it should about one subject.
SiloPlan with_hostile(
    std::uint32_t party, Subject subject,
    const std::function<std::vector<Letter>(const Letter&)>& instead) {
  SiloPlan plan = small_silo();
  plan.tamper = [=](const Letter& letter) {
    return letter.from == party && letter.about() == subject
               ? instead(letter)
               : std::vector<Letter>{letter};
  };
  return plan;
}

Letter with_payload(Letter letter, ByteVector bytes) {
  letter.payload = Payload(std::move(bytes));
  return letter;
}

/// It is out and named with the reason, the others have all models, with the
/// same bits on another number of threads.
void check_excluded(const SiloPlan& plan, std::uint32_t party,
                    bool same_bits = true, const std::string& why = "") {
  const SiloRecord record = run(plan, 2);
  REQUIRE(record.excluded.size() == 1);
  CHECK(record.excluded.begin()->first == party);
  CHECK_FALSE(record.excluded.begin()->second.empty());
  CHECK(record.excluded.begin()->second.find(why) != std::string::npos);
  for (std::uint32_t p = 0; p < plan.parties(); ++p) {
    CHECK((record.parties[p] == nullptr) == (p == party));
    if (p != party) CHECK(record.parties[p]->models.size() == 4);
  }
  if (same_bits) check_same(record, run(plan, 1));
}

const std::vector<Subject> kSentByParties = {
    Subject::kPublicKey,  Subject::kFrequencies,   Subject::kTopQuestion,
    Subject::kTopAnswer,  Subject::kCountQuestion, Subject::kCountAnswer,
    Subject::kReady,      Subject::kMoments,       Subject::kTrained,
    Subject::kLocalModel, Subject::kGradient};

}  // namespace

TEST_CASE("the relay never sees a key, a term or a fingerprint") {
  Transcript seen;
  SiloPlan plan = small_silo();
  plan.overhear = [&](const Letter& letter) { seen.add(letter); };
  run(plan);
  // The search finds what is there: the parties' public keys.
  const auto& keys = seen.by_subject.at(Subject::kPublicKey);
  REQUIRE(keys.size() == 4 * (sizeof(PublicKey) + 4));
  CHECK(seen.holds(std::span(keys).first(sizeof(PublicKey))));
  // What the first party drew for all.
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
  // Another secret for the columns of a question would go unnoticed above.
  SiloPlan plan = small_silo();
  std::mutex mutex;
  std::vector<Question> questions;
  plan.overhear = [&](const Letter& letter) {
    if (letter.about() != Subject::kTopQuestion || letter.from != 0) return;
    const std::lock_guard lock(mutex);
    questions.push_back(
        decode_question(letter.payload.view(), plan.protocol, 1000, false));
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

TEST_CASE("what is summed looks like noise, one by one") {
  Transcript seen;
  SiloPlan plan = small_silo();
  plan.overhear = [&](const Letter& letter) { seen.add(letter); };
  run(plan);
  for (const auto& [subject, limit] :
       {std::pair(Subject::kFrequencies, 0.02), {Subject::kMoments, 0.05}}) {
    const auto& bytes = seen.by_subject.at(subject);
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
    CHECK(one.by_subject.size() == more.by_subject.size());
    for (std::size_t s = 0; s < one.by_subject.size(); ++s)
      CHECK(one.by_subject[s].bytes == more.by_subject[s].bytes);
  }
}

TEST_CASE("training through the relay is training in one place") {
  for (const JointOrder order : {JointOrder::kSerial, JointOrder::kParallel})
    for (const auto augmentation :
         {Augmentation::kRank, Augmentation::kSemiSupervised}) {
      SiloPlan plan = small_silo();
      // Each kind of scaling with either order and augmentation.
      plan.options.scaling = (order == JointOrder::kSerial) ==
                                     (augmentation == Augmentation::kRank)
                                 ? SiloScaling::kSummed
                                 : SiloScaling::kPerParty;
      plan.options.order = order;
      plan.options.training.augmentation = augmentation;
      const SiloRecord record = run(plan);
      SiloData data;
      data.grades = plan.grades;
      for (const auto& party : record.parties)
        data.parties.push_back(party->instances);
      for (const std::string& method : plan.methods)
        CHECK(models_of(record, method) ==
              run_silo(data, method, plan.options).models);
    }
}

TEST_CASE("moments are told only where they are needed") {
  const auto told = [](SiloScaling scaling,
                       const std::vector<std::string>& methods) {
    SiloPlan plan = small_silo();
    plan.options.scaling = scaling;
    plan.methods = methods;
    const SiloRecord record = run(plan);
    return record.by_subject[static_cast<std::size_t>(Subject::kMoments)]
        .letters;
  };
  CHECK(told(SiloScaling::kSummed, {"local", "global"}) == 4);
  CHECK(told(SiloScaling::kPerParty, {"local", "global"}) == 0);
  CHECK(told(SiloScaling::kSummed, {"local", "local+"}) == 0);
}

TEST_CASE("asking about each document finds what long lists find") {
  SiloPlan plan = small_silo();
  plan.protocol.noise = make_sketch_noise("off", {1, 9, 64});
  plan.protocol.capacity = 1000;
  plan.protocol.top.beta = 0;
  // All there are: of equal counts at the border either may do.
  plan.protocol.top.documents = 60;
  SiloPlan naive = plan;
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

TEST_CASE("the owner estimates itself under median-only noise") {
  SiloPlan plan = small_silo();
  plan.protocol.noise = make_sketch_noise("median-only", {2, 9, 64});
  plan.protocol.obfuscation = {5};
  const SiloRecord record = run(plan);
  for (const auto& party : record.parties) {
    CHECK(party->instances.cross.pairs.size() > 100);
    CHECK(party->worst.accounted.best() < kNoBound);
  }
}

TEST_CASE("each answer about a document is charged to it") {
  SiloPlan plan = small_silo();
  plan.protocol.naive = true;
  const SiloRecord record = run(plan);
  // Asked about each document for each term, and twice more for both fields
  // about those that were fetched.
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

TEST_CASE("one party alone has nobody to ask and learns all the same") {
  const SiloRecord record = run(small_silo(1));
  CHECK(record.parties[0]->instances.cross.pairs.empty());
  CHECK(record.parties[0]->models.size() == 4);
}

TEST_CASE("a party that sends nonsense is excluded, the others go on") {
  for (const Subject subject : kSentByParties) {
    CAPTURE(static_cast<int>(subject));
    check_excluded(with_hostile(2, subject,
                                [](const Letter& letter) {
                                  return std::vector<Letter>{with_payload(
                                      letter, {1, 2, 3, 255, 255, 255, 255})};
                                }),
                   2);
  }
}

TEST_CASE("a party that does not answer is excluded, the others go on") {
  for (const Subject subject : kSentByParties) {
    CAPTURE(static_cast<int>(subject));
    check_excluded(
        with_hostile(1, subject,
                     [](const Letter&) { return std::vector<Letter>(); }),
        1);
  }
}

TEST_CASE("a party that sends a letter again or late is excluded") {
  const auto twice = [](const Letter& letter) {
    return std::vector<Letter>{letter, letter};
  };
  // It is out before it sends what else the others' models hang on.
  for (const Subject subject :
       {Subject::kPublicKey, Subject::kTopQuestion, Subject::kTopAnswer,
        Subject::kCountQuestion, Subject::kCountAnswer, Subject::kTrained,
        Subject::kGradient}) {
    CAPTURE(static_cast<int>(subject));
    check_excluded(with_hostile(3, subject, twice), 3);
  }
  // When the second one comes hangs on what the others do meanwhile: whether
  // the first one counts may differ.
  for (const Subject subject : {Subject::kFrequencies, Subject::kReady,
                                Subject::kMoments, Subject::kLocalModel}) {
    CAPTURE(static_cast<int>(subject));
    check_excluded(with_hostile(3, subject, twice), 3, false);
  }
}

TEST_CASE("no answer is taken for that to another request") {
  // Of the same kind, of the step before or the method before.
  for (const auto& [subject, step] : {std::pair(Subject::kGradient, 1U),
                                      {Subject::kGradient, kIterations},
                                      {Subject::kTrained, kIterations}}) {
    CAPTURE(static_cast<int>(subject));
    const auto before = [step = step](Letter letter) {
      if (letter.number >= step) letter.number -= step;
      return std::vector<Letter>{letter};
    };
    check_excluded(with_hostile(2, subject, before), 2, true,
                   "nobody waits for");
  }
}

TEST_CASE("a party that speaks in another's name is excluded, not the other") {
  for (const Subject subject : kSentByParties)
    for (const std::uint32_t name : {0U, 7U, kRelay}) {
      CAPTURE(static_cast<int>(subject));
      const auto forge = [=](Letter letter) {
        letter.from = name;
        return std::vector<Letter>{letter};
      };
      check_excluded(with_hostile(2, subject, forge), 2, true,
                     "in another's name");
    }
}

TEST_CASE("a party that answers what is past is excluded, not waited for") {
  // Nobody was asked anew.
  const std::string why = "answered what had been asked anew since";
  for (const Subject subject : kSentByParties) {
    CAPTURE(static_cast<int>(subject));
    const auto before = [](Letter letter) {
      --letter.attempt;
      return std::vector<Letter>{letter};
    };
    check_excluded(with_hostile(2, subject, before), 2, true, why);
  }
  const auto before = [](Letter letter) {
    --letter.number;
    return std::vector<Letter>{letter};
  };
  check_excluded(with_hostile(2, Subject::kMoments, before), 2, true, why);
}

TEST_CASE("so is one that answers the first of two requests only") {
  // Party 1 is found out, which has all others asked anew.
  for (const Subject subject :
       {Subject::kPublicKey, Subject::kFrequencies, Subject::kMoments}) {
    CAPTURE(static_cast<int>(subject));
    SiloPlan plan = small_silo(5);
    plan.tamper = [=](const Letter& letter) {
      std::vector<Letter> sent{letter};
      if (letter.about() != subject) return sent;
      if (letter.from == 1) sent[0].payload = Payload(ByteVector{1, 2, 3});
      if (letter.from == 4) {
        sent[0].attempt = subject == Subject::kMoments ? letter.attempt : 1;
        sent[0].number = subject == Subject::kMoments ? 1 : 0;
      }
      return sent;
    };
    const SiloRecord record = run(plan);
    REQUIRE(record.excluded.size() == 2);
    CHECK(record.excluded.contains(1));
    CHECK(record.excluded.contains(4));
    for (const std::uint32_t p : {0U, 2U, 3U})
      CHECK(record.parties[p]->models.size() == 4);
  }
}

TEST_CASE("numbers that are not finite are refused") {
  const auto spoil = [](const Letter& letter) {
    const auto view = letter.payload.view();
    ByteVector bytes(view.begin(), view.end());
    std::fill(bytes.end() - 8, bytes.end(), 0xff);  // a NaN
    return std::vector<Letter>{with_payload(letter, std::move(bytes))};
  };
  for (const Subject subject :
       {Subject::kCountAnswer, Subject::kLocalModel, Subject::kGradient})
    check_excluded(with_hostile(2, subject, spoil), 2);
}

TEST_CASE("a public key of low order or a forged wrapped key is found out") {
  check_excluded(with_hostile(2, Subject::kPublicKey,
                              [](const Letter& letter) {
                                ByteVector bytes(36, 0);
                                bytes[32] = 1;
                                return std::vector<Letter>{
                                    with_payload(letter, std::move(bytes))};
                              }),
                 2);
  check_excluded(with_hostile(0, Subject::kWrappedKey,
                              [](const Letter& letter) {
                                return std::vector<Letter>{
                                    with_payload(letter, ByteVector(60, 7))};
                              }),
                 0);
}

TEST_CASE("sums that do not add up fail the run instead of misleading it") {
  const auto spoil = [](const Letter& letter) {
    const auto view = letter.payload.view();
    ByteVector bytes(view.begin(), view.end());
    // Of the number of documents, or of the fraction of a square, masked.
    bytes[bytes.size() - 17] ^= 0x80;
    return std::vector<Letter>{with_payload(letter, std::move(bytes))};
  };
  for (const Subject subject : {Subject::kFrequencies, Subject::kMoments}) {
    const auto result = run_one(with_hostile(1, subject, spoil), 2);
    CHECK(result.outcome.failure.find("do not add up") != std::string::npos);
  }
}

TEST_CASE("a party with another hash key than most is found out") {
  const auto spoil = [](const Letter& letter) {
    const auto view = letter.payload.view();
    ByteVector bytes(view.begin(), view.end());
    bytes[0] ^= 1;  // of what confirms the key
    return std::vector<Letter>{with_payload(letter, std::move(bytes))};
  };
  check_excluded(with_hostile(3, Subject::kFrequencies, spoil), 3);
  SiloPlan two = small_silo(2);
  two.tamper = [=](const Letter& letter) {
    return letter.from == 1 && letter.about() == Subject::kFrequencies
               ? spoil(letter)
               : std::vector<Letter>{letter};
  };
  CHECK(run_one(two, 2).outcome.failure.find("the same hash key") !=
        std::string::npos);
}

TEST_CASE("a party can't say that it has more documents than there are") {
  check_excluded(with_hostile(2, Subject::kPublicKey,
                              [](const Letter& letter) {
                                const auto view = letter.payload.view();
                                ByteVector bytes(view.begin(), view.end());
                                bytes.back() = 0x7f;
                                return std::vector<Letter>{
                                    with_payload(letter, std::move(bytes))};
                              }),
                 2);
}

TEST_CASE("parties see the same public keys and can compare them") {
  const SiloRecord record = run(small_silo());
  CHECK(record.parties[0]->safety_code.size() == 64);
  for (const auto& party : record.parties)
    CHECK(party->safety_code == record.parties[0]->safety_code);
}

TEST_CASE("what was told and moved is the same however it was caught") {
  const auto counted = [](std::size_t threads) {
    const SiloPlan plan =
        with_hostile(2, Subject::kTopAnswer,
                     [](const Letter&) { return std::vector<Letter>(); });
    const SiloRecord record = run(plan, threads);
    std::vector<std::uint64_t> numbers{record.refused};
    for (const auto* all : {&record.by_subject, &record.sent, &record.received})
      for (const Traffic& each : *all)
        numbers.insert(numbers.end(), {each.letters, each.bytes});
    for (const auto& party : record.parties)
      if (party)
        numbers.insert(numbers.end(), {party->releases, party->worst.releases});
    return numbers;
  };
  const auto once = counted(1);
  for (int i = 0; i < 5; ++i) CHECK(counted(2) == once);
}

TEST_CASE("a document's budget ends what is told, the same for any threads") {
  SiloPlan plan = small_silo();
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

TEST_CASE("a party whose code breaks fails the run") {
  const auto result =
      run_one(with_hostile(1, Subject::kMoments,
                           [](const Letter&) -> std::vector<Letter> {
                             throw std::logic_error("broken on purpose");
                           }),
              2);
  CHECK(result.outcome.failure.find("party 1 broke: broken on purpose") !=
        std::string::npos);
}
