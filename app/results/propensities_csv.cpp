#include <algorithm>
#include <cmath>
#include <limits>

#include "algorithms/statistics/paired.hpp"
#include "app/plan/logged_searches.hpp"
#include "app/results/federation_files.hpp"
#include "app/schema/choices.hpp"

namespace fedltr {
namespace {

/// A rank of the examination of a run.
struct RankRow {
  const Run& run;
  const Examination& examination;
  std::size_t rank;
};

CsvValue or_empty(const std::vector<double>& values, std::size_t rank) {
  if (rank >= values.size()) return "";
  return values[rank];
}

std::vector<Column<RankRow>> rank_columns() {
  auto columns = run_columns<RankRow>();
  append<RankRow>(
      columns,
      {
          {"rank", "rank in a list, from 1",
           [](const RankRow& r) { return r.rank + 1; }},
          {"propensity",
           "how the probability of a click there grows with relevance; learned "
           "and estimated ones are relative to rank 1; empty for a cascade",
           [](const RankRow& r) {
             return or_empty(r.examination.propensity, r.rank);
           }},
          {"offset",
           "probability of a click there on what is irrelevant; empty: 0",
           [](const RankRow& r) {
             return or_empty(r.examination.offset, r.rank);
           }},
          {"proceed",
           "probability to proceed after a click there; empty if it is no "
           "cascade",
           [](const RankRow& r) {
             return or_empty(r.examination.proceed, r.rank);
           }},
          {"low",
           "lower end of a 95 % interval of propensity or proceed: of an "
           "estimate by swaps, all-pairs or cascade by its number of clicks, "
           "of a learned one of the mean over the fold's repeats; otherwise "
           "empty",
           [](const RankRow& r) {
             return or_empty(r.examination.low, r.rank);
           }},
          {"high", "upper end of it",
           [](const RankRow& r) {
             return or_empty(r.examination.high, r.rank);
           }},
      });
  return columns;
}

bool has_examination(const FederationResults& results) {
  const LearnerTraits& learner = Choices(results.scenario).learner.traits;
  // Members know their own alone.
  return !results.scenario.members.on && learner.from_log &&
         (learner.by_examination || learner.room);
}

/// A run and its examination.
struct ExaminationRow {
  const Run& run;
  Examination examination;
};

/// Gives learned propensities the interval of their mean over repeats.
void add_intervals(std::vector<ExaminationRow>& all) {
  for (ExaminationRow& each : all) {
    const std::size_t ranks = each.examination.propensity.size();
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      std::vector<double> repeats;
      for (const ExaminationRow& other : all)
        if (other.run.fold == each.run.fold)
          repeats.push_back(other.examination.propensity[rank]);
      if (repeats.size() < 2) break;
      // Numbers by rank may diverge, as under attack: then nothing is known.
      if (!std::ranges::all_of(repeats,
                               [](double p) { return std::isfinite(p); })) {
        each.examination.low.push_back(0);
        each.examination.high.push_back(
            std::numeric_limits<double>::infinity());
        continue;
      }
      const PairedDifference mean = compare_pairs(repeats, 1, 0);
      each.examination.low.push_back(mean.mean - mean.interval);
      each.examination.high.push_back(mean.mean + mean.interval);
    }
  }
}

std::string propensities_text(const FederationResults& results) {
  std::vector<ExaminationRow> all;
  for (const Run& run : results.runs)
    all.push_back({run, examination_of(results.scenario, results.data, run)});
  if (!Choices(results.scenario).learner.traits.by_examination)
    add_intervals(all);
  CsvTable<RankRow> table(rank_columns());
  for (const ExaminationRow& each : all)
    for (std::size_t rank = 0; rank < each.examination.curve().size(); ++rank)
      table.add({each.run, each.examination, rank});
  return table.take();
}

}  // namespace

FederationFile propensities_csv_file() {
  return single_file<FederationResults>(
      {"propensities.csv",
       "Examination of the ranks of a list, as it was learned from clicks, or "
       "by which they were corrected.",
       "with `learner.method = ips`, `dr`, `dla`, `pairwise` or `em`",
       fields_of(rank_columns())},
      propensities_text, has_examination);
}

}  // namespace fedltr
