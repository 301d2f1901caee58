#include "algorithms/audit/name_terms.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "algorithms/audit/cell_model.hpp"
#include "algorithms/core/rng.hpp"

namespace fedltr {
namespace {

std::set<TermId> terms_of(const Collection& collection,
                          std::span<const PlacedText> known) {
  std::set<TermId> terms;
  for (const PlacedText& each : known)
    for (const Field field : kAllFields)
      for (const TermCount& term : collection.terms(field, each.text))
        terms.insert(term.term);
  return terms;
}

/// A term of a known text with its count, as the attacker counts it.
struct Occurrence {
  std::uint32_t candidate;  ///< place among all known terms
  int count;
};

/// log((e^a + e^b) / 2)
double log_mean(double a, double b) {
  return std::max(a, b) + std::log((1 + std::exp(-std::abs(a - b))) / 2);
}

struct KnownField {
  CellModel cells;
  std::vector<Occurrence> terms;
};

class Attacker {
 public:
  Attacker(const RelayView& view, const Collection& collection,
           std::span<const PlacedText> known, std::uint64_t seed)
      : view_(view), telling_(cell_telling(view.protocol)), known_(known) {
    const std::set<TermId> terms = terms_of(collection, known);
    candidates_.assign(terms.begin(), terms.end());
    learn(collection, own_hashes(collection.dictionary().size(), seed));
    rows_ = view.protocol.values();
    real_ = std::min<std::size_t>(rows_, view.protocol.obfuscation.real_rows);
    scores_.resize(candidates_.size() * rows_);
    if (!telling_.is_signed) negative_.resize(scores_.size());
  }

  TermGuess guess(const Exchange& exchange, std::size_t place) {
    std::ranges::fill(scores_, 0.0);
    std::ranges::fill(negative_, 0.0);
    for (const Field field : kAllFields)
      add(Readings(view_, telling_, exchange, place, field),
          fields_[field_index(field)]);
    // A row has the same sign in all documents; both signs are equally likely.
    for (std::size_t i = 0; i < negative_.size(); ++i)
      scores_[i] = log_mean(scores_[i], negative_[i]);
    return best();
  }

 private:
  TermSpots own_hashes(std::size_t terms, std::uint64_t seed) const {
    Rng rng(seed, Purpose::kAudit, 2);
    std::vector<std::uint64_t> prints(terms);
    for (auto& print : prints) print = rng();
    const SketchShape& shape = view_.protocol.shape;
    return {
        RowHashes(simulated_hash_key(rng()).rows, shape.rows, shape.columns),
        prints};
  }

  void learn(const Collection& collection, const TermSpots& own) {
    for (const PlacedText& each : known_)
      for (const Field field : kAllFields) {
        const Terms terms = collection.terms(field, each.text);
        KnownField known{CellModel(view_.protocol.shape, telling_, terms, own),
                         {}};
        for (const TermCount& term : terms) {
          const auto at = std::ranges::lower_bound(candidates_, term.term);
          known.terms.push_back(
              {static_cast<std::uint32_t>(at - candidates_.begin()),
               term.count});
        }
        fields_[field_index(field)].push_back(std::move(known));
      }
  }

  void add(const Readings& readings, std::span<const KnownField> fields) {
    for (std::size_t i = 0; i < known_.size(); ++i) {
      const auto read = readings[known_[i].document];
      for (const Occurrence& term : fields[i].terms)
        for (std::size_t row = 0; row < rows_; ++row) {
          const std::size_t place = term.candidate * rows_ + row;
          const CellModel& cells = fields[i].cells;
          scores_[place] += cells.log_ratio(read[row], term.count);
          if (!telling_.is_signed)
            negative_[place] += cells.log_ratio(read[row], -term.count);
        }
    }
  }

