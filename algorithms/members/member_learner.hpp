#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "algorithms/data/dataset.hpp"
#include "algorithms/ranking/ranker.hpp"

namespace fedltr {

/// The data that one unit of privacy has: all of a member's, or those of one of
/// its queries.
enum class PrivacyUnit : std::uint8_t { kMember, kQuery };

/// Settings of learning from own judgements; the same for all members.
struct MemberTraining {
  std::shared_ptr<const Ranker> ranker;
  PrivacyUnit unit = PrivacyUnit::kMember;
  double rate = 1;          ///< of each step
  std::uint32_t steps = 1;  ///< of gradient descent in an epoch
  double clip = 1;          ///< largest norm of what one unit adds to the sum
  double quantum = 0;       ///< step to which each query is cut; 0: not cut
};

/// Learns from one member's judged queries by the list-wise loss
/// (algorithms/ranking/list_loss.hpp), and clips what each unit adds to the
/// sum:
/// - kMember: the change of the model by `steps` steps against the mean
///   gradient of its queries (FedAvg), as one unit;
/// - kQuery: the sum of `rate` times each query's negative gradient, each
///   clipped and cut to the quantum, so that it moves the sum by no more than
///   the clip: the model stands still in an epoch.
/// Queries without a relevant document teach nothing.
class MemberLearner {
 public:
  /// @param own  judged queries
  MemberLearner(MemberTraining training, std::shared_ptr<const Dataset> own);

  /// Number of queries it learns from.
  Index queries() const { return std::ssize(judged_); }
  /// Returns the member's part of an epoch's sum; 0 without queries.
  /// @param model  #parameters
  Vector part(const VectorView& model) const;

 private:
  struct Judged {
    Index query;
    Vector target;  ///< #documents
  };

  void add_gradient(const Judged& judged, const VectorView& model,
                    Eigen::Ref<Vector> sum) const;

  MemberTraining training_;
  std::shared_ptr<const Dataset> own_;
  std::vector<Judged> judged_;
};

}  // namespace fedltr
