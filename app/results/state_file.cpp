#include "app/results/state_file.hpp"

#include "algorithms/core/archive.hpp"
#include "algorithms/privacy/signature.hpp"
#include "app/base/errors.hpp"
#include "app/base/files.hpp"
#include "app/base/json.hpp"
#include "app/results/sealed_state.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kStateHeading = "fedltr state 1\n";

std::string state_file_name(int fold, std::uint32_t repeat) {
  return "state-" + fold_and_repeat(fold, repeat) + ".bin";
}

/// Identity of the scenario for any number of rounds, settings without a key,
/// and the run.
std::string origin_of_state(const Scenario& scenario,
                            const std::vector<DataFile>& files, int fold,
                            std::uint32_t repeat) {
  Json identity = identity_json(scenario, files);
  identity["scenario"].erase("federation.rounds");
  return digest_of(json_text(identity) + "\n" +
                   std::to_string(scenario.faults.spared) + " " +
                   std::to_string(scenario.retraining) + " " +
                   state_file_name(fold, repeat));
}

}  // namespace

void KeptState::exchange(Archive& archive) {
  archive(round, snapshot);
}

std::string state_text(KeptState state, const Scenario& scenario,
                       const std::vector<DataFile>& files, int fold,
                       std::uint32_t repeat) {
  return seal(kStateHeading, origin_of_state(scenario, files, fold, repeat),
              archived(state));
}

std::optional<KeptState> read_state(const fs::path& run_folder,
                                    const Scenario& scenario,
                                    const std::vector<DataFile>& files,
                                    int fold, std::uint32_t repeat) {
  const fs::path file = run_folder / state_file_name(fold, repeat);
  if (!fs::exists(file)) return std::nullopt;
  const std::string bytes = file_text(file);
  try {
    Archive archive(unseal(
        kStateHeading, origin_of_state(scenario, files, fold, repeat), bytes));
    KeptState state;
    archive(state);
    archive.finish();
    return state;
  } catch (const ArchiveError& error) {
    throw CheckpointError(file.string() + ": can't be used (" + error.what() +
                          "); --force starts anew");
  }
}

FederationFile state_bin_file() {
  return {{"state-fF-rR.bin",
           "State after the last round of fold F and repeat R, from which "
           "`--resume` with a larger `federation.rounds` continues; binary.",
           "with `checkpoint.keep = yes`, for runs that have ended",
           {}},
          {},
          [](const FederationResults& results, const AddFile& add) {
            for (const Run& run : results.runs)
              if (const auto& state = run.result.state)
                add(state_file_name(run.fold, run.repeat),
                    state_text({run.result.rounds.back().round, *state},
                               results.scenario, results.data.files, run.fold,
                               run.repeat));
          }};
}

}  // namespace fedltr
