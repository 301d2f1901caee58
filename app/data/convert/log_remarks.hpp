#pragma once

#include <string>
#include <vector>

#include "app/data/convert/click_log.hpp"

namespace fedltr {

/// Remark on ClickNotes::shared_places, behind their number.
inline constexpr const char* kSharedPlaces =
    "searches have two documents at one position; data.log uses lists down to "
    "the first of them";

/// Describes a log that was read: actions, positions, and what was left out or
/// is not as it seems. One line each.
std::vector<std::string> log_remarks(const ClickNotes& notes);

/// Describes a log's join with features: shares, and examples of what has none.
std::vector<std::string> join_remarks(const JoinNotes& joined);

/// Returns the reason why a log has no searches, "" if the notes have none.
std::string why_no_searches(const ClickNotes& notes);

/// Returns the reason why no click is on a document of its query's list.
std::string why_no_clicks(const ClickNotes& notes);

/// Returns the reason why no document of a log has features, or no query of a
/// log of users has rows.
/// @param rows     file of the features, for the message
/// @param by_name  true if --qid may take other names of the queries
std::string why_nothing_joins(const JoinNotes& joined, const std::string& rows,
                              bool by_name);

}  // namespace fedltr
