#include <algorithm>

#include "algorithms/core/join.hpp"
#include "algorithms/privacy/ledger.hpp"
#include "app/report/sections.hpp"

namespace fedltr {
namespace {

std::string as_epsilon(const Json& member) {
  return member.is_null() && !is_absent(member) ? "unbounded"
                                                : as_number(member);
}

ReportTable ledger(const ReportData& data) {
  ReportTable table = table_of_members(
      data, "Ledger of privacy", &ReportFiles::summary, "privacy",
      {{"mechanism", {"mechanism"}, as_text},
       {"claimed ε", {"claimed"}, as_epsilon},
       {"per", {"claimed_per"}, as_text},
       {"accounted ε", {"accounted"}, as_epsilon},
       {"over all runs", {"accounted_all_runs"}, as_epsilon},
       {"δ", {"delta"}},
       {"withheld", {"withheld"}},
       {"propensities' ε", {"propensities", "epsilon"}, as_epsilon},
       {"propensities' ε over all runs",
        {"propensities", "epsilon_all_runs"},
        as_epsilon},
       {"releases", {"releases"}},
       {"claimed in all", {"claimed_all"}, as_epsilon},
       {"accounted of counts", {"accounted_counts"}, as_epsilon},
       {"basic", {"composition", "basic"}, as_epsilon},
       {"advanced", {"composition", "advanced"}, as_epsilon},
       {"Rényi", {"composition", "renyi"}, as_epsilon},
       {"loss", {"composition", "pld"}}});
  // Without a mechanism and noisy propensities there is nothing to account for.
  const auto is_bare = [](const ReportRow& row) {
    return row[1].text == kNoMechanism && row[8].text == as_number({});
  };
  if (std::ranges::all_of(table.rows, is_bare)) return table;
  if (data.runs.size() == 1) table.label = "privacy";
  table.brief = 10;
  return table;
}

ReportTable secure_table(const ReportData& data) {
  return table_of_members(
      data, "Secure aggregation", &ReportFiles::summary, "secure_aggregation",
      {{"neighbours", {"neighbours"}},
       {"threshold", {"threshold"}},
       {"dropouts tolerated", {"dropouts_tolerated"}},
       {"colluders tolerated", {"colluders_tolerated"}},
       {"masks recovered", {"recovered"}},
       {"rounds lost", {"rounds_lost"}},
       {"bytes up per client and round", {"bytes_up_per_client_round"}},
       {"bytes down per client and round", {"bytes_down_per_client_round"}}},
      "secure");
}

/// Names the results that no account covers; empty without any.
std::string unprotected_in_words(const Json& names) {
  if (!names.is_array() || names.empty()) return "";
  return "written outside this account: " + join(names, "; ", as_text);
}

/// Adds the assumptions of accounts and the reasons for missing bounds, each
/// once.
void add_reasons(const ReportData& data, std::vector<ReportBlock>& blocks) {
  std::vector<std::string> known;
  const auto add = [&](const std::string& text) {
    if (text.empty() || std::ranges::find(known, text) != known.end()) return;
    known.push_back(text);
    add_words(blocks, "privacy", text);
  };
  for (const ReportFiles& files : data.files) {
    const Json& privacy = json_at(files.summary, {"privacy"});
    if (const auto caveat = text_at(privacy, {"caveat"}); !caveat.empty())
      add(text_at(privacy, {"mechanism"}) + ": " + caveat);
    if (const auto caveat = text_at(privacy, {"propensities", "caveat"});
        !caveat.empty())
      add("propensities: " + caveat);
    add(text_at(privacy, {"unbounded"}));
    add(unprotected_in_words(json_at(privacy, {"unprotected"})));
    add(text_at(privacy, {"lying_server"}));
  }
}

}  // namespace

ReportSection privacy_section(const ReportData& data) {
  ReportSection section{"Privacy", {}};
  ReportTable table = ledger(data);
  if (table.rows.empty()) return section;
  table.note =
      "Claimed: by the method's paper, for one release. Accounted: for the "
      "client (or document) with the most releases, over the whole run, and "
      "over all runs of the study, which may train on the same clients; the "
      "smallest of basic, advanced and Rényi composition and of the privacy "
      "loss's distribution. Withheld: answers for which no budget was left.";
  add_reasons(data, section.blocks);
  section.blocks.emplace_back(std::move(table));
  ReportTable secure = secure_table(data);
  secure.note =
      "Threshold: neighbours that can reconstruct a secret. Tolerated: "
      "fractions of a round's clients. Bytes: for keys and shares.";
  if (!secure.rows.empty()) section.blocks.emplace_back(std::move(secure));
  return section;
}

}  // namespace fedltr
