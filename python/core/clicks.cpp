// Simulated users.
#include "algorithms/clicks/click_model.hpp"
#include "algorithms/core/require.hpp"
#include "core/callables.hpp"

namespace fedltr::python {
namespace {

std::shared_ptr<ClickModel> make_clicks(const std::string& name, int grades,
                                        const py::dict& parameters) {
  require(grades >= 2 && grades <= 32, "grades: expected 2 to 32");
  const ClickMethod& method = find(click_models(), name);
  return std::const_pointer_cast<ClickModel>(
      method.make({grades, parameter_values(method.parameters, parameters)}));
}

py::array_t<bool> click(const ClickModel& user,
                        const Array<std::uint8_t>& labels, Rng& rng) {
  const auto shown = view_of(labels);
  for (const std::uint8_t label : shown)
    require(label < user.click_probabilities().size(),
            "a label is above the click model's grades");
  std::vector<std::uint8_t> clicks(shown.size());
  user.click(shown, rng, clicks);
  py::array_t<bool> made(static_cast<py::ssize_t>(clicks.size()));
  std::ranges::copy(clicks, made.mutable_data());
  return made;
}

Rng make_rng(std::uint64_t seed, std::uint32_t entity, std::uint32_t round,
             std::uint32_t purpose) {
  return Rng(seed, static_cast<Purpose>(purpose), entity, round);
}

}  // namespace

void CallableClicks::click(Labels shown, Rng& rng,
                           std::span<std::uint8_t> clicks) const {
  const auto drawn = std::make_shared<Rng>(rng);
  const auto made =
      function_(py::array_t<std::uint8_t>(
                    static_cast<py::ssize_t>(shown.size()), shown.data()),
                drawn)
          .cast<Array<double>>();
  const auto given = view_of(made);
  require(given.size() == shown.size(),
          "a click model gives a click for each document shown");
  for (std::size_t rank = 0; rank < given.size(); ++rank) {
    require(given[rank] == 0 || given[rank] == 1,
            "a click is 0 or 1, or a bool; to draw one with probability p: "
            "rng.uniform() < p");
    clicks[rank] = given[rank] == 1;
  }
  rng = *drawn;
}

void bind_clicks(py::module_& module) {
  py::class_<Rng, std::shared_ptr<Rng>>(
      module, "Rng",
      "A stream of random numbers keyed by (seed, purpose, entity, round).")
      .def(py::init(&make_rng), py::arg("seed"), py::arg("entity") = 0,
           py::arg("round") = 0,
           py::arg("purpose") = static_cast<std::uint32_t>(Purpose::kTest))
      .def("uniform", &Rng::uniform, "Uniform in [0, 1).")
      .def(
          "below",
          [](Rng& rng, std::uint64_t bound) {
            require(bound > 0, "bound: expected a number above 0");
            return rng.below(bound);
          },
          py::arg("bound"), "Uniform in {0, ..., bound - 1}.")
      .def("normal", &Rng::normal, "Standard normal.");

  py::class_<ClickModel, std::shared_ptr<ClickModel>>(module, "ClickModel",
                                                      "A simulated user.")
      .def(py::init(&make_clicks), py::arg("name"), py::kw_only(),
           py::arg("grades") = 5, py::arg("parameters") = py::dict())
      .def("click", &click, py::arg("labels"), py::arg("rng"),
           "Clicks on a list of documents with these labels, by rank.")
      .def_property_readonly(
          "probabilities",
          [](const ClickModel& user) {
            const auto all = user.click_probabilities();
            return std::vector<double>(all.begin(), all.end());
          },
          "P(click | label, examined), by label.");
  py::class_<CallableClicks, ClickModel, std::shared_ptr<CallableClicks>>(
      module, "CallableClicks",
      "A function of labels (by rank) and an Rng as a click model; it returns "
      "a click for each.")
      .def(py::init<py::function, std::vector<double>>(), py::arg("function"),
           py::arg("probabilities"));
  module.def("click_models", [] { return describe(click_models()); });
}

}  // namespace fedltr::python
