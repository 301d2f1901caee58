#include "algorithms/unlearning/history.hpp"

#include <map>

#include <doctest/doctest.h>

using namespace fedltr;

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

TEST_CASE("the store keeps nothing of a history that is gone") {
  const auto store = std::make_shared<MapStore>();
  {
    UpdateHistory history(1, store);
    for (std::uint32_t round = 1; round <= 4; ++round)
      history.keep(round, update_of(round));
    CHECK(store->pieces.size() == 3);
  }
  CHECK(store->pieces.empty());
}

TEST_CASE("a history's end takes nothing of the one that comes after it") {
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
