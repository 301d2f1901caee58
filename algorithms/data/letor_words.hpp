#pragma once

#include <string_view>

#include "algorithms/data/lines.hpp"

namespace fedltr {

/// Returns a number without the + before it, which std::from_chars refuses.
inline std::string_view without_plus(std::string_view word) {
  const bool plus = word.size() > 1 && word[0] == '+' && word[1] != '-';
  return word.substr(plus ? 1 : 0);
}

/// True for a `number:number`, which is a feature, or at the beginning of a row
/// XGBoost's label with its weight.
inline bool is_pair_of_numbers(std::string_view word) {
  constexpr std::string_view kOfNumbers = "0123456789.eE+-";
  const std::size_t colon = word.find(':');
  return colon != 0 && colon < word.size() - 1 &&
         word.substr(0, colon).find_first_not_of(kOfNumbers) == word.npos &&
         word.substr(colon + 1).find_first_not_of(kOfNumbers) == word.npos;
}

/// Addition to an error on such a label.
inline constexpr std::string_view kWeightHint =
    "; XGBoost's LABEL:WEIGHT is not read: keep the label, and give weights of "
    "queries in a file, data.weights";

/// Returns the document that the comment of a LETOR row names: X of "docid = X"
/// or "docid=X" at its beginning, or a comment of one word without "=", as in
/// RankLib's "# 1A"; "" if it names none.
/// @param comment  behind the "#"
inline std::string_view document_in_comment(std::string_view comment) {
  std::string_view rest = comment;
  skip_blanks(rest);
  if (rest.starts_with("docid")) {
    rest.remove_prefix(5);
    skip_blanks(rest);
    if (rest.starts_with('=')) {
      rest.remove_prefix(1);
      return take_word(rest);
    }
  }
  const std::string_view word = take_word(comment);
  const bool is_name =
      take_word(comment).empty() && word.find('=') == std::string_view::npos;
  return is_name ? word : std::string_view();
}

}  // namespace fedltr
