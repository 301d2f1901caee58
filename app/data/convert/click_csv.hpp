#pragma once

#include "app/data/convert/click_log.hpp"
#include "app/data/convert/letor_row.hpp"

namespace fedltr {

/// Reads a table, separated by commas, semicolons, tabs or |, with columns qid,
/// docno, position, click, and optionally user and timestamp, whose blank
/// values mean unknown, propensity, above 0 and at most 1, and searches, the
/// number of equal searches that a row stands for (without timestamp only);
/// input.log names other columns, of a table without header by number.
/// Positions count from 0 or 1, see
/// first_position_of(); a click is a number of clicks, true or false. Lines
/// with the same qid, user and timestamp belong to one search; without
/// timestamp, the next search of a query and user begins where a document or a
/// position recurs.
/// @throws DataError  with file and line; also for a document that occurs twice
///                    in a search with a timestamp, and for rows of a search
///                    that stand for different numbers of searches
ClickLog read_click_csv(const ConvertInput& input, ClickNotes& notes);

/// Parses an integer, also written `3.0`; nullopt if it is none.
std::optional<std::uint64_t> parse_count(std::string_view text);

/// Parses a position of a list.
/// @param least  its smallest value
/// @throws DataError
std::uint32_t parse_position(const std::string& text, std::uint32_t least,
                             const Place& place);

}  // namespace fedltr
