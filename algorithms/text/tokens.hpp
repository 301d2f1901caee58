#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct sb_stemmer;

namespace fedltr {

/// Version of the rules that split text into words: terms of different versions
/// may differ. 1 took characters as they are; 2 takes their normal form.
inline constexpr int kWordsVersion = 2;

/// Name of the stemmer and of the stop words that leave words unchanged.
inline const std::string kNoChange = "none";

/// Options for turning text into terms.
struct TokenOptions {
  std::string stemmer = "english";     ///< `none` or one of stemmers()
  std::string stop_words = "english";  ///< `none` or `english`
};

/// `none` and the languages of libstemmer (Snowball).
std::vector<std::string> stemmers();

/// Extracts the terms of texts: words in their normal form, without stop words,
/// stemmed.
///
/// A word is a maximal run of letters, digits and marks that follow them;
/// unseen characters do not split it, everything else does, including bytes
/// that are not UTF-8. Words are equal if they differ only in case, in the
/// encoding of accents, ligatures or wide letters, or in soft hyphens
/// (text/utf8.hpp). Stop words are compared before stemming. Not thread-safe.
class Tokenizer {
 public:
  /// @throws std::invalid_argument  for an unknown name, with the known ones
  explicit Tokenizer(const TokenOptions& options = {});
  ~Tokenizer();
  Tokenizer(Tokenizer&&) noexcept;
  Tokenizer& operator=(Tokenizer&&) noexcept;

  /// Calls visit(std::string_view term) for each term in order; the view is
  /// valid until the next one.
  template <class Visit>
  void for_each_term(std::string_view text, Visit&& visit) {
    for (std::size_t position = 0; next_word(text, position);) {
      const std::string_view term = term_of_word();
      if (!term.empty()) visit(term);
    }
  }

 private:
  /// A cached word and its term.
  struct Known {
    std::string word;
    std::string term;
  };
  struct FreeStemmer {
    void operator()(sb_stemmer* stemmer) const;
  };

  bool next_word(std::string_view text, std::size_t& position);
  std::string_view term_of_word();
  void make_term(Known& known);

  std::unique_ptr<sb_stemmer, FreeStemmer> stemmer_;
  bool drop_stop_words_ = false;
  std::string word_;          ///< in lower case if it is ASCII, else unchanged
  bool is_ascii_ = true;      ///< of word_
  std::vector<Known> known_;  ///< by hash of the word; bounded, the newest
                              ///< stays
};

/// All terms of a text.
std::vector<std::string> terms_of(Tokenizer& tokenizer, std::string_view text);

}  // namespace fedltr
