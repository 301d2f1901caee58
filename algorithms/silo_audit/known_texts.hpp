#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/silo_audit/overhear.hpp"

// Which numbers texts have that an attacker knows: a document's lengths and
// distinct terms are told with its counts, and hardly two have the same.
namespace fedltr {

/// What is told of a document beside its counts, by field.
struct DocumentSize {
  std::array<std::uint32_t, kFields> length{};
  std::array<std::uint32_t, kFields> distinct{};

  friend auto operator<=>(const DocumentSize&, const DocumentSize&) = default;
};

/// By document: what the view says of it; none: nobody fetched it.
std::vector<std::optional<DocumentSize>> told_sizes(const RelayView& view);

/// The size that an owner tells of a text.
/// @param text  place in the collection
DocumentSize size_of(const SiloProtocol& protocol, const Collection& collection,
                     std::uint32_t text);

/// A text that the attacker has, and the documents it may be.
struct KnownText {
  std::uint32_t text = 0;                 ///< place in the collection
  std::vector<std::uint32_t> candidates;  ///< told the same size, ascending
};

/// Attack: takes each text for the documents that are told to have its size.
/// @param texts  places in the collection
std::vector<KnownText> find_texts(const RelayView& view,
                                  const Collection& collection,
                                  std::span<const std::uint32_t> texts);

/// How well that went.
struct FoundTexts {
  std::size_t texts = 0;  ///< known
  double right = 0;       ///< share found; one of k candidates counts 1 / k
  double named = 0;       ///< share with a single candidate
  double precision = 0;   ///< share of these that is right; NaN if none is
  double chance = 0;      ///< `right` of a guess among all documents
};

/// @param documents  of the owner, places in the collection by number
FoundTexts judge(std::span<const KnownText> known,
                 std::span<const std::uint32_t> documents);

}  // namespace fedltr
