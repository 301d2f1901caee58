#pragma once

#include <string_view>

namespace fedltr {

/// True if a lower-case word is an English function word: an article, pronoun,
/// preposition, conjunction, auxiliary, or a fragment of a contraction ("don",
/// "t"). The list is our own.
bool is_english_stop_word(std::string_view word);

}  // namespace fedltr
