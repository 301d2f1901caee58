// Keys of privacy: [privacy].
#include "algorithms/privacy/mechanism.hpp"
#include "app/schema/key_table.hpp"
#include "app/schema/parameter_keys.hpp"

namespace fedltr {
namespace {

void add_secure_keys(std::vector<Key>& table) {
  using S = Scenario;
  table.push_back(choice<bool>(
      "privacy.secure-aggregation",
      [](S & s) -> auto& { return s.privacy.secure; }, "no",
      {{"yes", true}, {"no", false}},
      "updates are added under masks: the server sees nothing but each round's "
      "sum (Bell et al., CCS 2020); for aggregation.rule = mean"));
  table.push_back(real(
      "privacy.secure-range",
      [](S & s) -> auto& { return s.privacy.secure_range; }, "1024", positive,
      "a number above 0",
      "largest magnitude of what a client adds to a sum; beyond it, it "
      "withdraws its update, which is counted as refused"));
  const auto below_one = [](double x) { return x >= 0 && x < 1; };
  table.push_back(real(
      "privacy.secure-dropouts",
      [](S & s) -> auto& { return s.privacy.secure_dropouts; }, "0.2",
      below_one, "a number from 0, below 1",
      "share of a round's clients that may fail; if more do, its sum is lost"));
  table.push_back(real(
      "privacy.secure-colluders",
      [](S & s) -> auto& { return s.privacy.secure_colluders; }, "0.1",
      below_one, "a number from 0, below 1",
      "share of a round's clients that may be with the server without learning "
      "more than the sum of the others"));
}

bool is_sound(const Scenario& scenario) {
  return scenario.privacy.mode == PrivacyMode::kSound;
}

}  // namespace

void add_privacy_keys(std::vector<Key>& table) {
  using S = Scenario;
  table.push_back(method(
      "privacy.mechanism", [](S & s) -> auto& { return s.privacy.mechanism; },
      "none", mechanisms(),
      "gamma-laplace and gaussian: noise on what a client sends; "
      "randomized-response: FOLtR-ES's, with es"));
  table.push_back(choice<PrivacyMode>(
      "privacy.mode", [](S & s) -> auto& { return s.privacy.mode; }, "paper",
      {{"paper", PrivacyMode::kPaper}, {"sound", PrivacyMode::kSound}},
      "paper: as published, flaws included; sound: the claim holds against "
      "anyone who sees a message"));
  add_parameter_keys("mechanisms", table);
  table.push_back(real(
      "privacy.delta", [](S & s) -> auto& { return s.privacy.delta; }, "1e-06",
      [](double x) { return x > 0 && x < 1; }, "a number between 0 and 1",
      "delta of the accounting; gaussian: also of privacy.epsilon"));
  table.push_back(real(
      "privacy.budget", [](S & s) -> auto& { return s.privacy.budget; }, "0",
      not_negative, "a number from 0",
      "accounted epsilon that a client may reach, or a silo's document by "
      "answers about its counts; what is beyond it is not released, and the "
      "run ends with exit code 5; 0 = none"));
  table.push_back(whole<std::uint32_t>(
      "privacy.shares", [](S & s) -> auto& { return s.privacy.shares; }, "1", 1,
      10000000,
      "number of clients whose noise adds up to the full noise (for secure "
      "aggregation); a round with fewer is not used; 1 = each adds all of it"));
  table.push_back(choice<bool>(
      "privacy.randomness",
      [](S & s) -> auto& { return s.privacy.system_randomness; }, "simulated",
      {{"simulated", false}, {"system", true}},
      "of sound noise and of secure aggregation: from run.seed, or the "
      "operating system's, which protects real people and makes each run "
      "another"));
  add_secure_keys(table);
}

void add_privacy_conditions(const ActiveWhen& when) {
  using S = const Scenario&;
  when({"privacy.shares"}, "privacy.mode = sound",
       [](S s) { return is_sound(s); });
  when({"privacy.randomness"},
       "privacy.mode = sound or privacy.secure-aggregation = yes",
       [](S s) { return is_sound(s) || s.privacy.secure; });
  when({"privacy.secure-range", "privacy.secure-dropouts",
        "privacy.secure-colluders"},
       "privacy.secure-aggregation = yes",
       [](S s) { return s.privacy.secure; });
}

}  // namespace fedltr
