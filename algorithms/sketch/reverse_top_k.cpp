#include "algorithms/sketch/reverse_top_k.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <tuple>

#include "algorithms/core/math.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/sketch/by_document.hpp"

namespace fedltr {
namespace {

std::uint32_t document_of(RtkEntry entry) {
  return entry.document();
}
std::uint32_t document_of(const Posting& posting) {
  return posting.document;
}

/// Lists as intersections read them: one end of a cell lists magnitudes,
/// already signed for the term; an answer lists cells, which need the row's
/// sign.
struct OwnList {
  std::span<const RtkEntry> entries;
  float value_of(RtkEntry entry) const { return entry.magnitude(); }
};
struct ToldList {
  std::span<const Posting> entries;
  float sign;
  float value_of(const Posting& posting) const { return sign * posting.value; }
};

/// Orders by larger count, then by more rows, then by document, so that the
/// order is total.
template <class Candidate>
bool better(const Candidate& a, const Candidate& b) {
  return std::tuple(-a.count, b.found, a.document) <
         std::tuple(-b.count, a.found, b.document);
}

/// Values of absent documents in the real rows: 0 with a Count sketch, floors
/// with Count-Min; NaN to leave them out.
std::vector<float> absent_values(SketchKind kind, std::span<const float> floors,
                                 std::span<const std::uint32_t> rows,
                                 bool leave_out) {
  constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
  std::vector<float> values(rows.size(), leave_out ? kNone : 0);
  if (!leave_out && kind == SketchKind::kCountMin)
    std::ranges::transform(rows, values.begin(),
                           [&](std::uint32_t row) { return floors[row]; });
  return values;
}

void check(const ReverseTopKOptions& options, std::size_t rows) {
  require(options.documents >= 1, "a reverse top-K query asks for a document");
  require(options.beta >= 0 && options.beta <= 1,
          "a share of rows is between 0 and 1");
  require(rows >= 1 && rows <= 4096, "a query has 1 to 4096 real rows");
}

/// Adds noise to the listed values of each document, in ascending order of
/// documents.
void add_noise(RtkAnswer& answer, const SketchNoise& noise, const Bits& bits) {
  const PostingsByDocument documents(answer.rows);
  std::vector<double> values;
  documents.each([&](std::uint32_t, auto places) {
    values.clear();
    for (const auto [row, index] : places)
      values.push_back(answer.rows[row][index].value);
    noise.add(values, bits);
    for (std::size_t i = 0; i < places.size(); ++i)
      answer.rows[places[i].row][places[i].index].value = values[i];
  });
}

/// Adds no noise to rows that never overflowed.
void add_noise(std::vector<float>& floors, const SketchNoise& noise,
               const Bits& bits) {
  std::vector<double> values(floors.begin(), floors.end());
  noise.add(values, bits);
  for (std::size_t row = 0; row < floors.size(); ++row)
    if (floors[row] != 0) floors[row] = values[row];
}

}  // namespace

RtkAnswer answer(RtkSketch& sketch, const TermQuery& query,
                 const SketchNoise& noise, const Bits& bits) {
  const std::string refusal = why_refused(query.columns, sketch.shape());
  require(refusal.empty(), refusal);
  const bool signs = sketch.shape().kind == SketchKind::kCount;
  require(!signs || query.negative.size() == query.columns.size(),
          "a reverse top-K query names the end of each cell it asks for");
  require(!noise.estimates_only,
          "median-only noise is for estimates, not for rows");
  RtkAnswer answer;
  answer.rows.resize(query.columns.size());
  if (!signs) answer.floors.resize(query.columns.size());
  for (std::uint32_t row = 0; row < query.columns.size(); ++row) {
    const bool negative = signs && query.negative[row] != 0;
    const auto list =
        sketch.ordered_list(row, query.columns[row], ListEnd{negative});
    auto& postings = answer.rows[row];
    postings.reserve(list.size());
    for (const RtkEntry entry : list)
      postings.push_back(
          {entry.document(), static_cast<float>(negative ? -entry.magnitude()
                                                         : entry.magnitude())});
    if (!signs)
      answer.floors[row] =
          sketch.floor(row, query.columns[row], ListEnd::kPositive);
  }
  if (noise.add) add_noise(answer, noise, bits);
  if (noise.add && !signs) add_noise(answer.floors, noise, bits);
  return answer;
}

std::string why_refused(const RtkAnswer& answer, const SketchShape& shape,
                        std::uint32_t documents) {
  if (answer.rows.size() != shape.rows)
    return "an answer of " + std::to_string(answer.rows.size()) + " rows to " +
           std::to_string(shape.rows) + " columns";
  const std::size_t floors =
      shape.kind == SketchKind::kCountMin ? shape.rows : 0;
  if (answer.floors.size() != floors)
    return "an answer of " + std::to_string(answer.floors.size()) +
           " floors instead of " + std::to_string(floors);
  const auto finite = [](float value) { return std::isfinite(value); };
  if (!std::ranges::all_of(answer.floors, finite))
    return "an answer that is not finite";
  for (const auto& row : answer.rows)
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (row[i].document >= documents)
        return "an answer with document " + std::to_string(row[i].document) +
               " of " + std::to_string(documents);
      if (i > 0 && row[i].document <= row[i - 1].document)
        return "an answer whose documents are not in ascending order";
      if (!finite(row[i].value)) return "an answer that is not finite";
    }
  return {};
}

