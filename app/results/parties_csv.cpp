#include <cmath>

#include "algorithms/silo/methods.hpp"
#include "app/plan/silo_gains.hpp"
#include "app/results/federation_files.hpp"
#include "app/results/silo_files.hpp"

namespace fedltr {
namespace {

struct PartyRow {
  const SiloRepeat& run;
  std::size_t party;
  const std::string& method;
  const SiloMethodResult& result;
  const std::optional<Gains>& gains;  ///< of the method, over all repeats

  /// Gain of the party; null if the method needs no joining.
  const PartyGain* party_gain() const {
    return gains ? &gains->parties[party] : nullptr;
  }
  /// Metric of the method minus that of training alone; NaN without that.
  double gain(std::size_t metric) const {
    const auto local = run.methods.find(silo_method(SiloRole::kBaseline).name);
    return local == run.methods.end()
               ? std::nan("")
               : result.all(party, metric) - local->second.all(party, metric);
  }
};

std::vector<Column<PartyRow>> holding_columns() {
  return {
      {"repeat", "repeat, from 1",
       [](const PartyRow& row) { return row.run.repeat; }},
      {"party", "number of the party, from 0",
       [](const PartyRow& row) { return row.party; }},
      {"method", "name of the method",
       [](const PartyRow& row) { return row.method; }},
      {"documents", "number of its documents",
       [](const PartyRow& row) {
         return row.run.shares[row.party].documents.size();
       }},
      {"queries", "number of its queries",
       [](const PartyRow& row) {
         return row.run.shares[row.party].queries.size();
       }},
      {"labelled", "number of its own labelled instances",
       [](const PartyRow& row) { return row.run.labelled[row.party]; }},
      {"cross", "number of instances of other parties' documents",
       [](const PartyRow& row) { return row.run.cross[row.party]; }},
      {"bytes_up", "bytes it sent",
       [](const PartyRow& row) { return row.run.sent[row.party].bytes; }},
      {"bytes_down", "bytes it received",
       [](const PartyRow& row) { return row.run.received[row.party].bytes; }},
  };
}

std::vector<Column<PartyRow>> privacy_columns() {
  return {
      {"releases", "answers about its most exposed document",
       [](const PartyRow& row) {
         return row.run.by_party[row.party].releases;
       }},
      {"withheld", "answers that it withheld because the budget was spent",
       [](const PartyRow& row) { return row.run.withheld[row.party]; }},
      {"claimed", "epsilon of that document, claimed by the paper",
       [](const PartyRow& row) { return row.run.by_party[row.party].claimed; }},
      {"accounted_counts", "accounted epsilon of its noisy counts",
       [](const PartyRow& row) {
         return row.run.by_party[row.party].accounted.best();
       }},
      {"excluded", "`yes` if it was excluded for invalid messages, else `no`",
       [](const PartyRow& row) {
         return row.run.excluded.contains(std::uint32_t(row.party));
       }},
  };
}

std::vector<Column<PartyRow>> gain_columns() {
  return {
      {"alone",
       "best method that needs no joining; here and below over all repeats, on "
       "the party's own test queries and the metric of `gain_of_joining` in "
       "`summary.json`; `-` if the method itself needs no joining",
       [](const PartyRow& row) {
         return row.gains ? row.gains->alone : std::string("-");
       }},
      {"gain", "metric minus that of `alone`",
       [](const PartyRow& row) {
         const PartyGain* gain = row.party_gain();
         return gain ? gain->method - gain->alone : std::nan("");
       }},
      {"gain_interval95", "half width of its 95% interval",
       [](const PartyRow& row) {
         const PartyGain* gain = row.party_gain();
         return gain && gain->difference.pairs > 0 ? gain->difference.interval
                                                   : std::nan("");
       }},
      {"verdict", "`gains`, `loses` or `undecided`, Holm's p < .05",
       [](const PartyRow& row) {
         const PartyGain* gain = row.party_gain();
         return std::string(gain ? name_of(gain->verdict) : "-");
       }},
  };
}

std::vector<Column<PartyRow>> party_columns(
    const std::vector<std::string>& metrics) {
  std::vector<Column<PartyRow>> columns = holding_columns();
  append(columns, privacy_columns());
  append(columns, gain_columns());
  for (std::size_t m = 0; m < metrics.size(); ++m)
    append(columns,
           {{metrics[m], "metric of its model on all test queries",
             [m](const PartyRow& row) { return row.result.all(row.party, m); }},
            {"own_" + metrics[m], "metric of its model on its own test queries",
             [m](const PartyRow& row) { return row.result.own(row.party, m); }},
            {"gain_" + metrics[m],
             "metric minus that of the method `local`; nan without it",
             [m](const PartyRow& row) { return row.gain(m); }}});
  return columns;
}

std::string parties_csv(const SiloResults& results) {
  CsvTable<PartyRow> table(party_columns(metric_names(results.point.metrics)));
  std::map<std::string, std::optional<Gains>> gains;
  for (const std::string& method : results.point.methods)
    gains[method] = gains_of(results.point, method);
  for (const SiloRepeat& run : results.point.runs)
    for (std::size_t p = 0; p < run.shares.size(); ++p)
      for (const auto& [method, result] : run.methods)
        table.add({run, p, method, result, gains[method]});
  return table.take();
}

}  // namespace

SiloFile parties_csv_file() {
  return single_file<SiloResults>(
      {"parties.csv", "A row per repeat, party and method.", "",
       fields_of(party_columns({"METRIC"}))},
      parties_csv);
}

}  // namespace fedltr
