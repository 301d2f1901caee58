#include "app/models/export/ranklib_target.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fedltr {
namespace {

std::string linear_regression(const ExportedModel& model) {
  std::string text =
      "## Linear Regression\n## Lambda = 0.0\n0:" + literal(model.bias(0));
  for (Index j = 0; j < model.weights.cols(); ++j)
    text += " " + std::to_string(j + 1) + ":" + literal(model.weights(0, j));
  return text + "\n";
}

/// Scales the output weights by the power of 2 that brings the sum of their
/// absolute values to 0.5 ... 1.
Vector scaled_output(const Vector& output) {
  int exponent = 0;
  std::frexp(output.cwiseAbs().sum(), &exponent);
  Vector scaled = output;
  for (double& each : scaled) each = std::ldexp(each, -exponent);
  return scaled;
}

/// Writes one line per neuron: its layer, its number, and its outgoing weights.
/// The neuron after the last input is always 1: its weights are the biases of
/// the hidden units and of the output.
std::string rank_net(const ExportedModel& model) {
  const Index features = model.weights.cols();
  const std::string units = std::to_string(model.weights.rows());
  std::string text = "## RankNet\n## Epochs = 0\n## No. of features = " +
                     std::to_string(features) +
                     "\n## No. of hidden layers = 1\n## Layer 1: " + units +
                     " neurons\n1";
  for (Index j = 1; j < features; ++j) text += " " + std::to_string(j + 1);
  text += "\n1\n" + units + "\n";
  for (Index j = 0; j < features; ++j)
    text += "0 " + std::to_string(j) + " " +
            literals(Vector(model.weights.col(j)), " ") + "\n";
  text += "0 " + std::to_string(features) + " " + literals(model.bias, " ") +
          " 0.0\n";
  const Vector output = scaled_output(model.output);
  for (Index unit = 0; unit < output.size(); ++unit)
    text += "1 " + std::to_string(unit) + " " + literal(output(unit)) + "\n";
  return text;
}

/// Scales each feature to [0, 1] by least and most of the query's documents, as
/// -norm linear does: the most is above 0, and a constant feature becomes 0.
void scale_by_query(Table<float>& x) {
  for (Index j = 0; j < x.cols(); ++j) {
    const float least = x.col(j).minCoeff();
    const float most =
        std::max(std::numeric_limits<float>::denorm_min(), x.col(j).maxCoeff());
    if (most > least)
      x.col(j) = (x.col(j).array() - least) / (most - least);
    else
      x.col(j).setZero();
  }
}

Vector ranklib_scores(const ExportedModel& model, const Matrix& documents) {
  Table<float> x = documents.cast<float>();
  if (model.by_query_minmax()) scale_by_query(x);
  const ExportedModel whole = folded(model);
  return model.activation ? ranknet_scores(whole, x)
                          : layer_scores<double>(whole, x);
}

/// Returns a command that gives each row its last feature: RankLib ends at rows
/// that lack it, also with -sparse, which -norm can't be combined with.
std::string fill_rows(Index features) {
  const std::string last = std::to_string(features) + ":";
  return "sed -E -e '/^[[:space:]]*(#|$)/d' -e '/^[^#]*[[:space:]]" + last +
         "/!s/[[:space:]]*(#.*)?$/ " + last + "0 \\1/' test.txt >rows.txt\n";
}

Exported write_ranklib(const ExportedModel& model) {
  const std::string file = model.name + ".ranklib";
  return {{{file, ranklib_text(model)}},
          fill_rows(model.weights.cols()) + "java -jar RankLib.jar -load " +
              file + " -rank rows.txt -score scores.txt" +
              (model.by_query_minmax() ? " -norm linear" : "") + "\n"};
}

}  // namespace

std::string ranklib_text(const ExportedModel& model) {
  const ExportedModel whole = folded(model);
  return model.activation ? rank_net(whole) : linear_regression(whole);
}

Vector ranknet_scores(const ExportedModel& model, const Table<float>& x) {
  ExportedModel scaled = model;
  scaled.output = scaled_output(model.output);
  return layer_scores<double>(scaled, x).unaryExpr(
      [](double score) { return 1 / (1 + std::exp(-score)); });
}

ExportTarget ranklib_target() {
  return {"ranklib",
          "RankLib: Linear Regression, or RankNet for sigmoid networks",
          "ciir.umass.edu.learning, RankLib 2.x",
          {},
          write_ranklib,
          {.networks_of_relu = false,
           .by_query = ByQuery::kAll,
           .in_float = true,
           .scores = ranklib_scores,
           .differs = "features are in single precision",
           .network_differs =
               "RankNet's score is the sigmoid of ours times a power of 2",
           .by_query_differs =
               "-norm linear takes 0 for the maximum of a feature whose values "
               "in a query are all negative",
           .renames = false}};
}

}  // namespace fedltr
