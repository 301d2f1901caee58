#include "actors/members/lead_registry.hpp"

#include <doctest/doctest.h>

#include "algorithms/members/epoch_check.hpp"
#include "algorithms/members/wary_member.hpp"

namespace fedltr::lead_registry_test {
using namespace fedltr::members;

namespace {

/// Three members' keys, checked by an honest lead and then by member 0. A
/// certificate is a seed and the last minute of its validity.
class Enrolled {
 public:
  Enrolled() {
    for (const std::uint32_t i : {0U, 1U}) registry.enter(i, "19");
    registry.enter(2, "12");
  }

  /// Opens an epoch. @return  reason why member 2's key is refused, else empty
  std::string keys() {
    registry.begin_epoch();
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
                    {"run", "19", signer('1', 0), certify, {}, {}});
    wary.sign(terms.epoch, terms.kind, key(0));
    wary.meet(registry.unknown_to(0, {0, 1, 2}));
    wary.check(read_letter<SignedNeighbours>(check->signed_letter(
        write_letter(Neighbours{{1, 2}, key(1) + key(2), 2, 3}))));
  }

  char now = '0';

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
  Certify certify = [this](std::uint32_t member, const std::string& text) {
    if (now > text.at(1)) throw std::invalid_argument("it has expired");
    return SignatureKey::of_public(signer(text.at(0), member).public_half());
  };

 public:
  LeadRegistry registry{certify, "run", model, {}};
  std::optional<EpochCheck> check;
};

}  // namespace

TEST_CASE("a certificate that has expired is refused before others see it") {
  Enrolled enrolled;
  CHECK(enrolled.keys() == "");
  enrolled.now = '5';
  CHECK(enrolled.keys() ==
        "it is not signed by its certificate for this epoch and the newest "
        "model");
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
