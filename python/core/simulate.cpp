// A study in this process, with methods that are functions in Python.
#include "app/study/simulate.hpp"

#include <limits>

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include "algorithms/core/require.hpp"
#include "algorithms/data/letor.hpp"
#include "app/base/errors.hpp"
#include "app/cli/find_scenario.hpp"
#include "app/results/round_columns.hpp"
#include "app/results/summary.hpp"
#include "app/schema/own_methods.hpp"
#include "app/schema/reader.hpp"
#include "app/schema/resolved_keys.hpp"
#include "core/callables.hpp"
#include "core/python_thread.hpp"

namespace fedltr::python {
namespace {

// Methods as the study's threads see them. After an error in Python the run is
// about to stop, and they return what changes nothing.

class LentRule final : public RobustRule {
 public:
  LentRule(PythonThread& python, CallableRule& rule)
      : python_(python), rule_(rule) {}

  Vector aggregate(const LocalModels& local,
                   std::span<double> selection) override {
    Vector combined = local.global;
    std::ranges::fill(selection, 1.0);
    python_.call([&] { combined = rule_.aggregate(local, selection); });
    return combined;
  }

 private:
  PythonThread& python_;
  CallableRule& rule_;
};

class LentAttack final : public Attack {
 public:
  LentAttack(PythonThread& python, CallableAttack& attack)
      : python_(python), attack_(attack) {}

  Matrix craft(const AttackInput& input) override {
    Matrix crafted = input.honest.topRows(input.attackers);
    python_.call([&] { crafted = attack_.craft(input); });
    return crafted;
  }

 private:
  PythonThread& python_;
  CallableAttack& attack_;
};

class LentClicks final : public ClickModel {
 public:
  LentClicks(PythonThread& python, const CallableClicks& user, int grades)
      : python_(python), user_(user) {
    const auto given = user.click_probabilities();
    probabilities_.assign(given.begin(), given.end());
    if (given.empty()) probabilities_.resize(static_cast<std::size_t>(grades));
    require(std::ssize(probabilities_) >= grades,
            "a click model has a probability for each grade");
  }

  void click(Labels shown, Rng& rng,
             std::span<std::uint8_t> clicks) const override {
    std::ranges::fill(clicks, std::uint8_t{0});
    python_.call([&] { user_.click(shown, rng, clicks); });
  }
  std::span<const double> click_probabilities() const override {
    return probabilities_;
  }

 private:
  PythonThread& python_;
  const CallableClicks& user_;
  std::vector<double> probabilities_;
};

/// Functions in Python, each nullopt if the scenario's method is used.
struct Functions {
  std::optional<CallableRule> rule;
  std::optional<CallableAttack> attack;
  std::optional<CallableClicks> clicks;
};

/// Returns the largest number of malicious clients that a function withstands,
/// of which nothing is known: any.
std::int64_t any_number(std::int64_t) {
  return std::numeric_limits<std::int64_t>::max();
}

/// @param functions  have to outlive the methods
std::shared_ptr<const OwnMethods> lend(Functions& functions,
                                       PythonThread& python) {
  auto own = std::make_shared<OwnMethods>();
  if (functions.rule) {
    const auto make = [&](const RuleOptions&) {
      return std::make_unique<LentRule>(python, *functions.rule);
    };
    own->rule =
        RuleMethod{"the given rule", "", "", {}, make, {"", any_number}};
  }
  if (functions.attack) {
    const auto make = [&](const AttackOptions&) {
      return std::make_unique<LentAttack>(python, *functions.attack);
    };
    own->attack = AttackMethod{"the given attack", "", "", {}, make, kOnModels};
  }
  if (functions.clicks) {
    const auto make = [&](const ClickOptions& options) {
      return std::make_shared<const LentClicks>(python, *functions.clicks,
                                                options.grades);
    };
    own->clicks = ClickMethod{"the given user", "", "", {}, make};
  }
  return own;
}

/// Reads the scenario of a simulation.
/// @param program  the executable of fedltr, beside which scenarios are found
///                 by name; may be empty
Scenario read(const std::string& name, const std::vector<std::string>& settings,
              const std::string& program,
              std::shared_ptr<const OwnMethods> own) {
  const auto file = locate_scenario(
      name, scenario_folders(std::filesystem::current_path(), program));
  const auto read = read_scenario(file ? *file : find_scenario(name), settings,
                                  std::move(own));
  if (!read.grid_keys.empty())
    throw UsageError("simulate: a grid is for run; simulate its points");
  const Scenario& scenario = read.points[0].scenario;
  if (scenario.silo.on)
    throw UsageError("simulate: is for federations; a [silo] is for run");
  if (scenario.own->attack && attackers_of(scenario) == 0)
    throw UsageError(
        "simulate: attack.clients = " + scenario.text.at("attack.clients") +
        ": there are no attackers");
  return scenario;
}

/// Converts a round to a dict of the columns of rounds.csv.
py::dict row_of(const Run& run, const RoundRecord& record) {
  std::vector<std::string> metrics;
  for (const auto& metric : run.plan.evaluation->metrics())
    metrics.push_back(metric.name);
  py::dict row;
  for (const auto& column : round_columns(metrics)) {
    std::string text;
    column.value({run, record}).append_to(text, ',');
    const bool is_whole = text.find_first_not_of("0123456789") == text.npos;
    const py::str number(text);
    row[py::str(column.name)] =
        is_whole ? py::object(py::int_(number)) : py::float_(number);
  }
  return row;
}

/// Throws fedltr.Error, or its subclass for an exit code.
[[noreturn]] void raise(ExitCode code, const char* what) {
  const py::object error =
      py::module_::import("fedltr._errors").attr("error_of")(int{code}, what);
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())),
                  error.ptr());
  throw py::error_already_set();
}