  /// Sum of the best z1 rows.
  double score(std::size_t candidate) {
    const std::span<double> rows(scores_.data() + candidate * rows_, rows_);
    std::ranges::nth_element(rows, rows.begin() + real_ - 1, std::greater());
    double sum = 0;
    for (std::size_t row = 0; row < real_; ++row) sum += rows[row];
    return sum;
  }

  TermGuess best() {
    constexpr double kEqual = 1e-9;
    TermGuess guess;
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
      const double sum = score(c);
      if (sum <= kEqual || sum < guess.log_ratio - kEqual) continue;
      if (sum > guess.log_ratio + kEqual) guess.terms.clear();
      guess.log_ratio = std::max(guess.log_ratio, sum);
      guess.terms.push_back(candidates_[c]);
    }
    return guess;
  }

  const RelayView& view_;
  CellTelling telling_;
  std::span<const PlacedText> known_;
  std::vector<TermId> candidates_;  ///< ascending
  std::array<std::vector<KnownField>, kFields> fields_;
  std::size_t rows_ = 0;
  std::size_t real_ = 0;
  std::vector<double> scores_;    ///< #candidates by #rows
  std::vector<double> negative_;  ///< the same for signs -; empty if not needed
};

/// Log of the number of ways to choose z1 real rows of z.
double log_ways(const SiloProtocol& protocol) {
  const std::size_t rows = protocol.values();
  const std::size_t real =
      std::min<std::size_t>(rows, protocol.obfuscation.real_rows);
  double sum = 0;
  for (std::size_t i = 1; i <= real; ++i)
    sum +=
        std::log(static_cast<double>(rows - real + i) / static_cast<double>(i));
  return sum;
}

}  // namespace

std::vector<std::vector<TermGuess>> name_terms(
    const RelayView& view, const Collection& collection,
    std::span<const PlacedText> known, std::uint64_t seed) {
  Attacker attacker(view, collection, known, seed);
  std::vector<std::vector<TermGuess>> guesses;
  for (const Exchange& exchange : view.exchanges) {
    auto& of_exchange = guesses.emplace_back();
    for (std::size_t t = 0; t < exchange.asked.terms.size(); ++t)
      of_exchange.push_back(attacker.guess(exchange, t));
  }
  return guesses;
}

NamedTerms judge(const Overheard& heard,
                 std::span<const std::vector<TermGuess>> guesses,
                 const Collection& collection,
                 std::span<const PlacedText> known) {
  const std::set<TermId> terms = terms_of(collection, known);
  const double enough =
      std::log(20.0 * std::max<std::size_t>(1, terms.size())) +
      log_ways(heard.view.protocol);
  std::map<TermId, std::size_t> times;
  std::vector<double> right;
  NamedTerms named;
  double sure = 0;
  double right_of_sure = 0;
  double possible = 0;
  for (std::size_t e = 0; e < heard.terms.size(); ++e)
    for (std::size_t t = 0; t < heard.terms[e].size(); ++t) {
      const auto [asked, dummy] = heard.terms[e][t];
      const TermGuess& guess = guesses[e][t];
      const double share = !dummy && std::ranges::count(guess.terms, asked) > 0
                               ? 1 / static_cast<double>(guess.terms.size())
                               : 0;
      if (!guess.terms.empty() && guess.log_ratio > enough) {
        ++sure;
        right_of_sure += share;
      }
      if (dummy) {
        ++named.dummies;
        continue;
      }
      right.push_back(share);
      possible += terms.contains(asked) ? 1 : 0;
      ++times[asked];
    }
  named.asked = right.size();
  if (right.empty()) return named;
  std::size_t most = 0;
  for (const auto& [term, count] : times) most = std::max(most, count);
  const auto asked = static_cast<double>(right.size());
  named.right = measured(right);
  named.sure = sure / (asked + static_cast<double>(named.dummies));
  named.right_of_sure = sure > 0 ? right_of_sure / sure
                                 : std::numeric_limits<double>::quiet_NaN();
  named.possible = possible / asked;
  named.blind = static_cast<double>(most) / asked;
  return named;
}

}  // namespace fedltr
