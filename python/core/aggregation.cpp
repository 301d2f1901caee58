// Rules: a server's aggregation of local models.
#include "algorithms/aggregation/aggregation.hpp"

#include <numeric>

#include "algorithms/aggregation/pre_aggregation.hpp"
#include "algorithms/core/math.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/federation/optimizer.hpp"
#include "core/callables.hpp"

namespace fedltr::python {
namespace {

/// The mean of equals, as a rule.
class Mean final : public RobustRule {
 public:
  Vector aggregate(const LocalModels& local,
                   std::span<double> selection) override {
    std::ranges::fill(selection, 1.0);
    return mean_of_kept(local.models, selection);
  }
};

using Trusted = std::function<Vector(const Vector&, std::uint32_t)>;

std::unique_ptr<RobustRule> make_rule(const std::string& name,
                                      std::uint32_t malicious,
                                      std::uint32_t clients, std::uint64_t seed,
                                      const std::string& pre_aggregation,
                                      double momentum, const Trusted& trusted,
                                      const py::dict& parameters) {
  const RuleMethod& method = find(aggregation_rules(), name);
  const auto& before = find(pre_aggregations(), pre_aggregation);
  std::vector<Parameter> known = method.parameters;
  known.insert(known.end(), before.parameters.begin(), before.parameters.end());
  RuleOptions options;
  options.malicious = malicious;
  options.seed = seed;
  options.clients = clients;
  require(momentum >= 0 && momentum < 1, "momentum: expected 0 to below 1");
  options.momentum = momentum;
  options.parameters = parameter_values(known, parameters);
  if (trusted)
    options.trusted = [trusted](const Vector& model, std::uint32_t round) {
      Vector made = trusted(model, round);
      require(
          made.size() == model.size() && made.allFinite(),
          "trusted must return a model of the same size, with finite numbers");
      return made;
    };
  require(!method.traits.needs_root_data || options.trusted,
          name +
              " needs root data: give `trusted`, a function of the model and "
              "the round");
  if (!method.make) return std::make_unique<Mean>();
  return make_robust_rule(name, pre_aggregation, options);
}

std::pair<Vector, py::array_t<double>> aggregate(
    RobustRule& rule, const Array<double>& array,
    std::optional<std::vector<std::uint32_t>> clients,
    const std::optional<Vector>& model, std::uint32_t round,
    const std::vector<std::uint32_t>& eligible) {
  const Rows rows(array);
  const RowsView& models = rows.view();
  const auto count = static_cast<std::size_t>(models.rows());
  require(count > 0, "a rule needs at least one model");
  rows.require_finite();
  if (!clients) {
    clients.emplace(count);
    std::iota(clients->begin(), clients->end(), 0U);
  }
  require(clients->size() == count, "expected a number for each client");
  const Vector global = model ? *model : Vector::Zero(models.cols());
  require(global.size() == models.cols(),
          "the model has another size than the clients' models");
  std::vector<double> weights(count);
  Vector combined =
      rule.aggregate({models, *clients, global, round, eligible}, weights);
  return {std::move(combined), to_array(std::move(weights))};
}

RowsView view_of_rows(const Array<double>& array) {
  require(array.ndim() == 2, "expected an array of two dimensions, not " +
                                 std::to_string(array.ndim()));
  return {array.data(), array.shape(0), array.shape(1)};
}

/// True if Eigen would sum the same pairs of numbers as in a matrix.
bool is_aligned(const Array<double>& array) {
  return reinterpret_cast<std::uintptr_t>(array.data()) %
             EIGEN_DEFAULT_ALIGN_BYTES ==
         0;
}

}  // namespace

Rows::Rows(const Array<double>& array)
    : copy_(is_aligned(array) ? Matrix() : Matrix(view_of_rows(array))),
      view_(is_aligned(array) ? view_of_rows(array) : RowsView(copy_)) {}

void Rows::require_finite() const {
  // Zero times a number is zero unless it is not finite; Eigen's allFinite()
  // looks at one number at a time.
  require((view_.array() * 0).sum() == 0, "models: expected finite numbers");
}

Vector CallableRule::aggregate(const LocalModels& local,
                               std::span<double> selection) {
  const py::tuple made = function_(
      Matrix(local.models),
      std::vector<std::uint32_t>(local.clients.begin(), local.clients.end()),
      local.global, local.round);
  const Array<double> weights = made[1].cast<Array<double>>();
  const auto given = view_of(weights);
  require(given.size() == selection.size(),
          "expected a weight for each client");
  std::ranges::copy(given, selection.begin());
  const auto model = made[0].cast<Array<double>>();
  const Eigen::Map<const Vector> combined(model.data(), model.size());
  require(model.ndim() == 1 && combined.size() == local.models.cols() &&
              combined.allFinite(),
          "a rule gives as many finite numbers as a model has");
  return combined;
}

void bind_aggregation(py::module_& module) {
  py::class_<RobustRule>(module, "Rule",
                         "An aggregation rule; may remember earlier rounds.")
      .def(py::init(&make_rule), py::arg("name"), py::kw_only(),
           py::arg("malicious") = 0, py::arg("clients") = 0,
           py::arg("seed") = 0, py::arg("pre_aggregation") = "none",
           py::arg("momentum") = 0.0, py::arg("trusted") = Trusted(),
           py::arg("parameters") = py::dict())
      .def(
          "aggregate", &aggregate, py::arg("models"),
          py::arg("clients") = py::none(), py::arg("model") = py::none(),
          py::arg("round") = 1,
          py::arg("eligible") = std::vector<std::uint32_t>(),
          "Combines models (#clients x #parameters) that started at `model`. "
          "Returns the new model, and by client how much of it is in there: 1 "
          "as in a mean, 0 rejected. `eligible` are those who might have taken "
          "part; empty: all.");
  py::class_<CallableRule, RobustRule>(
      module, "CallableRule",
      "A function of models, clients, model and round as a rule; it returns "
      "the new model and a weight a client.")
      .def(py::init<py::function>(), py::arg("function"));
  module.def("rules", [] { return describe(aggregation_rules()); });
  py::class_<ServerOptimizer>(module, "ServerOptimizer",
                              "Moves the model towards a proposal.")
      .def(py::init([](const std::string& name, double rate) {
             require(rate > 0, "rate: expected above 0");
             return find(server_optimizers(), name).make(rate);
           }),
           py::arg("name") = "average", py::arg("rate") = 1.0)
      .def(
          "step",
          [](ServerOptimizer& self, const Vector& model,
             const Vector& proposal) {
            require(model.size() == proposal.size(),
                    "the proposal has another size than the model");
            return self.step(model, proposal);
          },
          py::arg("model"), py::arg("proposal"));
}

}  // namespace fedltr::python
