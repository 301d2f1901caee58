#pragma once

#include <memory>
#include <vector>

#include "algorithms/clicks/click_model.hpp"
#include "algorithms/data/dataset.hpp"
#include "algorithms/ranking/plackett_luce.hpp"
#include "algorithms/ranking/ranker.hpp"

namespace fedltr {

/// Documents a user is shown at most (thesis section 3.2.2).
inline constexpr Index kShownList = 10;

/// What all clients of a run share: the world their users live in.
struct Simulation {
  Simulation(std::shared_ptr<const Dataset> queries,
             std::shared_ptr<const Ranker> scorer,
             std::shared_ptr<const ClickModel> clicks);

  std::shared_ptr<const Dataset> data;
  std::shared_ptr<const Ranker> ranker;
  std::shared_ptr<const ClickModel> user;
  std::vector<double> ideal;  ///< ideal dcg@10 by query
};

/// A client's random streams in one round.
struct Streams {
  Streams(std::uint64_t seed, std::uint32_t client, std::uint32_t round)
      : query(seed, Purpose::kQuery, client, round),
        ranking(seed, Purpose::kRanking, client, round),
        click(seed, Purpose::kClick, client, round) {}

  Rng query;
  Rng ranking;
  Rng click;
};

/// One search: what was asked, shown and clicked. Reused from search to search,
/// so that nothing is allocated in the hot loop.
class Session {
 public:
  /// Goes to another world; it must outlive the searches in it.
  void enter(const Simulation& simulation);

  /// A user asks a random query, sees a Plackett-Luce list by the model,
  /// clicks.
  /// @return nDCG@10 of the shown list; 0 without relevant documents
  double search(const VectorView& model, Streams& streams);

  Dataset::Features features() const {
    return simulation_->data->features_of(query_);
  }
  auto scores() const { return scores_.head(documents_); }
  /// e^{scores - max scores}
  auto exp_scores() { return exp_scores_.head(documents_); }
  std::span<const Index> ranking() const { return {ranking_.data(), shown_}; }
  std::span<const std::uint8_t> clicks() const {
    return {clicks_.data(), shown_};
  }

 private:
  const Simulation* simulation_ = nullptr;
  Index query_ = 0;
  Index documents_ = 0;
  std::size_t shown_ = 0;
  Vector scores_;
  Vector exp_scores_;
  std::array<Index, kShownList> ranking_{};
  std::array<std::uint8_t, kShownList> labels_{};
  std::array<std::uint8_t, kShownList> clicks_{};
  PlackettLuceScratch scratch_;
};

}  // namespace fedltr
