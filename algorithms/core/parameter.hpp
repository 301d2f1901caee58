#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace fedltr {

/// Value of a method's parameter: a real number, an integer, yes or no, one of
/// several names, or a list of numbers.
using ParameterValue =
    std::variant<double, std::uint64_t, bool, std::string, std::vector<double>,
                 std::vector<std::uint64_t>>;

/// Range of a number; an open bound is excluded.
struct ValueRange {
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  bool open_min = false;
  bool open_max = false;

  bool hold(double number) const {
    return (open_min ? number > min : number >= min) &&
           (open_max ? number < max : number <= max);
  }
};
inline constexpr ValueRange kPositive{.min = 0, .open_min = true};
inline constexpr ValueRange kNotNegative{.min = 0};
inline constexpr ValueRange kProbability{.min = 0, .max = 1};
/// Above 0, at most 1.
inline constexpr ValueRange kShare{.min = 0, .max = 1, .open_min = true};

/// A parameter that tunes a method: the only source of the scenario's key, its
/// check, its default and its help.
struct Parameter {
  std::string name;      ///< key within its section
  ParameterValue value;  ///< default; its type is the type
  std::string help;
  ValueRange bounds = {};                 ///< of a number, or each of a list
  std::vector<std::string> choices = {};  ///< of a name
  /// Still accepted in place of the name; parameters of several methods may
  /// have had the same.
  std::string old_name = {};

  /// Returns the parameter with a former name.
  Parameter renamed_from(std::string old) &&;
  /// Allowed values, for the user: "a number above 0".
  std::string allowed() const;
  /// @throws std::invalid_argument  "expected ..." for a value out of range or
  ///                                of another type
  void check(const ParameterValue& given) const;
};

Parameter real_parameter(std::string name, double value, ValueRange bounds,
                         std::string help);
Parameter whole_parameter(std::string name, std::uint64_t value,
                          std::uint64_t min, std::uint64_t max,
                          std::string help);
Parameter flag_parameter(std::string name, bool value, std::string help);
/// @param choices  names; the first is the default
Parameter choice_parameter(std::string name, std::vector<std::string> choices,
                           std::string help);
Parameter reals_parameter(std::string name, std::vector<double> value,
                          ValueRange bounds, std::string help);
Parameter wholes_parameter(std::string name, std::vector<std::uint64_t> value,
                           std::uint64_t min, std::uint64_t max,
                           std::string help);

/// A value in the user's notation: 0.01, 49, yes, maxrr, "1, 3, 5".
std::string text_of(const ParameterValue& value);

/// Values of a method's parameters by name; defaults for parameters that were
/// not set.
class ParameterValues {
 public:
  ParameterValues();
  ParameterValues(
      std::initializer_list<std::pair<const std::string, ParameterValue>>
          values);
  // Compiled once: most translation units hold some.
  ParameterValues(const ParameterValues&);
  ParameterValues(ParameterValues&&) noexcept;
  ParameterValues& operator=(const ParameterValues&);
  ParameterValues& operator=(ParameterValues&&) noexcept;
  ~ParameterValues();

  void set(const std::string& name, ParameterValue value);
  void erase(const std::string& name);
  bool empty() const { return values_.empty(); }

  /// The value of a parameter, checked against its range.
  /// @throws std::invalid_argument "NAME: expected ..."
  const ParameterValue& operator()(const Parameter& parameter) const;

  double real(const Parameter& parameter) const {
    return std::get<double>((*this)(parameter));
  }
  template <std::integral Whole = std::uint64_t>
  Whole whole(const Parameter& parameter) const {
    return static_cast<Whole>(std::get<std::uint64_t>((*this)(parameter)));
  }
  bool flag(const Parameter& parameter) const {
    return std::get<bool>((*this)(parameter));
  }
  const std::string& choice(const Parameter& parameter) const {
    return std::get<std::string>((*this)(parameter));
  }
  const std::vector<double>& reals(const Parameter& parameter) const {
    return std::get<std::vector<double>>((*this)(parameter));
  }
  const std::vector<std::uint64_t>& wholes(const Parameter& parameter) const {
    return std::get<std::vector<std::uint64_t>>((*this)(parameter));
  }

 private:
  std::map<std::string, ParameterValue, std::less<>> values_;
};

}  // namespace fedltr