SoftIntersection::Rules SoftIntersection::rules(
    SketchKind kind, std::size_t rows, const ReverseTopKOptions& options,
    bool positive) {
  const auto needed = static_cast<std::uint32_t>(
      std::max(1.0, std::ceil(share_of(options.beta, rows))));
  // The median of positive values and of zeros for absent rows is 0 unless half
  // of the rows list the document. This rules out nearly all candidates.
  const bool zeros =
      kind == SketchKind::kCount && positive && !options.leave_out_absent;
  const std::uint32_t half = (rows + 1) / 2;
  return {kind, needed, zeros ? std::max(needed, half) : needed,
          options.leave_out_absent};
}

template <class List>
void SoftIntersection::find_candidates(std::span<const List> lists,
                                       std::uint32_t needed) {
  candidates_.clear();
  for (const List& list : lists)
    for (const auto& entry : list.entries) {
      const std::uint32_t document = document_of(entry);
      if (document >= seen_.size()) {
        seen_.resize(std::size_t{document} + document / 2 + 1);
        place_.resize(seen_.size());
      }
      if (++seen_[document] == needed) candidates_.push_back({document, 0, 0});
    }
}

template <class List>
void SoftIntersection::collect(std::span<const List> lists,
                               std::uint32_t worthwhile) {
  for (std::size_t row = 0; row < lists.size(); ++row)
    for (const auto& entry : lists[row].entries) {
      const std::uint32_t document = document_of(entry);
      if (seen_[document] >= worthwhile)
        values_[place_[document] * lists.size() + row] =
            lists[row].value_of(entry);
    }
}

template <class List>
void SoftIntersection::intersect(std::span<const List> lists,
                                 std::span<const float> absent,
                                 const Rules& rules) {
  find_candidates(lists, rules.needed);
  values_.clear();
  std::uint32_t places = 0;
  for (Candidate& candidate : candidates_) {
    candidate.found = seen_[candidate.document];
    if (candidate.found < rules.worthwhile) continue;
    place_[candidate.document] = places++;
    values_.insert(values_.end(), absent.begin(), absent.end());
  }
  collect(lists, rules.worthwhile);
  estimate(lists.size(), rules);
  std::ranges::fill(seen_, std::uint16_t{0});
}

void SoftIntersection::estimate(std::size_t rows, const Rules& rules) {
  for (Candidate& candidate : candidates_) {
    if (candidate.found < rules.worthwhile) continue;
    std::span values =
        std::span(values_).subspan(place_[candidate.document] * rows, rows);
    if (rules.leave_out_absent) {
      std::partition(values.begin(), values.end(),
                     [](float v) { return !std::isnan(v); });
      values = values.first(candidate.found);
    }
    candidate.count = estimate_of(rules.kind, values);
  }
}

std::vector<TopDocument> SoftIntersection::best(std::uint32_t documents) {
  const std::size_t k = std::min<std::size_t>(documents, candidates_.size());
  std::partial_sort(candidates_.begin(), candidates_.begin() + k,
                    candidates_.end(), better<Candidate>);
  std::vector<TopDocument> top(k);
  for (std::size_t i = 0; i < k; ++i)
    top[i] = {candidates_[i].document, candidates_[i].count};
  return top;
}

