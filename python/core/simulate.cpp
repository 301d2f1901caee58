// A study in this process, with methods that are functions in Python.
#include "app/study/simulate.hpp"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include "algorithms/data/letor.hpp"
#include "app/base/errors.hpp"
#include "app/cli/find_scenario.hpp"
#include "app/results/round_columns.hpp"
#include "app/results/summary.hpp"
#include "app/schema/reader.hpp"
#include "app/schema/resolved_keys.hpp"
#include "core/lent_methods.hpp"

namespace fedltr::python {
namespace {

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
  py::dict row;
  for (const auto& column : round_columns(run.plan.metric_names())) {
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
                             const py::dict& ideas_by_name,
                             const py::function& on_round) {
  Ideas ideas(ideas_by_name);
  Interrupt interrupt;
  PythonThread python([&] { interrupt.trigger(); });
  Scenario scenario;
  std::vector<Run> runs;
  run_study(python, [&] {
    scenario = read(name, settings, program, lend(ideas, python));
    runs = simulate(
        scenario,
        [&](const Run& run, const RoundRecord& record) {
          python.call([&] { on_round(row_of(run, record)); });
        },
        interrupt);
  });
  py::list models;
  for (const Run& run : runs) models.append(run.ranker_parameters());
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
      py::kw_only(), py::arg("program") = "", py::arg("ideas") = py::dict(),
      py::arg("on_round"),
      "Runs a scenario with ideas in place of its methods, by name as in "
      "fedltr.simulate: (models, resolved keys, signature).");
  module.def("learners", [] { return describe(learners()); });
  module.def("splits", [] { return describe(splits()); });
}

}  // namespace fedltr::python
