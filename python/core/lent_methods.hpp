#pragma once

#include <deque>
#include <memory>
#include <optional>

#include "app/schema/own_methods.hpp"
#include "core/callables.hpp"
#include "core/python_thread.hpp"

namespace fedltr::python {

/// Methods written in Python, each empty if the scenario's method is used. Made
/// and destroyed by a thread that holds Python's lock.
struct Ideas {
  /// @param given  by the parameter's name in fedltr.simulate; `probabilities`
  ///               are P(click | label) of `clicks`
  explicit Ideas(const py::dict& given);

  std::optional<CallableRule> rule;
  std::optional<CallableAttack> attack;
  std::optional<CallableClicks> clicks;
  std::optional<py::function> learner;
  std::optional<py::function> ranker;
  /// Rankers made by `ranker`, kept until the study has ended: its threads
  /// don't hold Python's lock.
  std::deque<py::object> rankers;
};

/// Makes methods of a study of the ideas; their functions are called by
/// `python`. After an error in one of them the study is about to stop, and the
/// methods return what changes nothing.
/// @param ideas  has to outlive the study
std::shared_ptr<const OwnMethods> lend(Ideas& ideas, PythonThread& python);

}  // namespace fedltr::python