std::vector<TopDocument> SoftIntersection::top(
    SketchKind kind, const TermQuery& query, const RtkAnswer& answer,
    const ReverseTopKOptions& options) {
  check(options, query.rows.size());
  std::vector<ToldList> lists;
  for (const std::uint32_t row : query.rows)
    lists.push_back(
        {answer.rows.at(row), signed_value(kind, query.spots[row], 1.0F)});
  intersect(
      std::span<const ToldList>(lists),
      absent_values(kind, answer.floors, query.rows, options.leave_out_absent),
      rules(kind, lists.size(), options, false));
  return best(options.documents);
}

std::vector<TopDocument> SoftIntersection::top(
    RtkSketch& sketch, const TermQuery& query,
    const ReverseTopKOptions& options, const SketchNoise& noise,
    const Bits& bits,
    const std::function<bool(std::uint32_t document)>& may_tell) {
  check(options, query.rows.size());
  require(!noise.add || noise.estimates_only,
          "noise for rows goes onto the lists that are sent");
  const std::string refusal = why_refused(query.columns, sketch.shape());
  require(refusal.empty(), refusal);
  const SketchKind kind = sketch.shape().kind;
  std::vector<OwnList> lists;
  std::vector<float> floors(query.columns.size());
  for (const std::uint32_t row : query.rows) {
    const ListEnd end{kind == SketchKind::kCount &&
                      query.spots[row].negative()};
    lists.push_back({sketch.list(row, query.columns[row], end)});
    floors[row] = sketch.floor(row, query.columns[row], end);
  }
  intersect(std::span<const OwnList>(lists),
            absent_values(kind, floors, query.rows, options.leave_out_absent),
            rules(kind, lists.size(), options, true));
  if (noise.add || may_tell)
    std::ranges::sort(candidates_, {}, &Candidate::document);
  if (may_tell)
    std::erase_if(candidates_,
                  [&](const Candidate& c) { return !may_tell(c.document); });
  if (noise.add)
    for (Candidate& candidate : candidates_)
      noise.add({&candidate.count, 1}, bits);
  return best(options.documents);
}

std::vector<TopDocument> naive_top_k(
    std::uint32_t documents, std::uint32_t k,
    const std::function<double(std::uint32_t)>& estimate) {
  std::vector<TopDocument> all(documents);
  for (std::uint32_t document = 0; document < documents; ++document)
    all[document] = {document, estimate(document)};
  const auto end = all.begin() + std::min(k, documents);
  std::partial_sort(all.begin(), end, all.end(),
                    [](const TopDocument& a, const TopDocument& b) {
                      return std::tuple(-a.count, a.document) <
                             std::tuple(-b.count, b.document);
                    });
  all.erase(end, all.end());
  return all;
}

std::vector<TopDocument> naive_top_k(std::span<const DocumentSketch> documents,
                                     const TermQuery& query, std::uint32_t k,
                                     const SketchNoise& noise,
                                     const Bits& bits) {
  return naive_top_k(documents.size(), k, [&](std::uint32_t d) {
    const DocumentSketch& document = documents[d];
    if (noise.estimates_only)
      return answer_estimate(document, query, noise, bits);
    return estimate(document.shape().kind, query,
                    answer(document, query.columns, noise, bits));
  });
}

double cover_rate(std::span<const TopDocument> found,
                  std::span<const std::int32_t> counts, std::uint32_t k) {
  std::vector<std::int32_t> held;
  std::ranges::copy_if(counts, std::back_inserter(held),
                       [](std::int32_t count) { return count > 0; });
  const std::size_t wanted = std::min<std::size_t>(k, held.size());
  if (wanted == 0) return 1;
  const auto last = held.begin() + static_cast<std::ptrdiff_t>(wanted - 1);
  std::ranges::nth_element(held, last, std::greater<>());
  const std::int32_t least = *last;
  const std::size_t covered = std::ranges::count_if(
      found.first(std::min<std::size_t>(k, found.size())),
      [&](const TopDocument& top) { return counts[top.document] >= least; });
  return static_cast<double>(std::min(covered, wanted)) / wanted;
}

}  // namespace fedltr
