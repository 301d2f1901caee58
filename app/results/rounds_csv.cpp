#include <algorithm>

#include "app/results/federation_files.hpp"
#include "app/results/round_columns.hpp"

namespace fedltr {
namespace {

template <class Number>
std::function<CsvValue(const RoundRow&)> value(Number RoundRecord::*member) {
  return [member](const RoundRow& row) { return CsvValue(row.record.*member); };
}

}  // namespace

RoundColumns round_columns(const std::vector<std::string>& metrics) {
  auto columns = run_columns<RoundRow>();
  append(columns, {{"round", "training rounds so far; 0: the initial model",
                    value(&RoundRecord::round)},
                   {"interactions", "searches of all clients so far",
                    value(&RoundRecord::interactions)}});
  for (std::size_t m = 0; m < metrics.size(); ++m)
    columns.push_back(
        {metrics[m], "offline metric of the model, mean over queries",
         [m](const RoundRow& row) { return row.record.metrics[m]; }});
  append(
      columns,
      {{"online_ndcg@10",
        "mean nDCG@10 of the lists shown in this round; nan: no client "
        "searched",
        value(&RoundRecord::online)},
       {"online_discounted",
        "sum over the rounds so far of the mean nDCG@10 of the lists shown, "
        "discounted by `evaluation.discount`",
        value(&RoundRecord::online_discounted)},
       {"clients",
        "valid updates of this round that came in time, and late ones that "
        "count in it",
        value(&RoundRecord::clients)},
       {"dropped", "updates so far that were missing or too late",
        value(&RoundRecord::dropped)},
       {"refused", "updates so far that were invalid",
        value(&RoundRecord::refused)},
       {"bytes_up", "bytes so far from clients", value(&RoundRecord::bytes_up)},
       {"bytes_down", "bytes so far to clients",
        value(&RoundRecord::bytes_down)},
       {"epsilon",
        "accounted epsilon so far of the client with the most releases; inf: "
        "no bound",
        value(&RoundRecord::epsilon)},
       {"online_maxrr@10",
        "mean MaxRR@10 of the clicks of this round; nan: no client searched",
        value(&RoundRecord::max_rr)},
       {"rejected_attackers",
        "attackers' updates so far to which the rule gave less than half of "
        "an equal weight",
        value(&RoundRecord::rejected_attackers)},
       {"rejected_honest", "such updates of honest clients so far",
        value(&RoundRecord::rejected_honest)}});
  return columns;
}

namespace {

/// Marks the row of the result.
Column<RoundRow> kept_column() {
  return {"kept",
          "1 in the row whose model is the result, else 0; with "
          "`evaluation.keep = best`",
          [](const RoundRow& row) { return row.is_kept ? 1 : 0; }};
}

/// Fields of the table with those that only some scenarios have.
std::vector<OutputField> all_fields() {
  auto fields = fields_of(round_columns({"METRIC", "validation_METRIC"}));
  std::ranges::find(fields, "validation_METRIC", &OutputField::name)->meaning =
      "the metric of `evaluation.validate`, mean over the validation queries; "
      "only with one";
  const Column<RoundRow> kept = kept_column();
  fields.push_back({kept.name, kept.meaning});
  return fields;
}

std::string rounds_csv(const FederationResults& results) {
  RoundColumns columns = round_columns(results.runs.at(0).plan.metric_names());
  if (results.scenario.evaluation.keep_best) columns.push_back(kept_column());
  CsvTable<RoundRow> table(columns);
  for (const Run& run : results.runs)
    for (const RoundRecord& record : run.result.rounds)
      table.add({run, record, run.result.kept == record.round});
  return table.take();
}

}  // namespace

FederationFile rounds_csv_file() {
  return single_file<FederationResults>(
      {"rounds.csv", "Learning curves: a row per evaluated round and run.", "",
       all_fields()},
      rounds_csv);
}

}  // namespace fedltr
