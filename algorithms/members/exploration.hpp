#pragma once

#include <cstddef>
#include <vector>

#include "algorithms/members/recorded_search.hpp"
#include "algorithms/online/search.hpp"

namespace fedltr {

/// Ways to make the list that a member shows to one of its users.
enum class Exploration {
  /// Drawn from the Plackett-Luce model of the scores (Oosterhuis and de Rijke,
  /// CIKM 2018).
  kSampled,
  /// The best documents, paired with their neighbours from the first or the
  /// second rank; each pair is in random order. FairPairs (Radlinski and
  /// Joachims, AAAI 2006): both orders of a pair are equally likely, whatever
  /// the rest of the list, so clicks compare its documents without bias by
  /// rank.
  kSwap,
  /// The best documents: what ranks high is clicked more, and nothing in the
  /// clicks can correct that.
  kNone,
};

/// Shows a list of the scored candidates.
/// @return  kSwap: rank of the first pair, 0 or 1; otherwise 0
std::size_t show_list(Exploration exploration, Rng& rng, Search& search);

/// Returns what a list of kSwap teaches: each pair of which one document was
/// clicked, as a search for two documents whose equal scores drew it, so that
/// pdgd_weights() takes both orders as equally likely.
/// @param first_pair  as from show_list()
/// @return            with the id of the search
std::vector<RecordedSearch> pairs_of(const RecordedSearch& search,
                                     std::size_t first_pair);

}  // namespace fedltr
