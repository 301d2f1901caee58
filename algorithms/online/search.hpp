#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/data/feature_table.hpp"
#include "algorithms/data/session_log.hpp"
#include "algorithms/ranking/plackett_luce.hpp"
#include "algorithms/ranking/ranker.hpp"

namespace fedltr {

/// Number of documents that a user is shown (thesis section 3.2.2), unless a
/// scenario sets another; online metrics and rewards look at the first ten in
/// any case.
inline constexpr Index kShownList = 10;
/// Largest number of documents that a user can be shown.
inline constexpr Index kLongestList = 64;

/// One search as its client sees it: the candidates, the list shown and the
/// clicks. Holds no label, so no learner can read one. Reused from search to
/// search, so that the hot loop allocates nothing. Steps in this order: open,
/// score, one of the show functions, clicks.
class Search {
 public:
  /// Makes room for this number of candidates.
  /// @param list  number of documents that a user is shown, 1 to kLongestList
  void reserve(Index candidates, Index list = kShownList);
  /// Begins a search: ranking() has the length of the list to show.
  /// @param candidates  at most the reserved number; must outlive the search
  void open(const FeatureRows& candidates);

  /// Scores the candidates.
  void score(const Ranker& ranker, const VectorView& model);
  /// Shows a Plackett-Luce list of the scored candidates, unless the list comes
  /// from a log.
  void show_sampled(Rng& rng);
  /// Shows the best scored candidates.
  void show_best();
  /// Shows these candidates; at most ranking().size().
  void show(std::span<const Index> ranking);
  /// Shows a list of a log, with its clicks, cut to the list's length; then no
  /// learner may show another one.
  void show_logged(const LoggedList& list);

  /// True if the list comes from a log.
  bool is_logged() const { return logged_; }
  /// True if the log has the scores by which the list was drawn.
  bool is_drawn() const { return drawn_ > 0; }
  /// By document of the query, then of candidates that are no longer known.
  auto drawn_scores() const { return drawn_scores_.head(drawn_); }
  auto drawn_exp_scores() const { return drawn_exp_scores_.head(drawn_); }
  /// By rank, of a log that has them; otherwise empty.
  std::span<const float> propensities() const { return propensities_; }
  Index candidates() const { return candidates_; }
  /// Features of all candidates, until the next call of this or of
  /// shown_features().
  FeatureTable::Rows features() {
    return table_->rows(first_, candidates_, room_);
  }
  /// The same with only those of the list shown; other rows are unspecified.
  FeatureTable::Rows shown_features() {
    return table_->some_rows(first_, candidates_, ranking(), room_);
  }
  auto scores() const { return scores_.head(candidates_); }
  /// Their places, 0, 1, 2 ...
  std::span<const Index> places() const {
    return {places_.data(), static_cast<std::size_t>(candidates_)};
  }
  /// State for Ranker::step_from() of the model by which the candidates were
  /// scored.
  const Activations& activations() const { return activations_; }
  /// e^{scores - max scores}, once a sampled list has been shown
  auto exp_scores() const { return exp_scores_.head(candidates_); }
  std::span<const Index> ranking() const { return {ranking_.data(), shown_}; }
  /// By rank of the list shown; written by the user.
  std::span<std::uint8_t> clicks() { return {clicks_.data(), shown_}; }
  std::span<const std::uint8_t> clicks() const {
    return {clicks_.data(), shown_};
  }

 private:
  const FeatureTable* table_ = nullptr;
  Index first_ = 0;  ///< row of the first candidate
  Index candidates_ = 0;
  Index list_ = kShownList;
  std::size_t shown_ = 0;
  bool logged_ = false;
  std::span<const float> propensities_;
  std::vector<double>
      room_;  ///< for features, unless the table stores them as float64
  Vector scores_;
  Vector exp_scores_;
  Index drawn_ = 0;  ///< size of the two below
  Vector drawn_scores_;
  Vector drawn_exp_scores_;
  Activations activations_;
  std::vector<Index> places_;  ///< 0, 1, 2, ...
  std::array<Index, kLongestList> ranking_{};
  std::array<std::uint8_t, kLongestList> clicks_{};
  PlackettLuceScratch scratch_;
};

}  // namespace fedltr
