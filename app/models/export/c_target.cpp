#include "app/models/export/c_target.hpp"

#include "app/base/text.hpp"

namespace fedltr {
namespace {

/// Template of the header; $ is replaced by the ranker's name.
constexpr const char* kHead = R"(/* A ranker, exported by ORIGIN.
 *
 *   double scores[documents];
 *   $_score(features, documents, scores);
 *
 * features: those of the documents of one query, row by row, $_features
 * numbers each in the order of $_names. C99; link with -lm. */
#ifndef $_INCLUDED
#define $_INCLUDED

#include <math.h>
#include <stddef.h>

)";

constexpr const char* kLinear = R"(
static inline double $_score_one(const double *x) {
  double score = $_bias[0];
  size_t j;
  for (j = 0; j < $_features; ++j) score += x[j] * $_weights[0][j];
  return score;
}
)";

constexpr const char* kNetwork = R"(
static inline double $_score_one(const double *x) {
  double score = 0;
  size_t unit, j;
  for (unit = 0; unit < $_units; ++unit) {
    double u = $_bias[unit];
    for (j = 0; j < $_features; ++j) u += x[j] * $_weights[unit][j];
    score += $_output[unit] * (ACTIVATION);
  }
  return score;
}
)";

constexpr const char* kAsTheyAre = R"(
static inline void $_score(const double *features, size_t documents,
                              double *scores) {
  size_t i;
  for (i = 0; i < documents; ++i)
    scores[i] = $_score_one(features + i * $_features);
}
)";

constexpr const char* kByFeature = R"(
static inline void $_score(const double *features, size_t documents,
                              double *scores) {
  double x[$_features];
  size_t i, j;
  for (i = 0; i < documents; ++i, features += $_features) {
    for (j = 0; j < $_features; ++j)
      x[j] = SCALED;
    scores[i] = $_score_one(x);
  }
}
)";

constexpr const char* kByQuery = R"(
/* Brings features to [0, 1] by their least and most values in the query; those
 * that are constant there count 0. One document alone is taken as it is.
 * Halves are compared where a range exceeds all doubles. */
static inline void $_score(const double *features, size_t documents,
                              double *scores) {
  double least[$_features], range[$_features], part[$_features], x[$_features];
  size_t i, j;
  for (j = 0; j < $_features; ++j) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (i = 0; i < documents; ++i) {
      const double value = features[i * $_features + j];
      if (value < low) low = value;
      if (value > high) high = value;
    }
    part[j] = high - low < HUGE_VAL ? 1 : 0.5;
    least[j] = low * part[j];
    range[j] = high * part[j] - least[j];
  }
  for (i = 0; i < documents; ++i, features += $_features) {
    for (j = 0; j < $_features; ++j)
      x[j] = documents < 2  ? features[j]
             : range[j] > 0 ? (features[j] * part[j] - least[j]) / range[j]
                            : 0;
    scores[i] = $_score_one(x);
  }
}
)";

constexpr const char* kZscoreByQuery = R"(
/* Brings features to mean 0 and deviation 1 in the query, by one document fewer;
 * those that are constant there count 0. One document alone is taken as it is.
 * Powers of two keep the squares within all doubles. */
static inline void $_score(const double *features, size_t documents,
                              double *scores) {
  double scale[$_features], mean[$_features], deviation[$_features];
  double x[$_features];
  size_t i, j;
  for (j = 0; j < $_features; ++j) {
    double low = HUGE_VAL, high = -HUGE_VAL, sum = 0, squares = 0;
    int power;
    for (i = 0; i < documents; ++i) {
      const double value = features[i * $_features + j];
      if (value < low) low = value;
      if (value > high) high = value;
    }
    power = low < high ? -ilogb(fmax(-low, high)) : 0;
    power = power > 1000 ? 1000 : power < -1000 ? -1000 : power;
    scale[j] = ldexp(1, power);
    for (i = 0; i < documents; ++i) sum += features[i * $_features + j] * scale[j];
    mean[j] = sum / (double)documents;
    for (i = 0; i < documents; ++i) {
      const double from = features[i * $_features + j] * scale[j] - mean[j];
      squares += from * from;
    }
    deviation[j] = low < high ? sqrt(squares / (double)(documents - 1)) : 0;
  }
  for (i = 0; i < documents; ++i, features += $_features) {
    for (j = 0; j < $_features; ++j)
      x[j] = documents < 2 ? features[j]
             : deviation[j] > 0
                 ? (features[j] * scale[j] - mean[j]) / deviation[j]
                 : 0;
    scores[i] = $_score_one(x);
  }
}
)";

constexpr const char* kLevel = R"(
/* Returns the share of the training set below x, by its quantiles q; the middle
 * of those equal to x. Halves are compared where a range exceeds all doubles. */
