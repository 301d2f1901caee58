#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/privacy/release_ledger.hpp"
#include "algorithms/silo/owned_sketches.hpp"
#include "algorithms/silo/silo_messages.hpp"
#include "algorithms/sketch/cell_reader.hpp"
#include "algorithms/text/party_split.hpp"

namespace fedltr {

/// One party as the owner of documents: sketches them, answers questions about
/// them, and accounts for each document's releases.
///
/// Answers beyond the protocol's budget are withheld: such a document is
/// omitted from lists, reported as 0 in answers about all documents, and its
/// counts are omitted.
///
/// An answer does not depend on earlier questions: in a simulation the noise of
/// each question has a separate stream.
class DataOwner {
 public:
  /// Puts all documents of the share into the index for reverse top-K, first
  /// those that the party had at first, then deletes and adds the changed ones
  /// (ICDE section V-B, Update and Delete). All but `askers` must outlive this.
  /// @param askers  number of parties, including this one
  DataOwner(const Collection& collection, const PartyShare& share,
            const SiloProtocol& protocol, const TermSpots& dictionary,
            std::uint32_t askers);

  std::uint32_t documents() const { return share_.documents.size(); }

  /// @param bits  simulated, or the system's for documents of real people
  TopAnswer answer_top(const Question& question, std::uint32_t asker,
                       const Bits& bits);
  CountAnswers answer_counts(const Question& question, std::uint32_t asker,
                             const Bits& bits);
  /// Returns the same as bytes, without holding all of its numbers.
  ByteVector encoded_counts(const Question& question, std::uint32_t asker,
                            const Bits& bits);

  const ReleaseLedger& ledger() const { return *ledger_; }
  /// Never null; a holder keeps the account after this object is destroyed.
  const std::shared_ptr<ReleaseLedger>& account() { return ledger_; }
  void leave_out(std::uint32_t asker) { ledger_->leave_out(asker); }
  /// Number of bytes of the RTK-Sketch.
  std::uint64_t index_bytes() const { return rtk_ ? rtk_->bytes() : 0; }
  /// Length of the RTK-Sketch's shortest list that ever turned a document away,
  /// its capacity if none did; 0 without one.
  std::uint32_t shortest_list() { return rtk_ ? rtk_->shortest_full() : 0; }
  /// Number of bytes of the documents' sketches, if all were kept.
  std::uint64_t sketch_bytes() const { return sketch_bytes_; }

 private:
  /// True if a document was added after the index was made.
  bool is_added(std::uint32_t document) const;
  void change_index(const TermSpots& dictionary);
  TermQuery query_of(const Question& question, std::size_t term) const;
  /// Calls `tell` with the counts of each requested document, or with null if
  /// its budget is spent.
  template <class Tell>
  void tell_counts(const Question& question, std::uint32_t asker,
                   const Bits& bits, const Tell& tell);
  void count(std::uint32_t document, const Question& question, const Bits& bits,
             DocumentCounts& counts);
  /// Reads the cells of the open question's terms.
  /// @param values  one per term and row, overwritten
  void read_cells(Field field, std::uint32_t document,
                  std::span<double> values);
  std::vector<double> rows_of(std::uint32_t document, const TermQuery& query,
                              const Bits& bits);
  RtkAnswer lists_of(const TermQuery& query, std::uint32_t asker,
                     const Bits& bits);
  std::vector<TopDocument> best_of(const TermQuery& query, std::uint32_t asker,
                                   const Bits& bits);

  const Collection& collection_;
  const PartyShare& share_;
  const SiloProtocol& protocol_;
  OwnedSketches sketches_;
  std::uint64_t sketch_bytes_ = 0;
  std::optional<RtkSketch> rtk_;
  SoftIntersection intersection_;
  std::shared_ptr<ReleaseLedger> ledger_;
  // Scratch.
  std::vector<bool> listed_;  ///< by document
  CellReader reader_;
  std::vector<std::uint32_t> cells_;  ///< of a question's terms, row by row
  std::vector<double> values_;        ///< of these cells
  std::vector<TermQuery> queries_;    ///< of a question, if it is estimated
};

}  // namespace fedltr
