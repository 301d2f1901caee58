#include "algorithms/text/stop_words.hpp"

#include <algorithm>
#include <array>

namespace fedltr {
namespace {

constexpr auto kWords = std::to_array<std::string_view>(
    {"a",       "about",     "above",  "after",    "again",      "all",
     "also",    "although",  "am",     "an",       "and",        "any",
     "are",     "as",        "at",     "be",       "because",    "been",
     "before",  "being",     "below",  "between",  "both",       "but",
     "by",      "can",       "cannot", "could",    "d",          "did",
     "didn",    "do",        "does",   "doesn",    "doing",      "don",
     "down",    "during",    "each",   "either",   "few",        "for",
     "from",    "further",   "had",    "has",      "have",       "having",
     "he",      "her",       "here",   "hers",     "herself",    "him",
     "himself", "his",       "how",    "however",  "i",          "if",
     "in",      "into",      "is",     "isn",      "it",         "its",
     "itself",  "just",      "ll",     "m",        "may",        "me",
     "might",   "more",      "most",   "must",     "my",         "myself",
     "neither", "no",        "nor",    "not",      "of",         "off",
     "on",      "once",      "only",   "or",       "other",      "our",
     "ours",    "ourselves", "out",    "over",     "own",        "re",
     "s",       "same",      "shall",  "she",      "should",     "since",
     "so",      "some",      "such",   "t",        "than",       "that",
     "the",     "their",     "theirs", "them",     "themselves", "then",
     "there",   "these",     "they",   "this",     "those",      "though",
     "through", "to",        "too",    "under",    "until",      "up",
     "upon",    "us",        "ve",     "very",     "was",        "wasn",
     "we",      "were",      "what",   "when",     "where",      "whether",
     "which",   "while",     "who",    "whom",     "whose",      "why",
     "will",    "with",      "within", "without",  "won",        "would",
     "you",     "your",      "yours",  "yourself", "yourselves"});
static_assert(std::ranges::is_sorted(kWords));

}  // namespace

bool is_english_stop_word(std::string_view word) {
  return std::ranges::binary_search(kWords, word);
}

}  // namespace fedltr
