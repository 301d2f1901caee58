#include "algorithms/silo/querier.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "algorithms/core/require.hpp"

namespace fedltr {

Querier::Querier(const SiloProtocol& protocol, const TermSpots& dictionary,
                 std::span<const TermId> terms, const Bits& bits,
                 std::span<const TermId> dummies)
    : protocol_(protocol),
      terms_(terms.begin(), terms.end()),
      distinct_(terms.begin(), terms.end()) {
  require(!terms_.empty(), "a query without terms asks for nothing");
  distinct_.insert(distinct_.end(), dummies.begin(), dummies.end());
  std::ranges::sort(distinct_);
  distinct_.erase(std::unique(distinct_.begin(), distinct_.end()),
                  distinct_.end());
  // Shuffles: the order of a dictionary would reveal something about the terms.
  partial_shuffle(std::span(distinct_), distinct_.size(), bits);
  const QueryRows rows =
      draw_rows(protocol.shape.rows, protocol.obfuscation, bits);
  for (const TermId term : distinct_)
    queries_.push_back(
        make_query(term, dictionary, rows, protocol.obfuscation, bits));
}

bool Querier::is_dummy(std::size_t place) const {
  return std::ranges::count(terms_, distinct_[place]) == 0;
}

Question Querier::question(QuestionKind kind) const {
  Question question;
  for (const TermQuery& query : queries_) {
    question.terms.push_back({query.columns, {}});
    if (protocol_.says_signs(kind))
      question.terms.back().negative = query.negative;
  }
  if (protocol_.noise.estimates_only) question.rows = queries_.front().rows;
  return question;
}

TopQuestion Querier::top_question() const {
  return {question(QuestionKind::kTop)};
}

CountQuestion Querier::count_question(
    std::vector<std::uint32_t> documents) const {
  CountQuestion asked{question(QuestionKind::kCounts)};
  asked.documents = std::move(documents);
  return asked;
}

double Querier::estimate_of_rows(std::size_t place,
                                 std::span<const double> values) const {
  if (protocol_.noise.estimates_only) return values.front();
  return estimate(protocol_.shape.kind, queries_[place], values);
}

std::vector<TopDocument> Querier::top_of_term(const TopAnswer& answer,
                                              std::size_t term,
                                              std::uint32_t documents) {
  if (!answer.best.empty()) return answer.best[term];
  if (!answer.lists.empty())
    return intersection_.top(protocol_.shape.kind, queries_[term],
                             answer.lists[term], protocol_.top);
  const std::size_t rows =
      protocol_.noise.estimates_only ? 1 : protocol_.shape.rows;
  const auto all = std::span(answer.rows).subspan(term * documents * rows);
  return naive_top_k(documents, protocol_.top.documents, [&](std::uint32_t d) {
    return estimate_of_rows(term, all.subspan(d * rows, rows));
  });
}

std::vector<std::uint32_t> Querier::best(
    const TopAnswer& answer, std::uint32_t documents,
    std::vector<std::vector<TopDocument>>& found) {
  std::map<std::uint32_t, double> scores;
  for (std::size_t t = 0; t < distinct_.size(); ++t) {
    const double times = std::ranges::count(terms_, distinct_[t]);
    found.push_back(top_of_term(answer, t, documents));
    if (times == 0) continue;  // a dummy
    // A count of 0 or less is no reason to fetch a document.
    for (const TopDocument& top : found.back())
      if (top.count > 0) scores[top.document] += times * top.count;
  }
  std::vector<TopDocument> sums;
  for (const auto& [document, score] : scores)
    sums.push_back({document, score});
  std::ranges::sort(sums, {}, [](const TopDocument& top) {
    return std::tuple(-top.count, top.document);
  });
  sums.resize(std::min<std::size_t>(sums.size(), protocol_.top.documents));
  std::vector<std::uint32_t> numbers;
  numbers.reserve(sums.size());
  for (const TopDocument& top : sums) numbers.push_back(top.document);
  std::ranges::sort(numbers);
  return numbers;
}

std::size_t Querier::place_of(TermId term) const {
  return std::ranges::find(distinct_, term) - distinct_.begin();
}

CountFeatures::CountFeatures(const Querier& querier,
                             const SharedStatistics& statistics)
    : querier_(querier),
      of_query_(shared_query_features(querier.query(), statistics,
                                      querier.constants())),
      estimates_(querier.terms()) {
  for (const TermId term : querier.query())
    places_.push_back(querier.place_of(term));
}

void CountFeatures::write(const DocumentCounts& document,
                          std::span<double, kFeatureColumns> features) {
  for (std::size_t f = 0; f < kFields; ++f) {
    for (const std::size_t place : places_)
      estimates_[place] =
          querier_.estimate_of_rows(place, document.terms[f][place]);
    counts_[f].terms.clear();
    for (const std::size_t place : places_)
      counts_[f].terms.push_back(estimates_[place]);
    counts_[f].length = document.length[f];
    counts_[f].distinct = document.distinct[f];
  }
  of_query_.write(counts_, features);
}

}  // namespace fedltr
