#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "algorithms/data/normalize.hpp"
#include "algorithms/members/exploration.hpp"
#include "algorithms/members/model_comparison.hpp"
#include "algorithms/online/search.hpp"
#include "algorithms/ranking/ranker.hpp"
#include "app/data/search_log.hpp"

namespace fedltr {

/// Candidates of a query, for Agent::rank().
struct RankQuestion {
  std::string user;                    ///< may be empty
  std::vector<std::string> documents;  ///< the search engine's names for them
  std::vector<Vector> rows;            ///< by document, #features
};

/// The list to show.
struct RankReply {
  std::uint64_t search = 0;
  std::optional<std::uint32_t> model;  ///< as Agent::model()
  std::vector<std::string> documents;  ///< by rank, at most AgentTerms::list
};

struct AgentTerms {
  std::shared_ptr<const Ranker> ranker;
  Normalizer normalizer;
  Index features = 0;
  Index list = kShownList;  ///< documents of a list
  bool by_user = false;     ///< each search must name its user
  Vector model;             ///< to begin with
  /// Memory of lists that wait for their clicks.
  std::size_t most_bytes = std::size_t{512} << 20;
  Exploration exploration = Exploration::kSampled;
  Comparing comparing = {};
  bool learns = true;  ///< lists wait for clicks, which are logged
  /// Number of the model's epoch; empty if an earlier process kept it.
  std::optional<std::uint32_t> epoch = 0;
};

/// A list of Agent::rank() that has no more use: it had its clicks, it is too
/// old, or it never was.
struct UnknownSearch : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Makes lists for a member's own users by the newest model, and logs what
/// teaches of those that are clicked, with the scores that drew them. Lists
/// without clicks leave no trace. A share of the lists is interleaved instead,
/// to compare models: of those that are clicked only the preference is logged,
/// and they teach nothing, since no known chance drew them. Threads may call
/// all functions at once.
class Agent {
 public:
  static constexpr std::size_t kMostCandidates = 1000;
  static constexpr std::size_t kMostOfName = 256;  ///< bytes
  /// A list waits for its clicks for so long, unless later ones need its
  /// memory.
  static constexpr std::int64_t kSecondsOpen = 1800;

  /// @param clock  in seconds
  /// @param bits   random numbers, of the operating system
  /// @param log    must outlive it
  Agent(AgentTerms terms, SearchLog& log, std::function<std::int64_t()> clock,
        std::function<std::uint64_t()> bits);

  /// Ranks by this model from now on.
  void use(std::uint32_t epoch, Vector model);

  /// Compares newer models with this one, or with the engine's order, from now
  /// on.
  void compare(const MemberTrial& trial);

  /// Makes a list by AgentTerms::exploration or, for a share of the searches
  /// whose lists would differ by model, interleaves two rankings.
  /// @throws DataError
  RankReply rank(const RankQuestion& question);
  /// Ends a search; its clicks are on disk when this returns.
  /// @return  number of documents that were clicked
  /// @throws UnknownSearch
  /// @throws DataError           for a document that was not shown; the search
  ///                             stays open
  /// @throws std::runtime_error  if they can't be written
  std::size_t click(std::uint64_t search,
                    const std::vector<std::string>& clicked);
  /// Removes a user's searches. @return  number of those in the log
  std::size_t forget(const std::string& user);

  /// Number of lists that wait for their clicks.
  std::size_t open();
  /// Number of the newest model's epoch; 0: the federation's first model; empty
  /// if an earlier process kept it.
  std::optional<std::uint32_t> model() const;

 private:
  struct Model {
    std::optional<std::uint32_t> epoch;
    Vector parameters;
  };
  struct Open {
    std::vector<std::string> documents;  ///< by rank
    RecordedSearch search;
    std::size_t first_pair = 0;  ///< of Exploration::kSwap
    std::uint32_t began = 0;     ///< of an interleaved list: its comparison
    std::vector<std::uint8_t> teams = {};  ///< by rank; empty: it is none
    std::size_t bytes = 0;
  };
  struct Due {
    std::int64_t since = 0;
    std::uint64_t search = 0;
  };

  Matrix normalised(const RankQuestion& question) const;
  void require_valid(const RankQuestion& question) const;
  std::shared_ptr<const Model> newest() const;
  std::shared_ptr<const MemberTrial> trial() const;
  std::vector<Index> rival_of(Search& search, const MemberTrial& trial) const;
  bool interleave(const Model& newest, const MemberTrial& trial, Rng& rng,
                  Search& search, Open& opened) const;
  void keep(Open opened);
  void log(Open clicked);
  void close(std::unordered_map<std::uint64_t, Open>::iterator found);
  void drop_old(std::int64_t now);

  AgentTerms terms_;
  SearchLog& log_;
  std::function<std::int64_t()> clock_;
  std::function<std::uint64_t()> bits_;
  /// Shared by clicks on their way to the log, which a user to be forgotten
  /// must not overtake. Locked before the other.
  std::shared_mutex forgetting_;
  mutable std::mutex mutex_;  ///< of the members below
  std::shared_ptr<const Model> model_;
  std::shared_ptr<const MemberTrial> trial_;  ///< null: nothing to compare with
  std::unordered_map<std::uint64_t, Open> open_;
  std::deque<Due> due_;  ///< the oldest first; also of closed ones
  std::size_t bytes_ = 0;
};

}  // namespace fedltr
