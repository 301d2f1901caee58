#include "algorithms/core/parameter.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "algorithms/core/join.hpp"
#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

/// Shortest text that reads back as the same number; 1e6, not 1e+06.
std::string shortest(double number) {
  std::array<char, 32> digits{};
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  return {digits.data(), end};
}

std::string bound_text(double bound) {
  std::string text = shortest(bound);
  if (const std::size_t plus = text.find("e+0"); plus != std::string::npos)
    text.erase(plus + 1, 2);
  return text;
}

std::string range_text(const ValueRange& bounds) {
  const std::string min = bound_text(bounds.min);
  const std::string max = bound_text(bounds.max);
  const std::string from = (bounds.open_min ? "above " : "from ") + min;
  if (std::isinf(bounds.max)) return std::isinf(bounds.min) ? "" : " " + from;
  if (bounds.open_min && bounds.open_max)
    return " between " + min + " and " + max;
  if (bounds.open_min || bounds.open_max)
    return " " + from + (bounds.open_max ? ", below " : ", at most ") + max;
  return " " + min + " to " + max;
}

std::string whole_range(const ValueRange& bounds) {
  const auto text = [](double bound) {
    return std::to_string(static_cast<std::uint64_t>(bound));
  };
  return text(bounds.min) + " to " + text(bounds.max);
}

struct IsWithin {
  const Parameter& parameter;

  bool operator()(double number) const {
    return std::isfinite(number) && parameter.bounds.hold(number);
  }
  bool operator()(std::uint64_t number) const {
    return parameter.bounds.hold(number);
  }
  bool operator()(bool) const { return true; }
  bool operator()(const std::string& name) const {
    return std::ranges::count(parameter.choices, name) > 0;
  }
  /// A list may be empty only if its default is.
  template <class Number>
  bool operator()(const std::vector<Number>& numbers) const {
    const auto& usual = std::get<std::vector<Number>>(parameter.value);
    return (!numbers.empty() || usual.empty()) &&
           std::ranges::all_of(numbers, *this);
  }
};

struct Allowed {
  const Parameter& parameter;

  std::string operator()(double) const {
    return "a number" + range_text(parameter.bounds);
  }
  std::string operator()(std::uint64_t) const {
    return "an integer " + whole_range(parameter.bounds);
  }
  std::string operator()(bool) const { return "yes | no"; }
  std::string operator()(const std::string&) const {
    return join(parameter.choices, " | ");
  }
  std::string operator()(const std::vector<double>&) const {
    return "numbers" + range_text(parameter.bounds) + ", separated by commas";
  }
  std::string operator()(const std::vector<std::uint64_t>&) const {
    return "integers " + whole_range(parameter.bounds) +
           ", separated by commas";
  }
};

struct Text {
  std::string operator()(double number) const { return shortest(number); }
  std::string operator()(std::uint64_t number) const {
    return std::to_string(number);
  }
  std::string operator()(bool flag) const { return flag ? "yes" : "no"; }
  std::string operator()(const std::string& name) const { return name; }
  template <class Number>
  std::string operator()(const std::vector<Number>& numbers) const {
    return join(numbers, ", ", *this);
  }
};

}  // namespace

Parameter Parameter::renamed_from(std::string old) && {
  old_name = std::move(old);
  return std::move(*this);
}

std::string Parameter::allowed() const {
  return std::visit(Allowed{*this}, value);
}

void Parameter::check(const ParameterValue& given) const {
  require(given.index() == value.index() && std::visit(IsWithin{*this}, given),
          "expected " + allowed());
}

Parameter real_parameter(std::string name, double value, ValueRange bounds,
                         std::string help) {
  return {std::move(name), value, std::move(help), bounds};
}

Parameter whole_parameter(std::string name, std::uint64_t value,
                          std::uint64_t min, std::uint64_t max,
                          std::string help) {
  return {std::move(name),
          value,
          std::move(help),
          {static_cast<double>(min), static_cast<double>(max)}};
}

Parameter flag_parameter(std::string name, bool value, std::string help) {
  return {std::move(name), value, std::move(help)};
}

Parameter choice_parameter(std::string name, std::vector<std::string> choices,
                           std::string help) {
  require(!choices.empty(), "a choice needs names");
  Parameter parameter{std::move(name), choices.front(), std::move(help)};
  parameter.choices = std::move(choices);
  return parameter;
}

Parameter reals_parameter(std::string name, std::vector<double> value,
                          ValueRange bounds, std::string help) {
  return {std::move(name), std::move(value), std::move(help), bounds};
}

Parameter wholes_parameter(std::string name, std::vector<std::uint64_t> value,
                           std::uint64_t min, std::uint64_t max,
                           std::string help) {
  return {std::move(name),
          std::move(value),
          std::move(help),
          {static_cast<double>(min), static_cast<double>(max)}};
}

std::string text_of(const ParameterValue& value) {
  return std::visit(Text{}, value);
}

ParameterValues::ParameterValues() = default;
ParameterValues::ParameterValues(
    std::initializer_list<std::pair<const std::string, ParameterValue>> values)
    : values_(values) {}
ParameterValues::ParameterValues(const ParameterValues&) = default;
ParameterValues::ParameterValues(ParameterValues&&) noexcept = default;
ParameterValues& ParameterValues::operator=(const ParameterValues&) = default;
ParameterValues& ParameterValues::operator=(ParameterValues&&) noexcept =
    default;
ParameterValues::~ParameterValues() = default;

void ParameterValues::set(const std::string& name, ParameterValue value) {
  values_.insert_or_assign(name, std::move(value));
}

void ParameterValues::erase(const std::string& name) {
  values_.erase(name);
}

const ParameterValue& ParameterValues::operator()(
    const Parameter& parameter) const {
  const auto found = values_.find(parameter.name);
  if (found == values_.end()) return parameter.value;
  try {
    parameter.check(found->second);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(parameter.name + ": " + error.what());
  }
  return found->second;
}

}  // namespace fedltr
