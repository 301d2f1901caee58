#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "algorithms/sketch/query.hpp"
#include "algorithms/sketch/rtk_sketch.hpp"

// The reverse top-K query, ICDE Definition 3: the K documents with the largest
// counts of a term, from an owner's RTK-Sketch (Algorithm 5) or by asking about
// each document (NAIVE, Algorithm 3).
//
// Its leak: the documents on a list follow from their exact counts, whatever
// noise the counts get afterwards. No epsilon bounds that under any kind of
// noise; only NAIVE with `sound` noise, or an RTK-Sketch of document sketches
// that got their noise before insertion, gives its epsilon.
namespace fedltr {

struct TopDocument {
  std::uint32_t document = 0;
  double count = 0;  ///< estimated

  friend bool operator==(const TopDocument&, const TopDocument&) = default;
};

struct ReverseTopKOptions {
  std::uint32_t documents = 150;  ///< K
  double beta =
      0.1;  ///< minimum share of the real rows that list a candidate, [0, 1]
  /// The paper's estimate, over only the rows that list a candidate.
  bool leave_out_absent = false;
};

/// A document on the list of a row's cell.
struct Posting {
  std::uint32_t document = 0;
  float value = 0;  ///< of the cell, exact up to 2^24; with noise

  friend bool operator==(const Posting&, const Posting&) = default;
};

/// An owner's answer: the list of each row's cell.
struct RtkAnswer {
  std::vector<std::vector<Posting>> rows;
  /// Count-Min: for each row, the magnitude of the best document that its list
  /// ever turned away, with separate noise; 0 if the list is complete. It is
  /// the count of an unlisted document. Empty with a Count sketch, which has no
  /// use for it.
  std::vector<float> floors;
};

/// Owner: returns the lists that a query asks for, documents in ascending
/// order, with the same noise on each document's values as if asked about it
/// alone.
/// @param query  only the columns and ends are read, nothing private
/// @param noise  one that does not estimate
RtkAnswer answer(RtkSketch& sketch, const TermQuery& query,
                 const SketchNoise& noise, const Bits& bits);

/// Reason for which a querier refuses this answer: rows, floors, repeated or
/// out-of-range documents, or values that are not finite; empty if it is valid.
/// @param documents  number of documents that the owner announced
std::string why_refused(const RtkAnswer& answer, const SketchShape& shape,
                        std::uint32_t documents);

/// Finds the K best among lists. Keeps its working memory between calls: a few
/// bytes per document.
///
/// Algorithm 5: candidates are the documents that at least max(1, ceil(beta
/// z1)) of the z1 real rows list (the paper counts rows of z, but confounders'
/// rows hold no information). The count of a candidate is the estimate over all
/// z1 real rows, where a row that does not list it counts
/// - 0 with a Count sketch: values below a list's floor are collisions more
///   than counts. The paper's median over the rows that list the document uses
///   the lucky rows only: it covers 0.27 of the top 150 where this covers 0.87
///   (10,000 documents of 1,000 terms, z = 30, w = 200, alpha = 5), and less
///   the larger alpha is. `leave_out_absent` selects it;
/// - the list's floor with Count-Min, which is at least the document's value,
///   so the estimate is never below the truth.
/// If lists are never full and z1 is odd, this is max(0, estimate) of NAIVE.
/// Ties: more rows first, then the lower document.
class SoftIntersection {
 public:
  /// Querier: ranks from a valid answer.
  std::vector<TopDocument> top(SketchKind kind, const TermQuery& query,
                               const RtkAnswer& answer,
                               const ReverseTopKOptions& options);

  /// Owner that knows the private rows (z1 = z, or `median-only`): the same
  /// without copying lists; adds noise to the estimate of each candidate, in
  /// ascending order of documents.
  /// @param noise     off or one that estimates
  /// @param may_tell  called for each candidate, released in the end or not,
  ///                  since the release depends on all estimates; empty: all
  ///                  may be
  std::vector<TopDocument> top(
      RtkSketch& sketch, const TermQuery& query,
      const ReverseTopKOptions& options, const SketchNoise& noise,
      const Bits& bits,
      const std::function<bool(std::uint32_t document)>& may_tell = {});

 private:
  struct Candidate {
    std::uint32_t document;
    std::uint32_t found;  ///< rows that list it
    double count;
  };
  /// Rules of an intersection of lists.
  struct Rules {
    SketchKind kind;
    std::uint32_t needed;      ///< rows that list a candidate
    std::uint32_t worthwhile;  ///< with fewer rows the estimate is 0
    bool leave_out_absent;
  };

  static Rules rules(SketchKind kind, std::size_t rows,
                     const ReverseTopKOptions& options, bool positive);
  /// Finds candidates and estimates them.
  /// @param absent  value of a row that does not list a document
  template <class List>
  void intersect(std::span<const List> lists, std::span<const float> absent,
                 const Rules& rules);
  template <class List>
  void find_candidates(std::span<const List> lists, std::uint32_t needed);
  template <class List>
  void collect(std::span<const List> lists, std::uint32_t worthwhile);
  void estimate(std::size_t rows, const Rules& rules);
  std::vector<TopDocument> best(std::uint32_t documents);

  std::vector<std::uint16_t> seen_;   ///< rows that list a document
  std::vector<std::uint32_t> place_;  ///< of a candidate, by document
  std::vector<Candidate> candidates_;
  std::vector<float> values_;  ///< of each candidate, #rows
};

/// NAIVE: the K largest estimates of documents 0 to `documents` - 1.
/// @param estimate  of one document; asks about it and estimates its count
std::vector<TopDocument> naive_top_k(
    std::uint32_t documents, std::uint32_t k,
    const std::function<double(std::uint32_t)>& estimate);

/// The same from the owner's stored sketches: Algorithm 3 as published.
std::vector<TopDocument> naive_top_k(std::span<const DocumentSketch> documents,
                                     const TermQuery& query, std::uint32_t k,
                                     const SketchNoise& noise,
                                     const Bits& bits);

/// |top-K and true top-K| / K: the share of the K true documents that were
/// found, where any document that ties with the K-th counts. If fewer than K
/// documents hold the term, all of them are true.
/// @param counts  true ones, by document
/// @return        1 if no document holds the term
double cover_rate(std::span<const TopDocument> found,
                  std::span<const std::int32_t> counts, std::uint32_t k);

}  // namespace fedltr
