#include "app/deploy/disclosure.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include <spdlog/fmt/fmt.h>

#include "app/base/files.hpp"
#include "app/base/json.hpp"
#include "app/base/text.hpp"
#include "app/results/summary_parts.hpp"

namespace fedltr {
namespace {

/// A receiver's name.
std::string receiver(const DisclosureAccount& account, std::uint32_t party) {
  return party == kRelay ? "relay" : account.agreement.members().at(party);
}

std::string bound_text(double epsilon) {
  return epsilon < kNoBound ? fmt::format("{:.4g}", epsilon) : "no bound";
}

std::uint64_t total(const DisclosureMeter& meter, MessageType type) {
  std::uint64_t messages = 0;
  for (const auto& [key, traffic] : meter.sent())
    if (key.first == type) messages += traffic.messages;
  return messages;
}

}  // namespace

void print_disclosures(std::ostream& out, const Agreement& agreement,
                       const std::string& member) {
  out << "agreement   " << agreement.digest << "\nmember      " << member
      << ", of " << join(agreement.members(), ", ");
  if (const auto rule = combined_by(agreement))
    out << "\ncombined by " << *rule;
  out << "\n\nThis machine will send"
      << (agreement.is_search ? ", until it is stopped" : "") << ":\n";
  for (const Disclosure& each : disclosures(agreement))
    out << "  - " << each.what << "\n      read by: " << each.to
        << "\n      limit:   " << each.bound << "\n";
  out << "It will not send: any text, a hash of a word without the key, names "
         "of documents or\nqueries, judgements as such"
      << (shares_metrics(agreement) ? "" : ", or how well it ranks")
      << ". Members that collude with the relay can\ncombine what they learn "
         "(docs/privacy.md, docs/silo-audit.md).\n";
  if (agreement.rehearsal)
    out << "\nREHEARSAL: keys, masks and noise follow from run.seed. Anyone "
           "who has the file can\ntake them off: nothing is protected.\n";
}

void DisclosureMeter::count(const SiloMessage& message) {
  sent_[{message.type(), message.to}] += traffic_of(message);
}

void DisclosureMeter::count_received(const SiloMessage& message) {
  received_[{message.type(), message.from}] += traffic_of(message);
}

namespace {

/// Traffic of each type, and its senders or receivers.
Json by_type(const DisclosureAccount& account,
             const DisclosureMeter::Counts& counts) {
  Json all = Json::object();
  for (const auto& [key, traffic] : counts)
    all[name_of(key.first)][receiver(account, key.second)] = {
        {"messages", traffic.messages}, {"bytes", traffic.bytes}};
  return all;
}

/// @throws std::logic_error  if a message was sent that was not disclosed
void require_all_told(const DisclosureAccount& account) {
  const auto told = disclosures(account.agreement);
  for (const auto& [key, traffic] : account.meter.sent())
    if (std::ranges::find(told, key.first, &Disclosure::type) == told.end())
      throw std::logic_error(std::string("a ") + name_of(key.first) +
                             " was sent, which is not disclosed");
}

/// Account of shared metrics, which are not in the ledger of answers.
Json metrics_account(const DisclosureAccount& account) {
  const SiloSettings& silo = account.agreement.scenario.silo;
  const bool noisy = silo.sharing == MetricSharing::kNoisy;
  return {{"sharing", noisy ? "noisy" : "plain"},
          {"queries", account.record.told ? Json(account.record.told->queries)
                                          : Json(nullptr)},
          {"epsilon", noisy ? Json(silo.metrics_epsilon) : Json(nullptr)},
          {"of", "one held-out query, all metrics together, each run anew"}};
}

}  // namespace

std::string disclosure_json(const DisclosureAccount& account) {
  require_all_told(account);
  Json rows = Json::array();
  for (const Disclosure& each : disclosures(account.agreement)) {
    Json sent = Json::object();
    for (const auto& [key, traffic] : account.meter.sent())
      if (key.first == each.type)
        sent[receiver(account, key.second)] = {{"messages", traffic.messages},
                                               {"bytes", traffic.bytes}};
    rows.push_back({{"message", name_of(each.type)},
                    {"what", each.what},
                    {"read_by", each.to},
                    {"limit", each.bound},
                    {"sent_to", sent}});
  }
  const PartyRecord& record = account.record;
  const SiloSettings& silo = account.agreement.scenario.silo;
  const auto rule = combined_by(account.agreement);
  Json all = {{"agreement", account.agreement.digest},
              {"combined_by", rule ? Json(*rule) : Json(nullptr)},
              {"member", account.member},
              {"members", account.agreement.members()},
              {"run", account.run},
              {"date", account.date},
              {"version", program_version()},
              {"rehearsal", account.agreement.rehearsal},
              {"search_session", account.agreement.is_search},
              {"outcome", account.outcome},
              {"safety_code", record.safety_code},
              {"told", rows},
              {"received", by_type(account, account.meter.received())},
              {"questions", {{"not_asked", account.unasked}}},
              {"answers",
               {{"noise", silo.noisy() ? silo.noise : "off"},
                {"releases", record.releases},
                {"withheld", record.withheld},
                {"in_earlier_runs", account.earlier_answers},
                {"worst_document",
                 {{"releases", record.worst.releases},
                  {"claimed", json_number(record.worst.claimed)},
                  {"accounted", composition_json(record.worst.accounted)}}}}}};
  if (record.told || total(account.meter, MessageType::kMetrics) > 0)
    all["metrics"] = metrics_account(account);
  return json_text(all);
}

namespace {

/// Data that stay, and their places, for a data-protection officer.
constexpr const char* kKept = R"(
## What is kept, and what can be taken back

- Here: `ledger.csv`, as long as the data, for the budgets of documents (and
  hashes of own queries, with questions-a-query); `ledger-heads.csv`, how long
  the others' ledgers are; `known-members.csv`, hashes of keys by which the
  others are known; this account; the models; `statistics.tsv`, own words with
  what all members have of them; `rankings.run`, own queries and documents;
  `party.journal` only until the run is over (with it, its messages can be read;
  of a session it also holds users' words: remove it afterwards). The log names
  members only.
- At the relay: `relay.journal` until the run is over, of a session until it is
  removed: all messages; `relay.json`, numbers; a transcript if it keeps one.
- At the members asked: their ledgers name this member, and their own
  documents. Their answers to it are not on its disk after the run.
- Withdrawal or erasure: what others received can't be called back, and joint
  models keep their share of it. A document that is removed here is in no later
  answer; its lines in the ledger stay. Ask members and the relay to delete
  journals, transcripts and models, and train again without it.
)";

/// Returns who took part in what, and when.
std::string heading_of(const DisclosureAccount& account) {
  const auto row = [](const char* what, const std::string& value) {
    return value.empty() ? "" : fmt::format("| {} | {} |\n", what, value);
  };
  return "| | |\n|---|---|\n" + row("date", account.date) +
         row("run", account.run) +
         row("program", "fedltr " + program_version()) +
         row("members", join(account.agreement.members(), ", "));
}

/// Returns the time for which an answer counts; empty if for ever.
std::string period_text(const Agreement& agreement) {
  if (agreement.scenario.privacy.period == 0) return "";
  return " in the last " + agreement.scenario.text.at("privacy.period");
}

/// Returns what reached this member, in words.
std::string received_text(const DisclosureAccount& account) {
  const auto& counts = account.meter.received();
  if (counts.empty()) return "";
  std::string text =
      "\n## What it received\n\n| message | from | how often | bytes "
      "|\n|---|---|---|---|\n";
  for (const auto& [key, traffic] : counts)
    text += fmt::format("| {} | {} | {} | {} |\n", name_of(key.first),
                        receiver(account, key.second), traffic.messages,
                        traffic.bytes);
  return text;
}

}  // namespace

std::string disclosure_page(const DisclosureAccount& account) {
  const PartyRecord& record = account.record;
  std::ostringstream page;
  const bool is_search = account.agreement.is_search;
  page << "# What " << account.member << " told"
       << (is_search ? " in a search session" : "") << "\n\n"
       << heading_of(account) << "\nUnder the agreement "
       << account.agreement.digest << ".";
  if (!record.safety_code.empty())
    page << " The safety code of the keys was `" << record.safety_code
         << "`; all members must have seen the same.";
  if (!is_search && account.outcome != "done")
    page << "\nThe run has no results here (" << account.outcome
         << "), but these messages were sent.";
  page << "\n\n| what | how often | read by | limit |\n|---|---|---|---|\n";
  for (const Disclosure& each : disclosures(account.agreement))
    page << "| " << each.what << " | " << total(account.meter, each.type)
         << " | " << each.to << " | " << each.bound << " |\n";
  const ReleaseLedger::Account& worst = record.worst;
  page << "\nThe most exposed document in this "
       << (is_search ? "session" : "run") << " was in " << worst.releases
       << " answers: epsilon " << bound_text(worst.claimed)
       << " by the papers' figure, " << bound_text(worst.accounted.best())
       << " accounted (delta 1e-6). " << record.withheld
       << " answers were withheld, for the budget over all runs of the ledger"
       << period_text(account.agreement) << " or for limits of\nits own; "
       << account.earlier_answers
       << " answers of other runs stand in this ledger. " << account.unasked
       << "\ntimes an own query was not asked, by questions-a-query.\n";
  if (account.agreement.rehearsal)
    page << "\n**A rehearsal: keys and noise were simulated, and nothing was "
            "protected.**\n";
  page << "\nNothing bounds what "
       << (is_search ? "" : "gradients, local models, ")
       << "exact document lengths and the sums of\nall members give away. No "
          "text, name of a document or query"
       << (shares_metrics(account.agreement) ? " or judgement"
                                             : ", judgement or metric")
       << " left this\nmachine as such; what others can read from these "
          "messages, the column of limits names.\n"
       << received_text(account) << kKept;
  return page.str();
}

void write_disclosure(const std::filesystem::path& folder,
                      const DisclosureAccount& account, std::ostream& out,
                      const std::string& stem) {
  const auto page = folder / (stem + ".md");
  write_whole(folder / (stem + ".json"), disclosure_json(account));
  write_whole(page, disclosure_page(account));
  out << "told        " << page.string() << "\n";
}

void remove_disclosure(const std::filesystem::path& folder,
                       const std::string& stem) {
  std::filesystem::remove(folder / (stem + ".json"));
  std::filesystem::remove(folder / (stem + ".md"));
}

}  // namespace fedltr
