#include "app/deploy/members_lead.hpp"

#include <fstream>

#include <spdlog/spdlog.h>

#include "actors/members/member_processes.hpp"
#include "algorithms/members/grouped_lead.hpp"
#include "app/base/csv.hpp"
#include "app/base/errors.hpp"
#include "app/base/files.hpp"
#include "app/base/json.hpp"
#include "app/base/json_members.hpp"
#include "app/base/processors.hpp"
#include "app/base/signals.hpp"
#include "app/base/system_bits.hpp"
#include "app/deploy/agreement.hpp"
#include "app/deploy/compared_file.hpp"
#include "app/deploy/epoch_outcome.hpp"
#include "app/deploy/greeting_terms.hpp"
#include "app/deploy/held_out_file.hpp"
#include "app/deploy/identity.hpp"
#include "app/deploy/lead_metrics.hpp"
#include "app/deploy/member_proof.hpp"
#include "app/deploy/members_agreement.hpp"
#include "app/deploy/server_tls.hpp"
#include "app/deploy/transcript.hpp"
#include "app/results/members_json.hpp"
#include "app/study/folder_lock.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;
using members::EpochRecord;
using members::LeadState;

constexpr std::size_t kMostOfState = std::size_t{64} << 20;

/// The files of a lead.
class LeadFolder {
 public:
  LeadFolder(fs::path folder, const MembersAgreement& agreement)
      : folder_(std::move(folder)), agreement_(agreement) {}

  /// True if evaluations compare models by clicks.
  bool compares() const { return agreement_.plan.comparing.on(); }
  fs::path state_file() const { return folder_ / "lead.json"; }
  fs::path result_file() const { return folder_ / "federation.json"; }

  /// Makes sure that a number is never used again, and keeps the model.
  void save(const LeadState& state) const {
    write_whole(state_file(),
                json_text({{"agreement", agreement_.digest},
                           {"epoch", state.epoch},
                           {"opened", state.opened},
                           {"exams", state.exams},
                           {"measured", state.measured},
                           {"curve", json_of(state.curve)},
                           {"empty", state.empty},
                           {"empty_exams", state.empty_exams},
                           {"left", names_of(state.left)},
                           {"left_out", names_of(state.left_out)},
                           {"evidence", json_of(state.evidence)},
                           {"comparison", json_of(state.comparison)},
                           {"history", json_of(state.history)},
                           {"parameters", json_of(state.model)}}));
    sync_folder(folder_);
  }

  LeadState load() const {
    const std::string file = state_file().string();
    const Json json = read_json(file, kMostOfState);
    require_fit(json, file);
    const JsonMembers saved(json, file);
    const auto size = static_cast<std::size_t>(agreement_.plan.initial.size());
    constexpr auto kMost = std::numeric_limits<std::uint32_t>::max();
    LeadState state;
    state.epoch = saved.whole<std::uint32_t>("epoch", 0, kMost);
    state.opened = saved.whole<std::uint32_t>("opened", 0, kMost);
    state.model = saved.reals("parameters", size, size);
    state.exams = saved.whole<std::uint32_t>("exams", 0, kMost);
    state.measured = saved.flag("measured");
    // Folders of earlier versions have no comparison.
    const bool compared = saved.has("comparison");
    for (const Vector& row : saved.rows("curve", compared ? 8 : 4)) {
      HeldOutPoint point{static_cast<std::uint32_t>(row(0)),
                         static_cast<std::uint32_t>(row(1)), row(2), row(3)};
      if (compared) {
        point.kept = static_cast<std::uint32_t>(row(4));
        point.verdict = static_cast<ModelVerdict>(row(5));
        point.lower = row(6);
        point.upper = row(7);
      }
      state.curve.push_back(point);
    }
    if (compared) load_comparison(saved, state);
    state.left = places_of(saved, "left");
    if (saved.has("empty")) {
      state.empty = saved.whole<std::uint32_t>("empty", 0, state.epoch);
      state.empty_exams =
          saved.whole<std::uint32_t>("empty_exams", 0, state.exams);
    }
    // Folders of earlier versions have none of these.
    if (saved.has("left_out")) {
      state.left_out = places_of(saved, "left_out");
      const std::size_t named = agreement_.names().size();
      state.evidence = saved.reals("evidence", 0, named);
      if (state.evidence.size() > 0)
        state.evidence = saved.reals("evidence", named, named);
    }
    if (saved.has("history"))
      saved.each_object("history", [&](const JsonMembers& link) {
        state.history.push_back(
            {link.whole<std::uint32_t>("epoch", 1, kMost), link.text("model")});
      });
    return state;
  }

