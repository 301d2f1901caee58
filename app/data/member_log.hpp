#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "app/data/data_source.hpp"
#include "app/data/search_log.hpp"

namespace fedltr {

/// Files of a member that learns from a log of clicks.
struct MemberLogFiles {
  std::filesystem::path clicks;    ///< as read_click_csv()
  std::filesystem::path features;  ///< LETOR rows of its documents, no labels
};

/// Reads the lists of a log that have a click, cut to clicks.list, with the
/// features of their documents as training has them, and as scores the
/// propensity of each rank, by logging.propensities (1 for a learner that needs
/// none). A search's id is a hash of its content, and of how often that came
/// before, so that each has the same id whenever the log is read with a key.
/// @param columns  number of features
/// @param notes    added to
/// @param key      of the SearchLog that keeps the ids; if it has none, or none
///                 keeps them, anyone can compute them
/// @throws DataError  naming file and line; if no search of the log has
/// features
std::vector<RecordedSearch> read_member_log(const Scenario& scenario,
                                            const MemberLogFiles& files,
                                            Index columns, LetorNotes& notes,
                                            const std::optional<Secret>& key);

}  // namespace fedltr
