#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/silo/packed_values.hpp"
#include "algorithms/sketch/reverse_top_k.hpp"

// The lists of a term's cells on the wire, document by document, because what
// lists say of one document is whole numbers and noise that they share:
//
//   4 bytes  number of documents; of each, in ascending order,
//   bytes    how far it is behind the one before, seven bits a byte, the lowest
//            first, the eighth bit set where another follows
//   bits     which rows list it, up to a whole byte
//   group    what they say of it (packed_values.hpp)
namespace fedltr {

/// @param rows  lists in which a document stands once at most
void pack_lists(std::span<const std::vector<Posting>> rows, ByteWriter& to);

/// @param rows      gets lists of documents in ascending order
/// @param capacity  most of a list
/// @throws std::invalid_argument for bytes that are too few, or no such lists
void unpack_lists(ByteReader& from, std::size_t capacity,
                  std::span<std::vector<Posting>> rows);

}  // namespace fedltr
