#include "app/audit/ledger_audit.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "algorithms/audit/audit_counts.hpp"
#include "algorithms/privacy/release_ledger.hpp"
#include "app/audit/audit_line.hpp"
#include "app/audit/audit_texts.hpp"
#include "app/base/json.hpp"
#include "app/base/text.hpp"
#include "app/data/text_files.hpp"
#include "app/deploy/agreement.hpp"
#include "app/deploy/ledger_book.hpp"
#include "app/results/silo_summary.hpp"

namespace fedltr {
namespace {

constexpr const char* kAll = "all together";
constexpr std::uint32_t kMaxAsked = 100'000;  ///< their average is exact

/// Maximum chance of telling apart two texts that were equally likely before
/// (Kairouz et al. 2015, the point of equal errors).
double best_chance(double epsilon, double delta) {
  return 1 - (1 - delta) / (1 + std::exp(epsilon));
}

class LedgerAudit {
 public:
  LedgerAudit(std::ostream& out, const LedgerToAudit& audited)
      : out_(out),
        agreement_(read_agreement(audited.agreement)),
        noise_(plan_of(agreement_).protocol.noise),
        file_(audited.ledger) {
    if (!std::filesystem::exists(file_))
      throw DataError(file_.string() + ": is not there");
    if (audited.data) data_ = load_member(agreement_.scenario, *audited.data);
  }

  Json run() {
    const LedgerBook all = book_of("");
    print_heading(all);
    Json json = {{"ledger", file_.string()},
                 {"noise", silo().noisy() ? silo().noise : "off"},
                 {"epsilon", silo().epsilon},
                 {"unbounded", why_unbounded(agreement_.scenario)},
                 {"told", Json::array()},
                 {"attacks", Json::array()}};
    std::vector<std::pair<std::string, MostTold>> worst;
    for (const auto& [asker, answers] : all.answers)
      worst.emplace_back(asker, tell(asker, book_of(asker), json["told"]));
    if (worst.size() > 1)
      worst.emplace_back(kAll, tell(kAll, all, json["told"]));
    out_ << "accounted and sure are of the counts alone: "
         << why_unbounded(agreement_.scenario) << "\n";
    print_others(all);
    if (data_ && std::ranges::any_of(worst, [](const auto& each) {
          return each.second.spent.same > 0;
        }))
      attack_each(worst, json["attacks"]);
    out_ << "not in a ledger: exact lengths, sums of all members, gradients, "
            "shared means\n(disclosure.md of each run; docs/consortium.md)\n";
    return json;
  }

 private:
  const SiloSettings& silo() const { return agreement_.scenario.silo; }

  LedgerBook book_of(const std::string& asker) const {
    return read_ledger(file_, "", label_of(noise_.guarantee), asker);
  }

  void print_heading(const LedgerBook& all) const {
    out_ << fmt::format(
        "{}: {} answers in {} run(s) about {} documents, {}\n"
        "  {:<14}{:>8}{:>10}{:>9}  {:<16}{:>9}{:>9}{:>10}{:>9}\n",
        file_.string(), all.earlier(), all.runs.size(), all.documents.size(),
        silo().noisy() ? fmt::format("noise {} of epsilon {}", silo().noise,
                                     exact(silo().epsilon))
                       : "no noise",
        "told to", "answers", "documents", "releases", "most of", "releases",
        "claimed", "accounted", "sure");
  }

  void print_others(const LedgerBook& all) const {
    std::uint64_t others = 0;
    for (const auto& [document, spent] : all.documents) others += spent.others;
    if (others > 0)
      out_ << fmt::format(
          "{} releases under other noise than this agreement's: accounted at "
          "their own epsilon,\nnot claimed, not attacked\n",
          others);
  }

  MostTold tell(const std::string& asker, const LedgerBook& book,
                Json& rows) const {
    const double delta = ReleaseConfig().delta;
    const MostTold most = book.most_told(noise_.guarantee, delta);
    const double sure = best_chance(most.accounted, delta);
    std::uint64_t releases = 0;
    for (const auto& [document, spent] : book.documents)
      releases += spent.releases();
    const double claimed =
        most.spent.same == 0
            ? 0
            : noise_.claimed * static_cast<double>(most.spent.same);
    rows.push_back({{"member", asker},
                    {"runs", book.runs.size()},
                    {"answers", book.earlier()},
                    {"documents", book.documents.size()},
                    {"releases", releases},
                    {"worst_document",
                     {{"name", most.document},
                      {"releases", most.spent.releases()},
                      {"claimed", json_number(claimed)},
                      {"accounted_counts", json_number(most.accounted)},
                      {"sure_by_counts", sure}}}});
    out_ << audit_line(
        "  {member:<14}{answers:>8}{documents:>10}{releases:>9}  "
        "{worst_document/name:<16}{worst_document/releases:>9}"
        "{worst_document/claimed:>9.4g}{worst_document/accounted_counts:>10.4g}"
        "{worst_document/sure_by_counts:>9.3f}\n",
        rows.back());
    return most;
  }

