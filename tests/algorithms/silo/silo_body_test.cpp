#include "algorithms/silo/silo_body.hpp"

#include <set>

#include <doctest/doctest.h>

#include "tests/support/small_text.hpp"

namespace fedltr::silo_body_test {
using namespace fedltr::test;

namespace {

std::uint8_t code_of(MessageType type) {
  return static_cast<std::uint8_t>(type);
}

std::string fault_of(MessageType type, ByteVector bytes) {
  const SiloBody body =
      body_of(code_of(type), std::move(bytes), small_protocol("off", false));
  const auto* invalid = std::get_if<InvalidBody>(&body);
  return invalid ? invalid->why : "";
}

}  // namespace

TEST_CASE("every type has a name of its own") {
  std::set<std::string> names;
  for (std::size_t type = 0; type < kMessageTypes; ++type)
    names.insert(name_of(static_cast<MessageType>(type)));
  CHECK(names.size() == kMessageTypes);
  for (const auto& [type, name] :
       {std::pair(MessageType::kBeginKeys, "begin of keys"),
        {MessageType::kTopAnswer, "top-K answer"},
        {MessageType::kCountAnswers, "counts"},
        {MessageType::kMoments, "moments"},
        {MessageType::kGradient, "gradient"},
        {MessageType::kSilence, "silence"},
        {MessageType::kMetricsOfOthers, "metrics of others"},
        {MessageType::kLedgerHead, "head of a ledger"}})
    CHECK(name_of(type) == std::string(name));
  CHECK(name_of(static_cast<MessageType>(255)) ==
        std::string("unknown message"));
}

TEST_CASE("a body is read from its bytes, and has their size") {
  const SiloBody begin = BeginKeys{{1, 2, 5}};
  CHECK(type_of(begin) == MessageType::kBeginKeys);
  CHECK(size_of(begin) == 12);
  const ByteVector bytes = bytes_of(begin);
  CHECK(bytes == encode(BeginKeys{{1, 2, 5}}));
  const SiloBody read = body_of(code_of(MessageType::kBeginKeys), bytes,
                                small_protocol("off", false));
  CHECK(std::get<BeginKeys>(read).parties ==
        std::vector<std::uint32_t>{1, 2, 5});
}

TEST_CASE("invalid bytes keep their claim, and why they are none") {
  const SiloBody body = body_of(code_of(MessageType::kPartyKey), {1, 2, 3},
                                small_protocol("off", false));
  REQUIRE(std::holds_alternative<InvalidBody>(body));
  CHECK(type_of(body) == MessageType::kPartyKey);
  CHECK(bytes_of(body) == ByteVector{1, 2, 3});
  CHECK(fault_of(MessageType::kPartyKey, {1, 2, 3}) ==
        "is shorter than it should be");
  CHECK(fault_of(MessageType::kTrained, {1}) == "is longer than it should be");
  CHECK(fault_of(MessageType{200}, {}) == "is of no known type");
}

TEST_CASE("small messages can't claim many lists") {
  // The sketch has seven rows: each list of a term takes four bytes or more.
  const ByteVector most(std::size_t{kMaxTerms} * 4, 0);
  CHECK(fault_of(MessageType::kTopAnswer, most).empty());
  CHECK(fault_of(MessageType::kTopAnswer,
                 ByteVector(std::size_t{kMaxTerms} * 4 + 4, 0)) ==
        "is longer than it should be");
}

}  // namespace fedltr::silo_body_test
