#include "app/data/model_file.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/data/quantiles.hpp"
#include "algorithms/ranking/conventions.hpp"
#include "algorithms/ranking/neural.hpp"
#include "algorithms/silo_search/pointwise_ranker.hpp"
#include "app/base/errors.hpp"
#include "app/base/files.hpp"
#include "app/base/json_members.hpp"
#include "app/base/text.hpp"
#include "app/data/feature_names.hpp"
#include "app/data/foreign_format.hpp"
#include "app/data/trec_files.hpp"
#include "app/schema/data_names.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

template <class T>
using Named = std::vector<std::pair<std::string, T>>;

template <class T>
std::string name_of(const Named<T>& names, T value) {
  return std::ranges::find(names, value, &std::pair<std::string, T>::second)
      ->first;
}

Json evaluation_json(const ModelEvaluation& evaluation) {
  Json json = {{"metrics", evaluation.metrics},
               {"empty", name_of(empty_query_names(), evaluation.empty)},
               {"ties", name_of(ties_names(), evaluation.ties)},
               {"err_highest", evaluation.options.err_highest},
               {"relevant_from", evaluation.options.relevant_from},
               {"click", evaluation.options.click}};
  if (!evaluation.options.gains.empty())
    json["gains"] = evaluation.options.gains;
  return json;
}

ModelEvaluation read_evaluation(const JsonMembers& from) {
  ModelEvaluation evaluation;
  evaluation.empty = from.one_of("empty", empty_query_names());
  evaluation.ties = from.one_of("ties", ties_names());
  evaluation.options.err_highest = from.whole<int>("err_highest", 0, 31);
  evaluation.options.relevant_from = from.whole<int>("relevant_from", 1, 31);
  const Vector click = from.reals("click", 0, kLargestLabel + 1);
  evaluation.options.click.assign(click.begin(), click.end());
  for (const double each : click)
    if (each < 0 || each > 1)
      from.fail("click", "expected probabilities 0 to 1");
  if (from.has("gains")) {
    const Vector gains = from.reals("gains", 1, kLargestLabel + 1);
    evaluation.options.gains.assign(gains.begin(), gains.end());
    if (!std::ranges::is_sorted(gains) || gains(0) < 0)
      from.fail("gains", "expected numbers from 0 that do not fall");
  }
  evaluation.metrics = from.texts("metrics", 1000);
  for (const std::string& metric : evaluation.metrics) try {
      parse_metric(metric, evaluation.options);
    } catch (const std::invalid_argument& error) {
      from.fail("metrics", error.what());
    }
  return evaluation;
}

std::vector<std::string> missing_texts(const MissingValues& missing) {
  std::vector<std::string> texts;
  for (const double value : missing.values) texts.push_back(exact(value));
  return texts;
}

/// Reads the constants of a fitted normalisation.
std::shared_ptr<const FeatureScale> read_scale(const JsonMembers& from,
                                               const ModelFile& model) {
  const auto size = static_cast<std::size_t>(model.features);
  auto scale = std::make_shared<FeatureScale>();
  if (model.normalize == Normalize::kQuantile) {
    const std::vector<Vector> rows =
        from.rows("quantiles", 1, static_cast<std::size_t>(kMostQuantiles));
    if (rows.size() != size)
      from.fail("quantiles", "expected those of " + std::to_string(size) +
                                 " features, got " +
                                 std::to_string(rows.size()));
    scale->quantiles.resize(model.features, rows[0].size());
    for (Index j = 0; j < model.features; ++j) {
      const Vector& row = rows[static_cast<std::size_t>(j)];
      if (row.size() != rows[0].size() || !std::ranges::is_sorted(row))
        from.fail("quantiles", "feature " + std::to_string(j + 1) +
                                   " (counted from 1): expected " +
                                   std::to_string(rows[0].size()) +
                                   " numbers that do not fall");
      scale->quantiles.row(j) = row.transpose();
    }
    return scale;
  }
  scale->means = from.reals("means", size, size);
  scale->deviations = from.reals("deviations", size, size);
  if ((scale->deviations.array() < 0).any())
    from.fail("deviations", "expected numbers from 0");
  return scale;
}

