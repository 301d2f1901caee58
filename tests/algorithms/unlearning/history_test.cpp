#include "algorithms/unlearning/history.hpp"

#include <iterator>
#include <map>

#include <doctest/doctest.h>

#include "algorithms/core/archive.hpp"
#include "algorithms/core/rng.hpp"

namespace fedltr::history_test {
namespace {

class MapStore final : public HistoryStore {
 public:
  void write(std::uint32_t owner, std::uint32_t piece,
             std::string_view bytes) override {
    pieces[{owner, piece}] = bytes;
  }
  std::string read(std::uint32_t owner, std::uint32_t piece) override {
    ++reads;
    return pieces.at({owner, piece});
  }
  void remove(std::uint32_t owner) override {
    std::erase_if(pieces,
                  [&](const auto& each) { return each.first.first == owner; });
  }
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::string> pieces;
  int reads = 0;
};

Vector update_of(std::uint32_t round) {
  return Vector::LinSpaced(3, round, round + 1);
}

}  // namespace

TEST_CASE("updates come back, from memory and from the store") {
  const auto store = std::make_shared<MapStore>();
  UpdateHistory stored(2, store);
  UpdateHistory in_memory(2, nullptr);
  for (std::uint32_t round = 1; round <= 50; round += 10) {
    stored.keep(round, update_of(round));
    in_memory.keep(round, update_of(round));
  }
  CHECK(store->pieces.size() == 2);
  for (std::uint32_t round = 1; round <= 50; round += 10) {
    CHECK(stored.recall(round) == update_of(round));
    CHECK(in_memory.recall(round) == update_of(round));
  }
  CHECK(store->reads == 2);  // in ascending order, each piece once
  CHECK_THROWS_AS(stored.recall(2), std::invalid_argument);
  CHECK_THROWS_AS(stored.recall(51), std::invalid_argument);
}

TEST_CASE("replaced updates stay replaced, in whichever piece") {
  const auto store = std::make_shared<MapStore>();
  UpdateHistory history(2, store);
  for (std::uint32_t round = 1; round <= 5; ++round)
    history.keep(round, update_of(round));
  for (std::uint32_t round = 1; round <= 5; ++round)
    history.keep(round, update_of(round + 100));
  for (std::uint32_t round = 1; round <= 5; ++round)
    CHECK(history.recall(round) == update_of(round + 100));
  CHECK(history.size() == 5);
}

TEST_CASE("the store keeps no part of a removed history") {
  const auto store = std::make_shared<MapStore>();
  {
    UpdateHistory history(1, store);
    for (std::uint32_t round = 1; round <= 4; ++round)
      history.keep(round, update_of(round));
    CHECK(store->pieces.size() == 3);
  }
  CHECK(store->pieces.empty());
}

TEST_CASE("a history's end spares the one that comes after it") {
  const auto store = std::make_shared<MapStore>();
  auto before = std::make_unique<UpdateHistory>(1, store);
  UpdateHistory after(1, store);
  for (std::uint32_t round = 1; round <= 4; ++round) {
    before->keep(round, update_of(round));
    after.keep(round, update_of(round + 10));
  }
  before = nullptr;
  CHECK(store->pieces.size() == 3);
  CHECK(after.recall(2) == update_of(12));
}

TEST_CASE("any use of a history is that of a map, whatever its pieces") {
  Rng rng(1, Purpose::kTest);
  for (const std::size_t in_memory : {0, 1, 3, 100}) {
    const auto store = std::make_shared<MapStore>();
    UpdateHistory history(in_memory, store);
    std::map<std::uint32_t, Vector> expected;
    std::uint32_t last = 0;
    for (int step = 0; step < 400; ++step) {
      Vector update(4);
      rng.fill_normal(update);
      if (expected.empty() || rng.below(3) == 0) {
        last += static_cast<std::uint32_t>(1 + rng.below(5));
        expected[last] = update;
        history.keep(last, update);
        continue;
      }
      const auto any = std::next(expected.begin(),
                                 std::ptrdiff_t(rng.below(expected.size())));
      if (rng.below(2) == 0) {
        any->second = update;
        history.keep(any->first, update);
      } else {
        CHECK(history.recall(any->first) == any->second);
      }
    }
    CHECK(history.size() == expected.size());
    for (const auto& [round, update] : expected)
      CHECK(history.recall(round) == update);
  }
}

TEST_CASE("a history goes through an archive, into other pieces") {
  const auto store = std::make_shared<MapStore>();
  UpdateHistory history(2, store);
  for (const std::uint32_t round : {1, 4, 9, 16, 25})
    history.keep(round, update_of(round));
  history.keep(4, update_of(40));  // replaced in a piece of the store
  const std::string bytes = archived(history);
  for (const std::size_t in_memory : {1, 2, 10}) {
    const auto other_store = std::make_shared<MapStore>();
    UpdateHistory other(in_memory, other_store);
    for (std::uint32_t round = 1; round < 9; ++round)  // to be replaced
      other.keep(round, Vector::Ones(7));
    Archive archive(bytes);
    archive(other);
    archive.finish();
    CHECK(other.size() == 5);
    CHECK(other.recall(4) == update_of(40));
    CHECK(other.recall(25) == update_of(25));
    CHECK_THROWS_WITH(other.recall(2), "no update of round 2 is stored");
    CHECK(archived(other) == bytes);
  }
}

TEST_CASE("an archive of another order or length is no history") {
  const auto read = [](std::vector<std::uint32_t> rounds,
                       std::vector<Vector> updates) {
    Archive writer;
    writer(rounds);
    for (Vector& update : updates) writer(update);
    const std::string bytes = writer.take();
    UpdateHistory history(2, nullptr);
    Archive archive(bytes);
    archive(history);
    archive.finish();
    return history.size();
  };
  const Vector two = Vector::Ones(2);
  CHECK(read({}, {}) == 0);
  CHECK(read({1, 3}, {two, two}) == 2);
  const char* const none = "this is not a history of updates";
  CHECK_THROWS_WITH_AS(read({3, 1}, {two, two}), none, ArchiveError);
  CHECK_THROWS_WITH_AS(read({3, 3}, {two, two}), none, ArchiveError);
  CHECK_THROWS_WITH_AS(read({1, 3}, {two, Vector::Ones(3)}), none,
                       ArchiveError);
  CHECK_THROWS_AS(read({1, 3}, {two}), ArchiveError);
}

TEST_CASE("a history refuses other lengths, and pieces that have changed") {
  const auto store = std::make_shared<MapStore>();
  UpdateHistory history(1, store);
  history.keep(1, update_of(1));
  history.keep(2, update_of(2));
  const char* const length = "updates of a history are of one length";
  CHECK_THROWS_WITH(history.keep(3, Vector::Ones(2)), length);
  CHECK_THROWS_WITH(history.keep(2, Vector::Ones(4)), length);
  CHECK(history.recall(2) == update_of(2));
  store->pieces.begin()->second.pop_back();
  CHECK_THROWS_WITH(history.recall(1),
                    "a stored piece of a history has another length");
}

}  // namespace fedltr::history_test
