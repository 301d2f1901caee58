#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/silo/silo_messages.hpp"
#include "algorithms/silo/silo_options.hpp"
#include "algorithms/text/party_split.hpp"

// The relay's view of the questions to one owner, as data: attacks take this
// and their stated prior knowledge, and nothing else.
namespace fedltr {

/// One query's questions to the owner and the answers, all of which the relay
/// reads. Terms keep their places in all of them.
struct Exchange {
  std::uint32_t asker = 0;
  TopQuestion asked;
  TopAnswer top;
  std::vector<std::uint32_t> fetched;  ///< documents whose counts are requested
  CountAnswers counts;                 ///< in the order of `fetched`
};

struct RelayView {
  SiloProtocol protocol;        ///< agreed on before the run, public
  std::uint32_t documents = 0;  ///< number of documents the owner announced
  std::vector<Exchange> exchanges;
};

struct QueriedTerm {
  TermId term = 0;
  bool dummy = false;  ///< true if it is not in the query
};

/// A view, and the truth that the relay does not know, for judging guesses.
struct Overheard {
  RelayView view;
  std::vector<std::vector<QueriedTerm>> terms;  ///< by exchange, by place
};

struct OverhearOptions {
  std::uint32_t owner = 0;
  /// Maximum number of queries, the same for each other party: the first of its
  /// training queries.
  std::size_t questions = 99;
  std::uint64_t seed = 1;  ///< of the parties' key, confounders and noise
};

/// Simulates the questions of an honest run to one owner, in one place with the
/// parties' own code (DataOwner, Inquiry); messages are encoded as bytes.
/// @param shares  of all parties; the owner has a document
Overheard overhear(const Collection& collection,
                   std::span<const PartyShare> shares,
                   const SiloProtocol& protocol, const SiloOptions& silo,
                   const OverhearOptions& options);

}  // namespace fedltr
