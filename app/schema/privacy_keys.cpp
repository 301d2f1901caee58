// Keys of privacy: [privacy].
#include "algorithms/privacy/mechanism.hpp"
#include "app/schema/choices.hpp"
#include "app/schema/key_table.hpp"
#include "app/schema/parameter_keys.hpp"

namespace fedltr {
namespace {

constexpr ValueRange kBelowOne{.min = 0, .max = 1, .open_max = true};

bool is_sound(const Scenario& scenario) {
  return scenario.privacy.mode == PrivacyMode::kSound;
}

/// As published, unless the mechanism has no such form.
std::string default_mode(const Scenario& scenario) {
  const bool is_published =
      static_cast<bool>(Choices(scenario).mechanism.make.published);
  return is_published ? "paper" : "sound";
}

bool is_secure(const Scenario& scenario) {
  return scenario.privacy.secure;
}

std::vector<Key> mechanism_keys() {
  return joined(
      {{method("privacy.mechanism", &PrivacySettings::mechanism, "none",
               mechanisms(),
               "gamma-laplace and gaussian: noise on a client's messages, by "
               "default for FPDGD's epsilon of each round, which adds up over "
               "rounds; randomized-response: that of FOLtR-ES, with es, which "
               "hides nothing at privacy.p = 1, its default"),
        choice("privacy.mode", &PrivacySettings::mode, "paper",
               {{"paper", PrivacyMode::kPaper}, {"sound", PrivacyMode::kSound}},
               "paper: as published, flaws included; sound: the claim holds "
               "against anyone who sees a message; gaussian has no other form")
            .follows("paper, gaussian sound", default_mode)},
       parameter_keys("mechanisms"),
       {real("privacy.delta", &PrivacySettings::delta, "1e-06",
             {.min = 0, .max = 1, .open_min = true, .open_max = true},
             "delta of the accounting; gaussian: also of privacy.epsilon")}});
}

Key budget_key() {
  return real("privacy.budget", &PrivacySettings::budget, "0", kNotNegative,
              "maximum accounted epsilon of a client, or of a silo's document "
              "by answers about its counts; nothing beyond it is released, and "
              "the run ends with exit code 5; 0 = none");
}

Key period_key() {
  return time_key("privacy.period", &PrivacySettings::period, "0",
                  "time to which privacy.budget refers: a document's answers "
                  "count for this long, by the ledger of the member that gave "
                  "them; 0 = for ever; fedltr run counts all answers")
      .when({"privacy.budget above 0",
             [](const Scenario& s) { return s.privacy.budget > 0; }});
}

std::vector<Key> share_keys() {
  return {whole("privacy.shares", &PrivacySettings::shares, "1", 1, 10000000,
                "number of clients whose noise adds up to the full noise (for "
                "secure aggregation); a round with fewer is not used; 1 = each "
                "client adds all of it")
              .when({"privacy.mode = sound", is_sound}),
          choice("privacy.randomness", &PrivacySettings::system_randomness,
                 "simulated", {{"simulated", false}, {"system", true}},
                 "random numbers of sound noise and secure aggregation: from "
                 "run.seed, or from the operating system, which protects real "
                 "people but makes each run different")
              .when({"privacy.mode = sound or privacy.secure-aggregation = yes",
                     [](const Scenario& s) {
                       return is_sound(s) || is_secure(s);
                     }})};
}

std::vector<Key> secure_keys() {
  const Condition secure = {"privacy.secure-aggregation = yes", is_secure};
  return {choice("privacy.secure-aggregation", &PrivacySettings::secure, "no",
                 {{"yes", true}, {"no", false}},
                 "adds updates under masks: the server sees only each round's "
                 "sum (Bell et al., CCS 2020); for aggregation.rule = mean"),
          real("privacy.secure-range", &PrivacySettings::secure_range, "1024",
               kPositive,
               "largest magnitude that a client adds to a sum; beyond it, the "
               "client withdraws its update, which counts as refused")
              .when(secure),
          real("privacy.secure-dropouts", &PrivacySettings::secure_dropouts,
               "0.2", kBelowOne,
               "share of a round's clients that may fail; if more fail, the "
               "round's sum is lost")
              .when(secure),
          real("privacy.secure-colluders", &PrivacySettings::secure_colluders,
               "0.1", kBelowOne,
               "share of a round's clients that may collude with the server "
               "without learning more than the sum of the others")
              .when(secure),
          choice("privacy.secure-server", &PrivacySettings::secure_lies,
                 "honest", {{"honest", false}, {"lies-about-dropouts", true}},
                 "what sums withstand: honest: a server that follows the "
                 "protocol; lies-about-dropouts: also one that reports other "
                 "clients as absent to each client; all clients of a round "
                 "are neighbours then")
              .when(secure)};
}

}  // namespace

std::vector<Key> privacy_keys() {
  return joined({only_in(Study::kFederation, mechanism_keys()),
                 {budget_key()},
                 only_in(Study::kSilo, {period_key()}),
                 only_in(Study::kFederation, share_keys()),
                 only_in(Study::kFederation, secure_keys())});
}

}  // namespace fedltr