/// Reads what prepares features for the model.
void read_preparation(const JsonMembers& from, ModelFile& model) {
  if (from.has("normalize"))
    model.normalize = from.one_of("normalize", normalize_names());
  if (model.normalize && is_fitted(*model.normalize))
    model.scale = read_scale(from, model);
  if (from.has("missing")) try {
      for (const std::string& text : from.texts("missing", 1000))
        for (const double value : parse_missing(text))
          model.missing.values.push_back(value);
    } catch (const std::invalid_argument& error) {
      from.fail("missing", error.what());
    }
  if (from.has("missing_as"))
    model.missing.read_as = from.reals("missing_as", 1, 1)(0);
}

/// Reads members that older files lack.
void read_origin(const JsonMembers& from, ModelFile& model) {
  if (from.has("names")) {
    model.names = from.texts("names", kLargestFeatureId + 1);
    if (std::ssize(model.names) != model.features)
      from.fail("names", "expected one for each of the " +
                             std::to_string(model.features) + " features");
    if (const auto bad = find_bad_name(model.names))
      from.fail("names",
                "number " + std::to_string(bad->place + 1) + " " + bad->what);
  }
  if (from.has("first_index"))
    model.first_index = from.whole<std::uint32_t>("first_index", 0, 1);
  read_preparation(from, model);
  if (from.has("grades"))
    model.grades = from.whole<int>("grades", 2, kLargestLabel + 1);
  if (from.has("evaluation"))
    model.evaluation = read_evaluation(from.object("evaluation"));
  if (from.has("scenario")) model.scenario = from.text("scenario");
  if (from.has("fedltr")) model.version = from.text("fedltr");
  if (from.has("signature")) {
    model.signature = from.text("signature");
    if (model.signature != signature_of(model))
      from.fail("signature",
                "is not of these parameters; if they were changed on purpose, "
                "take this member out");
  }
}

void read_parameters(const JsonMembers& from, ModelFile& model) {
  const std::size_t size = ranker_of(model)->size();
  model.parameters = from.reals("parameters", size, size);
  if (!from.has("output_layers")) return;
  const std::size_t hidden = model.hidden;
  if (hidden == 0) from.fail("output_layers", "this model has no layers");
  model.output_layers = from.rows("output_layers", hidden);
}

ModelFile read_model(const JsonMembers& from) {
  ModelFile model;
  model.model = from.text("model");
  const auto method =
      std::ranges::find(rankers(), model.model, &RankerMethod::name);
  if (method == rankers().end()) {
    std::vector<std::string> known;
    for (const RankerMethod& each : rankers()) known.push_back(each.name);
    from.fail("model", "'" + model.model +
                           "' is no ranker that this version knows: " +
                           join(known, ", ") +
                           (from.has("parties") || from.has("methods")
                                ? "; those of a [silo] are for rank, eval and "
                                  "search: no other system computes their "
                                  "features, so they can't be exported "
                                  "(docs/export.md)"
                                : ""));
  }
  model.features = from.whole<Index>("features", 1, kLargestFeatureId + 1);
  if (method->traits.has_layers)
    model.hidden = from.whole<Index>("hidden", 1, NeuralRanker::kMaxHidden);
  read_parameters(from, model);
  read_origin(from, model);
  return model;
}

}  // namespace

std::vector<fs::path> models_in(const fs::path& folder) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("model-f") && name.ends_with(".json"))
      found.push_back(entry.path());
  }
  std::ranges::sort(found);
  return found;
}

fs::path only_model_in(const fs::path& folder) {
  const auto found = models_in(folder);
  if (found.empty()) {
    if (fs::exists(folder / "model.json")) return folder / "model.json";
    throw DataError(folder.string() +
                    ": holds no model-fF-rR.json, and no model.json");
  }
  if (found.size() > 1)
    throw DataError(folder.string() + ": holds " +
                    std::to_string(found.size()) + " models; name one, e.g. " +
                    found[0].string());
  return found[0];
}

Normalizer normalizer_of(const ModelFile& model) {
  return {model.normalize.value_or(Normalize::kNone), model.scale};
}

std::shared_ptr<const Ranker> ranker_of(const ModelFile& model) {
  if (is_silo_kind(model.model))
    return silo_kind(model.model).ranker(model.grades);
  return find(rankers(), model.model)
      .make(RankerShape(model.features, model.hidden));
}

