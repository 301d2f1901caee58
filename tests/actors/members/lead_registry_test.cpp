#include "actors/members/lead_registry.hpp"

#include <doctest/doctest.h>

#include "algorithms/members/epoch_check.hpp"
#include "algorithms/members/wary_member.hpp"

namespace fedltr::lead_registry_test {
using namespace fedltr::members;

namespace {

/// Three members' keys, checked by an honest lead and then by member 0. A
/// certificate is a seed and the last minute of its validity, and both are its
/// number; a list has the numbers of two certificates at most.
class Enrolled {
 public:
  Enrolled() {
    for (const std::uint32_t i : {0U, 1U}) registry.enter(i, "19");
    registry.enter(2, "12");
  }

  /// Opens an epoch. @return  reason why member 2's key is refused, else empty
  std::string keys() {
    faults = registry.begin_epoch();
    terms.start = registry.start();
    check.emplace(terms, registry.signers());
    std::string refusal;
    for (std::uint32_t i = 0; i < 3; ++i)
      refusal = check->accept_key(
          i, write_letter(SignedKey{key(i), signer('1', i).sign(key_statement(
                                                terms, i, key(i)))}));
    return refusal;
  }
  /// Shows member 0 the keys of the others. May throw LeadLies.
  void show() {
    WaryMember wary(0, {"a", "b", "c"}, against_lies(0, 0, 3), model,
                    {"run", "19", signer('1', 0), certifier, {}, {}});
    wary.sign(terms.epoch, terms.kind, key(0), terms.start);
    wary.meet(registry.unknown_to(0, {0, 1, 2}));
    wary.check(read_letter<SignedNeighbours>(check->signed_letter(
        write_letter(Neighbours{{1, 2}, key(1) + key(2), 2, 3}))));
  }

  EpochStart now = {'0'};
  std::map<std::uint32_t, std::string> faults;

 private:
  static SignatureKey signer(char seed, std::uint32_t member) {
    return simulated_signer(static_cast<std::uint64_t>(seed), member);
  }
  static std::string key(std::uint32_t member) {
    return std::string(kKeyBytes, static_cast<char>(0x11 + member));
  }

  Vector model = Vector::Zero(2);
  EpochTerms terms{"run", 1, EpochKind::kLearning,
                   first_head("run", model).digest};
  Certifier certifier = {
      [](std::uint32_t member, const std::string& text) {
        return Certified{
            SignatureKey::of_public(signer(text.at(0), member).public_half()),
            0, text.at(1), text};
      },
      [](const std::string& list) {
        return Serials{list.substr(0, 2), list.substr(2)};
      },
      [this] { return now; }};

 public:
  LeadRegistry registry{certifier, "run", model, {}};
  std::optional<EpochCheck> check;
};

}  // namespace

TEST_CASE("a certificate that has expired is refused before others see it") {
  Enrolled enrolled;
  CHECK(enrolled.keys() == "");
  CHECK(enrolled.faults.empty());
  enrolled.now.time = '5';
  CHECK(enrolled.keys() ==
        "it is not signed by its certificate for this epoch and the newest "
        "model");
  CHECK(enrolled.faults.at(2) == "it has expired");
  enrolled.keys();
  CHECK(enrolled.faults.empty());  // reported once
}

TEST_CASE("a certificate that expires after an epoch's start makes no liar") {
  Enrolled enrolled;
  enrolled.now.time = '2';
  CHECK(enrolled.keys() == "");
  enrolled.now.time = '3';
  CHECK_NOTHROW(enrolled.show());
}

TEST_CASE("a revoked certificate is refused, also of a connected member") {
  Enrolled enrolled;
  CHECK(enrolled.keys() == "");
  enrolled.now.revoked = "12";
  CHECK(enrolled.keys() != "");
  CHECK(enrolled.faults.at(2) == "it is revoked");
  enrolled.registry.enter(2, "29");
  CHECK(enrolled.keys() != "");  // not signed with the new certificate's key
  CHECK(enrolled.faults.empty());
}

TEST_CASE("a certificate renewed within an epoch counts from the next one on") {
  Enrolled enrolled;
  CHECK(enrolled.keys() == "");
  enrolled.registry.enter(2, "29");
  CHECK_NOTHROW(enrolled.show());
  CHECK(enrolled.keys() != "");
  CHECK(enrolled.registry.unknown_to(0, {1, 2}).at(2) == "29");
}

}  // namespace fedltr::lead_registry_test
