#include "app/deploy/disclosure.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include <spdlog/fmt/fmt.h>

#include "app/base/files.hpp"
#include "app/base/json.hpp"
#include "app/base/text.hpp"
#include "app/results/privacy_json.hpp"

namespace fedltr {
namespace {

constexpr const char* kNobody = "nothing bounds what it gives away";

std::string noise_of(const SiloSettings& silo) {
  return silo.noisy() ? fmt::format(
                            "noise {} of epsilon {} an answer as the papers "
                            "count it",
                            silo.noise, silo.epsilon)
                      : "no noise: exact counts of a keyed sketch; " +
                            std::string(kNobody);
}

bool shares_metrics(const Agreement& agreement) {
  return !agreement.is_search &&
         agreement.scenario.silo.sharing != MetricSharing::kNone;
}

/// True for messages of training, which a search session never sends.
bool is_of_training(MessageType type) {
  using T = MessageType;
  return type == T::kReady || type == T::kMoments || type == T::kTrained ||
         type == T::kLocalModel || type == T::kGradient || type == T::kMetrics;
}

Disclosure of_metrics(const SiloSettings& silo) {
  const std::string noise = fmt::format(
      "noise of epsilon {} for the judgements of one held-out query, all "
      "metrics together; the number of queries has none",
      silo.metrics_epsilon);
  return {MessageType::kMetrics,
          "how well it ranks its own held-out queries: their number, and the "
          "mean of each metric",
          "all other members; sealed: the relay can't open it",
          silo.sharing == MetricSharing::kPlain
              ? "no noise: " + std::string(kNobody)
              : noise};
}

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

std::vector<Disclosure> disclosures(const Agreement& agreement) {
  const SiloSettings& silo = agreement.scenario.silo;
  using T = MessageType;
  const std::string query =
      agreement.is_search ? "for each query that its user puts to the others"
                          : "for each training query";
  std::vector<Disclosure> all = {
      {T::kPartyKey, "a public key, and how many documents it has",
       "the relay and all members", "public"},
      {T::kWrappedKey,
       "the key of the sketches, sealed for one member (the first member draws "
       "it)",
       "that member", "sealed: the relay can't open it"},
      {T::kFrequencies,
       "in how many documents each term is and how often, and summed lengths, "
       "as sketches",
       "nobody; their sum over all members: the relay and all members",
       "masked by pairs of members; the sum has no noise, a member can look "
       "up any word's total, and once one is left out late the relay and a "
       "member can subtract its part"},
      {T::kTopQuestion, query + ", where its terms are in a keyed sketch",
       "one other member and the relay",
       "a member has the key and can try words; the relay has not"},
      {T::kCountQuestion,
       "the same once more, with the documents that looked best",
       "one other member and the relay", "as above"},
      {T::kTopAnswer,
       silo.naive
           ? "how often each of its documents has each term asked for"
           : fmt::format(
                 "which documents (by number) have a term asked for most, and "
                 "how often: up to {} a term in each row",
                 static_cast<std::uint32_t>(
                     silo.alpha * static_cast<double>(silo.options.top))),
       "the member that asked, and the relay", noise_of(silo)},
      {T::kCountAnswers,
       fmt::format("of up to {} documents a query: how often they have its "
                   "terms; their exact lengths and numbers of different terms",
                   silo.options.top),
       "the member that asked, and the relay",
       noise_of(silo) + "; for the lengths " + kNobody},
      {T::kReady, "whether it has judgements to learn from", "the relay",
       "one bit"},
      {T::kMoments, "sums and squares of its features",
       "nobody; their sum over all members: the relay and all members",
       "masked by pairs of members; the sum has no noise, and once one is left "
       "out late the relay can subtract its part"},
      {T::kTrained, "that it has trained alone", "the relay", "no content"},
      {T::kLocalModel, "a model of its own judgements", "the relay", kNobody},
      {T::kGradient, "gradients of its own judgements", "the relay", kNobody},
      {T::kRefusal, "why it refuses a message", "the relay",
       "a fixed sentence"},
  };
  if (shares_metrics(agreement)) all.push_back(of_metrics(silo));
  if (agreement.is_search)
    std::erase_if(
        all, [](const Disclosure& each) { return is_of_training(each.type); });
  return all;
}

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
  out << "It will not send: any text or word, a hash of one without the key, "
         "names of documents\nor queries, judgements"
      << (shares_metrics(agreement) ? "" : ", or how well it ranks")
      << ". Members that collude with the relay can\ncombine what they learn "
         "(docs/privacy.md, docs/silo-audit.md).\n";
  if (agreement.rehearsal)
    out << "\nREHEARSAL: keys, masks and noise follow from run.seed. Anybody "
           "who has the file can\ntake them off: nothing is protected.\n";
}

void DisclosureMeter::count(const SiloMessage& message) {
  sent_[{message.type(), message.to}] +=
      Traffic{1, kHeaderBytes + message.payload.size()};
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
              {"rehearsal", account.agreement.rehearsal},
              {"search_session", account.agreement.is_search},
              {"outcome", account.outcome},
              {"safety_code", record.safety_code},
              {"told", rows},
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

std::string disclosure_page(const DisclosureAccount& account) {
  const PartyRecord& record = account.record;
  std::ostringstream page;
  const bool is_search = account.agreement.is_search;
  page << "# What " << account.member << " told"
       << (is_search ? " in a search session" : "")
       << "\n\nUnder the agreement " << account.agreement.digest << ".";
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
       << " answers were withheld, for the budget over all runs of the ledger "
          "or for limits of\nits own; "
       << account.earlier_answers
       << " answers of other runs stand in this ledger.\n";
  if (account.agreement.rehearsal)
    page << "\n**A rehearsal: keys and noise were simulated, and nothing was "
            "protected.**\n";
  page << "\nNothing bounds what "
       << (is_search ? "" : "gradients, local models, ")
       << "exact document lengths and the sums of\nall members give away. No "
          "text, word, name"
       << (shares_metrics(account.agreement) ? " or judgement"
                                             : ", judgement or metric")
       << " left this machine.\n";
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
