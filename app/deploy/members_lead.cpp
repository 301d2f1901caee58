#include "app/deploy/members_lead.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <spdlog/spdlog.h>

#include "actors/members/member_processes.hpp"
#include "algorithms/members/grouped_lead.hpp"
#include "app/base/errors.hpp"
#include "app/base/processors.hpp"
#include "app/base/signals.hpp"
#include "app/base/system_bits.hpp"
#include "app/base/text.hpp"
#include "app/deploy/agreement.hpp"
#include "app/deploy/clock_watch.hpp"
#include "app/deploy/epoch_outcome.hpp"
#include "app/deploy/greeting_terms.hpp"
#include "app/deploy/identity.hpp"
#include "app/deploy/lead_folder.hpp"
#include "app/deploy/lead_metrics.hpp"
#include "app/deploy/member_proof.hpp"
#include "app/deploy/member_roll.hpp"
#include "app/deploy/members_agreement.hpp"
#include "app/deploy/server_tls.hpp"
#include "app/deploy/transcript.hpp"
#include "app/study/folder_lock.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;
using members::EpochRecord;
using members::LeadState;

/// Returns the state to begin with.
LeadState first_state(const MembersLeadOptions& options,
                      const LeadFolder& folder) {
  if (!fs::exists(folder.state_file())) {
    if (options.resume)
      spdlog::info(
          "{}: is not there, so the federation begins; members that have been "
          "in one of this agreement refuse its epochs until the numbers are "
          "new",
          folder.state_file().string());
    return {};
  }
  if (options.resume) return folder.load();
  if (options.force) return {};
  throw UsageError(folder.state_file().string() +
                   ": a federation stopped here: --resume continues it, "
                   "--force begins anew");
}

/// A federation as far as it has come.
struct Progress {
  LeadState state;
  /// The newest epoch has them; nullopt before this process had one.
  std::optional<std::vector<std::uint32_t>> in_sum;
};

/// Removes what an earlier federation left, or completes the files of this one.
void prepare(const LeadFolder& folder, const LeadState& state, bool resume) {
  if (state.epoch == 0) {
    // Else a stop before the first epoch would resume the replaced federation.
    if (!resume) folder.remove_state();
    folder.remove_results();
  }
  folder.add_stopped(state);
  if (!state.curve.empty()) folder.write_curve(state);
}

/// Returns hooks that keep the progress in memory and in the folder.
members::LeadHooks kept_in(const LeadFolder& folder,
                           const MembersAgreement& agreement,
                           Progress& progress) {
  LeadState& state = progress.state;
  members::LeadHooks hooks;
  hooks.on_open = [&folder, &state](const LeadState& now) {
    state = now;
    folder.save(state);
  };
  hooks.on_left = [&folder, &agreement, &state](std::uint32_t member,
                                                const LeadState& now) {
    state = now;
    folder.save(state);
    spdlog::warn("{} has left for good, after epoch {}: {} of {} members stay",
                 agreement.names()[member], state.epoch,
                 agreement.names().size() - state.left.size(),
                 agreement.names().size());
  };
  hooks.on_closed = [&folder, &agreement, &state, &progress](
                        const EpochRecord& record, const LeadState& now) {
    state = now;
    progress.in_sum = record.survivors;
    folder.save(state);
    folder.add(record, state);
    if (record.kind == EpochKind::kEvaluation) folder.write_curve(state);
    log_epoch(agreement, record, state);
  };
  return hooks;
}

[[noreturn]] void refuse_to_continue(const std::string& why,
                                     const fs::path& path) {
  throw NetworkError(
      why + "; " + path.string() +
      " has the model so far, and those who stay may agree on another "
      "federation");
}

