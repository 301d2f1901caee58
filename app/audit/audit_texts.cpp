#include "app/audit/audit_texts.hpp"

#include <algorithm>

namespace fedltr {
namespace {

constexpr std::size_t kTermsToTry = 50000;

}  // namespace

std::vector<std::string> terms_to_try(const Collection& collection) {
  std::vector<std::string> terms;
  for (TermId term = 0;
       term < std::min(collection.dictionary().size(), kTermsToTry); ++term)
    terms.emplace_back(collection.dictionary()[term]);
  return terms;
}

std::vector<TermCount> counts_to_find(const Collection& collection,
                                      std::size_t document) {
  std::vector<TermCount> counts;
  for (const TermCount& each : collection.terms(Field::kBody, document))
    if (each.term < kTermsToTry) counts.push_back(each);
  return counts;
}

}  // namespace fedltr