  /// Returns why the federation of this agreement ended early, empty if all its
  /// epochs are over; nullopt if it has not ended.
  std::optional<std::string> ending() const {
    if (!fs::exists(result_file())) return std::nullopt;
    const std::string file = result_file().string();
    const Json json = read_json(file, kMostOfState);
    require_fit(json, file);
    const JsonMembers saved(json, file);
    return saved.has("ended_early") ? saved.text("ended_early") : "";
  }

  void add(const EpochRecord& record, const LeadState& state) const {
    const fs::path file = folder_ / "epochs.csv";
    const bool is_new = !fs::exists(file);
    std::string text;
    if (is_new)
      text = "epoch,members,in_sum,without,outcome,bytes_up,bytes_down\n";
    std::string without;
    for (std::uint32_t i = 0; i < agreement_.names().size(); ++i)
      if (std::ranges::count(record.survivors, i) == 0)
        without += (without.empty() ? "" : " ") + agreement_.names()[i];
    const CsvValue row[] = {
        record.epoch,
        record.members,
        record.survivors.size(),
        without,
        epoch_outcome(record, state, agreement_.names(), compares()),
        record.bytes_up,
        record.bytes_down};
    append_csv_row(text, row);
    std::ofstream stream(file, std::ios::app | std::ios::binary);
    if (!(stream << text) || !stream.flush())
      throw std::runtime_error(file.string() + ": can't be written");
  }

  /// Removes what an earlier federation left.
  void clear(bool resumes) const {
    // Else a stop before the first epoch would resume the replaced federation.
    if (!resumes) fs::remove(state_file());
    fs::remove(result_file());
    for (const char* name : {"epochs.csv", kHeldOutFile, kComparedFile})
      fs::remove(folder_ / name);
  }

  void write_curve(const LeadState& state) const {
    if (compares()) return write_compared(folder_, state.curve);
    write_held_out(folder_, agreement_.scenario.evaluation.metrics[0],
                   state.curve);
  }

  /// @param ended_early  reason; empty after the last epoch
  void finish(const LeadState& state, const std::string& ended_early) const {
    const ModelFile model = agreement_.model_file(state.model);
    write_whole(folder_ / "model.json", model_text(model));
    write_whole(
        result_file(),
        json_text(
            {{"agreement", agreement_.digest},
             {"rehearsal", agreement_.rehearsal},
             {"members", agreement_.names()},
             {"epochs", state.epoch},
             {"opened", state.opened},
             {"ended_early", ended_early},
             {"left", names_of(state.left)},
             {"left_out", names_of(state.left_out)},
             {compares() ? "compared" : "held_out",
              compares()
                  ? compared_json(state.curve)
                  : held_out_json(agreement_.scenario.evaluation.metrics[0],
                                  state.curve)},
             {"epsilon", json_number(agreement_.epsilon(agreement_.cost_of(
                             state.epoch - state.empty,
                             state.exams - state.empty_exams)))},
             {"delta", agreement_.scenario.members.delta},
             {"signature", model.signature}}));
    sync_folder(folder_);
    fs::remove(state_file());
  }

 private:
  std::vector<std::string> names_of(
      const std::vector<std::uint32_t>& members) const {
    std::vector<std::string> names;
    for (const std::uint32_t member : members)
      names.push_back(agreement_.names()[member]);
    return names;
  }

  std::vector<std::uint32_t> places_of(const JsonMembers& saved,
                                       const char* list) const {
    const auto& names = agreement_.names();
    std::vector<std::uint32_t> places;
    for (const std::string& name : saved.texts(list, names.size()))
      if (const auto found = std::ranges::find(names, name);
          found != names.end())
        places.push_back(static_cast<std::uint32_t>(found - names.begin()));
    return places;
  }

