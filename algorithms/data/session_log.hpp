#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/core/linalg.hpp"

namespace fedltr {

/// A list that a user was shown, and the clicks on it.
struct LoggedList {
  Index query = 0;                           ///< of the training data
  std::span<const std::uint32_t> documents;  ///< by rank, within the query
  std::span<const std::uint8_t> clicks;      ///< by rank, 1 is a click
  std::span<const float> propensities;       ///< by rank; empty: unknown
  /// Scores of all candidates by the model that drew the list: by document of
  /// the query, then of candidates that are no longer known; empty: unknown.
  std::span<const double> scores = {};
};

/// Lists that users were shown, with their clicks: what a search engine logs.
/// Shared, immutable once built.
class SessionLog {
 public:
  /// Appends a list.
  /// @param user          number of the user, from 0
  /// @param documents     by rank, within the query
  /// @param propensities  by rank, for all lists of a log or for none
  void add(Index query, std::uint32_t user, std::span<const Index> documents,
           std::span<const std::uint8_t> clicks,
           std::span<const double> propensities = {});

  Index sessions() const { return std::ssize(queries_); }
  Index clicks() const { return clicks_in_all_; }
  LoggedList list(Index session) const;
  std::uint32_t user(Index session) const { return users_[session]; }
  bool has_propensities() const { return !propensities_.empty(); }
  /// Returns the same lists without propensities.
  SessionLog without_propensities() const;

 private:
  std::vector<std::uint32_t> queries_;
  std::vector<std::uint32_t> users_;
  std::vector<std::uint64_t> ends_;
  std::vector<std::uint32_t> documents_;
  std::vector<std::uint8_t> clicked_;
  std::vector<float> propensities_;
  Index clicks_in_all_ = 0;
};

/// Returns the sessions of each user, in the order of the log; users with the
/// most sessions first, of equal ones the first in the log.
std::vector<std::vector<Index>> sessions_by_user(const SessionLog& log);

}  // namespace fedltr
