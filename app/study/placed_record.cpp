#include "app/study/placed_record.hpp"

namespace fedltr {

SiloRecord placed_record(const SiloRecord& record,
                         const MergedCollections& merged) {
  SiloRecord placed = record;
  for (std::size_t p = 0; p < placed.parties.size(); ++p) {
    if (!placed.parties[p]) continue;
    auto party = std::make_shared<PartyRecord>(*placed.parties[p]);
    const std::uint32_t first = merged.first_query[p];
    for (Judgement& pair : party->instances.pairs) {
      pair.query += first;
      pair.document = merged.shares[p].documents[pair.document];
    }
    for (CrossPair& pair : party->instances.cross.pairs) pair.query += first;
    for (FoundTop& each : party->found) {
      each.query += first;
      each.term = merged.terms[p][each.term];
    }
    placed.parties[p] = std::move(party);
  }
  return placed;
}

}  // namespace fedltr
