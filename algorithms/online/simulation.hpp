#pragma once

#include <memory>
#include <vector>

#include "algorithms/clicks/click_model.hpp"
#include "algorithms/core/traced_stream.hpp"
#include "algorithms/data/dataset.hpp"
#include "algorithms/ranking/plackett_luce.hpp"
#include "algorithms/ranking/ranker.hpp"

namespace fedltr {

/// Maximum number of documents that a user is shown (thesis section 3.2.2).
inline constexpr Index kShownList = 10;

/// The world of a client's users; one for all clients of a run unless they
/// differ.
struct Simulation {
  Simulation(std::shared_ptr<const Dataset> queries,
             std::shared_ptr<const Ranker> scorer,
             std::shared_ptr<const ClickModel> clicks);

  std::shared_ptr<const Dataset> data;
  std::shared_ptr<const Ranker> ranker;
  std::shared_ptr<const ClickModel> user;
  /// Ideal dcg@10 by query of the data.
  std::shared_ptr<const std::vector<double>> ideal;
  Index longest = 0;  ///< largest number of documents of a query of the data
  /// By document of the data: its document of the training data; null: the same
  /// one.
  std::shared_ptr<const std::vector<Index>> documents;
  /// Queries of the users; empty: all queries.
  std::vector<Index> queries;
  /// Users ask the queries in order, repeatedly, instead of at random.
  bool in_order = false;
};

/// A client's random streams in one round.
struct Streams {
  Streams(std::uint64_t seed, std::uint32_t client, std::uint32_t round)
      : Streams(seed, client, round, {seed, Purpose::kPrivacy, client, round}) {
  }
  /// @param noise  key of `privacy`: a separate one where a round is repeated
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

/// Sums over searches of what users experienced.
struct OnlineTotals {
  double ndcg = 0;    ///< nDCG@10 of the lists shown
  double max_rr = 0;  ///< 1 / rank of the first click, 0 without
};

/// One search: the query, the list shown and the clicks. Reused from search to
/// search, so that the hot loop allocates nothing. Steps in this order: ask,
/// score, one of the show functions, observe.
class Session {
 public:
  /// Moves to another world; it must outlive the searches in it.
  /// @param before  number of searches that the users already made there
  void enter(const Simulation& simulation, std::uint64_t before = 0);

  /// Marks documents that are clicked, until the next call.
  /// @param clicked  by document of the training data, or nullptr
  void mark_clicks(std::vector<bool>* clicked) { clicked_ = clicked; }

  /// Draws a random query, or takes the next one.
  void ask(Rng& rng);
  /// Scores its documents.
  void score(const VectorView& model);
  /// Shows a Plackett-Luce list of the scored documents.
  void show_sampled(Rng& rng);
  /// Shows the best scored documents.
  void show_best();
  /// Shows these documents; at most kShownList.
  void show(std::span<const Index> ranking);
  /// Simulates the user's clicks.
  void observe(Rng& rng);

  /// Features of all documents of the query, until the next call of this or of
  /// shown_features().
  Dataset::Features features() {
    return simulation_->data->features_of(query_, room_);
  }
  /// The same with only those of the list shown; other rows are unspecified.
  Dataset::Features shown_features() {
    return simulation_->data->features_of(query_, ranking(), room_);
  }
  auto scores() const { return scores_.head(documents_); }
  /// State for Ranker::step_from() of the model by which the documents were
  /// scored.
  const Activations& activations() const { return activations_; }
  /// e^{scores - max scores}, once a sampled list has been shown
  auto exp_scores() const { return exp_scores_.head(documents_); }
  std::span<const Index> ranking() const { return {ranking_.data(), shown_}; }
  std::span<const std::uint8_t> clicks() const {
    return {clicks_.data(), shown_};
  }
  /// nDCG of the list shown; 0 without relevant documents.
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
  std::vector<double>
      room_;  ///< for features, unless the data stores them as float64
  Vector scores_;
  Vector exp_scores_;
  Activations activations_;
  std::vector<Index> places_;  ///< 0, 1, 2, ...
  std::array<Index, kShownList> ranking_{};
  std::array<std::uint8_t, kShownList> clicks_{};
  PlackettLuceScratch scratch_;
};

/// Makes a search whose list is sampled by the model.
void search(Session& session, const VectorView& model, Streams& streams);

}  // namespace fedltr
