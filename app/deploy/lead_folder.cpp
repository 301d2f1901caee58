#include "app/deploy/lead_folder.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <set>
#include <stdexcept>

#include <spdlog/fmt/fmt.h>

#include "app/base/csv.hpp"
#include "app/base/errors.hpp"
#include "app/base/files.hpp"
#include "app/base/json_members.hpp"
#include "app/base/text.hpp"
#include "app/deploy/compared_file.hpp"
#include "app/deploy/epoch_outcome.hpp"
#include "app/deploy/held_out_file.hpp"
#include "app/deploy/member_roll.hpp"
#include "app/results/members_json.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;
using members::LeadState;

constexpr std::size_t kMostOfState = std::size_t{64} << 20;
constexpr std::uint64_t kLatest = std::uint64_t{1} << 40;  // Unix seconds
constexpr auto kMostEpochs = std::numeric_limits<std::uint32_t>::max();

Json curve_json(const std::vector<HeldOutPoint>& curve) {
  Json rows = Json::array();
  for (const HeldOutPoint& point : curve)
    rows.push_back({point.opened, point.members, point.queries, point.mean,
                    point.kept, static_cast<int>(point.verdict), point.lower,
                    point.upper});
  return rows;
}

Json history_json(const std::vector<ModelLink>& history) {
  Json links = Json::array();
  for (const ModelLink& link : history)
    links.push_back({{"epoch", link.epoch}, {"model", link.model}});
  return links;
}

Json comparison_json(const ModelComparison& comparison) {
  const PreferenceSums& sums = comparison.sums;
  return {{"kept", fedltr::json_of(comparison.kept)},
          {"opened", comparison.opened},
          {"began", comparison.began},
          {"sums", {sums.ahead, sums.half, sums.noise}}};
}

ModelComparison load_comparison(const JsonMembers& found, std::size_t size) {
  const Vector sums = found.reals("sums", 3, 3);
  return {found.reals("kept", size, size),
          found.whole<std::uint32_t>("opened", 0, kMostEpochs),
          found.whole<std::uint32_t>("began", 0, kMostEpochs),
          {sums(0), sums(1), sums(2)}};
}

/// Returns an integer of the curve, 0 to `most`. @throws DataError
template <class Whole>
Whole whole_of(const JsonMembers& saved, double number, Whole most) {
  if (!(number >= 0 && number <= static_cast<double>(most)) ||
      number != std::floor(number))
    saved.fail("curve", fmt::format("expected an integer from 0 to {}, got {}",
                                    static_cast<double>(most), number));
  return static_cast<Whole>(number);
}

/// @param compared  false for a folder of an earlier version
std::vector<HeldOutPoint> load_curve(const JsonMembers& saved, bool compared) {
  std::vector<HeldOutPoint> curve;
  for (const Vector& row : saved.rows("curve", compared ? 8 : 4)) {
    HeldOutPoint point{whole_of(saved, row(0), kMostEpochs),
                       whole_of(saved, row(1), kMostEpochs), row(2), row(3)};
    if (compared) {
      point.kept = whole_of(saved, row(4), kMostEpochs);
      point.verdict = whole_of(saved, row(5), last_of(ModelVerdict()));
      point.lower = row(6);
      point.upper = row(7);
    }
    curve.push_back(point);
  }
  return curve;
}

std::vector<std::uint32_t> load_members(const JsonMembers& saved,
                                        const char* list,
                                        const std::vector<std::string>& names) {
  std::vector<std::uint32_t> places;
  for (const std::string& name : saved.texts(list, names.size()))
    if (const auto found = std::ranges::find(names, name); found != names.end())
      places.push_back(static_cast<std::uint32_t>(found - names.begin()));
  return places;
}

}  // namespace

std::vector<std::string> LeadFolder::names_of(
    const std::vector<std::uint32_t>& members) const {
  std::vector<std::string> names;
  for (const std::uint32_t member : members)
    names.push_back(agreement_.names()[member]);
  return names;
}

void LeadFolder::save(const LeadState& state) const {
  write_whole(state_file(),
              json_text({{"agreement", agreement_.digest},
                         {"epoch", state.epoch},
                         {"opened", state.opened},
                         {"exams", state.exams},
                         {"measured", state.measured},
                         {"curve", curve_json(state.curve)},
                         {"empty", state.empty},
                         {"empty_exams", state.empty_exams},
                         {"began", state.began},
                         {"left", names_of(state.left)},
                         {"left_out", names_of(state.left_out)},
                         {"evidence", fedltr::json_of(state.evidence)},
                         {"comparison", comparison_json(state.comparison)},
                         {"history", history_json(state.history)},
                         {"parameters", fedltr::json_of(state.model)}}));
  sync_folder(folder_);
}

