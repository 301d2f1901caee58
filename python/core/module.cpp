// fedltr._core: the pure algorithms on NumPy arrays, and studies.
#include "core/convert.hpp"

PYBIND11_MODULE(_core, module) {
  namespace python = fedltr::python;
  module.doc() = "The algorithms of fedltr on NumPy arrays.";
  python::bind_data(module);
  python::bind_ranking(module);
  python::bind_clicks(module);
  python::bind_aggregation(module);
  python::bind_attacks(module);
  python::bind_privacy(module);
  python::bind_simulation(module);
  python::bind_sketch(module);
  python::bind_statistics(module);
}