  void attack_each(const std::vector<std::pair<std::string, MostTold>>& worst,
                   Json& rows) {
    if (!silo().noisy()) {
      out_ << "no noise: each answered count is that of the sketch\n";
      return;
    }
    const HashKey key = simulated_hash_key(agreement_.scenario.run.seed);
    const TermSpots spots(
        RowHashes(key.rows, silo().rows, silo().columns),
        fingerprints_of(terms_to_try(*data_->collection), key));
    out_ << fmt::format(
        "its counts, if all answers had been to one question\n"
        "  {:<14}{:<16}{:<10}{:>7}{:>9}{:>8}\n",
        "who guesses", "document", "attack", "asked", "error", "exact");
    std::set<std::string> seen;
    for (const auto& [asker, most] : worst) {
      if (most.spent.same == 0) continue;
      const auto counts = counts_of(most.document);
      const bool is_new = seen.insert(most.document).second;
      if (counts.empty()) {
        out_ << fmt::format(
            "  {:<14}{:<16}is not in the data, or has no body\n", asker,
            most.document);
        continue;
      }
      // Attacks on at most one answer succeed equally for all members.
      if (is_new) {
        add_attack(rows, {"nobody", most.document, "all are 1", 0},
                   ones(counts));
        if (!noise_.estimates_only)
          add_attack(rows, {"anybody", most.document, "vector", 1},
                     attacked(CountAttack::kVector, 1, counts, spots));
      }
      const auto asked = static_cast<std::uint32_t>(
          std::min<std::uint64_t>(most.spent.same, kMaxAsked));
      add_attack(rows, {asker, most.document, "average", asked},
                 attacked(CountAttack::kAverage, asked, counts, spots));
    }
  }

  /// A member's attack on a document.
  struct Attempt {
    std::string member;
    std::string document;
    const char* attack;
    std::uint32_t asked;
  };
  /// Success of guessed counts: mean distance, and share of guesses within 0.5.
  struct Success {
    double error = 0;
    double exact = 0;
  };

  /// Guesses without looking: most words occur once in a text.
  static Success ones(const std::vector<TermCount>& counts) {
    Success success;
    for (const TermCount& each : counts) {
      success.error += each.count - 1.0;
      success.exact += each.count == 1 ? 1 : 0;
    }
    const auto size = static_cast<double>(counts.size());
    return {success.error / size, success.exact / size};
  }

  Success attacked(CountAttack kind, std::uint32_t asked,
                   const std::vector<TermCount>& counts,
                   const TermSpots& spots) const {
    CountAuditOptions options;
    options.shape = {silo().sketch, silo().rows, silo().columns};
    options.noise = silo().noise;
    options.epsilon = silo().epsilon;
    options.attack = kind;
    options.asked = asked;
    const CountAudit audit = audit_counts(options, counts, spots);
    return {audit.error.mean, audit.exact.mean};
  }

  void add_attack(Json& rows, const Attempt& attempt,
                  const Success& success) const {
    rows.push_back({{"member", attempt.member},
                    {"document", attempt.document},
                    {"attack", attempt.attack},
                    {"asked", attempt.asked},
                    {"error", json_number(success.error)},
                    {"exact", json_number(success.exact)}});
    out_ << audit_line(
        "  {member:<14}{document:<16}{attack:<10}{asked:>7}{error:>9.2f}"
        "{exact:>8.2f}\n",
        rows.back());
  }

  /// Counts in a document's body; empty if the data has no such document now.
  std::vector<TermCount> counts_of(const std::string& document) const {
    const Collection& all = *data_->collection;
    for (std::size_t d = 0; d < all.documents(); ++d)
      if (escaped(std::string(all.document_names()[d])) == document)
        return counts_to_find(all, d);
    return {};
  }

  std::ostream& out_;
  const Agreement agreement_;
  const SketchNoise noise_;
  const std::filesystem::path file_;
  std::optional<LoadedCollection> data_;
};

}  // namespace

Json audit_ledger(std::ostream& text, const LedgerToAudit& audited) {
  return LedgerAudit(text, audited).run();
}

}  // namespace fedltr
