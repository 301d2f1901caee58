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

std::string rounds_csv(const FederationResults& results) {
  CsvTable<RoundRow> table(round_columns(metric_names(results.runs)));
  for (const auto& [run, result] : results.runs)
    for (const RoundRecord& record : result.rounds) table.add({run, record});
  return table.take();
}

}  // namespace

FederationFile rounds_csv_file() {
  return single_file<FederationResults>(
      {"rounds.csv", "Learning curves: a row per evaluated round and run.", "",
       fields_of(round_columns({"METRIC"}))},
      rounds_csv);
}

}  // namespace fedltr
