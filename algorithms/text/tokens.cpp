#include "algorithms/text/tokens.hpp"

#include <algorithm>
#include <array>

#include <libstemmer.h>

#include "algorithms/core/hash.hpp"
#include "algorithms/core/join.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/text/stop_words.hpp"
#include "algorithms/text/utf8.hpp"

namespace fedltr {
namespace {

/// Number of words whose terms are cached, a power of two.
constexpr std::size_t kKnownWords = std::size_t{1} << 16;

/// By ASCII character: its lower case, or 0 for a separator.
constexpr auto kAscii = [] {
  std::array<char, 128> table{};
  for (std::size_t c = '0'; c <= '9'; ++c) table[c] = c;
  for (std::size_t c = 'a'; c <= 'z'; ++c) table[c] = table[c - 32] = c;
  return table;
}();

}  // namespace

std::vector<std::string> stemmers() {
  std::vector<std::string> names = {kNoChange};
  for (const char** name = sb_stemmer_list(); *name != nullptr; ++name)
    names.emplace_back(*name);
  return names;
}

void Tokenizer::FreeStemmer::operator()(sb_stemmer* stemmer) const {
  sb_stemmer_delete(stemmer);
}

Tokenizer::Tokenizer(const TokenOptions& options) : known_(kKnownWords) {
  const auto& language = options.stemmer;
  if (language != kNoChange) {
    const auto names = stemmers();
    require(
        std::ranges::find(names, language) != names.end(),
        "unknown stemmer '" + language + "', known are: " + join(names, ", "));
    stemmer_.reset(sb_stemmer_new(language.c_str(), "UTF_8"));
    require(stemmer_ != nullptr, "no stemmer '" + language + "' for UTF-8");
  }
  require(options.stop_words == kNoChange || options.stop_words == "english",
          "unknown stop words '" + options.stop_words +
              "', known are: none, english");
  drop_stop_words_ = options.stop_words == "english";
}

Tokenizer::~Tokenizer() = default;
Tokenizer::Tokenizer(Tokenizer&&) noexcept = default;
Tokenizer& Tokenizer::operator=(Tokenizer&&) noexcept = default;

bool Tokenizer::next_word(std::string_view text, std::size_t& position) {
  // Normalizing sorts marks in quadratic time. Unicode's Stream-Safe Text
  // Format (UAX 15) has no more than 30 in a row; more are left out.
  constexpr int kMaxMarks = 30;
  int marks = 0;
  word_.clear();
  is_ascii_ = true;
  while (position < text.size()) {
    const auto byte = static_cast<unsigned char>(text[position]);
    if (byte < 0x80) {
      ++position;
      if (kAscii[byte] != 0) {
        word_.push_back(kAscii[byte]);
        marks = 0;
      } else if (!word_.empty()) {
        return true;
      }
      continue;
    }
    const std::size_t begin = position;
    switch (kind_of(next_character(text, position))) {
      case CharacterKind::kMark:
        // A mark after a separator belongs to that: no word starts with a mark.
        if (word_.empty() || ++marks > kMaxMarks) break;
        word_.append(text.substr(begin, position - begin));
        is_ascii_ = false;
        break;
      case CharacterKind::kLetter:
        marks = 0;
        word_.append(text.substr(begin, position - begin));
        is_ascii_ = false;
        break;
      case CharacterKind::kUnseen:
        break;
      case CharacterKind::kSeparator:
        if (!word_.empty()) return true;
    }
  }
  return !word_.empty();
}

std::string_view Tokenizer::term_of_word() {
  if (stemmer_ == nullptr && !drop_stop_words_ && is_ascii_) return word_;
  Known& known = known_[TableHash()(word_) & (kKnownWords - 1)];
  if (known.word != word_) make_term(known);
  return known.term;
}

void Tokenizer::make_term(Known& known) {
  known.word = word_;
  known.term.clear();
  if (!is_ascii_) normalize_word(word_);
  if (drop_stop_words_ && is_english_stop_word(word_)) return;
  if (stemmer_ == nullptr) {
    known.term = word_;
    return;
  }
  const auto* const stem = sb_stemmer_stem(
      stemmer_.get(), reinterpret_cast<const sb_symbol*>(word_.data()),
      word_.size());
  // Only a lack of memory gives no stem.
  if (stem == nullptr) throw std::bad_alloc();
  known.term.assign(reinterpret_cast<const char*>(stem),
                    sb_stemmer_length(stemmer_.get()));
}

std::vector<std::string> terms_of(Tokenizer& tokenizer, std::string_view text) {
  std::vector<std::string> terms;
  tokenizer.for_each_term(
      text, [&](std::string_view term) { terms.emplace_back(term); });
  return terms;
}

}  // namespace fedltr
