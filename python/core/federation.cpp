// A federation without actors, for ideas in Python.
#include "core/federation.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/attacks/attack.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/federation/optimizer.hpp"
#include "algorithms/federation/participation.hpp"
#include "algorithms/heterogeneity/root_data.hpp"

namespace fedltr::python {
namespace {

/// The same as a study's cohorts (actors/plan.hpp): it fixes the order of sums.
constexpr std::uint32_t kCohortSize = 256;

Split split_of(const FederationOptions& options) {
  SplitInput input;
  input.train = options.train;
  input.evaluation = options.evaluation;
  input.clients = options.clients;
  input.grades = options.grades;
  input.seed = options.seed;
  input.options.iid = options.iid;
  std::vector<Parameter> known;
  for (const std::string& kind : options.splits) {
    const SplitMethod& method = find(splits(), kind);
    require(!method.traits.by_log, "split " + kind + " needs a log of users");
    known.insert(known.end(), method.parameters.begin(),
                 method.parameters.end());
  }
  input.options.parameters = parameter_values(known, options.split_parameters);
  Split split;
  for (const std::string& kind : options.splits)
    find(splits(), kind).make(input, split);
  return split;
}

}  // namespace

Federation::Federation(const FederationOptions& options) : options_(options) {
  require(options.train && options.evaluation && options.user,
          "a federation needs data and users");
  require(options.train->features() == options.evaluation->features(),
          "training and evaluation data have other numbers of features");
  const int highest = std::max(highest_label(*options.train),
                               highest_label(*options.evaluation));
  require(highest < options.grades, "a label is above the grades");
  require(std::ssize(options.user->click_probabilities()) >= options.grades,
          "a click model has a probability for each grade");
  const RankerMethod& ranker = find(rankers(), options.ranker);
  ranker_ = ranker.make(RankerShape(
      options.train->features(),
      parameter_values(ranker.parameters, options.ranker_parameters)));
  const LearnerMethod& learner = find(learners(), options.learner);
  LearnerOptions learning;
  learning.parameters =
      parameter_values(learner.parameters, options.learner_parameters);
  learning.proximal = options.proximal;
  learner_ = learner.make(learning, ranker_);
  EvaluationConfig config{ranker_, {}, options.empty, options.ties};
  for (const std::string& name : options.metrics)
    config.metrics.push_back(parse_metric(name, options.metric_options));
  const Split split = split_of(options);
  evaluation_ =
      split.views.empty()
          ? std::make_shared<const Evaluation>(options.evaluation, config)
          : std::make_shared<const Evaluation>(split.views, config);
  evaluation_->require_means();
  brings_users_ = !split.users.empty();
  world_ =
      std::make_shared<const Simulation>(options.train, ranker_, options.user);
  population_ =
      options.splits.empty()
          ? Population(world_, options.interactions)
          : Population(split, options.clients, world_, options.interactions);
  if (!options.absent.empty())
    population_.silence(options.absent, options.clients);
  for (std::uint32_t client = 0; options.poison && client < options.attackers;
       ++client) {
    poisoned_.push_back(*population_[client].worlds[0]);
    poisoned_.back().user = options.poison;
  }
  for (std::uint32_t client = 0; client < options.clients; ++client)
    if (population_[client].interactions > 0) active_.push_back(client);
}

Vector Federation::initial(Initial kind) const {
  Rng rng(options_.seed, Purpose::kInitialModel);
  return initial_parameters(*ranker_, kind, rng);
}

std::vector<std::uint32_t> Federation::participants(std::uint32_t round) const {
  Rng rng(options_.seed, Purpose::kParticipation, 0, round);
  auto chosen = draw_participants(static_cast<std::uint32_t>(active_.size()),
                                  options_.participation, rng);
  for (std::uint32_t& place : chosen) place = active_[place];
  return chosen;
}

/// The same as in app/plan/build.cpp.
Vector Federation::trusted(const Vector& model, std::uint32_t round,
                           std::uint64_t root_queries,
                           bool by_attackers) const {
  std::vector<Simulation> worlds =
      worlds_of(population_, by_attackers ? options_.attackers : 0, *world_);
  return learn_of_root_data(std::move(worlds), root_queries, learner_,
                            options_.interactions,
                            by_attackers ? attackers_seed(options_.seed)
                                         : options_.seed)(model, round);
}

const Simulation& Federation::world_of(std::uint32_t client,
                                       std::uint32_t round) const {
  if (client < poisoned_.size()) return poisoned_[client];
  return population_[client].world(options_.seed, client, round);
}

Messages Federation::train(const Vector& model, std::uint32_t round,
                           const std::vector<std::uint32_t>& clients) const {
  require(model.size() == ranker_->size(), "the model has another size");
  require(round >= 1, "round: expected 1 or more");
  Messages messages;
  messages.rows.resize(std::ssize(clients),
                       learner_->message_size(model.size()));
  messages.clients = clients;
  Session session;
  Vector message(messages.rows.cols());
  for (std::size_t row = 0; row < clients.size(); ++row) {
    const std::uint32_t client = clients[row];
    require(client < options_.clients, "there is no such client");
    const std::uint32_t searches = population_[client].interactions;
    require(searches > 0, "a client without searches takes no part");
    session.enter(world_of(client, round), std::uint64_t{round - 1} * searches);
    Streams streams(options_.seed, client, round);
    const OnlineTotals totals =
        learner_->learn(model, searches, streams, session, message);
    messages.rows.row(static_cast<Index>(row)) = message.transpose();
    messages.updates.push_back({client, round, searches, totals.ndcg / searches,
                                totals.max_rr / searches});
  }
  return messages;
}

std::vector<bool> Federation::accepts(const Matrix& rows) const {
  std::vector<bool> valid;
  for (Index row = 0; row < rows.rows(); ++row)
    valid.push_back(learner_->accepts(Vector(rows.row(row).transpose())));
  return valid;
}

PartialSum Federation::sum(const Messages& messages) const {
  PartialSum total;
  std::size_t row = 0;
  while (row < messages.clients.size()) {
    const std::uint32_t cohort = messages.clients[row] / kCohortSize;
    PartialSum sum;
    sum.weighted = Vector::Zero(parameters());
    for (; row < messages.clients.size() &&
           messages.clients[row] / kCohortSize == cohort;
         ++row) {
      const LocalUpdate& update = messages.updates[row];
      const Vector message = messages.rows.row(static_cast<Index>(row));
      const double weight =
          options_.weigh_interactions ? update.interactions : 1;
      learner_->add(message, weight, sum.weighted);
      sum.weight += weight;
      sum.online += update.online;
      sum.max_rr += update.max_rr;
      ++sum.clients;
      sum.interactions += update.interactions;
    }
    total.add(sum);
  }
  return total;
}

std::vector<double> Federation::evaluate(const Vector& model) const {
  require(model.size() == ranker_->size(), "the model has another size");
  const Matrix means = evaluation_->means_of(model.transpose());
  return {means.data(), means.data() + means.size()};
}

namespace {

template <class T>
T taken(py::dict& given, const char* name) {
  if (!given.contains(name))
    throw std::invalid_argument(std::string("expected '") + name + "'");
  return given.attr("pop")(name).cast<T>();
}

template <class T>
T named(const std::vector<std::pair<std::string, T>>& names,
        const std::string& name) {
  for (const auto& [each, value] : names)
    if (each == name) return value;
  throw std::invalid_argument("unknown name '" + name + "'");
}

FederationOptions read_options(py::dict given) {
  FederationOptions options;
  options.train = taken<std::shared_ptr<Dataset>>(given, "train");
  options.evaluation = taken<std::shared_ptr<Dataset>>(given, "evaluation");
  options.user = taken<std::shared_ptr<ClickModel>>(given, "user");
  options.poison = taken<std::shared_ptr<ClickModel>>(given, "poison");
  options.attackers = taken<std::uint32_t>(given, "attackers");
  options.ranker = taken<std::string>(given, "ranker");
  options.learner = taken<std::string>(given, "learner");
  options.ranker_parameters = taken<py::dict>(given, "ranker_parameters");
  options.learner_parameters = taken<py::dict>(given, "learner_parameters");
  options.split_parameters = taken<py::dict>(given, "split_parameters");
  options.splits = taken<std::vector<std::string>>(given, "splits");
  options.metrics = taken<std::vector<std::string>>(given, "metrics");
  options.metric_options = taken<MetricOptions>(given, "metric_options");
  options.empty =
      named(empty_query_names(), taken<std::string>(given, "empty"));
  options.ties = named(ties_names(), taken<std::string>(given, "ties"));
  options.iid = taken<bool>(given, "iid");
  options.proximal = taken<double>(given, "proximal");
  options.weigh_interactions = taken<bool>(given, "weigh_interactions");
  options.clients = taken<std::uint32_t>(given, "clients");
  options.interactions = taken<std::uint32_t>(given, "interactions");
  options.participation = taken<double>(given, "participation");
  options.seed = taken<std::uint64_t>(given, "seed");
  options.grades = taken<int>(given, "grades");
  options.absent = taken<std::vector<std::uint32_t>>(given, "absent");
  require(given.empty(), "an option is unknown");
  return options;
}

}  // namespace

namespace {

void bind_messages(py::module_& module) {
  py::class_<Messages>(module, "Messages", "What clients sent in a round.")
      .def_readonly("clients", &Messages::clients, "Their numbers, ascending.")
      .def_property(
          "rows", [](const Messages& self) { return self.rows; },
          [](Messages& self, Matrix rows) {
            require(rows.rows() == self.rows.rows() &&
                        rows.cols() == self.rows.cols(),
                    "rows: of another shape");
            self.rows = std::move(rows);
          },
          "#clients x message size; a copy.")
      .def(
          "keep",
          [](Messages& self, const std::vector<bool>& which) {
            require(which.size() == self.clients.size(),
                    "expected one a client");
            std::size_t kept = 0;
            for (std::size_t row = 0; row < which.size(); ++row) {
              if (!which[row]) continue;
              self.rows.row(static_cast<Index>(kept)) =
                  self.rows.row(static_cast<Index>(row)).eval();
              self.clients[kept] = self.clients[row];
              self.updates[kept++] = self.updates[row];
            }
            self.rows.conservativeResize(static_cast<Index>(kept),
                                         self.rows.cols());
            self.clients.resize(kept);
            self.updates.resize(kept);
          },
          py::arg("which"));
  py::class_<PartialSum>(module, "PartialSum")
      .def_readonly("clients", &PartialSum::clients)
      .def_readonly("interactions", &PartialSum::interactions)
      .def_readonly("online", &PartialSum::online)
      .def_readonly("max_rr", &PartialSum::max_rr)
      .def_property_readonly("mean", [](const PartialSum& self) -> Vector {
        return self.weighted / self.weight;
      });
}

void bind_clients(py::module_& module) {
  py::class_<Federation>(module, "Federation",
                         "The clients of a federation, one after the other.")
      .def(py::init([](const py::kwargs& given) {
        return Federation(read_options(given));
      }))
      .def_property_readonly("parameters", &Federation::parameters)
      .def_property_readonly("sends_models", &Federation::sends_models)
      .def_property_readonly("brings_users", &Federation::brings_users,
                             "Whether the split gives clients their own users.")
      .def("trusted", &Federation::trusted, py::arg("model"), py::arg("round"),
           py::arg("root_queries"), py::arg("by_attackers") = false,
           "What the server learns itself, for a rule with root data; or what "
           "attackers do on queries of their own.")
      .def_property_readonly("eligible", &Federation::eligible,
                             "Clients that can take part, ascending.")
      .def(
          "initial",
          [](const Federation& self, const std::string& kind) {
            return self.initial(kind == "normal" ? Initial::kNormal
                                                 : Initial::kZero);
          },
          py::arg("kind"))
      .def("participants", &Federation::participants, py::arg("round"))
      .def("train", &Federation::train, py::arg("model"), py::arg("round"),
           py::arg("clients"))
      .def("accepts", &Federation::accepts, py::arg("rows"))
      .def("sum", &Federation::sum, py::arg("messages"))
      .def("evaluate", &Federation::evaluate, py::arg("model"));
}

void bind_servers(py::module_& module) {
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
  module.def(
      "learner_traits",
      [](const std::string& name) {
        const LearnerTraits& traits = find(learners(), name).traits;
        return py::make_tuple(traits.optimizer, traits.adaptive_rate,
                              traits.sends_models);
      },
      py::arg("name"),
      "Its usual optimizer, the step of an adaptive one, and whether clients "
      "send models.");
  module.def(
      "is_adaptive",
      [](const std::string& name) {
        return find(server_optimizers(), name).traits.adaptive;
      },
      py::arg("optimizer"));
  module.def("learners", [] { return describe(learners()); });
  module.def("splits", [] { return describe(splits()); });
}

}  // namespace

void bind_federation(py::module_& module) {
  bind_messages(module);
  bind_clients(module);
  bind_servers(module);
}

}  // namespace fedltr::python
