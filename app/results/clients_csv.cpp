#include <algorithm>

#include "app/base/gzip.hpp"
#include "app/base/text.hpp"
#include "app/results/federation_files.hpp"

namespace fedltr {
namespace {

constexpr std::size_t kMaxPlainClients = 100'000;
constexpr std::size_t kPieceRows = 10'000;

struct ClientRow {
  const Run& run;
  const ClientRecord& client;

  std::uint64_t judged() const {
    return client.honest.judged + client.attacking.judged;
  }
};

template <class Number>
std::function<CsvValue(const ClientRow&)> value(Number ClientRecord::*member) {
  return
      [member](const ClientRow& row) { return CsvValue(row.client.*member); };
}

bool has_left(const ClientRow& row) {
  return std::ranges::any_of(row.run.result.unlearned, [&](const auto& record) {
    return record.left &&
           std::ranges::binary_search(record.clients, row.client.client);
  });
}

std::string role_of(const ClientRow& row) {
  const bool attacks =
      row.client.client < row.run.plan.attack.schedule.attackers();
  return std::string(attacks ? "attacker" : "honest") +
         (has_left(row) ? "-left" : "");
}

std::vector<Column<ClientRow>> verdict_columns() {
  return {
      {"judged", "updates of the client that a robust rule weighed",
       [](const ClientRow& row) { return row.judged(); }},
      {"rejected", "those of `judged` with less than half of an equal weight",
       [](const ClientRow& row) {
         return row.client.honest.rejected + row.client.attacking.rejected;
       }},
      {"judged_attacking", "`judged` in rounds in which it attacked",
       [](const ClientRow& row) { return row.client.attacking.judged; }},
      {"rejected_attacking", "`rejected` in rounds in which it attacked",
       [](const ClientRow& row) { return row.client.attacking.rejected; }},
      {"share",
       "mean weight of its updates, 1 is an equal weight; nan: none was "
       "weighed",
       [](const ClientRow& row) {
         const double judged = row.judged();
         return row.client.selection / judged;
       }},
  };
}

std::vector<Column<ClientRow>> client_columns(const std::string& metric) {
  auto columns = run_columns<ClientRow>();
  append(
      columns,
      {{"client", "number of the client, from 0; attackers come first",
        value(&ClientRecord::client)},
       {"interactions", "its searches", value(&ClientRecord::interactions)},
       {"dropped", "its updates that were missing or too late",
        value(&ClientRecord::dropped)},
       {"refused", "its updates that were invalid",
        value(&ClientRecord::refused)},
       {"bytes_up", "bytes received from it", value(&ClientRecord::bytes_up)},
       {"bytes_down", "bytes sent to it", value(&ClientRecord::bytes_down)},
       {"epsilon", "its accounted epsilon; inf: no bound",
        value(&ClientRecord::epsilon)},
       {"role", "`honest` or `attacker`, with `-left` after it was unlearned",
        role_of},
       {"own_" + metric,
        "first metric of the final model on the client's own queries; nan: no "
        "query counts, or clients do not differ",
        value(&ClientRecord::own)}});
  append(columns, verdict_columns());
  return columns;
}

/// Writes the table in pieces, so that memory never holds all of it.
void write_clients(const FederationResults& results,
                   const std::function<void(std::string)>& add) {
  CsvTable<ClientRow> table(client_columns(metric_names(results.runs)[0]));
  std::size_t rows = 0;
  for (const Run& run : results.runs)
    for (const ClientRecord& client : run.result.clients) {
      table.add({run, client});
      if (++rows % kPieceRows == 0) add(table.take());
    }
  add(table.take());
}

std::string clients_csv(const FederationResults& results) {
  std::string text;
  write_clients(results, [&](const std::string& piece) { text += piece; });
  return text;
}

std::string clients_csv_gz(const FederationResults& results) {
  Gzip packer(Gzip::Effort::kLeast);
  std::string packed;
  write_clients(results,
                [&](const std::string& piece) { packer.add(piece, packed); });
  packer.end(packed);
  return packed;
}

bool are_many(const FederationResults& results) {
  return results.runs.at(0).result.clients.size() > kMaxPlainClients;
}

}  // namespace

FederationFile clients_csv_file() {
  return single_file<FederationResults>(
      {"clients.csv",
       "A row per client and run, over the whole run, for the clients that "
       "were "
       "asked to train; for all if clients differ, or keep parameters of their "
       "own.",
       "for at most " + with_commas(kMaxPlainClients) + " clients",
       fields_of(client_columns("METRIC"))},
      clients_csv, std::not_fn(are_many));
}

FederationFile clients_csv_gz_file() {
  return single_file<FederationResults>(
      {"clients.csv.gz",
       "The same as `clients.csv`, compressed with gzip.",
       "for more clients, instead of `clients.csv`",
       {}},
      clients_csv_gz, are_many);
}

}  // namespace fedltr
