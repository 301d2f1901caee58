#pragma once

#include <memory>
#include <string>
#include <vector>

#include "algorithms/ranking/ranker.hpp"
#include "algorithms/silo/pointwise.hpp"

namespace fedltr {

/// Name in model files of the listwise recipe's model, a linear score.
inline const std::string kListwiseModel = "listwise";

/// A silo model as a ranker of its own columns only, which are all columns of
/// its data: for ranking after a run. Only silo/training.hpp trains it; it
/// takes no gradient steps.
class PointwiseRanker final : public Ranker {
 public:
  /// @param first  first column of the model's features among all given columns
  PointwiseRanker(std::shared_ptr<const PointwiseModel> model, Index first)
      : model_(std::move(model)), first_(first) {}

  Index size() const override { return model_->parameters(); }
  void score(const VectorView& parameters, const MatrixView& features,
             Eigen::Ref<Vector> scores) const override;
  /// @throws std::logic_error
  void step_from(const Activations& kept, const VectorView& parameters,
                 const MatrixView& features, std::span<const Index> documents,
                 std::span<const double> weights,
                 Eigen::Ref<Vector> into) const override;
  Vector draw_initial(Rng& rng) const override;

 private:
  std::shared_ptr<const PointwiseModel> model_;
  Index first_;
};

/// A kind of model in silos' files, by its name there.
struct SiloModelKind {
  std::string name;
  const std::string* names = nullptr;  ///< of its features
  Index features = 0;
  Index first = 0;  ///< column of FoundDocuments::features

  std::shared_ptr<const Ranker> ranker(Index grades) const;
};

/// `softmax`, `regression`, `listwise`.
const std::vector<SiloModelKind>& silo_model_kinds();
bool is_silo_kind(const std::string& name);
/// @throws std::invalid_argument  for another name
const SiloModelKind& silo_kind(const std::string& name);

}  // namespace fedltr
