#include "app/plan/metric_options.hpp"

#include "algorithms/core/require.hpp"
#include "app/base/text.hpp"

namespace fedltr {

int grades_of(const LoadedData& data) {
  return std::max(data.grades, 2);
}

MetricOptions metric_options(const Scenario& scenario, int grades) {
  const auto& evaluation = scenario.evaluation;
  MetricOptions options;
  options.err_highest =
      evaluation.err_grade == "dataset" ? grades - 1
      : evaluation.err_grade == "list"
          ? 0
          : static_cast<int>(*parse_whole(evaluation.err_grade));
  require(options.err_highest == 0 || options.err_highest >= grades - 1,
          "evaluation.err-grade is below the data's highest grade, " +
              std::to_string(grades - 1));
  options.relevant_from = evaluation.relevant_from;
  const std::size_t gains = evaluation.gains.size();
  require(gains == 0 || gains >= static_cast<std::size_t>(grades),
          "evaluation.gains has " + std::to_string(gains) +
              " gains, the data has " + std::to_string(grades) + " grades");
  options.gains = evaluation.gains;
  return options;
}

MetricOptions metric_options(const Scenario& scenario, int grades,
                             const ClickModel& user) {
  MetricOptions options = metric_options(scenario, grades);
  options.click.assign(user.click_probabilities().begin(),
                       user.click_probabilities().end());
  return options;
}

std::vector<NamedMetric> build_metrics(const Scenario& scenario,
                                       const MetricOptions& options) {
  std::vector<NamedMetric> metrics;
  for (const std::string& name : scenario.evaluation.metrics)
    metrics.push_back(parse_metric(name, options));
  return metrics;
}

}  // namespace fedltr
