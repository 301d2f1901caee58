#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "algorithms/text/dictionary.hpp"
#include "algorithms/text/term_lists.hpp"
#include "algorithms/text/tokens.hpp"

namespace fedltr {

enum class Field : std::uint8_t { kTitle, kBody };
inline constexpr std::size_t kFields = 2;
inline constexpr std::array kAllFields = {Field::kTitle, Field::kBody};

constexpr std::size_t field_index(Field field) {
  return static_cast<std::size_t>(field);
}

/// A grade of relevance of a document to a query, both by their place in the
/// collection.
struct Judgement {
  std::uint32_t query = 0;
  std::uint32_t document = 0;
  std::uint8_t grade = 0;

  friend bool operator==(const Judgement&, const Judgement&) = default;
};

/// Returns the judgements of one query.
/// @param judgements  in ascending order of query
std::span<const Judgement> judgements_of_query(
    std::span<const Judgement> judgements, std::uint32_t query);

/// Documents of title and body, queries and graded judgements, all text as
/// terms of one dictionary. Built by CollectionBuilder, then immutable.
class Collection {
 public:
  const Dictionary& dictionary() const { return dictionary_; }

  std::size_t documents() const { return documents_.size(); }
  const Dictionary& document_names() const { return documents_; }
  /// A document's terms in ascending order, and their number with repetitions.
  Terms terms(Field field, std::size_t document) const {
    return fields_[field_index(field)][document];
  }
  std::uint32_t length(Field field, std::size_t document) const {
    return fields_[field_index(field)].length(document);
  }

  std::size_t queries() const { return queries_.size(); }
  const Dictionary& query_names() const { return queries_; }
  /// A query's terms in the order of its text; repetitions possible.
  std::span<const TermId> query(std::size_t query) const;
  /// The same in words.
  std::vector<std::string> words_of_query(std::size_t query) const;

  /// In ascending order of query and document, each pair once.
  std::span<const Judgement> judgements() const { return judgements_; }
  std::span<const Judgement> judgements_of(std::size_t query) const;
  /// The highest grade, 0 without judgements.
  int highest_grade() const;

  /// Number of bytes of the documents' terms.
  std::size_t bytes_of_terms() const;

 private:
  friend class CollectionBuilder;

  Dictionary dictionary_;
  Dictionary documents_;
  std::array<TermLists, kFields> fields_;
  Dictionary queries_;
  std::vector<TermId> query_terms_;
  std::vector<std::size_t> query_ends_;
  std::vector<Judgement> judgements_;
};

/// Maximum grade; grades are integers.
inline constexpr int kLargestGrade = 31;
/// Maximum distinct terms of a query; later ones are omitted.
inline constexpr std::size_t kMaxQueryTerms = 1024;

/// Peculiarities of the input that the builder reports to the user.
struct CollectionNotes {
  std::size_t unknown_queries = 0;    ///< judgements of unknown queries
  std::size_t unknown_documents = 0;  ///< others, of unknown documents
  std::size_t repeated_pairs = 0;     ///< judgements that came before, equal
  std::size_t negative_grades = 0;
  std::size_t empty_documents = 0;
  std::size_t empty_queries = 0;
  std::size_t cut_queries = 0;  ///< queries with more than kMaxQueryTerms

  CollectionNotes& operator+=(const CollectionNotes& other);
};

/// Builds a collection: add documents and queries first, then judgements.
///
/// Errors in the text (a repeated name, a grade beyond kLargestGrade, a pair
/// judged differently) throw std::invalid_argument; readers (text/readers.hpp)
/// add file and line.
class CollectionBuilder {
 public:
  explicit CollectionBuilder(const TokenOptions& options = {})
      : tokenizer_(options) {}

  void add_document(std::string_view name, std::string_view title,
                    std::string_view body);
  void add_query(std::string_view name, std::string_view text);

  /// Adds a term that is already known.
  TermId add_term(std::string_view term) {
    return collection_.dictionary_.add(term);
  }
  void add_document(std::string_view name, Terms title, Terms body);
  void add_query(std::string_view name, std::span<const TermId> terms);

  /// Adds a judgement by names; counts a pair with an unknown name, or one that
  /// came before with the same grade, as a note only.
  /// @param grade  whole; below 0 (spam) counts as 0, and is noted
  void add_judgement(std::string_view query, std::string_view document,
                     double grade);

  const CollectionNotes& notes() const { return notes_; }
  std::size_t documents() const { return collection_.documents(); }
  const Dictionary& query_names() const { return collection_.queries_; }

  /// Returns the collection; the builder is empty afterwards.
  Collection take();

 private:
  Terms counted(std::string_view text, TermCounter& counter);

  Tokenizer tokenizer_;
  std::array<TermCounter, kFields> counters_;
  std::vector<TermId> query_;
  Collection collection_;
  CollectionNotes notes_;
  /// Grades by query and document.
  std::unordered_map<std::uint64_t, std::uint8_t> judged_;
};

}  // namespace fedltr
