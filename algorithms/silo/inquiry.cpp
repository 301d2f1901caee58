#include "algorithms/silo/inquiry.hpp"

#include <algorithm>
#include <tuple>

#include "algorithms/silo/count_answers.hpp"

namespace fedltr {

std::vector<TermId> draw_dummies(const Collection& collection,
                                 std::span<const std::uint32_t> documents,
                                 std::size_t count, const Bits& bits) {
  std::vector<TermId> drawn;
  const auto has_body = [&](std::uint32_t place) {
    return !collection.terms(Field::kBody, place).empty();
  };
  if (count == 0 || std::ranges::none_of(documents, has_body)) return drawn;
  while (drawn.size() < count) {
    const auto place = documents[uniform_below(documents.size(), bits)];
    const Terms terms = collection.terms(Field::kBody, place);
    if (!terms.empty())
      drawn.push_back(terms[uniform_below(terms.size(), bits)].term);
  }
  return drawn;
}

Inquiry::Inquiry(const QueryContext& context, std::uint32_t owner,
                 std::uint32_t documents)
    : context_(context), owner_(owner), documents_(documents) {}

TopQuestion Inquiry::top_question() {
  asked_.clear();
  // The same real rows and dummies for all owners: comparing two questions
  // reveals no more than one.
  const Bits bits =
      context_.bits(Purpose::kObfuscation, context_.party, query());
  const auto terms = context_.collection.query(query());
  const auto dummies =
      draw_dummies(context_.collection, context_.documents,
                   context_.protocol.dummies_beside(terms.size()), bits);
  querier_.emplace(context_.protocol, context_.dictionary, terms, bits,
                   dummies);
  return querier_->top_question();
}

std::optional<CountQuestion> Inquiry::take_top(const TopAnswer& told) {
  require_valid(told, context_.protocol, querier_->terms(), documents_);
  std::vector<std::vector<TopDocument>> by_term;
  asked_ = querier_->best(told, documents_, by_term);
  for (std::size_t t = 0; t < by_term.size(); ++t)
    if (!querier_->is_dummy(t))
      found_.push_back(
          {query(), querier_->term(t), owner_, std::move(by_term[t])});
  if (!asked_.empty()) return querier_->count_question(asked_);
  ++next_;
  return std::nullopt;
}

void Inquiry::take_counts(std::span<const std::uint8_t> answer) {
  CountAnswersReader told(answer, context_.protocol, querier_->terms());
  CountFeatures features(*querier_, context_.statistics);
  Matrix rows(std::ssize(asked_), kFeatureColumns);
  std::vector<CrossPair> pairs;
  for (const std::uint32_t document : asked_)
    if (const DocumentCounts* counts = told.next()) {
      features.write(*counts, features_row(rows, std::ssize(pairs)));
      pairs.push_back({query(), document, owner_, 0});
    }
  told.end();
  features_.push_back(rows.topRows(std::ssize(pairs)));
  pairs_.insert(pairs_.end(), pairs.begin(), pairs.end());
  asked_.clear();
  ++next_;
}

Matrix Inquiry::features() const {
  Matrix all(std::ssize(pairs_), kFeatureColumns);
  Index row = 0;
  for (const Matrix& block : features_) {
    all.middleRows(row, block.rows()) = block;
    row += block.rows();
  }
  return all;
}

CrossInstances cross_instances(
    const std::map<std::uint32_t, Inquiry>& inquiries) {
  std::vector<std::tuple<std::uint32_t, std::uint32_t, std::size_t>> order;
  std::map<std::uint32_t, Matrix> features;
  for (const auto& [owner, inquiry] : inquiries) {
    features[owner] = inquiry.features();
    for (std::size_t i = 0; i < inquiry.pairs().size(); ++i)
      order.emplace_back(inquiry.pairs()[i].query, owner, i);
  }
  std::ranges::sort(order);
  CrossInstances cross;
  cross.features.resize(std::ssize(order), kFeatureColumns);
  for (const auto& [query, owner, i] : order) {
    cross.features.row(std::ssize(cross.pairs)) = features[owner].row(i);
    cross.pairs.push_back(inquiries.at(owner).pairs()[i]);
  }
  rank_by_feature(cross, kBodyBm25);
  return cross;
}

}  // namespace fedltr