Json LeadFolder::read(const fs::path& file) const {
  Json json = read_json(file, kMostOfState);
  const std::string found = JsonMembers(json, file.string()).text("agreement");
  if (found != agreement_.digest)
    throw CheckpointError(file.string() + ": is of another agreement, " +
                          found + ", here " + agreement_.digest +
                          "; another --out begins a run of this one");
  return json;
}

LeadState LeadFolder::load() const {
  const Json json = read(state_file());
  const JsonMembers saved(json, state_file().string());
  const auto size = static_cast<std::size_t>(agreement_.plan.initial.size());
  const auto& names = agreement_.names();
  LeadState state;
  state.epoch = saved.whole<std::uint32_t>("epoch", 0, kMostEpochs);
  state.opened = saved.whole<std::uint32_t>("opened", 0, kMostEpochs);
  state.model = saved.reals("parameters", size, size);
  state.exams = saved.whole<std::uint32_t>("exams", 0, kMostEpochs);
  state.measured = saved.flag("measured");
  state.left = load_members(saved, "left", names);
  // Folders of earlier versions have none of these.
  const bool compared = saved.has("comparison");
  state.curve = load_curve(saved, compared);
  if (compared)
    state.comparison = load_comparison(saved.object("comparison"), size);
  if (saved.has("empty")) {
    state.empty = saved.whole<std::uint32_t>("empty", 0, state.epoch);
    state.empty_exams =
        saved.whole<std::uint32_t>("empty_exams", 0, state.exams);
  }
  if (saved.has("began"))
    state.began = saved.whole<std::int64_t>("began", 0, kLatest);
  if (saved.has("left_out")) {
    state.left_out = load_members(saved, "left_out", names);
    state.evidence = saved.reals("evidence", 0, names.size());
    if (state.evidence.size() > 0)
      state.evidence = saved.reals("evidence", names.size(), names.size());
  }
  if (saved.has("history"))
    saved.each_object("history", [&](const JsonMembers& link) {
      state.history.push_back(
          {link.whole<std::uint32_t>("epoch", 1, kMostEpochs),
           link.text("model")});
    });
  return state;
}

std::optional<std::string> LeadFolder::ending() const {
  if (!fs::exists(result_file())) return std::nullopt;
  const Json json = read(result_file());
  const JsonMembers saved(json, result_file().string());
  return saved.has("ended_early") ? saved.text("ended_early") : "";
}

void LeadFolder::add(const members::EpochRecord& record,
                     const LeadState& state) const {
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
  std::string text;
  append_csv_row(text, row);
  append_rows(folder_ / kEpochsFile,
              "epoch,members,in_sum,without,outcome,bytes_up,bytes_down\n",
              text);
}

void LeadFolder::add_stopped(const LeadState& state) const {
  std::set<std::uint64_t> known;
  std::ifstream rows(folder_ / kEpochsFile);
  for (std::string row; std::getline(rows, row);)
    if (const auto number = parse_whole(row.substr(0, row.find(','))))
      known.insert(*number);
  for (std::uint32_t epoch = 1; epoch <= state.epoch; ++epoch) {
    if (known.contains(epoch)) continue;
    members::EpochRecord record;
    record.epoch = epoch;
    record.why = "the server stopped; the sum may have been opened";
    add(record, state);
  }
}

void LeadFolder::write_curve(const LeadState& state) const {
  if (compares()) return write_compared(folder_, state.curve);
  write_held_out(folder_, agreement_.scenario.evaluation.metrics[0],
                 state.curve);
}

void LeadFolder::remove_state() const {
  fs::remove(state_file());
  fs::remove(folder_ / MemberRoll::kFile);
}

void LeadFolder::remove_results() const {
  fs::remove(result_file());
  for (const char* name : {kEpochsFile, kHeldOutFile, kComparedFile})
    fs::remove(folder_ / name);
}

void LeadFolder::finish(const LeadState& state,
                        const std::string& ended_early) const {
  const ModelFile model = agreement_.model_file(state.model);
  const std::string& metric = agreement_.scenario.evaluation.metrics[0];
  const double cost = agreement_.cost_of(state.epoch - state.empty,
                                         state.exams - state.empty_exams);
  write_whole(folder_ / "model.json", model_text(model));
  write_whole(result_file(),
              json_text({{"agreement", agreement_.digest},
                         {"rehearsal", agreement_.rehearsal},
                         {"members", agreement_.names()},
                         {"epochs", state.epoch},
                         {"opened", state.opened},
                         {"ended_early", ended_early},
                         {"left", names_of(state.left)},
                         {"left_out", names_of(state.left_out)},
                         {compares() ? "compared" : "held_out",
                          compares() ? compared_json(state.curve)
                                     : held_out_json(metric, state.curve)},
                         {"epsilon", json_number(agreement_.epsilon(cost))},
                         {"delta", agreement_.scenario.members.delta},
                         {"signature", model.signature}}));
  sync_folder(folder_);
  fs::remove(state_file());
}

}  // namespace fedltr