Vector parameters_of(const ModelFile& model,
                     std::optional<std::uint32_t> client) {
  Vector parameters = model.parameters;
  if (model.hidden > 0)  // the layout is the same for any activation
    parameters =
        NeuralRanker(model.features, model.hidden, Activation::kSigmoid)
            .from_published(model.parameters);
  if (!client) return parameters;
  if (*client >= model.output_layers.size())
    throw UsageError(
        "--client " + std::to_string(*client) + ": the model has layers of " +
        std::to_string(model.output_layers.size()) + " clients of their own");
  parameters.tail(model.hidden) = model.output_layers[*client];
  return parameters;
}

std::string signature_of(const ModelFile& model) {
  const Index own = model.output_layers.empty() ? 0 : model.hidden;
  const Vector parameters = parameters_of(model);
  Sha256 digest;
  digest.add(Vector(parameters.head(parameters.size() - own)));
  for (const Vector& layer : model.output_layers) digest.add(layer);
  return digest.hex();
}

namespace {

/// Writes the members that read_origin() reads.
void write_origin(const ModelFile& model, Json& json) {
  if (!model.version.empty()) json["fedltr"] = model.version;
  if (!model.scenario.empty()) json["scenario"] = model.scenario;
  if (!model.signature.empty()) json["signature"] = model.signature;
  if (model.first_index) json["first_index"] = *model.first_index;
  if (model.normalize) json["normalize"] = name_of(*model.normalize);
  if (!model.missing.values.empty())
    json["missing"] = missing_texts(model.missing);
  if (model.missing.read_as != 0)
    json["missing_as"] = Json::array({model.missing.read_as});
  if (model.grades > 0) json["grades"] = model.grades;
  if (model.evaluation) json["evaluation"] = evaluation_json(*model.evaluation);
  if (!model.names.empty()) json["names"] = model.names;
}

}  // namespace

std::string model_text(const ModelFile& model) {
  Json json = {{"model", model.model}, {"features", model.features}};
  if (model.hidden > 0) json["hidden"] = model.hidden;
  write_origin(model, json);
  if (model.normalize == Normalize::kQuantile)
    for (const auto& row : model.scale->quantiles.rowwise())
      json["quantiles"].push_back(json_of(Vector(row.transpose())));
  else if (model.scale) {
    json["means"] = json_of(model.scale->means);
    json["deviations"] = json_of(model.scale->deviations);
  }
  json["parameters"] = json_of(model.parameters);
  for (const Vector& layer : model.output_layers)
    json["output_layers"].push_back(json_of(layer));
  return json_text(json);
}

namespace {

/// True for an object of queries whose documents have numbers.
bool is_run_or_judgements(const Json& json) {
  const bool has_objects = json.is_object() && !json.empty() &&
                           json.begin()->is_object() && !json.begin()->empty();
  return has_objects && json.begin()->begin()->is_number();
}

/// True for an object of queries with lists of documents.
bool is_lists(const Json& json) {
  return json.is_object() && !json.empty() && !json.contains("model") &&
         json.begin()->is_array();
}

}  // namespace

Json read_model_json(const fs::path& file) {
  const std::string text = file_text(file, kMaxModelText);
  refuse_foreign_format(text, file.string());
  refuse_json_for_rows(text, file.string());
  if (const TextKind kind = kind_of(text);
      kind == TextKind::kRun || kind == TextKind::kJudgements)
    throw DataError(file.string() + ": is " +
                    (kind == TextKind::kRun ? "a TREC run" : "judgements") +
                    "; expected a model (fedltr eval RUN QRELS scores runs)");
  return parse_json(text, file.string());
}

ModelFile read_model_file(const fs::path& file) {
  if (file == "-" && !fs::exists(file))
    throw UsageError(
        "-: a model can't come from standard input; expected a file");
  const fs::path found = fs::is_directory(file) ? only_model_in(file) : file;
  const Json json = read_model_json(found);
  if (is_run_or_judgements(json))
    throw DataError(found.string() +
                    ": is a run or judgements in JSON, as ranx and pytrec_eval "
                    "use them; expected a model (fedltr eval scores such runs, "
                    "if all their scores are finite numbers)");
  if (is_lists(json))
    throw DataError(found.string() +
                    ": holds lists by query; expected a model, or a run with "
                    "scores: {query: {document: score}}");
  return read_model(JsonMembers(json, found.string()));
}

}  // namespace fedltr
