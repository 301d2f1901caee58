#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <pybind11/eigen.h>
#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "algorithms/core/linalg.hpp"
#include "algorithms/core/method.hpp"

namespace fedltr::python {

namespace py = pybind11;

template <class T>
using Array = py::array_t<T, py::array::c_style | py::array::forcecast>;

/// View of the numbers of a one-dimensional array; valid as long as the array.
template <class T>
std::span<const T> view_of(const Array<T>& array) {
  if (array.ndim() != 1)
    throw std::invalid_argument("expected an array of one dimension, not " +
                                std::to_string(array.ndim()));
  return {array.data(), static_cast<std::size_t>(array.size())};
}

/// Makes an array from a vector's memory, without a copy.
template <class T>
py::array_t<T> to_array(std::vector<T> values) {
  auto owned = std::make_unique<std::vector<T>>(std::move(values));
  const auto* all = owned.get();
  const py::capsule owner(owned.release(), [](void* vector) {
    delete static_cast<std::vector<T>*>(vector);
  });
  return py::array_t<T>(static_cast<py::ssize_t>(all->size()), all->data(),
                        owner);
}

/// Converts values of a method's parameters from Python or from a scenario's
/// text: `root_queries` stands for `root-queries`, `dnc_filter` for
/// `dnc.filter`. Methods check the ranges.
/// @throws std::invalid_argument  for an unknown name, naming the known ones,
///                                or a value of another kind
ParameterValues parameter_values(const std::vector<Parameter>& parameters,
                                 const py::dict& given);

/// Lists each method of a table: name, summary, source, parameters by name with
/// their defaults.
template <class Factory, class Traits>
py::list describe(const Methods<Factory, Traits>& methods);

py::dict describe_parameters(const std::vector<Parameter>& parameters);

template <class Factory, class Traits>
py::list describe(const Methods<Factory, Traits>& methods) {
  py::list all;
  for (const auto& method : methods) {
    py::dict one;
    one["name"] = method.name;
    one["summary"] = method.summary;
    one["source"] = method.source;
    one["parameters"] = describe_parameters(method.parameters);
    all.append(one);
  }
  return all;
}

// One per file: each adds its part to the module.
void bind_aggregation(py::module_& module);
void bind_attacks(py::module_& module);
void bind_clicks(py::module_& module);
void bind_data(py::module_& module);
void bind_privacy(py::module_& module);
void bind_ranking(py::module_& module);
void bind_simulation(py::module_& module);
void bind_sketch(py::module_& module);
void bind_statistics(py::module_& module);

}  // namespace fedltr::python
