#include "app/models/search/folder_ranker.hpp"

#include <algorithm>

#include "algorithms/silo/untrained.hpp"
#include "app/base/errors.hpp"

namespace fedltr {
namespace {

std::string names_of_exact() {
  std::string names;
  for (const auto& method : untrained_rankers())
    if (!method.traits.sketched)
      names += (names.empty() ? "" : ", ") + method.name;
  return names;
}

FolderRanker untrained(const std::string& name) {
  const auto& method = find(untrained_rankers(), name);
  if (method.traits.sketched)
    throw UsageError(
        "--method " + name +
        ": ranks counts that parties share; a folder is ranked by " +
        names_of_exact());
  FolderRanker ranker;
  const SiloModelKind& kind = ranker.spec.kind;
  ModelFile& model = ranker.model.file;
  model.model = "linear";
  model.features = kind.features;
  // Scores are sums over features: a feature's score alone is its weight.
  model.parameters =
      method.make(Matrix::Identity(kind.features, kind.features));
  model.names.assign(kind.names, kind.names + kind.features);
  model.first_index = 1;
  model.normalize = Normalize::kNone;
  ranker.model.silo.emplace().method = name;
  return ranker;
}

}  // namespace

bool is_untrained_choice(const ModelChoice& choice) {
  return choice.method &&
         std::ranges::any_of(untrained_rankers(), [&](const auto& method) {
           return method.name == *choice.method;
         });
}

FolderRanker folder_ranker(const std::optional<std::string>& file,
                           const ModelChoice& choice) {
  if (file) {
    FolderRanker ranker{read_any_model(*file, choice), {}};
    ranker.spec = spec_of_model(ranker.model, *file);
    return ranker;
  }
  if (!is_untrained_choice(choice))
    throw UsageError("expected --model, or --method with one of " +
                     names_of_exact());
  if (choice.party) throw UsageError("--party needs the model of a simulation");
  return untrained(*choice.method);
}

}  // namespace fedltr
