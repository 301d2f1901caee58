#pragma once

#include <memory>
#include <vector>

#include "algorithms/clicks/click_model.hpp"
#include "algorithms/core/traced_stream.hpp"
#include "algorithms/data/dataset.hpp"
#include "algorithms/ranking/plackett_luce.hpp"
#include "algorithms/ranking/ranker.hpp"

namespace fedltr {

/// Documents a user is shown at most (thesis section 3.2.2).
inline constexpr Index kShownList = 10;

/// The world a client's users live in; one for all clients of a run unless
/// they differ.
struct Simulation {
  Simulation(std::shared_ptr<const Dataset> queries,
             std::shared_ptr<const Ranker> scorer,
             std::shared_ptr<const ClickModel> clicks);

  std::shared_ptr<const Dataset> data;
  std::shared_ptr<const Ranker> ranker;
  std::shared_ptr<const ClickModel> user;
  /// Ideal dcg@10 by query of the data.
  std::shared_ptr<const std::vector<double>> ideal;
  Index longest = 0;  ///< most documents of any query of the data
  /// By document of the data: which one of the training data it is; none: the
  /// same one.
  std::shared_ptr<const std::vector<Index>> documents;
  /// What the users ask, if not all queries.
  std::vector<Index> queries;
  /// They ask one after the other, over and over, instead of at random.
  bool in_order = false;
};

/// A client's random streams in one round.
struct Streams {
  Streams(std::uint64_t seed, std::uint32_t client, std::uint32_t round)
      : Streams(seed, client, round, {seed, Purpose::kPrivacy, client, round}) {
  }
  /// @param noise  key of `privacy`: its own where a round is repeated
  Streams(std::uint64_t seed, std::uint32_t client, std::uint32_t round,
          const StreamKey& noise)
      : query(traced_stream({seed, Purpose::kQuery, client, round})),
        ranking(seed, Purpose::kRanking, client, round),
        click(seed, Purpose::kClick, client, round),
        seed(seed, Purpose::kSeed, client, round),
        privacy(traced_stream(noise)),
        exploration(seed, Purpose::kExploration, client, round) {}

  Rng query;
  Rng ranking;
  Rng click;
  Rng seed;
  Rng privacy;
  Rng exploration;
};

/// What users got out of searches: sums over them.
struct OnlineTotals {
  double ndcg = 0;    ///< nDCG@10 of the lists shown
  double max_rr = 0;  ///< 1 / rank of the first click, 0 without
};

/// One search: what was asked, shown and clicked. Reused from search to search,
/// so that nothing is allocated in the hot loop. Steps in this order: ask,
/// score, one of the show functions, observe.
class Session {
 public:
  /// Goes to another world; it must outlive the searches in it.
  /// @param before  searches the users made there already
  void enter(const Simulation& simulation, std::uint64_t before = 0);

  /// Marks documents that are clicked, until told otherwise.
  /// @param clicked  by document of the training data, or nullptr
  void mark_clicks(std::vector<bool>* clicked) { clicked_ = clicked; }

  /// A user asks a random query, or the next one.
  void ask(Rng& rng);
  /// Scores its documents.
  void score(const VectorView& model);
  /// Shows a Plackett-Luce list of the scored documents.
  void show_sampled(Rng& rng);
  /// Shows the best scored documents.
  void show_best();
  /// Shows these; at most kShownList.
  void show(std::span<const Index> ranking);
  /// The user clicks.
  void observe(Rng& rng);

  /// Of all documents, until the next call of this or of the next.
  Dataset::Features features() {
    return simulation_->data->features_of(query_, room_);
  }
  /// The same with those of the list shown only; other rows may be anything.
  Dataset::Features shown_features() {
    return simulation_->data->features_of(query_, ranking(), room_);
  }
  auto scores() const { return scores_.head(documents_); }
  /// What Ranker::step_from() needs of the model they were scored with.
  const Activations& activations() const { return activations_; }
  /// e^{scores - max scores}, once a sampled list has been shown
  auto exp_scores() const { return exp_scores_.head(documents_); }
  std::span<const Index> ranking() const { return {ranking_.data(), shown_}; }
  std::span<const std::uint8_t> clicks() const {
    return {clicks_.data(), shown_};
  }
  /// Of the list shown; 0 without relevant documents.
  double ndcg() const { return ndcg_; }
  void add_to(OnlineTotals& totals) const;

 private:
  void mark() const;

  const Simulation* simulation_ = nullptr;
  std::vector<bool>* clicked_ = nullptr;
  std::uint64_t asked_ = 0;
  Index query_ = 0;
  Index documents_ = 0;
  std::size_t shown_ = 0;
  double ndcg_ = 0;
  std::vector<double> room_;  ///< for features, unless the data has them so
  Vector scores_;
  Vector exp_scores_;
  Activations activations_;
  std::vector<Index> places_;  ///< 0, 1, 2, ...
  std::array<Index, kShownList> ranking_{};
  std::array<std::uint8_t, kShownList> clicks_{};
  PlackettLuceScratch scratch_;
};

/// A search whose list is sampled by the model.
void search(Session& session, const VectorView& model, Streams& streams);

}  // namespace fedltr
