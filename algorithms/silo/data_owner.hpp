#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/privacy/release_ledger.hpp"
#include "algorithms/silo/silo_messages.hpp"
#include "algorithms/sketch/cell_reader.hpp"
#include "algorithms/text/party_split.hpp"

namespace fedltr {

/// One party as the owner of documents: sketches of them, answers about them,
/// and an account of each document's releases.
///
/// Answers beyond the protocol's budget are withheld: a document is then left
/// out of lists, told as 0 where all are told, and its counts are not told.
///
/// An answer does not depend on earlier questions: in a simulation the noise of
/// each question comes from a stream of its own.
class DataOwner {
 public:
  /// Sketches all documents of the share; both outlive this. The index of
  /// reverse top-K begins with the documents the party had at first, and
  /// deletes and adds what changed (ICDE section V-B, Update and Delete).
  /// @param askers  parties, this one among them
  DataOwner(const Collection& collection, const PartyShare& share,
            const SiloProtocol& protocol, const TermSpots& dictionary,
            std::uint32_t askers);

  std::uint32_t documents() const { return share_.documents.size(); }

  /// @param bits  simulated, or the system's where documents are people's
  TopAnswer answer_top(const Question& question, std::uint32_t asker,
                       const Bits& bits);
  CountAnswers answer_counts(const Question& question, std::uint32_t asker,
                             const Bits& bits);
  /// The same as bytes, without all of its numbers being held.
  ByteVector encoded_counts(const Question& question, std::uint32_t asker,
                            const Bits& bits);

  const ReleaseLedger& ledger() const { return *ledger_; }
  /// Never null; whoever holds it has the account when this is gone.
  const std::shared_ptr<ReleaseLedger>& account() { return ledger_; }
  void leave_out(std::uint32_t asker) { ledger_->leave_out(asker); }
  /// Bytes of the RTK-Sketch.
  std::uint64_t index_bytes() const { return rtk_ ? rtk_->bytes() : 0; }
  /// Length of the RTK-Sketch's shortest list that ever turned a document
  /// away, its capacity if none did; 0 without one.
  std::uint32_t shortest_list() { return rtk_ ? rtk_->shortest_full() : 0; }
  /// Bytes of the documents' sketches.
  std::uint64_t sketch_bytes() const;

 private:
  /// Whether a document came after the index was made.
  bool is_added(std::uint32_t document) const;
  void change_index(const TermSpots& dictionary);
  TermQuery query_of(const Question& question, std::size_t term) const;
  /// Calls `tell` with the counts of each document asked for, or null where
  /// its budget is spent.
  template <class Tell>
  void tell_counts(const Question& question, std::uint32_t asker,
                   const Bits& bits, const Tell& tell);
  void count(std::uint32_t document, const Question& question, const Bits& bits,
             DocumentCounts& counts);
  std::vector<double> rows_of(const DocumentSketch& document,
                              const TermQuery& query, const Bits& bits) const;
  RtkAnswer lists_of(const TermQuery& query, std::uint32_t asker,
                     const Bits& bits);
  std::vector<TopDocument> best_of(const TermQuery& query, std::uint32_t asker,
                                   const Bits& bits);

  const Collection& collection_;
  const PartyShare& share_;
  const SiloProtocol& protocol_;
  std::array<std::vector<DocumentSketch>, kFields> sketches_;
  std::optional<RtkSketch> rtk_;
  SoftIntersection intersection_;
  std::shared_ptr<ReleaseLedger> ledger_;
  // Scratch.
  std::vector<bool> listed_;  ///< by document
  CellReader reader_;
  std::vector<std::uint32_t> cells_;  ///< of a question's terms, row by row
  std::vector<TermQuery> queries_;    ///< of a question, where it is estimated
};

}  // namespace fedltr
