#include "algorithms/members/wary_member.hpp"

#include <doctest/doctest.h>

#include "tests/support/error_of.hpp"

namespace fedltr::wary_member_test {

namespace {

constexpr std::int64_t kDay = 24 * 60 * 60;
constexpr std::int64_t kNoon = 100 * kDay;
const Vector kModel = Vector::Zero(2);

/// Member 0 of three, with its own clock and list. A certificate is its number,
/// and a list the only number on it; none is valid after kNoon + 100.
class Checked {
 public:
  EpochStart own = {kNoon};
  MemberMemory memory;

  Checked() {
    MemberProof proof = simulated_proof(1, 0, "run");
    proof.certifier = {[](std::uint32_t member, const std::string& text) {
                         return Certified{
                             SignatureKey::of_public(
                                 simulated_signer(1, member).public_half()),
                             0, kNoon + 100, text};
                       },
                       [](const std::string& list) {
                         if (list == "forged")
                           throw std::invalid_argument("it is forged");
                         return Serials{list};
                       },
                       [this] { return own; }};
    proof.keep = [this](const MemberMemory& kept) { memory = kept; };
    wary.emplace(0, std::vector<std::string>{"a", "b", "c"},
                 against_lies(0, 0, 3), kModel, proof);
    wary->meet({{1, "one"}, {2, "two"}});
  }
  Checked(const Checked&) = delete;
  Checked& operator=(const Checked&) = delete;

  /// Signs for an epoch. @return  why it does not, else empty
  std::string sign(std::uint32_t epoch, const EpochStart& start) {
    return test::error_of<std::exception>([&] {
      wary->sign(epoch, EpochKind::kLearning, std::string(kKeyBytes, '\x11'),
                 start);
    });
  }
  /// Shows the others' keys, signed for an epoch. @return  the lie, or empty
  std::string show(std::uint32_t epoch, const EpochStart& start) {
    const EpochTerms terms{"run", epoch, EpochKind::kLearning,
                           first_head("run", kModel).digest, start};
    SignedNeighbours told;
    for (const std::uint32_t i : {1U, 2U}) {
      const std::string key(kKeyBytes, static_cast<char>(0x20 + i));
      told.neighbours.clients.push_back(i);
      told.neighbours.keys += key;
      told.signatures.push_back(
          simulated_signer(1, i).sign(key_statement(terms, i, key)));
    }
    told.neighbours.all = 3;
    return test::error_of<LeadLies>([&] { wary->check(told); });
  }

