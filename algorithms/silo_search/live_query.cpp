#include "algorithms/silo_search/live_query.hpp"

#include <utility>

#include "algorithms/core/require.hpp"
#include "algorithms/silo/count_answers.hpp"
#include "algorithms/silo/inquiry.hpp"

namespace fedltr {

LiveTerms::LiveTerms(const AskingParty& party,
                     std::span<const std::string> terms, const Bits& bits) {
  require(!terms.empty() && terms.size() <= kMaxTerms,
          "a query has 1 to " + std::to_string(kMaxTerms) + " terms");
  for (const std::string& term : terms) query.push_back(dictionary.add(term));
  const Dictionary& texts = party.collection.dictionary();
  for (const TermId term :
       draw_dummies(party.collection, party.documents,
                    party.protocol.dummies_beside(terms.size()), bits))
    dummies.push_back(dictionary.add(texts[term]));
  const SiloProtocol& protocol = party.protocol;
  if (protocol.obfuscation.real_rows < protocol.shape.rows)
    for (TermId term = 0; term < texts.size(); ++term)
      dictionary.add(texts[term]);
  for (TermId term = 0; term < dictionary.size(); ++term)
    own.push_back(texts.find(dictionary[term]));
}

LiveQuery::LiveQuery(const AskingParty& party,
                     std::span<const std::string> terms, const Bits& bits)
    : protocol_(party.protocol),
      terms_(party, terms, bits),
      spots_(spots_of(party.key.rows, protocol_.shape,
                      fingerprints_of(terms_.dictionary, party.key))),
      frequency_spots_(spots_of(party.key.summed_rows, protocol_.frequency,
                                fingerprints_of(terms_.dictionary, party.key))),
      own_(party.own, terms_.own),
      statistics_(party.statistics, frequency_spots_, own_),
      querier_(protocol_, spots_, terms_.query, bits, terms_.dummies) {}

std::optional<CountQuestion> LiveQuery::take_top(std::uint32_t owner,
                                                 std::uint32_t documents,
                                                 const TopAnswer& told) {
  require_valid(told, protocol_, querier_.terms(), documents);
  std::vector<std::vector<TopDocument>> by_term;
  const auto best = querier_.best(told, documents, by_term);
  result_[owner];  // it has answered
  if (best.empty()) return std::nullopt;
  return fetch(owner, best);
}

CountQuestion LiveQuery::fetch(std::uint32_t owner,
                               const std::vector<std::uint32_t>& documents) {
  asked_[owner] = documents;
  return querier_.count_question(documents);
}

void LiveQuery::take_counts(std::uint32_t owner,
                            std::span<const std::uint8_t> answer) {
  const auto asked = std::exchange(asked_[owner], {});
  CountAnswersReader told(answer, protocol_, querier_.terms());
  CountFeatures features(querier_, statistics_);
  Matrix row(1, kFeatureColumns);
  FoundElsewhere found;
  for (const std::uint32_t document : asked) {
    const DocumentCounts* counts = told.next();
    found.withheld += counts == nullptr ? 1 : 0;
    if (counts == nullptr) continue;
    features.write(*counts, features_row(row, 0));
    found.documents.push_back(document);
    found.features.insert(found.features.end(), row.data(),
                          row.data() + kFeatureColumns);
  }
  told.end();
  result_[owner] = std::move(found);
}

}  // namespace fedltr
