#include "algorithms/audit/rebuild_texts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "algorithms/audit/readings.hpp"
#include "algorithms/core/numbers_below.hpp"
#include "algorithms/silo/data_owner.hpp"
#include "algorithms/silo/experiment.hpp"
#include "algorithms/silo/inquiry.hpp"
#include "algorithms/silo/querier.hpp"
#include "algorithms/silo/shared_hashes.hpp"
#include "algorithms/silo/simulated_bits.hpp"

namespace fedltr {
namespace {

/// Between the listed share of rows for a term that is in a text once (about
/// four rows of five: others collide with it) and for an absent one (about
/// one).
constexpr double kListedRows = 0.6;

/// Guesses a cell; nullopt if the asker learned nothing about it.
/// @param read  the real rows
std::optional<double> guess_of(const std::vector<Reading>& read, bool exact) {
  std::vector<double> cells;
  double listed = 0;
  double known = 0;
  for (const Reading& each : read) {
    if (each.cell) cells.push_back(*each.cell);
    known += each.listing != Listing::kUnknown ? 1 : 0;
    listed += each.listing == Listing::kListed ? 1 : 0;
  }
  const auto median = [&] {
    return std::max(0.0, std::round(estimate_of(SketchKind::kCount,
                                                std::span<double>(cells))));
  };
  if (exact && cells.size() == read.size()) return median();
  if (known > 0) return listed >= kListedRows * known ? 1 : 0;
  if (!cells.empty()) return median();
  return std::nullopt;
}

class Rebuilder {
 public:
  Rebuilder(const Collection& collection, std::span<const PartyShare> shares,
            const SiloProtocol& protocol, const RebuildOptions& options)
      : collection_(collection),
        share_(shares[options.owner]),
        own_documents_(shares[options.asker].documents),
        protocol_(protocol),
        options_(options),
        spots_(SharedHashes(collection.dictionary(), protocol, options.seed)
                   .spots),
        owner_(collection, share_, protocol, spots_, shares.size()),
        view_{protocol, owner_.documents(), {}},
        telling_(cell_telling(protocol)) {
    const std::uint32_t count = std::min(options.documents, owner_.documents());
    for (std::uint32_t i = 0; i < count; ++i)
      documents_.push_back(static_cast<std::uint32_t>(
          std::uint64_t{i} * owner_.documents() / count));
  }

  void ask_honestly(std::span<const std::uint32_t> queries) {
    for (const std::uint32_t query : queries) {
      const auto terms = collection_.query(query);
      ask(terms, protocol_.dummies_beside(terms.size()));
    }
  }

  void ask_greedily() {
    auto order = by_frequency();
    order.resize(std::min<std::size_t>(order.size(), options_.asked));
    // A question is answered completely or not at all: a small budget allows
    // short questions only.
    const std::uint64_t allowed =
        owner_.ledger().allowed() / (2 * (1 + kFields));
    const std::size_t step =
        std::clamp<std::uint64_t>(allowed, 1, options_.terms);
    for (std::size_t at = 0; at < order.size(); at += step)
      ask(std::span(order).subspan(at, std::min(step, order.size() - at)), 0);
  }

  RebuiltTexts result() const;

 private:
  std::vector<TermId> by_frequency() const {
    std::vector<std::uint32_t> frequency(collection_.dictionary().size());
    for (std::size_t d = 0; d < collection_.documents(); ++d)
      for (const TermCount& term : collection_.terms(Field::kBody, d))
        ++frequency[term.term];
    auto order = numbers_below<TermId>(frequency.size());
    std::ranges::stable_sort(order, std::greater(),
                             [&](TermId term) { return frequency[term]; });
    return order;
  }

  Bits bits(Purpose purpose) {
    return simulated_bits(options_.seed, purpose, options_.asker, drawn_++);
  }

