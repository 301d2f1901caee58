#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/data/data_source.hpp"

namespace fedltr {

/// File of a member's judged rows, in its folder.
inline constexpr const char* kMemberRows = "rows.letor";
/// Table of clicks there, which a rehearsal with members.source = log reads.
inline constexpr const char* kMemberClicks = "clicks.csv";

/// Reads a member's own rows, whose features are those of members.features, and
/// holds queries out; if it learns from real users, who need no rows, all.
/// @param folder    with kMemberRows
/// @param features  number of names in members.features
/// @param files     files that were read are added; may be null
/// @throws DataError  naming file and line; also for more queries than
///                    members.at-most, and without a query to learn from
///                    where members learn from rows
MemberRows read_member_rows(const Scenario& scenario,
                            const std::filesystem::path& folder,
                            const std::string& name, Index features,
                            LetorNotes& notes, std::vector<DataFile>* files);

/// Returns the rows of all members, for a rehearsal: those below
/// members.folder, or without it synthetic ones; with real users also the
/// searches there, or those of a log of clicks. They have one fold, with all
/// queries that members learn from, and all held-out ones.
/// @throws DataError, UsageError
LoadedData load_member_rows(const Scenario& scenario);

/// Checks that these files exist, without reading them.
/// @throws DataError
void check_rows_of_members(const Scenario& scenario);

}  // namespace fedltr
