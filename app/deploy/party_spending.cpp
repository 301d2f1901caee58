#include "app/deploy/party_spending.hpp"

#include <algorithm>
#include <ctime>

#include <spdlog/fmt/chrono.h>
#include <spdlog/fmt/fmt.h>

#include "app/deploy/answer_ledger.hpp"

namespace fedltr {
namespace {

constexpr std::uint64_t kRenewalsInPeriod = 24;
constexpr std::uint64_t kMostBetweenRenewals = 3600;  // seconds

}  // namespace

std::uint32_t renewal_of(std::uint64_t period) {
  if (period == 0) return 0;
  return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(
      period / kRenewalsInPeriod, 1, kMostBetweenRenewals));
}

std::string time_text(std::int64_t seconds) {
  return fmt::format("{:%Y-%m-%d %H:%M} UTC",
                     fmt::gmtime(static_cast<std::time_t>(seconds)));
}

namespace {

/// Prints that a ledger is ahead of the clock, if it is.
void print_clock(std::ostream& out, const LedgerBook& life, std::int64_t now) {
  if (life.at <= now + kLedgerMinute) return;
  out << fmt::format(
      "clock       the ledger's last answer is of {}, ahead of this "
      "machine's clock. If the\n            clock was wrong then, all "
      "answers count until a privacy.period after that\n            time; once "
      "they "
      "are over by the right clock, a new --ledger with --accept-loss\n"
      "            begins anew\n",
      time_text(life.at));
}

}  // namespace

void print_spending(std::ostream& out, const std::filesystem::path& ledger,
                    const Agreement& agreement, const SiloProtocol& protocol,
                    const OwnLimits& limits, std::int64_t now) {
  const std::uint64_t period = agreement.scenario.privacy.period;
  ReleaseConfig config;
  config.guarantee = protocol.noise.guarantee;
  config.budget = protocol.budget;
  const std::string label = label_of(config.guarantee);
  const LedgerBook life = read_ledger(ledger, "", label);
  const LedgerBook book =
      read_ledger(ledger, "", label, "", begin_of_period(period, now));
  const auto most = [&](const LedgerBook& spent) {
    return spent.most_told(config.guarantee, config.delta).accounted;
  };
  if (!std::filesystem::exists(ledger))
    out << "\nnew ledger  " << ledger.string()
        << " does not exist: nothing counts as spent. If this party has\n"
           "            answered before, --ledger has to name that ledger\n";
  out << fmt::format(
      "\nledger      {}: {} answers of {} runs about {} documents; the "
      "most\n            exposed one has spent epsilon {:.4g} of a budget of "
      "{}\n",
      ledger.string(), life.earlier(), life.runs.size(), life.documents.size(),
      most(book),
      protocol.budget == kNoBound ? "none"
                                  : fmt::format("{:.4g}", protocol.budget));
  if (period > 0)
    out << fmt::format("            in the last {}, {:.4g} over life\n",
                       agreement.scenario.text.at("privacy.period"),
                       most(life));
  if (period > 0 && book.oldest)
    out << "            the first of these answers stop counting on "
        << time_text(*book.oldest + static_cast<std::int64_t>(period)) << "\n";
  if (period > 0) print_clock(out, life, now);
  const auto others =
      static_cast<std::uint32_t>(agreement.members().size() - 1);
  if (const std::size_t spent = book.spent_out(config, others))
    out << fmt::format(
        "budget      spent for {} documents: {}no answer is about them, and "
        "the others\n            rank without them\n",
        spent, period > 0 ? "until then " : "");
  if (limits.answers_a_run)
    out << "answers     at most " << *limits.answers_a_run
        << " to one member in a run\n";
  else if (protocol.budget == kNoBound)
    out << "answers     without a budget at most 1000 to one member in a "
           "run, or four a document of its\n            own if that is "
           "more; a-run in --own sets another number\n";
  if (limits.questions_a_query != OwnLimits::kNone)
    out << fmt::format(
        "questions   at most {} of one own query; {} were asked before{}, {} "
        "as often as that\n",
        limits.questions_a_query, book.asked.size(),
        period > 0 ? " in this period" : "",
        std::ranges::count_if(book.asked, [&](const auto& each) {
          return each.second >= limits.questions_a_query;
        }));
  for (const std::string& name : limits.refused)
    out << "answers     nothing to " << name << "\n";
}

}  // namespace fedltr
