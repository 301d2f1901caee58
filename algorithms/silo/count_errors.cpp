#include "algorithms/silo/count_errors.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "algorithms/core/rng.hpp"
#include "algorithms/silo/shared_hashes.hpp"
#include "algorithms/silo/simulated_bits.hpp"
#include "algorithms/sketch/query.hpp"
#include "algorithms/sketch/theorem_bounds.hpp"

namespace fedltr {
namespace {

/// Adds up errors; mean() divides them.
class ErrorSum {
 public:
  void add(double error, double bound) {
    ++sum_.counts;
    sum_.error += std::abs(error);
    sum_.bound += bound;
    sum_.exceeding += std::abs(error) > bound ? 1 : 0;
  }
  CountErrors mean() const {
    const double counts = std::max<double>(1, static_cast<double>(sum_.counts));
    return {sum_.counts, sum_.error / counts, sum_.bound / counts,
            sum_.exceeding / counts};
  }

 private:
  CountErrors sum_;
};

/// A party that asks about one document after another.
class Asker {
 public:
  Asker(const Collection& collection, const SiloProtocol& protocol,
        std::uint64_t seed)
      : collection_(collection),
        protocol_(protocol),
        spots_(SharedHashes(collection.dictionary(), protocol, seed).spots),
        sketch_(protocol.shape),
        bits_(simulated_bits(seed, Purpose::kAudit, 0, 1)) {}

  void ask(const CrossPair& pair) {
    if (queries_.empty() || pair.query != query_) open(pair.query);
    const Terms body = collection_.terms(Field::kBody, pair.document);
    sketch_.clear();
    sketch_.add(body, spots_);
    const double residual = residual_moment(body, protocol_.shape.columns);
    double counts = 0;
    double estimates = 0;
    answers_.clear();
    const auto terms = collection_.query(pair.query);
    for (std::size_t t = 0; t < terms.size(); ++t) {
      const double count = count_of(body, terms[t]);
      const double estimated = ask_about(queries_[t]);
      term_.add(estimated - count, bound(residual, 1));
      counts += count;
      estimates += estimated;
    }
    // Theorem 3 sums the terms row by row.
    if (!protocol_.noise.estimates_only)
      estimates = estimate(protocol_.shape.kind, queries_, answers_);
    whole_.add(estimates - counts,
               bound(residual, static_cast<std::uint32_t>(terms.size())));
  }

  BoundChecks checks() const { return {term_.mean(), whole_.mean()}; }

 private:
  void open(std::uint32_t query) {
    query_ = query;
    queries_.clear();
    const QueryRows rows =
        draw_rows(protocol_.shape.rows, protocol_.obfuscation, bits_);
    for (const TermId term : collection_.query(query))
      queries_.push_back(
          make_query(term, spots_, rows, protocol_.obfuscation, bits_));
  }

  /// Returns the estimate; keeps the answer.
  double ask_about(const TermQuery& query) {
    if (protocol_.noise.estimates_only)
      return answer_estimate(sketch_, query, protocol_.noise, bits_);
    answers_.push_back(answer(sketch_, query.columns, protocol_.noise, bits_));
    return estimate(protocol_.shape.kind, query, answers_.back());
  }

  double bound(double residual, std::uint32_t terms) const {
    return error_bound(protocol_.noise.claimed, protocol_.shape.columns,
                       residual, terms);
  }

  const Collection& collection_;
  const SiloProtocol& protocol_;
  TermSpots spots_;
  Sketch sketch_;
  Bits bits_;
  std::uint32_t query_ = 0;
  std::vector<TermQuery> queries_;            ///< of its terms, in order
  std::vector<std::vector<double>> answers_;  ///< the same
  ErrorSum term_;
  ErrorSum whole_;
};

}  // namespace

BoundChecks check_bounds(const Collection& collection,
                         const SiloProtocol& protocol,
                         std::span<const CrossPair> pairs, std::uint64_t seed,
                         std::size_t most) {
  if (protocol.shape.kind != SketchKind::kCount || pairs.empty()) return {};
  // No party of the run draws keys with this entity number.
  const std::uint64_t apart = Rng(seed, Purpose::kHashKey, ~1U)();
  Asker asker(collection, protocol, apart);
  const std::size_t asked = std::min(most, pairs.size());
  for (std::size_t i = 0; i < asked; ++i)
    asker.ask(pairs[i * pairs.size() / asked]);
  return asker.checks();
}

}  // namespace fedltr
