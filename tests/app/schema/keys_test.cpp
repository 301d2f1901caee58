// Properties of every line of the table of keys.
#include "tests/support/keys.hpp"

#include <algorithm>
#include <cmath>
#include <regex>
#include <set>

#include <doctest/doctest.h>

#include "app/base/text.hpp"
#include "app/schema/key_names.hpp"

namespace fedltr::keys_test {
using test::refusal;

namespace {

std::string section_of(const Key& key) {
  return key.name.substr(0, key.name.find('.'));
}

/// The range that a key's documentation states, parsed from its words.
struct Told {
  bool is_whole = false;
  double min = -HUGE_VAL;
  double max = HUGE_VAL;
  bool open_min = false;
  bool open_max = false;
};

/// Returns nullopt for texts other than one number in one range.
std::optional<Told> told_by(const std::string& allowed) {
  static const std::string number = "([-0-9.e]+)";
  static const std::regex whole("an integer " + number + " to " + number);
  static const std::regex closed("a number " + number + " to " + number);
  static const std::regex between("a number between " + number + " and " +
                                  number);
  static const std::regex above("a number above " + number +
                                "(?:,? (at most|to) " + number + ")?");
  static const std::regex from("a number from " + number + "(?:, below " +
                               number + ")?");
  std::smatch m;
  const auto at = [&](int i) { return *parse_real(m[i].str()); };
  if (std::regex_match(allowed, m, whole))
    return Told{true, at(1), at(2), false, false};
  if (std::regex_match(allowed, m, closed))
    return Told{false, at(1), at(2), false, false};
  if (std::regex_match(allowed, m, between))
    return Told{false, at(1), at(2), true, true};
  if (std::regex_match(allowed, m, above))
    return Told{false, at(1), m[3].matched ? at(3) : HUGE_VAL, true, false};
  if (std::regex_match(allowed, m, from))
    return Told{false, at(1), m[2].matched ? at(2) : HUGE_VAL, false,
                m[2].matched};
  return std::nullopt;
}

/// Numbers next to a bound that a key must accept, and reject.
struct Probes {
  std::vector<std::string> inside;
  std::vector<std::string> outside;
};

std::string whole_text(double number) {
  return std::to_string(static_cast<std::uint64_t>(number));
}

Probes probes_of(const Told& told) {
  Probes probes;
  if (told.is_whole) {
    probes.inside = {whole_text(told.min)};
    if (told.min > 0) probes.outside.push_back(whole_text(told.min - 1));
    // Doubles can't represent the last bits of 64-bit integers.
    if (told.max < 1e15) {
      probes.inside.push_back(whole_text(told.max));
      probes.outside.push_back(whole_text(told.max + 1));
    }
    probes.outside.insert(probes.outside.end(), {"-1", "1.5", ""});
    return probes;
  }
  const double below = std::nextafter(told.min, -HUGE_VAL);
  const double above = std::nextafter(told.max, HUGE_VAL);
  (told.open_min ? probes.outside : probes.inside).push_back(exact(told.min));
  probes.outside.push_back(exact(below));
  if (std::isfinite(told.max)) {
    (told.open_max ? probes.outside : probes.inside).push_back(exact(told.max));
    probes.outside.push_back(exact(above));
  }
  probes.outside.insert(probes.outside.end(), {"nan", "inf", "", "1x"});
  return probes;
}

/// Names of "a | b | c"; empty if one of them stands for numbers.
std::vector<std::string> choices_of(const std::string& allowed) {
  if (allowed.find(" | ") == std::string::npos ||
      allowed.find(" ... ") != std::string::npos ||
      allowed.find("number") != std::string::npos)
    return {};
  return split(allowed, '|');
}

}  // namespace

TEST_CASE("every default is taken by its key") {
  for (const Key& key : keys()) {
    CAPTURE(key.name);
    CHECK(refusal(key, key.fallback) == "");
    CHECK(refusal(key, fallback_of(key, Study::kSilo)) == "");
  }
}

TEST_CASE("every number is accepted up to its stated bounds, not beyond") {
  std::size_t ranges = 0;
  for (const Key& key : keys()) {
    const auto told = told_by(key.allowed);
    if (!told) continue;
    ++ranges;
    CAPTURE(key.name);
    const Probes probes = probes_of(*told);
    for (const std::string& text : probes.inside) {
      CAPTURE(text);
      CHECK(refusal(key, text) == "");
    }
    for (const std::string& text : probes.outside) {
      CAPTURE(text);
      CHECK(refusal(key, text) == "expected " + key.allowed);
    }
  }
  CHECK(ranges > 60);
}

TEST_CASE("every choice is taken, and no other") {
  std::size_t all = 0;
  for (const Key& key : keys()) {
    const auto names = choices_of(key.allowed);
    if (names.empty()) continue;
    ++all;
    CAPTURE(key.name);
    CHECK(std::ranges::count(names, key.fallback) == 1);
    CHECK(std::set<std::string>(names.begin(), names.end()).size() ==
          names.size());
    for (const std::string& name : names) {
      CHECK(refusal(key, name) == "");
      // A letter too many still suggests the intended name.
      const std::string wrong = refusal(key, name + "~");
      CHECK(wrong.starts_with("expected one of " + join(names, ", ")));
    }
  }
  CHECK(all > 30);
}

TEST_CASE("no key is left without a check of what it takes") {
  // Paths accept any text, the name of a study any folder name.
  for (const Key& key : keys()) {
    if (key.is_path || key.allowed == "text") continue;
    CAPTURE(key.name);
    CHECK(refusal(key, key.name == "run.name" ? "../?!" : "?!") != "");
  }
}

TEST_CASE("a section is in one piece, so that it is printed once") {
  std::set<std::string> seen;
  std::string current;
  for (const Key& key : keys()) {
    CAPTURE(key.name);
    if (section_of(key) == current) continue;
    current = section_of(key);
    CHECK(seen.insert(current).second);
  }
}

TEST_CASE("names are section.key in small letters, help is one line") {
  static const std::regex name("[a-z]+(\\.[a-z0-9-]+){1,2}");
  for (const Key& key : keys()) {
    CAPTURE(key.name);
    CHECK(std::regex_match(key.name, name));
    CHECK_FALSE(key.help.empty());
    CHECK_FALSE(key.allowed.empty());
    CHECK(key.help.find('\n') == std::string::npos);
    CHECK(key.help == trim(key.help));
  }
}

TEST_CASE("a key with a condition names what it needs") {
  for (const Key& key : keys()) {
    CAPTURE(key.name);
    CHECK(static_cast<bool>(key.applies) == !key.needs.empty());
  }
}

TEST_CASE("keys of silos and of federations exclude each other") {
  const Scenario federation = unchecked_scenario({});
  const Scenario silo = unchecked_scenario({"silo.parties=4"});
  const Scenario members = unchecked_scenario({"members.epochs=4"});
  for (const Key& key : keys()) {
    CAPTURE(key.name);
    CHECK(in_study(key, members) == is_among(Study::kMembers, key.study));
    if (key.name.starts_with("members.")) {
      CHECK(key.study == Study::kMembers);
      CHECK_FALSE(key.applies(federation));
      CHECK_FALSE(key.applies(silo));
      continue;
    }
    CHECK((in_study(key, federation) || in_study(key, silo)));
    if (key.study == Study::kBoth || key.study == Study::kAll) {
      CHECK(in_study(key, federation));
      CHECK(in_study(key, silo));
    } else {
      CHECK(in_study(key, federation) != in_study(key, silo));
    }
    if (key.study == Study::kFederation) CHECK_FALSE(key.applies(silo));
    if (key.name.starts_with("silo.")) CHECK(key.study == Study::kSilo);
  }
}

TEST_CASE("an old name finds the key that took its place") {
  for (const Key& key : keys()) {
    CHECK(find_key(key.name) == &key);
    for (const std::string& old : key.old_names)
      CHECK(std::ranges::count(keys_meant(old), &key) == 1);
  }
  CHECK(find_key("run.sed") == nullptr);
  CHECK(find_key("") == nullptr);
}

TEST_CASE("the nearest name is found by insertions, deletions, changes") {
  const std::vector<std::string> known = {"alpha", "beta", "gamma"};
  CHECK(nearest_name("alpha", known) == "alpha");
  CHECK(nearest_name("alpa", known) == "alpha");
  CHECK(nearest_name("betta", known) == "beta");
  CHECK(nearest_name("gomma", known) == "gamma");
  CHECK(nearest_name("", known) == "beta");
  // The beginning of a long name is nearer than a short one.
  CHECK(nearest_name("unlearn", {"uneasy", "unlearning"}) == "unlearning");
  CHECK_THROWS_AS(nearest_name("x", {}), std::invalid_argument);
}

}  // namespace fedltr::keys_test