  void ask(std::span<const TermId> terms, std::size_t dummies) {
    const Bits hidden = bits(Purpose::kObfuscation);
    Querier querier(protocol_, spots_, terms, hidden,
                    draw_dummies(collection_, own_documents_, dummies, hidden));
    Exchange exchange{options_.asker, querier.top_question(), {}, {}, {}};
    exchange.top = owner_.answer_top(exchange.asked, options_.asker,
                                     bits(Purpose::kSketchNoise));
    std::vector<std::vector<TopDocument>> found;
    exchange.fetched =
        options_.greed == Greed::kGreedy
            ? documents_
            : querier.best(exchange.top, owner_.documents(), found);
    if (!exchange.fetched.empty())
      exchange.counts =
          owner_.answer_counts(querier.count_question(exchange.fetched),
                               options_.asker, bits(Purpose::kSketchNoise));
    ++questions_;
    for (std::size_t t = 0; t < querier.terms(); ++t)
      read(exchange, t, querier.term(t));
  }

  void read(Exchange& exchange, std::size_t place, TermId term) {
    // The asker knows the signs even if the question omits them.
    auto& negative = exchange.asked.terms[place].negative;
    negative.clear();
    if (protocol_.shape.kind == SketchKind::kCount)
      for (const Cell spot : spots_[term])
        negative.push_back(spot.negative() ? 1 : 0);
    asked_.insert(term);
    // Its real rows, and confounders' rows that happen to agree with it.
    std::vector<std::size_t> real;
    const auto& columns = exchange.asked.terms[place].columns;
    for (std::size_t row = 0; row < columns.size(); ++row)
      if (columns[row] == spots_[term][row].column()) real.push_back(row);
    const Readings readings(view_, telling_, exchange, place, Field::kBody);
    for (const std::uint32_t d : documents_) {
      std::vector<Reading> rows;
      if (readings.rows() == 1)
        rows = {readings[d][0]};
      else
        for (const std::size_t row : real) rows.push_back(readings[d][row]);
      if (const auto guess = guess_of(rows, telling_.exact))
        guesses_[{d, term}] = *guess;
    }
  }

  const Collection& collection_;
  const PartyShare& share_;
  std::span<const std::uint32_t> own_documents_;  ///< the asker's
  const SiloProtocol& protocol_;
  const RebuildOptions& options_;
  TermSpots spots_;
  DataOwner owner_;
  RelayView view_;
  CellTelling telling_;
  std::vector<std::uint32_t> documents_;  ///< examined
  std::uint32_t drawn_ = 0;
  std::uint32_t questions_ = 0;
  std::set<TermId> asked_;
  std::map<std::pair<std::uint32_t, TermId>, double> guesses_;
};

RebuiltTexts Rebuilder::result() const {
  RebuiltTexts texts;
  texts.questions = questions_;
  texts.terms = static_cast<std::uint32_t>(asked_.size());
  texts.cells = documents_.size() * collection_.dictionary().size();
  double filled = 0;
  double found = 0;
  double exact = 0;
  for (const std::uint32_t d : documents_)
    for (const TermCount& term :
         collection_.terms(Field::kBody, share_.documents[d])) {
      const auto at = guesses_.find({d, term.term});
      const double guess = at == guesses_.end() ? 0 : at->second;
      ++filled;
      found += guess > 0 ? 1 : 0;
      exact += guess == term.count ? 1 : 0;
      texts.exact_of_1 += term.count == 1 ? 1 : 0;
      texts.error += std::abs(guess - term.count);
      texts.guess_error += term.count;
    }
  const double said = std::ranges::count_if(
      guesses_, [](const auto& each) { return each.second > 0; });
  const auto cells = static_cast<double>(texts.cells);
  texts.filled = filled / cells;
  texts.told = static_cast<double>(guesses_.size()) / cells;
  texts.found = found / filled;
  texts.precision =
      said > 0 ? found / said : std::numeric_limits<double>::quiet_NaN();
  texts.exact = exact / filled;
  texts.exact_of_1 /= filled;
  texts.error /= filled;
  texts.guess_error /= filled;
  return texts;
}

}  // namespace

RebuiltTexts rebuild_texts(const Collection& collection,
                           std::span<const PartyShare> shares,
                           const SiloProtocol& protocol,
                           const SiloOptions& silo,
                           const RebuildOptions& options) {
  Rebuilder rebuilder(collection, shares, protocol, options);
  if (options.greed == Greed::kGreedy)
    rebuilder.ask_greedily();
  else
    rebuilder.ask_honestly(
        held_out_queries(collection, shares[options.asker], options.asker, silo)
            .train);
  return rebuilder.result();
}

}  // namespace fedltr
