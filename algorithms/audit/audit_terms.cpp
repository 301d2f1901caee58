#include "algorithms/audit/audit_terms.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "algorithms/core/require.hpp"
#include "algorithms/core/rng.hpp"

namespace fedltr {
namespace {

TermSpots spots_of(const TermAuditOptions& options, const HashKey& key) {
  return {RowHashes(key.rows, options.rows, options.columns),
          fingerprints_of(options.terms, key)};
}

/// The hash key that the parties use and the onlooker tries.
HashKey parties_key(const TermAuditOptions& options) {
  return options.onlooker == Onlooker::kUnkeyed
             ? unkeyed_hash()
             : simulated_hash_key(options.seed);
}

/// One bit per row.
using RowSet = std::vector<std::uint64_t>;

/// A possible term of a query and the rows that agree with it.
struct Candidate {
  TermId term;
  RowSet rows;
};
using Candidates = std::vector<Candidate>;

bool agrees(const SeenTerm& seen, std::span<const Cell> spots,
            std::size_t row) {
  return seen.columns[row] == spots[row].column() &&
         (seen.negative.empty() ||
          (seen.negative[row] != 0) == spots[row].negative());
}

RowSet rows_of(const SeenTerm& seen, std::span<const Cell> spots) {
  RowSet rows((spots.size() + 63) / 64);
  for (std::size_t row = 0; row < spots.size(); ++row)
    if (agrees(seen, spots, row))
      rows[row / 64] |= std::uint64_t{1} << row % 64;
  return rows;
}

std::uint32_t common(const RowSet& a, const RowSet& b) {
  int count = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    count += std::popcount(a[i] & b[i]);
  return count;
}

Candidates candidates_of(const SeenTerm& seen, const TermSpots& dictionary,
                         std::uint32_t real_rows) {
  require(
      seen.columns.size() == dictionary.rows() &&
          (seen.negative.empty() || seen.negative.size() == dictionary.rows()),
      "a guess needs as many columns as the dictionary has rows");
  std::vector<std::uint32_t> agreeing(dictionary.terms());
  for (TermId term = 0; term < dictionary.terms(); ++term) {
    const auto spots = dictionary[term];
    for (std::size_t row = 0; row < spots.size(); ++row)
      agreeing[term] += agrees(seen, spots, row) ? 1 : 0;
  }
  const std::uint32_t least = std::min(real_rows, std::ranges::max(agreeing));
  Candidates candidates;
  for (TermId term = 0; term < dictionary.terms(); ++term)
    if (agreeing[term] >= least)
      candidates.push_back({term, rows_of(seen, dictionary[term])});
  return candidates;
}

/// Number of these rows that the best candidate agrees with.
std::uint32_t explained(const RowSet& rows, const Candidates& candidates) {
  std::uint32_t most = 0;
  for (const Candidate& each : candidates)
    most = std::max(most, common(rows, each.rows));
  return most;
}

/// Adds a set of real rows' guess of a term, with a weight.
void add_guess(const RowSet& rows, const Candidates& candidates, double weight,
               std::map<TermId, double>& guess) {
  const std::uint32_t most = explained(rows, candidates);
  const auto good = [&](const Candidate& each) {
    return common(rows, each.rows) == most;
  };
  const double count = std::ranges::count_if(candidates, good);
  for (const Candidate& each : candidates)
    if (good(each)) guess[each.term] += weight / count;
}

}  // namespace

Measured measured(std::span<const double> values) {
  require(!values.empty(), "a mean needs a value");
  const double count = values.size();
  double sum = 0;
  for (const double value : values) sum += value;
  const double mean = sum / count;
  if (values.size() == 1) return {mean, 0};
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return {mean, 1.96 * std::sqrt(squares / (count - 1) / count)};
}

QueryGuess guess_terms(std::span<const SeenTerm> seen,
                       const TermSpots& dictionary, std::uint32_t real_rows) {
  require(!seen.empty(), "a guess needs a term's query");
  std::vector<Candidates> terms;
  for (const SeenTerm& each : seen)
    terms.push_back(candidates_of(each, dictionary, real_rows));
  std::uint32_t most = 0;
  std::vector<const RowSet*> best;
  for (const Candidates& candidates : terms)
    for (const Candidate& candidate : candidates) {
      std::uint32_t sum = 0;
      for (const Candidates& each : terms)
        sum += explained(candidate.rows, each);
      if (sum < most) continue;
      if (sum > most) best.clear();
      most = sum;
      best.push_back(&candidate.rows);
    }
  const double asked = seen.size();
  QueryGuess guess{most / asked, 0,
                   std::vector<std::map<TermId, double>>(seen.size())};
  for (std::size_t t = 0; t < seen.size(); ++t) {
    for (const RowSet* rows : best)
      add_guess(*rows, terms[t], 1.0 / best.size(), guess.terms[t]);
    guess.tied += guess.terms[t].size() / asked;
  }
  return guess;
}

std::string name_of(Onlooker onlooker) {
  switch (onlooker) {
    case Onlooker::kUnkeyed:
      return "anybody, unkeyed hashes";
    case Onlooker::kOwner:
      break;
  }
  return "owner, keyed hashes";
}

TermAudit audit_terms(const TermAuditOptions& options) {
  require(options.terms.size() >= 2, "the audit needs at least two terms");
  require(options.queries >= 1, "the audit needs at least one query");
  require(options.asked >= 1 && options.asked <= options.terms.size(),
          "a query of the audit has a term and no more than there are");
  const TermSpots parties = spots_of(options, parties_key(options));
  std::vector<double> recovered;
  TermAudit audit{
      options.queries, {}, 1.0 / double(options.terms.size()), 0, 0};
  for (std::uint32_t i = 0; i < options.queries; ++i) {
    Rng rng(options.seed, Purpose::kAudit, i);
    const Bits bits = [&rng] { return rng(); };
    std::set<TermId> asked;
    while (asked.size() < options.asked)
      asked.insert(rng.below(options.terms.size()));
    const QueryRows rows = draw_rows(options.rows, options.obfuscation, bits);
    std::vector<SeenTerm> seen;
    for (const TermId term : asked) {
      TermQuery query =
          make_query(term, parties, rows, options.obfuscation, bits);
      if (!options.signs) query.negative.clear();
      seen.push_back({query.columns, query.negative});
    }
    const QueryGuess guess =
        guess_terms(seen, parties, options.obfuscation.real_rows);
    double right = 0;
    std::size_t t = 0;
    for (const TermId term : asked)
      if (const auto& chances = guess.terms[t++]; chances.contains(term))
        right += chances.at(term);
    recovered.push_back(right / options.asked);
    audit.agreeing += guess.agreeing;
    audit.tied += guess.tied;
  }
  audit.recovered = measured(recovered);
  audit.agreeing /= options.queries;
  audit.tied /= options.queries;
  return audit;
}

}  // namespace fedltr
