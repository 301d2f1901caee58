#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "algorithms/data/dataset.hpp"
#include "algorithms/members/privacy_unit.hpp"
#include "algorithms/members/recorded_search.hpp"
#include "algorithms/online/learner.hpp"
#include "algorithms/ranking/ranker.hpp"

namespace fedltr {

/// Settings of learning from clicks; the same for all members.
struct ClickTraining {
  std::shared_ptr<const Learner> learner;  ///< of the ranker alone
  /// Simulated users, who know the judgements; null: real ones.
  std::shared_ptr<const ClickModel> user;
  /// In an epoch, of a member or (kQuery, kUser) of each query or user; of real
  /// users at most.
  Index searches = 0;
  Index list = kShownList;  ///< documents that a user is shown
  std::uint64_t seed = 0;   ///< of users and lists
  /// Recorded searches are of a log, with propensities by rank for scores.
  bool from_log = false;
};

/// Settings of learning from own rows; the same for all members.
struct MemberTraining {
  std::shared_ptr<const Ranker> ranker;
  PrivacyUnit unit = PrivacyUnit::kMember;
  /// Factor of each step by judgements, or along a direction of the learner.
  double rate = 1;
  std::uint32_t steps = 1;  ///< of gradient descent in an epoch, the same
  double clip = 1;          ///< largest norm of what one unit adds to the sum
  double quantum = 0;       ///< step to which each query is cut; 0: not cut
  std::shared_ptr<const ClickTraining> clicks = nullptr;  ///< null: judgements
};

/// Learns from one member's queries or searches, and clips what each unit adds
/// to the sum:
/// - kMember: the change of the model, as one unit (FedAvg);
/// - kQuery, kUser: the change by each query or user alone from the epoch's
///   model, clipped and cut to the quantum, so that it moves the sum by no more
///   than the clip.
///
/// By judgements, the change is `steps` steps against the mean gradient of the
/// list-wise loss (algorithms/ranking/list_loss.hpp), or (kQuery) one step
/// against the query's; queries without a relevant document teach nothing. By
/// clicks, it is what the learner changes in its searches, or (es) `rate` times
/// the direction that it estimates from them; the random numbers
/// of a query's own searches depend on its name, not on the other queries. By
/// clicks of real users, the searches are recorded ones, with the lists that
/// the users saw.
class MemberLearner {
 public:
  /// @param own       queries, with judgements; real users need none
  /// @param member    place among the members, for random numbers of clicks
  /// @param searches  of real users; null: none
  MemberLearner(MemberTraining training, std::shared_ptr<const Dataset> own,
                std::uint32_t member = 0,
                std::shared_ptr<SearchSource> searches = nullptr);

  /// Number of queries it learns from; 0 with real users.
  Index queries() const;
  /// Returns the member's part of an epoch's sum; 0 without queries or
  /// searches.
  /// @param epoch  for random numbers of clicks, and to take searches for
  /// @param model  #parameters
  Vector part(std::uint32_t epoch, const VectorView& model) const;

 private:
  struct Judged {
    Index query;
    Vector target;  ///< #documents
  };

  void add_gradient(const Judged& judged, const VectorView& model,
                    Eigen::Ref<Vector> sum) const;
  Vector by_judgements(const VectorView& model) const;
  /// @param place  of a query among those it learns from
  Vector by_query(Index place, std::uint32_t epoch,
                  const VectorView& model) const;
  Vector by_clicks(const Simulation& users, std::uint64_t seed,
                   std::uint32_t epoch, const VectorView& model) const;
  Vector by_searches(std::uint32_t epoch, const VectorView& model) const;
  Vector by_recorded(const std::vector<const RecordedSearch*>& searches,
                     std::uint32_t epoch, const VectorView& model) const;
  void add_unit(Vector step, Vector& part) const;

  MemberTraining training_;
  std::shared_ptr<const Dataset> own_;
  std::uint32_t member_;
  std::vector<Judged> judged_;               ///< by judgements
  std::shared_ptr<const Simulation> users_;  ///< simulated; else null
  std::shared_ptr<SearchSource> searches_;   ///< of real users; else null
};

}  // namespace fedltr
