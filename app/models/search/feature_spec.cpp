#include "app/models/search/feature_spec.hpp"

#include "algorithms/data/letor.hpp"
#include "app/base/errors.hpp"
#include "app/base/notice.hpp"
#include "app/models/search/statistics_file.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

fs::path statistics_beside(const fs::path& file) {
  const fs::path folder = fs::is_directory(file) ? file : file.parent_path();
  const fs::path plain = folder / kStatisticsFile;
  const fs::path packed = plain.string() + ".gz";
  if (fs::exists(plain)) return plain;
  if (fs::exists(packed)) return packed;
  throw DataError(plain.string() +
                  ": is not there; fedltr party leaves it beside model.json, "
                  "and the features need it");
}

}  // namespace

FeatureSpec spec_of_model(const AnyModel& model, const fs::path& file) {
  if (!model.silo)
    throw UsageError(file.string() +
                     ": ranks features that it was given (fedltr rank); "
                     "expected the model of a party or of a [silo]");
  if (model.silo->words_version < kWordsVersion)
    notice(file.string() + ": was trained with version " +
           std::to_string(model.silo->words_version) +
           " of the rules for words, texts are read with version " +
           std::to_string(kWordsVersion) +
           ": words with accents, ligatures or soft hyphens may differ; train "
           "again if the texts have many");
  FeatureSpec spec{model.silo->tokens, silo_kind(model.file.model),
                   model.silo->candidates, model.silo->constants};
  if (!model.silo->member.empty()) spec.statistics = statistics_beside(file);
  return spec;
}

FeatureSpec spec_of_scenario(const Scenario& scenario) {
  const SiloSettings& silo = scenario.silo;
  const bool listwise = silo.options.recipe == SiloRecipe::kListwise;
  return {silo.tokens,
          silo_kind(listwise ? kListwiseModel : silo.options.model),
          silo.options.candidates, silo.options.constants};
}

}  // namespace fedltr