  std::optional<WaryMember> wary;
};

}  // namespace

TEST_CASE("certificates are judged by the epoch's start, not by own clocks") {
  Checked member;
  member.own.time = kNoon + kDay;  // by it, all have expired
  CHECK(member.sign(1, {kNoon}) == "");
  CHECK(member.show(1, {kNoon}) == "");
  CHECK(member.sign(2, {kNoon + 101}) == "");
  CHECK(member.show(2, {kNoon + 101}) ==
        "the certificate that the server shows for b is not valid at the "
        "epoch's start: it has expired");
}

TEST_CASE("a clock that is days off is named, and no lead is blamed") {
  Checked member;
  member.own.time = kNoon + 3 * kDay;
  CHECK(member.sign(1, {kNoon}) ==
        "the server's clock is 72 hours behind this member's, and certificates "
        "need the same day: correct the clock that is wrong");
  CHECK_THROWS_AS(member.wary->sign(1, EpochKind::kLearning, "key", {kNoon}),
                  std::invalid_argument);
  CHECK(member.memory.asked == 0);
  member.own.time = kNoon - kDay - 1;
  CHECK(member.sign(1, {kNoon})
            .starts_with(
                "the server's clock is 24 hours ahead of this member's"));
  member.own.time = kNoon;
  CHECK(member.sign(1, {kNoon}) == "");
}

TEST_CASE("a revoked peer is refused, by the list that all have signed") {
  Checked member;
  CHECK(member.sign(1, {kNoon, "two"}) == "");
  CHECK(member.show(1, {kNoon, "two"}) ==
        "the certificate that the server shows for c is not valid at the "
        "epoch's start: it is revoked");
  // Others have signed another list.
  CHECK(member.sign(2, {kNoon, "two"}) == "");
  CHECK(member.show(2, {kNoon}).find("for b is not signed by it") !=
        std::string::npos);
}

TEST_CASE("an older list is refused, also after a restart; a forged one lies") {
  Checked member;
  CHECK(member.sign(1, {kNoon, "two"}) == "");
  CHECK(member.memory.revoked == Serials{"two"});
  const std::string older =
      "the server's list of revoked certificates is older than this member's: "
      "it lacks number two; the server needs the authority's newest crl.pem";
  CHECK(member.sign(2, {kNoon}) == older);
  Checked own;
  own.own.revoked = "two";
  CHECK(own.sign(1, {kNoon}) == older);
  CHECK(own.sign(2, {kNoon, "two"}) == "");
  CHECK_THROWS_WITH_AS(
      own.wary->sign(3, EpochKind::kLearning, "key", {kNoon, "forged"}),
      "the server's list of revoked certificates is invalid: it is forged",
      LeadLies);
}

TEST_CASE("a lead that skips too many epochs ends no member for ever") {
  constexpr std::uint32_t kLast = 0xffffffff;
  Checked member;
  CHECK(member.sign(57, {kNoon}) == "");
  CHECK(
      member.sign(kLast, {kNoon}) ==
      "the server skips from epoch 57 to 4294967295, more than 1048576 "
      "numbers: this member takes no part, and a server that goes on from the "
      "earlier one can continue");
  const Vector other = Vector::Ones(2);
  CHECK_THROWS_AS(member.wary->take(kLast, other), LeadLies);
  CHECK_THROWS_AS(member.wary->join({{kLast, digest_of_model(other)}}, other),
                  LeadLies);
  CHECK(member.memory.asked == 57);
  CHECK(member.wary->epoch() == 0);
  // An honest server continues, also after many epochs without this member.
  CHECK(member.sign(58, {kNoon}) == "");
  CHECK(member.sign(58 + (1U << 20), {kNoon}) == "");
  member.wary->take(59 + (1U << 20), other);
  CHECK(member.wary->epoch() == 59 + (1U << 20));
}

TEST_CASE("two histories, a rollback and a model of none are found") {
  const Vector first = Vector::Zero(3);
  const Vector second = Vector::Ones(3);
  const auto member = [&] {
    WaryMember wary(0, {"a", "b", "c", "d"}, against_lies(0.25, 0, 4), first,
                    simulated_proof(1, 0, "run"));
    wary.join({}, first);
    wary.take(2, second);
    return wary;
  };
  const auto link = [](std::uint32_t epoch, const Vector& model) {
    return ModelLink{epoch, digest_of_model(model)};
  };
  const auto fault = [](WaryMember wary, const auto& links,
                        const Vector& model) -> std::string {
    return test::error_of<LeadLies>([&] { wary.join(links, model); });
  };
  using Links = std::vector<ModelLink>;
  CHECK(fault(member(), Links{link(2, second)}, second) == "");
  CHECK(fault(member(), Links{link(1, first), link(2, second), link(5, first)},
              first) == "");
  const auto has = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  CHECK(has(fault(member(), Links{link(2, first)}, first), "two histories"));
  CHECK(has(fault(member(), Links{}, first), "gone back"));
  CHECK(has(fault(member(), Links{link(5, first)}, first), "gone back"));
  CHECK(has(fault(member(), Links{link(2, second)}, first), "not the last"));
  CHECK(
      has(fault(member(),
                Links{link(2, second), link(4, first), link(3, first)}, first),
          "history of models is invalid"));
  WaryMember wary = member();
  CHECK_THROWS_AS(wary.take(2, first), LeadLies);
  CHECK_THROWS_AS(wary.take(1, second), LeadLies);
  wary.take(2, second);
  CHECK(wary.epoch() == 2);
}

}  // namespace fedltr::wary_member_test
