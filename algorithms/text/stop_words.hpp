#pragma once

#include <string_view>

namespace fedltr {

/// Whether a word in lower case is one of English's function words: articles,
/// pronouns, prepositions, conjunctions, auxiliaries, and what is left of
/// contractions ("don", "t"). A list of our own.
bool is_english_stop_word(std::string_view word);

}  // namespace fedltr
