#include "app/results/members_json.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "algorithms/members/drawn_evaluation.hpp"

namespace fedltr {
namespace {

/// First metric of rankers on a member's held-out queries, sums over runs.
struct MemberGain {
  double untrained = 0;
  double alone = 0;
  double joined = 0;
  double drawn = 0;

  void add(const Run& run, std::uint32_t member,
           const MembersSettings& settings) {
    const members::Rehearsal& rehearsal = *run.rehearsal;
    const auto& own = rehearsal.own[member];
    const auto value = [&](const Vector& model) {
      return own ? own->means(model)[0] : std::nan("");
    };
    untrained += value(run.plan.initial);
    alone += value(train_alone(rehearsal, member));
    joined += value(run.result.model);
    if (!own || !settings.draws_lists()) return;
    Rng rng(rehearsal.seed, Purpose::kRanking);
    drawn += drawn_mean(*own, run.result.model, rng);
  }
};

}  // namespace

Json members_json(const std::vector<Run>& runs,
                  const MembersSettings& settings) {
  const auto& first = runs[0].rehearsal;
  if (!first) return nullptr;
  Json members = Json::array();
  const auto count = static_cast<double>(runs.size());
  for (std::uint32_t i = 0; i < first->plan.names.size(); ++i) {
    MemberGain gain;
    for (const Run& run : runs) gain.add(run, i, settings);
    members.push_back(
        {{"name", first->plan.names[i]},
         {"queries", first->searches_of(i) ? first->searches[i].searches()
                                           : first->rows[i]->queries()},
         {"held_out", first->own[i] ? first->own[i]->counted() : 0},
         {"metric", first->evaluation->metrics()[0].name},
         {"untrained", json_number(gain.untrained / count)},
         {"alone", json_number(gain.alone / count)},
         {"joined", json_number(gain.joined / count)}});
    if (settings.draws_lists())
      members.back()["drawn"] =
          json_number(first->own[i] ? gain.drawn / count : std::nan(""));
  }
  return members;
}

Json held_out_json(const std::string& metric,
                   const std::vector<HeldOutPoint>& curve) {
  if (curve.empty()) return nullptr;
  const HeldOutPoint& last = curve.back();
  return {{"metric", metric},
          {"opened", last.opened},
          {"members", last.members},
          {"queries", json_number(last.queries)},
          {"mean", json_number(last.mean)}};
}

Json held_out_json(const std::vector<Run>& runs) {
  std::vector<HeldOutPoint> last;
  for (const Run& run : runs)
    if (!run.result.held_out.empty() && !compares(run))
      last.push_back(run.result.held_out.back());
  if (last.empty()) return nullptr;
  HeldOutPoint mean = last[0];
  mean.queries = mean.mean = 0;
  for (const HeldOutPoint& each : last) {
    mean.queries += each.queries / static_cast<double>(last.size());
    mean.mean += each.mean / static_cast<double>(last.size());
  }
  return held_out_json(runs[0].plan.evaluation->metrics()[0].name, {mean});
}

bool compares(const Run& run) {
  return run.rehearsal && run.rehearsal->plan.comparing.on();
}

Json compared_json(const std::vector<HeldOutPoint>& points) {
  if (points.empty()) return nullptr;
  const HeldOutPoint& last = points.back();
  return {{"opened", last.opened},
          {"kept", last.kept},
          {"members", last.members},
          {"users", json_number(last.queries)},
          {"preference", json_number(last.mean)},
          {"lower", last.lower},
          {"upper", last.upper},
          {"verdict", name_of(last.verdict)},
          {"withdrawn", std::ranges::count(points, ModelVerdict::kWithdrawn,
                                           &HeldOutPoint::verdict)}};
}

Json compared_json(const std::vector<Run>& runs) {
  return compares(runs[0]) ? compared_json(runs[0].result.held_out) : nullptr;
}

std::vector<OutputField> members_fields() {
  return {
      {"compared.opened",
       "opened sums that the newest model is of; `compared` is the last "
       "comparison by clicks of the first run, absent without them "
       "(`members.compare`)"},
      {"compared.kept", "opened sums of the model that was kept last"},
      {"compared.members", "members in the sum"},
      {"compared.users",
       "users whose clicks count, since the last verdict; with noise an "
       "estimate"},
      {"compared.preference", "their mean preference for the newest models"},
      {"compared.lower",
       "interval of it, which holds with 95 % at all evaluations together"},
      {"compared.upper", "its other end"},
      {"compared.verdict", "`open`, `kept` or `withdrawn`"},
      {"compared.withdrawn", "models that were withdrawn in the run"},
      {"held_out.metric",
       "first of `evaluation.metrics`; `held_out` is absent without masked "
       "evaluations (`members.evaluate`)"},
      {"held_out.opened", "opened sums that the evaluated model is of"},
      {"held_out.members", "members in the sum"},
      {"held_out.queries",
       "held-out queries in it, with noise an estimate; with noise and "
       "`members.unit = member` each member counts as one; mean over runs"},
      {"held_out.mean", "mean of the metric over them; mean over runs"},
      {"members[].name",
       "member of `members.names`; `members` is null without [members]"},
      {"members[].queries",
       "queries that it learns from; with `members.source = clicks` searches"},
      {"members[].held_out",
       "queries that it holds out and that count in the mean"},
      {"members[].metric", "first of `evaluation.metrics`"},
      {"members[].untrained",
       "that metric of the first model (that of `ranker.from`, if set) on its "
       "held-out queries, mean over runs; null without such queries"},
      {"members[].alone",
       "that metric of a model of the member's own rows or users alone, by the "
       "same epochs and steps from the same first model"},
      {"members[].joined", "that metric of the joint model"},
      {"members[].drawn",
       "that metric of lists as the joint model's scores draw them for users, "
       "with `members.exploration = sampled`"},
  };
}

}  // namespace fedltr
