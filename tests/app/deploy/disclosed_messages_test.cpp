#include "app/deploy/disclosed_messages.hpp"

#include <set>
#include <sstream>

#include "app/deploy/disclosure.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::disclosed_messages_test {
using namespace fedltr::test;

namespace {

std::string text_of_keys(bool rehearsal) {
  return disclosures(agreement_of(kThree, {.rehearsal = rehearsal}))
      .front()
      .what;
}

}  // namespace

TEST_CASE("every message that a party sends is disclosed, once") {
  std::set<MessageType> told;
  for (const Disclosure& each : disclosures(agreement_of(kThree))) {
    CHECK(told.insert(each.type).second);
    CHECK_FALSE(each.bound.empty());
  }
  // All messages that a party sends, except those of simulations only.
  using T = MessageType;
  CHECK(told == std::set<T>{T::kPartyKey, T::kWrappedKey, T::kFrequencies,
                            T::kTopQuestion, T::kTopAnswer, T::kCountQuestion,
                            T::kCountAnswers, T::kReady, T::kMoments,
                            T::kTrained, T::kLocalModel, T::kGradient,
                            T::kRefusal, T::kLedgerHead});
}

TEST_CASE("a method that uses no answers discloses no question") {
  for (const auto& [method, asks] : {std::pair("global", false),
                                     {"local", false},
                                     {"cs-f-ltr", true},
                                     {"all", true}}) {
    CAPTURE(method);
    const Agreement agreement =
        agreement_of(std::string(kThree) + "method = " + method + "\n");
    CHECK(plan_of(agreement).asks == asks);
    const auto told = disclosures(agreement);
    for (const auto type :
         {MessageType::kTopQuestion, MessageType::kLedgerHead})
      CHECK((std::ranges::find(told, type, &Disclosure::type) != told.end()) ==
            asks);
    CHECK((std::ranges::find(told, MessageType::kCountAnswers,
                             &Disclosure::type) != told.end()) == asks);
  }
}

TEST_CASE("only a real run proves its key by the certificate's") {
  CHECK(has(text_of_keys(false), "signed by its certificate's key"));
  CHECK(text_of_keys(true).find("signed") == std::string::npos);
}

/// The limits that an agreement states of a type of message.
std::string limit_of(const std::string& text, MessageType type) {
  for (const Disclosure& each : disclosures(agreement_of(text)))
    if (each.type == type) return each.bound;
  return "";
}

TEST_CASE("no sentence claims more than the audit found") {
  const std::string audit = read_text("docs/silo-audit.md");
  const std::string privacy = read_text("docs/privacy.md");
  using T = MessageType;
  // The party asked finds all terms, unless confounders collide.
  REQUIRE(has(privacy, "| 1.000 | 1.000 | .333 | .167 |"));
  const std::string three = kThree;
  CHECK(has(limit_of(three, T::kTopQuestion),
            "can read the words by trying its own (1.000 of them"));
  CHECK(has(limit_of(three, T::kTopQuestion), "no dummies hide"));
  CHECK(has(limit_of(three + "real-rows = 10\n", T::kTopQuestion), "1.000"));
  const std::string colliding = limit_of(
      three + "real-rows = 10\nconfounders = colliding\ndummy-terms = 4\n",
      T::kTopQuestion);
  CHECK(has(colliding, "leave it about 3 words for each (a third"));
  CHECK(has(colliding, "4 dummies hide which words are the query's"));
  // The relay names terms of texts that it knows.
  REQUIRE(has(audit, "| paper | 30, none | .465 | .639 |"));
  CHECK(has(colliding, "names words of texts that it knows"));
  // Lists reveal which documents have a term, whatever the noise.
  REQUIRE(has(audit, "lists still reveal which document has which term"));
  for (const char* noise : {"noise = sound\n", "noise = paper\n"})
    CHECK(has(limit_of(three + "epsilon = 0.5\n" + noise, T::kTopAnswer),
              "no epsilon covers the choice of documents: exact counts"));
  CHECK(limit_of(three + "epsilon = 0.5\nnoise = sound\nretrieval = naive\n",
                 T::kTopAnswer)
            .find("exact counts decide") == std::string::npos);
  // A batch of one instance gives away its grade and features.
  REQUIRE(has(audit, "| zero (the first step of `global`) | 1 | 1.000 |"));
  CHECK(has(limit_of(three, T::kGradient), "no mask and no noise"));
  std::ostringstream out;
  print_disclosures(out, agreement_of(kThree), "a");
  CHECK(out.str().find("any text or word") == std::string::npos);
}

}  // namespace fedltr::disclosed_messages_test
