#include "app/data/query_ranker.hpp"

#include <algorithm>
#include <numeric>

#include "algorithms/data/letor_stream.hpp"

namespace fedltr {

void require_finite_scores(const Dataset& data, Index query,
                           const Eigen::Ref<const Vector>& scores) {
  if (!scores.allFinite())
    throw DataError("query '" + std::string(data.query_name(query)) +
                    "' has a score that is no number: the model's parameters "
                    "or the features are too large");
}

QueryRanker::QueryRanker(const ModelFile& model,
                         std::optional<std::uint32_t> client, Ties ties)
    : ranker_(ranker_of(model)),
      parameters_(parameters_of(model, client).transpose()),
      ties_(ties) {}

void QueryRanker::rank(const Dataset& data, Index query) {
  const Index size = data.size(query);
  documents_ = document_names(data, query);
  Matrix scores(1, size);
  ranker_->score_many(parameters_, data.features_of(query, room_), scores);
  scores_ = scores.row(0).transpose();
  require_finite_scores(data, query, scores_);
  visit_.resize(size);
  std::iota(visit_.begin(), visit_.end(), Index{0});
  if (ties_ == Ties::kTrec)
    std::ranges::stable_sort(visit_, [&](Index a, Index b) {
      return documents_[a] > documents_[b];
    });
  order_.resize(size);
  top_documents(scores_, visit_, order_);
}

}  // namespace fedltr
