#include "app/audit/silo_audit.hpp"

#include <algorithm>
#include <ostream>
#include <set>

#include <spdlog/fmt/fmt.h>

#include "algorithms/audit/audit_counts.hpp"
#include "algorithms/audit/audit_terms.hpp"
#include "app/audit/audit_line.hpp"
#include "app/audit/audit_texts.hpp"
#include "app/audit/silo_audit_run.hpp"
#include "app/base/json.hpp"
#include "app/base/text.hpp"

namespace fedltr {
namespace {

constexpr std::uint32_t kTermsOfQuery = 3;
constexpr std::uint32_t kAsked = 100;  ///< repetitions, for averages

Json json_of(const Measured& measured) {
  return {{"mean", json_number(measured.mean)},
          {"interval95", json_number(measured.half_width)}};
}

/// The document of median length among those with enough terms to attack.
std::vector<TermCount> victim_of(const Collection& collection) {
  std::vector<std::pair<std::size_t, std::size_t>> by_size;
  for (std::size_t d = 0; d < collection.documents(); ++d)
    if (const auto size = collection.terms(Field::kBody, d).size(); size > 0)
      by_size.emplace_back(size, d);
  if (by_size.empty()) throw DataError("no document has a body to audit");
  std::ranges::sort(by_size);
  return counts_to_find(collection, by_size[by_size.size() / 2].second);
}

/// The scenario's z1, and others for comparison.
std::set<std::uint32_t> real_rows_of(const SiloSettings& silo) {
  std::set<std::uint32_t> rows;
  for (const std::uint32_t each :
       {silo.queried_rows(), silo.rows, 2 * silo.rows / 3, silo.rows / 2,
        silo.rows / 3, silo.rows / 6})
    if (each > 0) rows.insert(each);
  return rows;
}

class Audit {
 public:
  Audit(std::ostream& out, const Scenario& scenario,
        const Collection& collection)
      : out_(out),
        scenario_(scenario),
        terms_(terms_to_try(collection)),
        victim_(victim_of(collection)) {}

  Json run() {
    Json json = {{"name", scenario_.run.name},
                 {"terms", Json::array()},
                 {"counts", Json::array()}};
    out_ << fmt::format(
        "who sees a term's query, {} rows of {} columns, and has {} terms to "
        "try\n  {:<28}{:>8}{:>14}{:>8}{:>22}{:>10}\n",
        scenario_.silo.rows, scenario_.silo.columns, with_commas(terms_.size()),
        "onlooker", "z1", "confounders", "terms", "guesses the term", "tied");
    for (const Onlooker onlooker : {Onlooker::kUnkeyed, Onlooker::kOwner})
      for (const std::uint32_t rows : real_rows_of(scenario_.silo))
        for (const auto kind : {Confounders::kRandom, Confounders::kColliding})
          if (kind == Confounders::kRandom || 2 * rows <= scenario_.silo.rows)
            audit_queries(onlooker, rows, kind, json["terms"]);
    const double epsilon =
        scenario_.silo.epsilon > 0 ? scenario_.silo.epsilon : 0.5;
    out_ << fmt::format(
        "who asks about one document's counts, epsilon {} an answer\n  "
        "{:<16}{:<12}{:>7}{:>18}{:>18}{:>12}{:>12}\n",
        exact(epsilon), "noise", "attack", "asked", "error", "exact", "claimed",
        "accounted");
    for (const auto& each : sketch_noises()) {
      const SketchNoise noise = make_sketch_noise(
          each.name, {epsilon, scenario_.silo.rows, scenario_.silo.columns});
      if (noise.claimed == kNoBound) continue;  // no noise
      for (const CountAttack attack :
           {CountAttack::kEstimate, CountAttack::kAverage,
            CountAttack::kVector})
        if (!noise.estimates_only || attack != CountAttack::kVector)
          json["counts"].push_back(audit_count(each.name, epsilon, attack));
    }
    return json;
  }

