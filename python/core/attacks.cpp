// Attacks on models: the messages of colluding attackers.
#include "algorithms/attacks/attack.hpp"
#include "algorithms/core/require.hpp"
#include "core/callables.hpp"

namespace fedltr::python {
namespace {

std::unique_ptr<Attack> make_attack(const std::string& name,
                                    std::uint32_t rounds,
                                    const py::object& rule,
                                    const py::dict& parameters) {
  const AttackMethod& method = find(attacks(), name);
  require(static_cast<bool>(method.make), name + " is no attack on models");
  AttackOptions options;
  options.parameters = parameter_values(method.parameters, parameters);
  options.rounds = rounds;
  if (!rule.is_none())
    options.rule = [rule] { return std::make_unique<HeldRule>(rule()); };
  return method.make(options);
}

Matrix craft(Attack& attack, const Array<double>& known_models,
             const Vector& model, Index attackers, std::uint32_t clients,
             std::uint32_t assumed, std::uint64_t seed, std::uint32_t round,
             const std::vector<std::uint32_t>& known,
             const std::vector<std::uint32_t>& eligible) {
  const Rows rows(known_models);
  const RowsView& honest = rows.view();
  require(attackers >= 1 && attackers <= honest.rows(),
          "the first rows are the attackers' own, at least one");
  require(model.size() == honest.cols(), "the model has another size");
  rows.require_finite();
  require(model.allFinite(), "model: expected finite numbers");
  require(known.empty() || std::ssize(known) == honest.rows(),
          "expected a number for each row");
  return attack.craft(
      {model, honest, attackers,
       clients > 0 ? clients : static_cast<std::uint32_t>(honest.rows()),
       assumed, Rng(seed, Purpose::kAttack, 0, round), round, known, eligible});
}

}  // namespace

Matrix CallableAttack::craft(const AttackInput& input) {
  using namespace py::literals;
  const auto made =
      function_("honest"_a = Matrix(input.honest),
                "attackers"_a = input.attackers, "model"_a = input.global,
                "clients"_a = input.clients, "assumed"_a = input.assumed,
                "round"_a = input.round,
                "rng"_a = std::make_shared<Rng>(input.rng))
          .cast<Matrix>();
  require(made.rows() == input.attackers && made.cols() == input.honest.cols(),
          "an attack gives a model for each attacker");
  return made;
}

void bind_attacks(py::module_& module) {
  py::class_<Attack>(module, "Attack",
                     "An attack on models; may remember earlier rounds.")
      .def(py::init(&make_attack), py::arg("name"), py::kw_only(),
           py::arg("rounds") = 0, py::arg("rule") = py::none(),
           py::arg("parameters") = py::dict(),
           "`rule` is a function that makes a copy of the server's Rule; None "
           "for the mean.")
      .def("craft", &craft, py::arg("honest"), py::arg("model"),
           py::arg("attackers") = 1, py::arg("clients") = 0,
           py::arg("assumed") = 0, py::arg("seed") = 0, py::arg("round") = 1,
           py::arg("known") = std::vector<std::uint32_t>(),
           py::arg("eligible") = std::vector<std::uint32_t>(),
           "Makes what the attackers send in place of their own models, the "
           "first rows of `honest` (#known x #parameters).");
  module.def("attacks", [] { return describe(attacks()); });
}

}  // namespace fedltr::python
