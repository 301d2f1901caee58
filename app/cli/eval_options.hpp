#pragma once

#include <optional>
#include <string>
#include <vector>

#include "algorithms/ranking/run_evaluation.hpp"
#include "app/cli/command.hpp"
#include "app/data/convert/label_rule.hpp"
#include "app/data/model_file.hpp"
#include "app/models/search/silo_model_file.hpp"

namespace fedltr {

/// Options of `fedltr eval`.
struct EvalOptions {
  std::string ranked;  ///< a run or a model; empty if neither
  bool is_model = false;
  std::optional<ModelFile> feature;  ///< of feature_ranker()
  std::vector<std::string> judged;   ///< judgements, LETOR files, or texts
  std::string split;                 ///< of a folder's judgements
  LabelRule labels;                  ///< of judgements
  std::vector<std::string> metrics;  ///< empty means the usual ones
  std::optional<std::string> conventions;
  std::optional<Gain> gain;
  std::vector<double> gains;  ///< by grade, with Gain::kExponential
  std::optional<EmptyQuery> empty;
  std::optional<Ties> ties;
  std::optional<Counted> counted;
  std::optional<double> relevant_from;
  std::optional<std::string> err_grade;
  std::optional<std::string> clicks;
  std::optional<std::uint32_t> client;
  ModelChoice choice;  ///< for a model of silos
  bool ignore_identical_ids = false;
  bool per_query = false;
  std::string format;  ///< text, tsv or json
};

Command eval_command_options();
/// @throws UsageError
EvalOptions read_eval_options(const Command& command);

/// Inputs of metrics that depend on the ranker.
struct EvalPlan {
  Conventions conventions;
  std::vector<NamedMetric> metrics;
};
/// @param evaluation  of the model; nullopt for a run, or an older model
/// @param grades      of the judgements or the model; 0 if not known
/// @throws UsageError
EvalPlan eval_plan(const EvalOptions& options,
                   const std::optional<ModelEvaluation>& evaluation,
                   int grades);
/// The same for a run's judgements.
EvalPlan eval_plan(const EvalOptions& options,
                   const std::optional<ModelEvaluation>& evaluation,
                   const GradeScale& scale);

}  // namespace fedltr
