#pragma once

#include <memory>
#include <vector>

#include "algorithms/clicks/click_model.hpp"
#include "algorithms/core/traced_stream.hpp"
#include "algorithms/data/dataset.hpp"
#include "algorithms/data/session_log.hpp"
#include "algorithms/online/search.hpp"
#include "algorithms/ranking/ranker.hpp"

namespace fedltr {

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
  Index list = kShownList;  ///< documents that a user is shown
  /// By document of the data: its document of the training data; null: the same
  /// one.
  std::shared_ptr<const std::vector<Index>> documents;
  /// Lists of the past that stand for searches; null: users search now.
  std::shared_ptr<const SessionLog> log;
  /// Queries of the users, or sessions of the log; empty: all of them.
  std::vector<Index> queries;
  /// Users ask the queries in order, repeatedly, instead of at random.
  bool in_order = false;

  /// Number of different searches that there are: queries, or sessions.
  Index searches() const { return log ? log->sessions() : data->queries(); }
  /// Returns the query of one of them, an element of `queries`.
  Index query_of(Index search) const {
    return log ? log->list(search).query : search;
  }
};

/// A client's random numbers for learning in one round; its users draw theirs
/// from other streams.
struct LearnerStreams {
  Rng ranking;
  Rng seed;
  Rng privacy;
  Rng exploration;
};

/// A client's random streams in one round.
struct Streams : LearnerStreams {
  Streams(std::uint64_t seed, std::uint32_t client, std::uint32_t round)
      : Streams(seed, client, round, {seed, Purpose::kPrivacy, client, round}) {
  }
  /// @param noise  key of `privacy`: a separate one where a round is repeated
  Streams(std::uint64_t seed, std::uint32_t client, std::uint32_t round,
          const StreamKey& noise)
      : LearnerStreams{Rng(seed, Purpose::kRanking, client, round),
                       Rng(seed, Purpose::kSeed, client, round),
                       traced_stream(noise),
                       Rng(seed, Purpose::kExploration, client, round)},
        query(traced_stream({seed, Purpose::kQuery, client, round})),
        click(seed, Purpose::kClick, client, round) {}

  Rng query;
  Rng click;
};

/// Sums over searches of what users experienced.
struct OnlineTotals {
  double ndcg = 0;    ///< nDCG@10 of the lists shown
  double max_rr = 0;  ///< 1 / rank of the first click, 0 without
};

/// Searches of a client's users: draws their queries, in proportion to their
/// weights if the data has some, and simulates their
/// clicks, for which it knows the labels; the client sees search(). With a log
/// it draws sessions, whose lists and clicks are those of the past.
class Session {
 public:
  /// Moves to another world; it must outlive the searches in it.
  /// @param before  number of searches that the users already made there
  void enter(const Simulation& simulation, std::uint64_t before = 0);

  /// Marks documents that are clicked, until the next call.
  /// @param clicked  by document of the training data, or nullptr
  void mark_clicks(std::vector<bool>* clicked) { clicked_ = clicked; }

  /// Opens a search for a random query, or for the next one.
  void ask(Rng& rng);
  /// Simulates the user's clicks on the list shown, unless a log has them.
  void observe(Rng& rng);

  Search& search() { return search_; }
  /// nDCG of the list shown; 0 without relevant documents.
  double ndcg() const { return ndcg_; }
  void add_to(OnlineTotals& totals) const;

 private:
  /// Draws a query, or a session of the log.
  Index draw(Rng& rng, Index count);
  /// Sums the weights of the searches that are drawn from.
  void add_weights();
  void mark() const;

  const Simulation* simulation_ = nullptr;
  std::vector<bool>* clicked_ = nullptr;
  std::uint64_t asked_ = 0;
  /// Weight of each of the world's searches and those before it; empty: all
  /// weigh the same.
  std::vector<double> weights_;
  Index query_ = 0;
  double ndcg_ = 0;
  Search search_;
};

}  // namespace fedltr
