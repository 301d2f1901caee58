#include "app/deploy/members_agreement.hpp"

#include <cmath>
#include <optional>

#include "algorithms/core/rng.hpp"
#include "algorithms/privacy/accountant.hpp"
#include "algorithms/privacy/gaussian.hpp"
#include "app/base/errors.hpp"
#include "app/base/version.hpp"
#include "app/data/feature_names.hpp"
#include "app/deploy/agreed_lines.hpp"
#include "app/plan/members_plan.hpp"
#include "app/plan/start_model.hpp"
#include "app/results/manifest.hpp"
#include "app/schema/reader.hpp"

namespace fedltr {
namespace {

/// @param start  of ranker.from
AgreedLines lines_of_agreement(const MembersAgreement& agreement,
                               const std::optional<ModelFile>& start) {
  AgreedLines lines;
  if (agreement.rehearsal) lines.emplace_back("--rehearsal", "rehearsal\n");
  add_keys(lines, agreement.scenario);
  // No name of a feature has a line break.
  std::string names;
  for (const std::string& name : agreement.features) names += name + "\n";
  lines.emplace_back("the lines of members.features", names);
  if (start)
    lines.emplace_back("the model of ranker.from", signature_of(*start) + "\n");
  return lines;
}

}  // namespace

std::uint64_t MembersAgreement::seed() const {
  return run_seed(scenario.run.seed, 1, 1);
}

double MembersAgreement::epsilon(double mu_squared) const {
  if (plan.code.multiplier == 0) return kNoBound;
  return mu_squared > 0 ? gaussian_epsilon(1 / std::sqrt(mu_squared),
                                           scenario.members.delta)
                        : 0;
}

double MembersAgreement::cost(EpochKind kind) const {
  return plan.mu_squared(kind);
}

ModelFile MembersAgreement::model_file(const VectorView& parameters) const {
  ModelFile model;
  model.model = scenario.ranker.model;
  model.features = std::ssize(features);
  model.hidden = plan.training.ranker->hidden();
  model.parameters = plan.training.ranker->published(parameters);
  model.names = features;
  model.first_index = 1;
  model.normalize = scenario.data.normalize;
  model.missing = scenario.data.missing;
  model.scenario = scenario.run.name;
  model.version = kVersion;
  model.signature = signature_of(model);
  return model;
}

bool MembersAgreement::has_form_of(const ModelFile& file) const {
  const ModelFile own = model_file(plan.initial);
  return file.model == own.model && file.names == own.names &&
         file.hidden == own.hidden && file.normalize == own.normalize;
}

bool has_members(const std::filesystem::path& file,
                 const std::vector<std::string>& settings) {
  return read_scenario(file, settings).points[0].scenario.members.on;
}

MembersAgreement read_members_agreement(
    const std::filesystem::path& file, const std::vector<std::string>& settings,
    bool rehearsal) {
  const ReadScenario read = read_scenario(file, settings);
  const auto refuse = [&](const std::string& what) {
    throw UsageError(file.string() + ": " + what);
  };
  MembersAgreement agreement;
  agreement.scenario = read.points[0].scenario;
  if (!agreement.scenario.members.on)
    refuse("has no [members]: expected members.names (docs/members.md)");
  if (!read.grid_keys.empty())
    refuse("a federation of members runs once: expected no [grid]");
  if (agreement.scenario.run.repeats != 1)
    refuse("run.repeats = " + std::to_string(agreement.scenario.run.repeats) +
           ": a federation of members runs once: expected 1");
  if (agreement.scenario.members.features.empty())
    refuse(
        "members.features is missing: a file with the features' names, one "
        "per line, in the order of all members' rows");
  if (agreement.scenario.members.liars > 0 && !rehearsal)
    refuse("members.liars is for rehearsals: expected 0, or --rehearsal");
  agreement.features = read_feature_names(agreement.scenario.members.features);
  agreement.rehearsal = rehearsal;
  std::optional<ModelFile> start;
  if (const auto& from = agreement.scenario.ranker.from; !from.empty())
    start = read_model_file(start_file(from, 1, 1));
  static_cast<link::Agreed&>(agreement) =
      agreed(lines_of_agreement(agreement, start));
  try {
    agreement.plan = members_plan(
        agreement.scenario, std::ssize(agreement.features), agreement.seed());
  } catch (const std::invalid_argument& error) {
    refuse(error.what());
  }
  if (!start) return agreement;
  if (!agreement.has_form_of(*start))
    refuse("ranker.from = " + agreement.scenario.ranker.from.string() +
           ": is another ranker (ranker.model, ranker.hidden), or of other "
           "features (members.features, data.normalize)");
  agreement.plan.initial = parameters_of(*start);
  return agreement;
}

}  // namespace fedltr
