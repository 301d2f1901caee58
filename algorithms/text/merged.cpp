#include "algorithms/text/merged.hpp"

#include <algorithm>
#include <numeric>

namespace fedltr {
namespace {

std::vector<std::uint32_t> numbers_from(std::uint32_t first,
                                        std::size_t count) {
  std::vector<std::uint32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

std::string full_name(const std::string& party, std::string_view name) {
  return party + "/" + std::string(name);
}

/// A party's terms under their new numbers, ascending.
std::vector<TermCount> renumbered(Terms terms,
                                  std::span<const TermId> numbers) {
  std::vector<TermCount> result(terms.begin(), terms.end());
  for (TermCount& each : result) each.term = numbers[each.term];
  std::ranges::sort(result, {}, &TermCount::term);
  return result;
}

void add_texts(const Collection& from, const std::string& party,
               std::span<const TermId> numbers, CollectionBuilder& to) {
  for (std::uint32_t d = 0; d < from.documents(); ++d)
    to.add_document(full_name(party, from.document_names()[d]),
                    renumbered(from.terms(Field::kTitle, d), numbers),
                    renumbered(from.terms(Field::kBody, d), numbers));
  for (std::uint32_t q = 0; q < from.queries(); ++q) {
    std::vector<TermId> terms;
    for (const TermId term : from.query(q)) terms.push_back(numbers[term]);
    to.add_query(full_name(party, from.query_names()[q]), terms);
  }
}

}  // namespace

PartyShare whole_share(const Collection& collection) {
  const auto judged = collection.judgements();
  return {numbers_from(0, collection.documents()),
          numbers_from(0, collection.queries()),
          {judged.begin(), judged.end()}};
}

MergedCollections merge_collections(
    std::span<const Collection* const> collections,
    std::span<const std::string> names) {
  MergedCollections merged;
  CollectionBuilder builder;
  std::uint32_t documents = 0;
  std::uint32_t queries = 0;
  for (std::size_t p = 0; p < collections.size(); ++p) {
    const Collection& own = *collections[p];
    auto& numbers = merged.terms.emplace_back();
    for (TermId term = 0; term < own.dictionary().size(); ++term)
      numbers.push_back(builder.add_term(own.dictionary()[term]));
    add_texts(own, names[p], numbers, builder);
    merged.first_query.push_back(queries);
    PartyShare share{numbers_from(documents, own.documents()),
                     numbers_from(queries, own.queries())};
    for (Judgement judgement : own.judgements()) {
      builder.add_judgement(
          full_name(names[p], own.query_names()[judgement.query]),
          full_name(names[p], own.document_names()[judgement.document]),
          judgement.grade);
      judgement.query += queries;
      judgement.document += documents;
      share.judgements.push_back(judgement);
    }
    merged.shares.push_back(std::move(share));
    documents += static_cast<std::uint32_t>(own.documents());
    queries += static_cast<std::uint32_t>(own.queries());
  }
  merged.all = builder.take();
  return merged;
}

}  // namespace fedltr
