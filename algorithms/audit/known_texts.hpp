#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/audit/overhear.hpp"

// Finds the document numbers of texts that an attacker knows: a document's
// lengths and distinct terms are sent with its counts, and hardly any two
// documents share them.
namespace fedltr {

/// Sizes of a document, sent with its counts, by field.
struct DocumentSize {
  std::array<std::uint32_t, kFields> length{};
  std::array<std::uint32_t, kFields> distinct{};

  friend auto operator<=>(const DocumentSize&, const DocumentSize&) = default;
};

/// Sizes by document in the view; nullopt if no asker fetched the document.
std::vector<std::optional<DocumentSize>> told_sizes(const RelayView& view);

/// The size of a text as its owner sends it.
/// @param text  place in the collection
DocumentSize size_of(const SiloProtocol& protocol, const Collection& collection,
                     std::uint32_t text);

/// A text that the attacker has, and the documents that may be it.
struct KnownText {
  std::uint32_t text = 0;                 ///< place in the collection
  std::vector<std::uint32_t> candidates;  ///< of the same size, ascending
};

/// Attack: matches each text with the documents of its size.
/// @param texts  places in the collection
std::vector<KnownText> find_texts(const RelayView& view,
                                  const Collection& collection,
                                  std::span<const std::uint32_t> texts);

/// Success of that attack.
struct FoundTexts {
  std::size_t texts = 0;  ///< known
  double right = 0;       ///< share found; one of k candidates counts 1 / k
  double named = 0;       ///< share with a single candidate
  double precision = 0;   ///< share of these that are right; NaN if there are
                          ///< none
  double chance = 0;      ///< `right` of a guess among all documents
};

/// @param documents  of the owner, places in the collection by number
FoundTexts judge(std::span<const KnownText> known,
                 std::span<const std::uint32_t> documents);

}  // namespace fedltr
