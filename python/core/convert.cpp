#include "core/convert.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace fedltr::python {
namespace {

/// Converts a name to one that Python can write.
std::string plain(std::string name) {
  std::ranges::replace_if(
      name, [](char letter) { return letter == '-' || letter == '.'; }, '_');
  return name;
}

double real_of(const py::handle& value) {
  return py::float_(py::reinterpret_borrow<py::object>(value));
}

std::uint64_t whole_of(const py::handle& value) {
  const double number = real_of(value);
  if (number != std::floor(number) || number < 0)
    throw std::invalid_argument("expected an integer");
  return py::int_(py::reinterpret_borrow<py::object>(value));
}

/// Splits a list, or its text.
std::vector<py::object> parts_of(const py::handle& value) {
  std::vector<py::object> parts;
  if (!py::isinstance<py::str>(value)) {
    for (const py::handle part : value)
      parts.push_back(py::reinterpret_borrow<py::object>(part));
    return parts;
  }
  const auto text = py::str(value);
  if (py::len(text.attr("strip")()) == 0) return parts;
  for (const py::handle part : text.attr("split")(","))
    parts.push_back(part.attr("strip")());
  return parts;
}

struct ValueOf {
  const py::handle& given;

  ParameterValue operator()(double) const { return real_of(given); }
  ParameterValue operator()(std::uint64_t) const { return whole_of(given); }
  ParameterValue operator()(bool) const {
    if (!py::isinstance<py::str>(given)) return given.cast<bool>();
    return given.cast<std::string>() == "yes";
  }
  ParameterValue operator()(const std::string&) const {
    return given.cast<std::string>();
  }
  ParameterValue operator()(const std::vector<double>&) const {
    std::vector<double> numbers;
    for (const auto& part : parts_of(given)) numbers.push_back(real_of(part));
    return numbers;
  }
  ParameterValue operator()(const std::vector<std::uint64_t>&) const {
    std::vector<std::uint64_t> numbers;
    for (const auto& part : parts_of(given)) numbers.push_back(whole_of(part));
    return numbers;
  }
};

const Parameter& find_parameter(const std::vector<Parameter>& parameters,
                                const std::string& name) {
  std::string known;
  for (const Parameter& parameter : parameters) {
    const std::string& old = parameter.old_name;
    if (plain(parameter.name) == plain(name) ||
        (!old.empty() && plain(old) == plain(name)))
      return parameter;
    known += (known.empty() ? "" : ", ") + parameter.name;
  }
  throw std::invalid_argument("unknown parameter '" + name + "', known are: " +
                              (known.empty() ? "none" : known));
}

}  // namespace

ParameterValues parameter_values(const std::vector<Parameter>& parameters,
                                 const py::dict& given) {
  ParameterValues values;
  std::set<std::string> names;
  for (const auto& [key, value] : given) {
    const Parameter& parameter =
        find_parameter(parameters, key.cast<std::string>());
    if (!names.insert(parameter.name).second)
      throw std::invalid_argument("parameter '" + parameter.name +
                                  "' is given twice");
    values.set(parameter.name, std::visit(ValueOf{value}, parameter.value));
    values(parameter);  // throws if it is out of range
  }
  return values;
}

py::dict describe_parameters(const std::vector<Parameter>& parameters) {
  py::dict all;
  for (const Parameter& parameter : parameters)
    all[py::str(parameter.name)] = py::cast(parameter.value);
  return all;
}

}  // namespace fedltr::python