static inline double $_level(const double *q, double x) {
  size_t below = 0, from = $_steps, to;
  double range;
  if (x <= q[0] || q[0] >= q[$_steps]) return 0;
  if (x >= q[$_steps]) return 1;
  while (from - below > 1) {
    const size_t middle = below + (from - below) / 2;
    if (q[middle] < x) below = middle;
    else from = middle;
  }
  for (to = from; q[to] <= x; ++to) {}
  if (to > from)
    return ((double)from + (double)(to - from - 1) / 2) / (double)$_steps;
  range = q[from] - q[below];
  return ((double)below +
          (range < HUGE_VAL
               ? (x - q[below]) / range
               : (x / 2 - q[below] / 2) / (q[from] / 2 - q[below] / 2))) /
         (double)$_steps;
}
)";

std::string c_array(const std::string& name, const VectorView& values) {
  return "static const double $_" + name + "[] = {\n" +
         literals(values, ",\n") + "};\n";
}

std::string c_names(const ExportedModel& model) {
  return "static const char *const $_names[] = {\n\"" +
         join(model.identifiers, "\",\n\"") + "\"};\n";
}

/// Returns a table. @param name  with its dimensions
std::string c_table(const std::string& name, const Matrix& values) {
  std::string text = "static const double $_" + name + " = {\n";
  for (Index i = 0; i < values.rows(); ++i)
    text += (i == 0 ? "{" : ",\n{") +
            literals(Vector(values.row(i).transpose()), ",\n") + "}";
  return text + "};\n";
}

std::string c_weights(const ExportedModel& model) {
  return "enum { $_features = " + std::to_string(model.weights.cols()) +
         ", $_units = " + std::to_string(model.weights.rows()) + " };\n" +
         c_table("weights[$_units][$_features]", model.weights);
}

std::string c_quantiles(const Matrix& quantiles) {
  return "enum { $_steps = " + std::to_string(quantiles.cols() - 1) + " };\n" +
         c_table("quantiles[$_features][$_steps + 1]", quantiles);
}

std::string c_bounds(const ExportedModel& model) {
  Vector least(std::ssize(model.bounds));
  Vector most(std::ssize(model.bounds));
  for (Index j = 0; j < least.size(); ++j) {
    least(j) = model.bounds[static_cast<std::size_t>(j)].least;
    most(j) = model.bounds[static_cast<std::size_t>(j)].most;
  }
  return c_array("least", least) + c_array("most", most);
}

/// Returns the function that scales each feature alone and scores documents.
/// @param before  a comment or function
std::string by_feature(const std::string& before, const char* scaled) {
  return before + replaced(kByFeature, "SCALED", scaled);
}

/// Returns the function that scales features and scores documents.
std::string c_score(const ExportedModel& model) {
  if (!model.bounds.empty())
    return by_feature("\n/* Brings features to [0, 1] by fixed bounds. */",
                      "(features[j] - $_least[j]) / ($_most[j] - $_least[j])");
  if (model.by_query_minmax()) return kByQuery;
  if (model.scaling == Normalize::kQueryZscore) return kZscoreByQuery;
  if (model.scaling == Normalize::kQuantile)
    return by_feature(kLevel, "$_level($_quantiles[j], features[j])");
  if (model.scaling == Normalize::kLog1p)
    return by_feature("\n/* Takes sign(x) log(1 + |x|) of each feature x. */",
                      "copysign(log1p(fabs(features[j])), features[j])");
  return kAsTheyAre;
}

std::string c_functions(const ExportedModel& model) {
  std::string text = kLinear;
  if (model.activation)
    text =
        replaced(kNetwork, "ACTIVATION",
                 *model.activation == Activation::kSigmoid ? "1 / (1 + exp(-u))"
                                                           : "u > 0 ? u : 0");
  return text + c_score(model);
}

Exported write_c(const ExportedModel& model) {
  std::string text = replaced(kHead, "ORIGIN", model.origin);
  text += c_weights(model) + c_array("bias", model.bias);
  if (model.activation) text += c_array("output", model.output);
  if (!model.bounds.empty()) text += c_bounds(model);
  if (model.scaling == Normalize::kQuantile)
    text += c_quantiles(model.scale->quantiles);
  text += c_names(model) + c_functions(model) + "\n#endif\n";
  return {{{model.name + ".h", replaced(text, "$", model.name)}},
          "#include \"" + model.name + ".h\"    /* cc -std=c99 ... -lm */\n" +
              model.name + "_score(features, documents, scores);\n"};
}

}  // namespace

ExportTarget c_target() {
  return {
      "c",
      "a C99 header without dependencies",
      "ISO/IEC 9899:1999",
      {},
      write_c,
      {.by_query = ByQuery::kAll,
       .scales = true,
       .by_quantiles = true,
       .network_differs = "another order of addition, at about the 15th digit",
       .sigmoid_differs = "exp() of the C library, as little",
       .log_differs = "log1p() of the C library, at about the 16th digit"}};
}

}  // namespace fedltr