/// Names the members that may not have the last model: they were not in the
/// last sum.
void name_absent(const Progress& progress,
                 const std::vector<std::string>& names, const fs::path& path) {
  constexpr std::size_t kMostNames = 20;
  if (!progress.in_sum) return;
  std::vector<std::string> absent;
  for (std::uint32_t i = 0; i < names.size(); ++i)
    if (std::ranges::count(*progress.in_sum, i) == 0 &&
        std::ranges::count(progress.state.left, i) == 0 &&
        std::ranges::count(progress.state.left_out, i) == 0)
      absent.push_back(names[i]);
  if (absent.empty()) return;
  const std::size_t more = absent.size() - std::min(absent.size(), kMostNames);
  absent.resize(absent.size() - more);
  spdlog::warn(
      "not in the last sum: {}{}. Who was not connected at the end has an "
      "older model: send {} there",
      join(absent, ", "),
      more > 0 ? " and " + std::to_string(more) + " more" : "",
      (path / "model.json").string());
}

int finish(const members::End& end, const LeadFolder& folder,
           const Progress& progress, const std::vector<std::string>& names,
           const fs::path& path, std::ostream& out) {
  const LeadState& state = progress.state;
  using Kind = members::End::Kind;
  if (end.kind == Kind::kInterrupted) {
    spdlog::error("interrupted after epoch {}: --resume continues",
                  state.epoch);
    return kInterrupted;
  }
  if (end.kind == Kind::kFailed) throw std::runtime_error(end.why);
  folder.finish(state, end.why);
  name_absent(progress, names, path);
  if (end.kind == Kind::kLeftOut) refuse_to_continue(end.why, path);
  out << "done        " << (path / "federation.json").string() << "\n";
  return kDone;
}

}  // namespace

int run_members_lead(const MembersLeadOptions& options, std::ostream& out) {
  const MembersAgreement agreement =
      read_members_agreement(options.file, options.settings, options.rehearsal);
  const fs::path path = options.out.value_or(agreement.scenario.run.out);
  FolderLock held(path);
  const LeadFolder folder(path, agreement);
  if (const auto ending = options.force ? std::nullopt : folder.ending()) {
    if (!options.resume)
      throw UsageError(path.string() +
                       ": holds results: give --out DIR, or --force");
    if (!ending->empty()) refuse_to_continue(*ending, path);
    out << "results     " << path.string()
        << "  already complete: nothing is left to do\n";
    return kDone;
  }
  Progress progress{first_state(options, folder), std::nullopt};
  LeadState& state = progress.state;
  LinkOptions link = options.link;
  std::shared_ptr<ServerTls> tls;
  if (link.certificates) tls = std::make_shared<ServerTls>(*link.certificates);
  members::LeadConfig config;
  config.gateway = listening(terms_of_members(), link, tls);
  config.gateway.kept_out = std::make_shared<std::atomic<std::uint64_t>>(0);
  config.plan = agreement.plan;
  config.agreed = agreement;
  config.clock = ClockWatch::unix_seconds;
  config.certifier = certifier_for(agreement, link);
  config.deadlines = {agreement.scenario.members.window,
                      agreement.scenario.members.deadline};
  config.hooks = kept_in(folder, agreement, progress);
  std::optional<LeadMetrics> metrics;
  if (options.metrics)
    metrics.emplace(*options.metrics, agreement, tls, config.gateway.kept_out,
                    state, config.hooks);
  if (options.transcript)
    config.transcript =
        [to = std::make_shared<Transcript>(
             *options.transcript, options.resume ? Transcript::Old::kContinued
                                                 : Transcript::Old::kRefused)](
            std::string_view message) { to->add(message); };
  held.keep();
  if (state.epoch == 0) state.model = agreement.plan.initial;
  prepare(folder, state, options.resume);
  MemberRoll roll(path, agreement, state, config.clock, config.hooks);
  config.draw = agreement.rehearsal ? simulated_draw(agreement.seed())
                                    : [](std::uint32_t) { return system_bits; };
  config.state = state;
  std::optional<AddressFile> written;
  if (link.address_file) written.emplace(*link.address_file, link.address);
  announce(out, agreement.digest, link, agreement.rehearsal);
  ignore_hangups();
  Interrupt interrupt;
  const SignalWatch watch(interrupt);
  const auto end =
      members::run_lead(config, threads_or_all(options.threads), interrupt);
  roll.write();
  const int code = finish(end, folder, progress, agreement.names(), path, out);
  if (metrics && code == kDone) metrics->complete();
  return code;
}

}  // namespace fedltr