 private:
  /// Audits questions about one term, and for the owner of the hash key also
  /// about several terms, whose rows it can compare.
  void audit_queries(Onlooker onlooker, std::uint32_t rows,
                     Confounders confounders, Json& json) {
    for (const std::uint32_t asked : {1U, kTermsOfQuery})
      if ((asked == 1 || onlooker == Onlooker::kOwner) &&
          asked <= terms_.size())
        if (auto row = audit_query(onlooker, rows, confounders, asked))
          json.push_back(*row);
  }

  std::optional<Json> audit_query(Onlooker onlooker, std::uint32_t rows,
                                  Confounders confounders,
                                  std::uint32_t asked) {
    TermAuditOptions options;
    options.terms = terms_;
    options.rows = scenario_.silo.rows;
    options.columns = scenario_.silo.columns;
    options.obfuscation = {rows, confounders,
                           std::min(scenario_.silo.shared, rows - 1)};
    options.signs =
        scenario_.silo.sketch == SketchKind::kCount && !scenario_.silo.naive;
    options.asked = asked;
    options.onlooker = onlooker;
    options.seed = scenario_.run.seed;
    Json row = {{"onlooker", name_of(onlooker)},
                {"real_rows", rows},
                {"confounders",
                 confounders == Confounders::kRandom ? "random" : "colliding"},
                {"terms", asked}};
    out_ << audit_line(
        "  {onlooker:<28}{real_rows:>8}{confounders:>14}{terms:>8}", row);
    TermAudit audit;
    try {
      audit = audit_terms(options);
    } catch (const std::invalid_argument& error) {
      // The dictionary has too few colliding terms.
      out_ << "  not possible: " << error.what() << "\n";
      return std::nullopt;
    }
    row.update({{"queries", audit.queries},
                {"recovered", json_of(audit.recovered)},
                {"chance", audit.chance},
                {"agreeing_rows", audit.agreeing},
                {"tied", audit.tied}});
    out_ << audit_line(
        "{recovered/mean:>12.3f} +- {recovered/interval95:.3f}{tied:>11.1f}\n",
        row);
    return row;
  }

  Json audit_count(const std::string& noise, double epsilon,
                   CountAttack attack) {
    CountAuditOptions options;
    options.shape = {scenario_.silo.sketch, scenario_.silo.rows,
                     scenario_.silo.columns};
    options.noise = noise;
    options.epsilon = epsilon;
    options.attack = attack;
    options.asked = attack == CountAttack::kAverage ? kAsked : 1;
    options.seed = scenario_.run.seed;
    options.trials = 100;
    const HashKey key = simulated_hash_key(options.seed);
    const TermSpots spots(
        RowHashes(key.rows, options.shape.rows, options.shape.columns),
        fingerprints_of(terms_, key));
    const CountAudit audit = audit_counts(options, victim_, spots);
    Json row = {{"noise", noise},
                {"attack", name_of(attack)},
                {"epsilon", epsilon},
                {"asked", options.asked},
                {"error", json_of(audit.error)},
                {"exact", json_of(audit.exact)},
                {"differences", json_of(audit.differences)},
                {"claimed", json_number(audit.claimed)},
                {"accounted", json_number(audit.accounted)}};
    out_ << audit_line(
        "  {noise:<16}{attack:<12}{asked:>7}{error/mean:>11.2f} +- "
        "{error/interval95:<5.2f}{exact/mean:>8.2f} +- "
        "{exact/interval95:<5.2f}{claimed:>10.4g}{accounted:>12.4g}\n",
        row);
    return row;
  }

  std::ostream& out_;
  const Scenario& scenario_;
  std::vector<std::string> terms_;
  std::vector<TermCount> victim_;
};

}  // namespace

Json audit_search(std::ostream& text, const Scenario& scenario) {
  const LoadedCollection data = load_collection(scenario);
  text << scenario.run.name << ": audit of its search\n";
  Json json = Audit(text, scenario, *data.collection).run();
  if (scenario.silo.parties > 1) audit_run(text, scenario, data, json);
  return json;
}

}  // namespace fedltr
