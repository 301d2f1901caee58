// Tests of significance.
#include <cmath>

#include "algorithms/core/require.hpp"
#include "algorithms/statistics/crossed.hpp"
#include "algorithms/statistics/paired.hpp"
#include "core/convert.hpp"

namespace fedltr::python {
namespace {

/// Returns the cells of a table that are not NaN. Rows and columns without any
/// are left out.
std::vector<CrossedCell> present_cells(const Matrix& differences) {
  std::vector<CrossedCell> cells;
  std::vector<Index> columns(static_cast<std::size_t>(differences.cols()), -1);
  Index row = 0;
  Index column = 0;
  for (Index q = 0; q < differences.rows(); ++q) {
    bool any = false;
    for (Index s = 0; s < differences.cols(); ++s) {
      if (std::isnan(differences(q, s))) continue;
      Index& number = columns[static_cast<std::size_t>(s)];
      if (number < 0) number = column++;
      cells.push_back({row, number, differences(q, s)});
      any = true;
    }
    row += any;
  }
  return cells;
}

}  // namespace

void bind_statistics(py::module_& module) {
  py::class_<PairedDifference>(module, "PairedDifference",
                               "How two systems differ over pairs.")
      .def_readonly("pairs", &PairedDifference::pairs)
      .def_readonly("mean", &PairedDifference::mean)
      .def_readonly("deviation", &PairedDifference::deviation)
      .def_readonly("interval", &PairedDifference::interval)
      .def_readonly("effect", &PairedDifference::effect)
      .def_readonly("t", &PairedDifference::t)
      .def_readonly("t_test", &PairedDifference::t_test)
      .def_readonly("fisher", &PairedDifference::fisher);
  module.def(
      "compare_pairs",
      [](const Array<double>& differences, int permutations, std::uint64_t seed,
         double size) {
        const auto values = view_of(differences);
        require(size >= 0, "size: expected 0 or more");
        require(permutations >= 1, "permutations: expected 1 or more");
        require(values.size() >= 2, "expected at least 2 differences");
        for (const double value : values)
          require(std::isfinite(value), "a difference is no number");
        return compare_pairs(values, permutations, seed, size);
      },
      py::arg("differences"), py::arg("permutations") = 100000,
      py::arg("seed") = 1, py::arg("size") = 0.0,
      "Two-tailed paired t-test and Fisher's randomisation test. `size`: the "
      "largest magnitude of the values, against which differences may be mere "
      "rounding.");
  py::class_<CrossedDifference>(
      module, "CrossedDifference",
      "How two systems differ where queries and seeds are samples.")
      .def_readonly("mean", &CrossedDifference::mean)
      .def_readonly("degrees", &CrossedDifference::degrees)
      .def_readonly("interval", &CrossedDifference::interval)
      .def_readonly("effect", &CrossedDifference::effect)
      .def_readonly("t", &CrossedDifference::t)
      .def_readonly("t_test", &CrossedDifference::t_test);
  module.def(
      "compare_crossed",
      [](const Matrix& differences, double size) {
        require(size >= 0, "size: expected 0 or more");
        return compare_crossed(present_cells(differences), size);
      },
      py::arg("differences"), py::arg("size") = 0.0,
      "Random effects of queries (rows) and seeds (columns); NaN where a seed "
      "has not the query.");
  module.def(
      "bonferroni",
      [](const Array<double>& values) {
        return to_array(bonferroni(view_of(values)));
      },
      py::arg("p_values"));
  module.def(
      "holm",
      [](const Array<double>& values) {
        return to_array(holm(view_of(values)));
      },
      py::arg("p_values"));
}

}  // namespace fedltr::python
