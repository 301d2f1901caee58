#include "app/schema/key_table.hpp"

#include <algorithm>
#include <cmath>

namespace fedltr {

namespace {

/// Returns the digits of a number like 1e3, 1,000 or 1_000; "" unless it is an
/// integer from 0 to 2^53.
std::string digits_meant(std::string text) {
  std::erase_if(text,
                [](char letter) { return letter == ',' || letter == '_'; });
  const auto number = parse_real(text);
  constexpr double kExact = 9007199254740992;  // 2^53
  const bool whole = number && *number >= 0 && *number <= kExact &&
                     *number == std::floor(*number);
  return whole ? std::to_string(static_cast<std::uint64_t>(*number)) : "";
}

}  // namespace

std::uint64_t whole_within(const std::string& text, std::uint64_t least,
                           std::uint64_t most) {
  const auto number = parse_whole(text);
  const std::string meant = number ? "" : digits_meant(text);
  require(number && *number >= least && *number <= most,
          "expected a whole number " + std::to_string(least) + " to " +
              std::to_string(most) +
              (meant.empty() ? "" : ", in digits: " + meant));
  return *number;
}

Key real(std::string name, FieldRef<double> field, std::string fallback,
         bool (*holds)(double), const std::string& allowed, std::string help) {
  return {std::move(name), std::move(fallback), allowed, std::move(help),
          [=](Scenario& scenario, const Value& value) {
            const auto number = parse_real(value.text);
            require(number && holds(*number), "expected " + allowed);
            field(scenario) = *number;
          }};
}

std::size_t place_of(const std::string& name,
                     const std::vector<std::string>& names) {
  const auto found = std::ranges::find(names, name);
  require(found != names.end(), "expected one of " + join(names, ", ") +
                                    "; nearest is '" +
                                    nearest_name(name, names) + "'");
  return static_cast<std::size_t>(found - names.begin());
}

Key name_key(std::string name, FieldRef<std::string> field,
             std::string fallback, std::vector<std::string> names,
             std::string help) {
  std::string allowed = join(names, " | ");
  return {std::move(name), std::move(fallback), std::move(allowed),
          std::move(help),
          [field, names = std::move(names)](Scenario& scenario,
                                            const Value& value) {
            field(scenario) = names[place_of(value.text, names)];
          }};
}

Key text(std::string name, FieldRef<std::string> field, std::string fallback,
         std::string help) {
  return {std::move(name), std::move(fallback), "text", std::move(help),
          [=](Scenario& scenario, const Value& value) {
            require(!value.text.empty(), "must not be empty");
            field(scenario) = value.text;
          }};
}

std::filesystem::path resolve(const std::string& text,
                              const std::filesystem::path& base) {
  return (base / text).lexically_normal();
}

Key path(std::string name, FieldRef<std::filesystem::path> field,
         std::string help) {
  return {std::move(name),
          "",
          "a path",
          std::move(help),
          [=](Scenario& scenario, const Value& value) {
            field(scenario) = value.text.empty()
                                  ? std::filesystem::path()
                                  : resolve(value.text, value.base);
          },
          true};
}

Key renamed_from(const char* old_name, Key key) {
  key.old_names.emplace_back(old_name);
  return key;
}

Key clients_list(std::string name, FieldRef<std::vector<std::uint32_t>> field,
                 std::string help) {
  Key key{std::move(name), "", "numbers and ranges, e.g. 0-3,7",
          std::move(help), [=](Scenario& scenario, const Value& value) {
            field(scenario) = value.text.empty() ? std::vector<std::uint32_t>()
                                                 : parse_clients(value.text);
          }};
  key.is_list = true;
  return key;
}

void ActiveWhen::operator()(std::initializer_list<const char*> names,
                            const std::string& needs,
                            const Applies& applies) const {
  for (const char* name : names) {
    const auto found = std::ranges::find(table_, name, &Key::name);
    require(found != table_.end(), std::string("no key ") + name);
    found->applies = applies;
    found->needs = needs;
  }
}

}  // namespace fedltr
