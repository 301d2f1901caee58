#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/silo/packed_values.hpp"
#include "algorithms/sketch/reverse_top_k.hpp"

// Encoding of the lists of a term's cells, document by document, because a
// document's values in the lists are integers plus noise that they share:
//
//   4 bytes  number of documents; for each, in ascending order,
//   bytes    its distance from the one before, seven bits per byte, the lowest
//            first, the eighth bit set if another byte follows
//   bits     the rows that list it, padded to full bytes
//   group    its values in them (packed_values.hpp)
namespace fedltr {

/// @param rows  lists that hold each document at most once
void pack_lists(std::span<const std::vector<Posting>> rows, ByteWriter& to);
/// The same number of bytes.
void pack_lists(std::span<const std::vector<Posting>> rows, ByteCounter& to);

/// @param rows      gets lists of documents in ascending order
/// @param capacity  maximum length of a list
/// @throws std::invalid_argument if bytes are missing or no such lists fit
void unpack_lists(ByteReader& from, std::size_t capacity,
                  std::span<std::vector<Posting>> rows);

}  // namespace fedltr
