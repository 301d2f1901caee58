#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/sketch/sketch.hpp"

namespace fedltr {

/// A document on one of an RTK-Sketch's lists, in 64 bits; the greater number
/// is the better entry: larger magnitude of the cell, then lower document.
struct RtkEntry {
  std::uint64_t key = 0;

  static RtkEntry of(std::uint32_t document, std::uint32_t magnitude) {
    return {std::uint64_t{magnitude} << 32 | ~document};
  }
  std::uint32_t document() const { return ~key; }
  /// |cell| of the document's sketch, at least 1.
  std::int32_t magnitude() const { return key >> 32; }

  friend bool operator==(RtkEntry, RtkEntry) = default;
  friend bool operator<(RtkEntry a, RtkEntry b) { return a.key < b.key; }
  friend bool operator>(RtkEntry a, RtkEntry b) { return a.key > b.key; }
};

/// Sign of the values on a list.
enum class ListEnd : bool { kPositive, kNegative };

/// All documents of one owner by the cells of their sketches: for each cell,
/// the `capacity` documents with the largest positive values and those with the
/// smallest negative ones, with values as in the documents' sketches.
///
/// ICDE section V-B, Algorithms 4 and 5. Differs:
/// - a Count sketch needs both ends of each cell, since a term of sign -1 has
///   its documents among the smallest values, which the paper forgets;
/// - a value is offered to the end of its own sign only: on the other side of
///   zero it would be evidence against the term;
/// - lists are not heaps: entries gather behind the list, which is cut back to
///   the capacity a few hundred entries at a time, with the same result.
///
/// Invariant of a list: it has a floor, the best entry it ever turned away, and
/// holds exactly the documents of the sketch that are better than its floor, at
/// most `capacity`. Without deletions these are the `capacity` best of all. A
/// deletion leaves a gap that turned-away documents could have filled, but they
/// are not stored: a full list gets shorter with each deletion of one of its
/// entries, and longer only by documents above the floor. So alpha K leaves
/// room for (alpha - 1) K deletions before the K best are at risk.
/// shortest_full() returns how short lists have become; when it falls below K,
/// rebuild.
///
/// Lists do not depend on the order of insertion. Ids are dense: memory grows
/// with the largest one.
class RtkSketch {
 public:
  /// @param shape     z by w
  /// @param capacity  alpha K entries per list, 1 to 2^24
  RtkSketch(SketchShape shape, std::uint32_t capacity);

  const SketchShape& shape() const { return shape_; }
  std::uint32_t capacity() const { return capacity_; }
  std::size_t documents() const { return count_; }
  bool holds(std::uint32_t document) const {
    return document < present_.size() && present_[document];
  }

  /// Algorithm 4.
  /// @param document  an id below 2^31 that is not held
  void insert(std::uint32_t document, const Sketch& sketch);

  /// Searches only lists on which the document's values may stand. Keeps no
  /// index of documents' cells: building the sketch anew takes less time than
  /// keeping an index up to date.
  /// @param sketch  the same as at insertion
  void erase(std::uint32_t document, const Sketch& sketch);

  /// Searches all lists.
  void erase(std::uint32_t document);

  /// The list of one end of a cell, unordered; valid until the next insertion
  /// or deletion. Cuts the list back to the capacity if necessary.
  /// @param end  always kPositive with Count-Min
  std::span<const RtkEntry> list(std::uint32_t row, std::uint32_t column,
                                 ListEnd end);
  /// The same in ascending order of documents; the list keeps this order until
  /// it changes.
  std::span<const RtkEntry> ordered_list(std::uint32_t row,
                                         std::uint32_t column, ListEnd end);

  /// Magnitude of the best entry that this list ever turned away; 0 if it is
  /// complete.
  std::int32_t floor(std::uint32_t row, std::uint32_t column,
                     ListEnd end) const;

  /// Length of the shortest list that ever turned an entry away; the capacity
  /// if none did. Cuts all lists back.
  std::uint32_t shortest_full();

  /// Number of bytes held, including memory reserved for growth.
  std::size_t bytes() const;

 private:
  ListEnd end_of(std::int32_t value) const {
    return ListEnd{ends_ == 2 && value < 0};
  }
  std::size_t index(std::size_t cell, ListEnd end) const {
    return ends_ * cell + static_cast<std::size_t>(end);
  }
  /// Cells on whose lists a document of these values may stand.
  std::span<const std::uint32_t> promising(
      std::span<const std::int32_t> values);
  std::size_t find(std::uint32_t row, std::uint32_t column, ListEnd end) const;
  void add(std::size_t list, RtkEntry entry);
  void cut(std::size_t list);
  void remove(std::size_t list, std::uint32_t document);
  void forget(std::uint32_t document);

  SketchShape shape_;
  std::uint32_t capacity_;
  std::size_t ends_;  ///< 2 for Count, 1 for Count-Min
  std::vector<std::vector<RtkEntry>> lists_;
  std::vector<std::uint64_t> floors_;  ///< keys; a list accepts larger ones
  // The same for a fast scan, by cell: values that may enter start here.
  std::vector<std::int32_t> positive_from_;
  std::vector<std::int32_t> negative_from_;
  std::vector<std::uint32_t> promising_;  ///< scratch
  std::vector<bool> present_;
  std::size_t count_ = 0;
};

}  // namespace fedltr