  static Json json_of(const std::vector<HeldOutPoint>& curve) {
    Json rows = Json::array();
    for (const HeldOutPoint& point : curve)
      rows.push_back({point.opened, point.members, point.queries, point.mean,
                      point.kept, static_cast<int>(point.verdict), point.lower,
                      point.upper});
    return rows;
  }
  static Json json_of(const std::vector<ModelLink>& history) {
    Json links = Json::array();
    for (const ModelLink& link : history)
      links.push_back({{"epoch", link.epoch}, {"model", link.model}});
    return links;
  }
  static Json json_of(const Vector& model) { return fedltr::json_of(model); }
  static Json json_of(const ModelComparison& comparison) {
    const PreferenceSums& sums = comparison.sums;
    return {{"kept", json_of(comparison.kept)},
            {"opened", comparison.opened},
            {"began", comparison.began},
            {"sums", {sums.ahead, sums.half, sums.noise}}};
  }
  static void load_comparison(const JsonMembers& saved, LeadState& state) {
    constexpr auto kMost = std::numeric_limits<std::uint32_t>::max();
    const auto size = static_cast<std::size_t>(state.model.size());
    const JsonMembers found = saved.object("comparison");
    const Vector sums = found.reals("sums", 3, 3);
    state.comparison = {found.reals("kept", size, size),
                        found.whole<std::uint32_t>("opened", 0, kMost),
                        found.whole<std::uint32_t>("began", 0, kMost),
                        {sums(0), sums(1), sums(2)}};
  }

  void require_fit(const Json& json, const std::string& file) const {
    const std::string found = JsonMembers(json, file).text("agreement");
    if (found != agreement_.digest)
      throw CheckpointError(file + ": is of another agreement, " + found +
                            ", here " + agreement_.digest +
                            "; another --out begins a run of this one");
  }

  fs::path folder_;
  const MembersAgreement& agreement_;
};

/// Returns the state to begin with.
LeadState first_state(const MembersLeadOptions& options,
                      const LeadFolder& folder) {
  if (!fs::exists(folder.state_file())) return {};
  if (options.resume) return folder.load();
  if (options.force) return {};
  throw UsageError(folder.state_file().string() +
                   ": a federation stopped here: --resume continues it, "
                   "--force begins anew");
}

/// Returns hooks that keep the state in memory and in the folder.
members::LeadHooks kept_in(const LeadFolder& folder,
                           const MembersAgreement& agreement,
                           LeadState& state) {
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
  hooks.on_closed = [&folder, &agreement, &state](const EpochRecord& record,
                                                  const LeadState& now) {
    state = now;
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

int finish(const members::End& end, const LeadFolder& folder,
           const LeadState& state, const fs::path& path, std::ostream& out) {
  using Kind = members::End::Kind;
  if (end.kind == Kind::kInterrupted) {
    spdlog::error("interrupted after epoch {}: --resume continues",
                  state.epoch);
    return kInterrupted;
  }
  if (end.kind == Kind::kFailed) throw std::runtime_error(end.why);
  folder.finish(state, end.why);
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
  LeadState state = first_state(options, folder);
  LinkOptions link = options.link;
  std::shared_ptr<ServerTls> tls;
  if (link.certificates) tls = std::make_shared<ServerTls>(*link.certificates);
  members::LeadConfig config;
  config.gateway = listening(terms_of_members(), link, tls);
  config.plan = agreement.plan;
  config.agreed = agreement;
  config.certifier = certifier_for(agreement, link);
  config.deadlines = {agreement.scenario.members.window,
                      agreement.scenario.members.deadline};
  config.hooks = kept_in(folder, agreement, state);
  std::optional<LeadMetrics> metrics;
  if (options.metrics)
    metrics.emplace(*options.metrics, agreement, tls, state, config.hooks);
  if (options.transcript)
    config.transcript = [to = std::make_shared<Transcript>(*options.transcript,
                                                           options.resume)](
                            std::string_view message) { to->add(message); };
  held.keep();
  if (state.epoch == 0) {
    folder.clear(options.resume);
    state.model = agreement.plan.initial;
  }
  if (!state.curve.empty()) folder.write_curve(state);
  config.draw = agreement.rehearsal ? simulated_draw(agreement.seed())
                                    : [](std::uint32_t) { return system_bits; };
  config.state = state;
  std::optional<AddressFile> written;
  if (link.address_file) written.emplace(*link.address_file, link.address);
  out << "agreement   " << agreement.digest << "\nlistens on  "
      << link.address.text() << (link.certificates ? "" : ", without TLS")
      << "\n"
      << std::flush;
  if (agreement.rehearsal)
    spdlog::warn("a rehearsal: secrets are simulated, nothing is protected");
  ignore_hangups();
  Interrupt interrupt;
  const SignalWatch watch(interrupt);
  const auto end =
      members::run_lead(config, threads_or_all(options.threads), interrupt);
  const int code = finish(end, folder, state, path, out);
  if (metrics && code == kDone) metrics->complete();
  return code;
}

}  // namespace fedltr
