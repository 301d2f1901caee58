#pragma once

#include <string>
#include <string_view>

namespace fedltr {

// Additions to errors about LETOR rows: what a file may be instead, and the
// command or option that reads it. Empty if nothing is known.

/// For a label that is no number.
/// @param rest  of the row, behind the label
std::string hint_for_label(std::string_view word, std::string_view rest);

/// For a row whose second word is not its query.
/// @param rest  of the row, behind the label
std::string hint_for_query(std::string_view word, std::string_view rest);

/// For a row that looks like a line of a TREC run or of judgements.
/// @param rest  of the row, behind its first word
std::string trec_hint(std::string_view rest);

/// True for a value that `--missing 'VALUE'` can name: whole in in_quotes(),
/// and without comma or quote.
bool can_mark_missing(std::string_view text);

/// For a value that is no number.
std::string hint_for_value(std::string_view text);

}  // namespace fedltr
