// Accounts of privacy.
#include "algorithms/core/require.hpp"
#include "algorithms/privacy/accountant.hpp"
#include "core/convert.hpp"

namespace fedltr::python {

void bind_privacy(py::module_& module) {
  py::class_<Guarantee>(module, "Guarantee",
                        "What one release of a mechanism guarantees.")
      .def_readonly("pure", &Guarantee::pure, "Epsilon of pure privacy.")
      .def_readonly("renyi", &Guarantee::renyi,
                    "Epsilon at each of renyi_orders().")
      .def(
          "compose",
          [](const Guarantee& self, std::uint64_t releases, double delta) {
            require(delta > 0 && delta < 1, "delta: expected between 0 and 1");
            return compose(self, releases, delta);
          },
          py::arg("releases"), py::arg("delta") = 1e-6,
          "Epsilon of n releases.");
  py::class_<Composition>(module, "Composition")
      .def_readonly("basic", &Composition::basic)
      .def_readonly("advanced", &Composition::advanced)
      .def_readonly("renyi", &Composition::renyi)
      .def_readonly("pld", &Composition::pld,
                    "By the distribution of the privacy loss.")
      .def_property_readonly("best", &Composition::best,
                             "The least of them, which all hold.");
  module.def("renyi_orders", &renyi_orders);
  module.def(
      "randomized_response",
      [](double truth, std::size_t values) {
        require(values >= 2 && truth > 1.0 / static_cast<double>(values) &&
                    truth <= 1,
                "truth: expected above 1 / values, at most 1");
        return randomized_response_guarantee(truth, values);
      },
      py::arg("truth"), py::arg("values"));
  module.def(
      "laplace",
      [](double epsilon) {
        require(epsilon > 0, "epsilon: expected above 0");
        return laplace_guarantee(epsilon);
      },
      py::arg("epsilon"), "Laplace noise of scale sensitivity / epsilon.");
  module.def(
      "gaussian",
      [](double multiplier) {
        require(multiplier > 0, "multiplier: expected above 0");
        return gaussian_guarantee(multiplier);
      },
      py::arg("multiplier"),
      "Gaussian noise of deviation multiplier x sensitivity.");
}

}  // namespace fedltr::python
