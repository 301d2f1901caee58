#include "algorithms/text/collection.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "algorithms/core/parameter.hpp"
#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

/// Adds a name, which must be new.
void add_new(Dictionary& names, std::string_view name, const char* what) {
  const std::size_t before = names.size();
  names.add(name);
  require(names.size() > before,
          std::string(what) + " '" + std::string(name) + "' came before");
}

/// Returns the terms before the first that exceeds kMaxQueryTerms distinct
/// ones.
std::span<const TermId> few_enough(std::span<const TermId> terms) {
  if (terms.size() <= kMaxQueryTerms) return terms;
  std::unordered_set<TermId> different;
  std::size_t kept = 0;
  while (kept < terms.size()) {
    different.insert(terms[kept]);
    if (different.size() > kMaxQueryTerms) break;
    ++kept;
  }
  return terms.first(kept);
}

/// Returns the label of a whole grade, 0 below 0.
std::uint8_t label_of(double grade) {
  if (grade <= kLargestGrade && grade == std::floor(grade))
    return static_cast<std::uint8_t>(std::max(grade, 0.0));
  throw std::invalid_argument(
      "grade " + text_of(grade) +
      (grade > kLargestGrade ? " is beyond " + std::to_string(kLargestGrade)
                             : " is not whole"));
}

auto pair_of(const Judgement& judgement) {
  return std::tuple(judgement.query, judgement.document);
}

}  // namespace

std::span<const TermId> Collection::query(std::size_t query) const {
  const std::size_t begin = query == 0 ? 0 : query_ends_[query - 1];
  return std::span(query_terms_).subspan(begin, query_ends_[query] - begin);
}

std::vector<std::string> Collection::words_of_query(std::size_t query) const {
  std::vector<std::string> words;
  for (const TermId term : this->query(query))
    words.emplace_back(dictionary_[term]);
  return words;
}

std::span<const Judgement> judgements_of_query(
    std::span<const Judgement> judgements, std::uint32_t query) {
  const auto begin =
      std::ranges::lower_bound(judgements, query, {}, &Judgement::query);
  const auto end =
      std::ranges::upper_bound(judgements, query, {}, &Judgement::query);
  return {begin, end};
}

std::span<const Judgement> Collection::judgements_of(std::size_t query) const {
  return judgements_of_query(judgements_, query);
}

int Collection::highest_grade() const {
  const auto highest =
      std::ranges::max_element(judgements_, {}, &Judgement::grade);
  return highest == judgements_.end() ? 0 : highest->grade;
}

std::size_t Collection::bytes_of_terms() const {
  std::size_t entries = 0;
  for (const TermLists& field : fields_) entries += field.term_counts();
  return entries * sizeof(TermCount);
}

Terms CollectionBuilder::counted(std::string_view text, TermCounter& counter) {
  tokenizer_.for_each_term(
      text, [&](std::string_view term) { counter.add(add_term(term)); });
  return counter.take();
}

CollectionNotes& CollectionNotes::operator+=(const CollectionNotes& other) {
  unknown_queries += other.unknown_queries;
  unknown_documents += other.unknown_documents;
  repeated_pairs += other.repeated_pairs;
  negative_grades += other.negative_grades;
  empty_documents += other.empty_documents;
  empty_queries += other.empty_queries;
  cut_queries += other.cut_queries;
  return *this;
}

void CollectionBuilder::add_document(std::string_view name,
                                     std::string_view title,
                                     std::string_view body) {
  const Terms title_terms = counted(title, counters_[0]);
  add_document(name, title_terms, counted(body, counters_[1]));
}

void CollectionBuilder::add_document(std::string_view name, Terms title,
                                     Terms body) {
  require(!name.empty(), "a document has no name");
  add_new(collection_.documents_, name, "document");
  collection_.fields_[0].push_back(title);
  collection_.fields_[1].push_back(body);
  notes_.empty_documents += title.empty() && body.empty();
}

void CollectionBuilder::add_query(std::string_view name,
                                  std::string_view text) {
  query_.clear();
  tokenizer_.for_each_term(
      text, [&](std::string_view term) { query_.push_back(add_term(term)); });
  add_query(name, query_);
}

void CollectionBuilder::add_query(std::string_view name,
                                  std::span<const TermId> terms) {
  require(!name.empty() || terms.empty(), "a query with words has no name");
  add_new(collection_.queries_, name, "query");
  const auto kept = few_enough(terms);
  notes_.cut_queries += kept.size() < terms.size();
  auto& all = collection_.query_terms_;
  all.insert(all.end(), kept.begin(), kept.end());
  collection_.query_ends_.push_back(all.size());
  notes_.empty_queries += terms.empty();
}

void CollectionBuilder::add_judgement(std::string_view query,
                                      std::string_view document, double grade) {
  const auto label = label_of(grade);
  const auto query_id = collection_.queries_.find(query);
  const auto document_id = collection_.documents_.find(document);
  if (!query_id || !document_id) {
    ++(query_id ? notes_.unknown_documents : notes_.unknown_queries);
    return;
  }
  const auto [before, is_new] =
      judged_.emplace(std::uint64_t{*query_id} << 32 | *document_id, label);
  require(is_new || before->second == label,
          "query '" + std::string(query) + "' and document '" +
              std::string(document) + "' are judged twice, differently");
  if (!is_new) {
    ++notes_.repeated_pairs;
    return;
  }
  notes_.negative_grades += grade < 0;
  collection_.judgements_.push_back({*query_id, *document_id, label});
}

Collection CollectionBuilder::take() {
  std::ranges::sort(collection_.judgements_, {}, pair_of);
  judged_.clear();
  notes_ = {};
  return std::exchange(collection_, Collection());
}

}  // namespace fedltr
