#include "app/models/search/silo_model_file.hpp"

#include <algorithm>

#include "algorithms/data/letor.hpp"
#include "algorithms/silo/methods.hpp"
#include "algorithms/silo_search/pointwise_ranker.hpp"
#include "algorithms/text/tokens.hpp"
#include "app/base/errors.hpp"
#include "app/base/json_members.hpp"
#include "app/base/text.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

/// Below it, the logarithm of a language model may not be finite.
constexpr double kLeastConstant = 1e-6;
constexpr const char* kOfParty = "methods";
constexpr const char* kOfSimulation = "parties";

const SiloModelKind& kind_in(const JsonMembers& from) {
  std::vector<std::pair<std::string, const SiloModelKind*>> known;
  for (const SiloModelKind& kind : silo_model_kinds())
    known.emplace_back(kind.name, &kind);
  return *from.one_of("model", known);
}

/// Returns the requested method; by default the only one, or the full protocol.
std::string method_in(const JsonMembers& methods, const ModelChoice& choice) {
  const auto& wanted = choice.method;
  const std::vector<std::string> names = methods.names();
  const auto has = [&](const std::string& name) {
    return std::ranges::count(names, name) > 0;
  };
  if (wanted && !has(*wanted))
    throw UsageError("--method " + *wanted + ": expected " + join(names, ", "));
  if (wanted) return *wanted;
  if (names.empty()) throw UsageError("the file has no model of any method");
  if (names.size() == 1 || choice.any) return names[0];
  const std::string whole = silo_method(SiloRole::kProtocol).name;
  if (has(whole)) return whole;
  throw UsageError("the model has several methods; give --method, one of " +
                   join(names, ", "));
}

/// Returns one party's model in a simulation, or the model that all share.
Vector model_of_parties(const std::vector<Vector>& models,
                        const ModelChoice& choice) {
  if (choice.party) {
    const std::size_t place = *choice.party - 1;
    if (place >= models.size() || models[place].size() == 0)
      throw UsageError("--party " + std::to_string(*choice.party) +
                       ": the file has no model of it; there are " +
                       std::to_string(models.size()) + " parties");
    return models[place];
  }
  Vector one;
  for (const Vector& each : models) {
    if (each.size() == 0) continue;
    if (one.size() > 0 && each != one && !choice.any)
      throw UsageError("each of the " + std::to_string(models.size()) +
                       " parties has a model of its own; give --party, from 1");
    one = each;
  }
  if (one.size() == 0) throw UsageError("no party has a model of this method");
  return one;
}

/// Returns the version; models without one have the first.
int words_version_in(const JsonMembers& tokens) {
  return tokens.has("version") ? tokens.whole<int>("version", 1, kWordsVersion)
                               : 1;
}

TokenOptions tokens_in(const JsonMembers& tokens) {
  TokenOptions options;
  const auto one_of = [&](const char* name,
                          const std::vector<std::string>& known) {
    std::vector<std::pair<std::string, std::string>> choices;
    for (const std::string& each : known) choices.emplace_back(each, each);
    return tokens.one_of(name, choices);
  };
  options.stemmer = one_of("stemmer", stemmers());
  options.stop_words =
      one_of("stop_words", {kNoChange, TokenOptions().stop_words});
  return options;
}

/// Returns the constants of the training features.
FeatureConstants constants_in(const JsonMembers& statistics) {
  FeatureConstants constants;
  const auto read = [&](const char* name, double least, double& value) {
    if (!statistics.has(name)) return;
    value = statistics.real(name);
    if (!(value >= least)) statistics.fail(name, "is below " + exact(least));
  };
  read("k1", 0, constants.k1);
  read("b", 0, constants.b);
  read("lambda", kLeastConstant, constants.lambda);
  read("mu", kLeastConstant, constants.mu);
  read("delta", kLeastConstant, constants.delta);
  return constants;
}

/// Returns the file, or the only model of a folder.
fs::path model_path(const fs::path& file) {
  if (!fs::is_directory(file)) return file;
  if (fs::exists(file / "model.json")) return file / "model.json";
  return only_model_in(file);
}

bool is_of_silos(const JsonMembers& from) {
  return from.has(kOfParty) || from.has(kOfSimulation);
}

ModelFile model_of_kind(const JsonMembers& from, const SiloModelKind& kind) {
  ModelFile model;
  model.model = kind.name;
  model.features = from.whole<Index>("features", kind.features, kind.features);
  model.grades = from.whole<int>("grades", 2, kMaxGrades);
  model.names = from.texts("names", static_cast<std::size_t>(kind.features));
  if (!std::equal(model.names.begin(), model.names.end(), kind.names,
                  kind.names + kind.features))
    from.fail("names", "are not those of " + kind.name + " in this version");
  model.first_index = 1;
  model.normalize = Normalize::kNone;
  return model;
}

AnyModel silo_model_in(const JsonMembers& from, const ModelChoice& choice) {
  const SiloModelKind& kind = kind_in(from);
  AnyModel any{model_of_kind(from, kind), SiloOrigin()};
  SiloOrigin& origin = *any.silo;
  const bool of_party = from.has(kOfParty);
  if (of_party) origin.member = from.text("member");
  const JsonMembers tokens = from.object("tokens");
  origin.tokens = tokens_in(tokens);
  origin.words_version = words_version_in(tokens);
  if (from.has("candidates"))
    origin.candidates = from.whole<std::size_t>("candidates", 0, 1U << 31);
  if (from.has("statistics"))
    origin.constants = constants_in(from.object("statistics"));
  const JsonMembers methods = from.object(of_party ? kOfParty : kOfSimulation);
  origin.method = method_in(methods, choice);
  if (of_party && choice.party)
    throw UsageError("--party needs the model of a simulation");
  const auto size =
      static_cast<std::size_t>(kind.ranker(any.file.grades)->size());
  any.file.parameters =
      of_party
          ? methods.reals(origin.method, size, size)
          : model_of_parties(methods.rows_or_null(origin.method, size), choice);
  return any;
}

}  // namespace

AnyModel read_any_model(const fs::path& file, const ModelChoice& choice) {
  const fs::path found = model_path(file);
  const Json json = read_model_json(found);
  const JsonMembers from(json, found.string());
  if (is_of_silos(from)) return silo_model_in(from, choice);
  if (choice.method || choice.party)
    throw UsageError(found.string() +
                     ": --method and --party go with the model of silos");
  return {read_model_file(found)};
}

}  // namespace fedltr
