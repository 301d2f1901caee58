#include "algorithms/sketch/audit_terms.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/core/require.hpp"
#include "algorithms/core/rng.hpp"

namespace fedltr {
namespace {

TermSpots spots_of(const TermAuditOptions& options, const HashKey& key) {
  return {RowHashes(key.rows, options.rows, options.columns),
          fingerprints_of(options.terms, key)};
}

/// The hashes that the parties use, and those that the onlooker tries.
HashKey parties_key(const TermAuditOptions& options) {
  return options.onlooker == Onlooker::kUnkeyed
             ? unkeyed_hash()
             : simulated_hash_key(options.seed);
}

HashKey onlookers_key(const TermAuditOptions& options) {
  return options.onlooker == Onlooker::kRelay ? unkeyed_hash()
                                              : parties_key(options);
}

}  // namespace

Measured measured(std::span<const double> values) {
  require(!values.empty(), "a mean needs a value");
  const auto count = static_cast<double>(values.size());
  double sum = 0;
  for (const double value : values) sum += value;
  const double mean = sum / count;
  if (values.size() == 1) return {mean, 0};
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return {mean, 1.96 * std::sqrt(squares / (count - 1) / count)};
}

TermGuess guess_term(std::span<const std::uint32_t> columns,
                     const TermSpots& dictionary) {
  require(columns.size() == dictionary.rows(),
          "a guess needs as many columns as the dictionary has rows");
  TermGuess guess;
  for (TermId term = 0; term < dictionary.terms(); ++term) {
    const auto spots = dictionary[term];
    std::uint32_t agreeing = 0;
    for (std::size_t row = 0; row < spots.size(); ++row)
      agreeing += columns[row] == spots[row].column() ? 1 : 0;
    if (agreeing < guess.agreeing) continue;
    if (agreeing > guess.agreeing) guess.terms.clear();
    guess.agreeing = agreeing;
    guess.terms.push_back(term);
  }
  return guess;
}

std::string name_of(Onlooker onlooker) {
  switch (onlooker) {
    case Onlooker::kUnkeyed:
      return "anybody, unkeyed hashes";
    case Onlooker::kRelay:
      return "relay, keyed hashes";
    case Onlooker::kOwner:
      break;
  }
  return "owner, keyed hashes";
}

TermAudit audit_terms(const TermAuditOptions& options) {
  require(options.terms.size() >= 2, "the audit needs at least two terms");
  require(options.queries >= 1, "the audit needs at least one query");
  const TermSpots parties = spots_of(options, parties_key(options));
  const TermSpots onlookers = spots_of(options, onlookers_key(options));
  std::vector<double> recovered;
  TermAudit audit{
      options.queries, {}, 1.0 / double(options.terms.size()), 0, 0};
  for (std::uint32_t i = 0; i < options.queries; ++i) {
    Rng rng(options.seed, Purpose::kAudit, i);
    const Bits bits = [&rng] { return rng(); };
    const auto term = static_cast<TermId>(rng.below(options.terms.size()));
    const auto rows =
        private_rows(options.rows, options.obfuscation.real_rows, bits);
    const TermQuery query =
        make_query(term, parties, rows, options.obfuscation, bits);
    const TermGuess guess = guess_term(query.columns, onlookers);
    const auto tied = static_cast<double>(guess.terms.size());
    recovered.push_back(std::ranges::binary_search(guess.terms, term) ? 1 / tied
                                                                      : 0);
    audit.agreeing += guess.agreeing;
    audit.tied += tied;
  }
  audit.recovered = measured(recovered);
  audit.agreeing /= options.queries;
  audit.tied /= options.queries;
  return audit;
}

}  // namespace fedltr