/// Runs the work, whose errors become those of the package.
void run_study(PythonThread& python, const std::function<void()>& work) {
  try {
    python.run(work);
  } catch (const py::error_already_set&) {
    throw;
  } catch (const py::builtin_exception&) {
    throw;
  } catch (const UsageError& error) {
    raise(kWrongUsage, error.what());
  } catch (const DataError& error) {
    raise(kBadData, error.what());
  } catch (const std::runtime_error& error) {
    raise(kRunFailed, error.what());
  }
}

py::tuple simulate_in_python(const std::string& name,
                             const std::vector<std::string>& settings,
                             const std::string& program,
                             const std::optional<py::function>& rule,
                             const std::optional<py::function>& attack,
                             const std::optional<py::function>& clicks,
                             const std::vector<double>& probabilities,
                             const py::function& on_round) {
  Functions functions;
  if (rule) functions.rule.emplace(*rule);
  if (attack) functions.attack.emplace(*attack);
  if (clicks) functions.clicks.emplace(*clicks, probabilities);
  Interrupt interrupt;
  PythonThread python([&] { interrupt.trigger(); });
  Scenario scenario;
  std::vector<FinishedRun> runs;
  run_study(python, [&] {
    scenario = read(name, settings, program, lend(functions, python));
    runs = simulate(
        scenario,
        [&](const Run& run, const RoundRecord& record) {
          python.call([&] { on_round(row_of(run, record)); });
        },
        interrupt);
  });
  py::list models;
  for (const FinishedRun& run : runs) models.append(run.result.model);
  py::dict resolved;
  for (const auto& [key, text] : resolved_keys(scenario))
    resolved[py::str(key)] = text;
  return py::make_tuple(models, resolved, signature(runs));
}

/// Writes warnings and errors to standard error, where Python writes those of a
/// program without handlers.
void set_up_log() {
  const auto sink = std::make_shared<spdlog::sinks::stderr_sink_mt>();
  const auto logger = std::make_shared<spdlog::logger>("fedltr", sink);
  logger->set_pattern("%l: %v");
  logger->set_level(spdlog::level::warn);
  spdlog::set_default_logger(logger);
}

}  // namespace

void bind_simulation(py::module_& module) {
  set_up_log();
  module.def(
      "simulate", &simulate_in_python, py::arg("scenario"), py::arg("settings"),
      py::kw_only(), py::arg("program") = "", py::arg("rule") = py::none(),
      py::arg("attack") = py::none(), py::arg("clicks") = py::none(),
      py::arg("probabilities") = std::vector<double>(), py::arg("on_round"),
      "Runs a scenario with functions in place of its methods, see "
      "fedltr.simulate: (models, resolved keys, signature).");
  module.def("learners", [] { return describe(learners()); });
  module.def("splits", [] { return describe(splits()); });
}

}  // namespace fedltr::python
