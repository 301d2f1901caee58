#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "algorithms/sketch/document_sketch.hpp"
#include "algorithms/text/collection.hpp"

namespace fedltr {

/// The sketches of an owner's documents, made from the text when they are asked
/// for. Keeps each that was made while there is room: with the papers' size of
/// a collection, all of them take more memory than its text.
class OwnedSketches {
 public:
  /// Bytes of sketches that are kept, unless otherwise stated.
  static constexpr std::size_t kRoom = std::size_t{32} << 20;

  /// @param documents   their places in the collection; must outlive this, like
  ///                    collection and dictionary
  /// @param room        number of bytes of sketches to keep at most
  OwnedSketches(const Collection& collection,
                std::span<const std::uint32_t> documents,
                const SketchShape& shape, const TermSpots& dictionary,
                std::size_t room = kRoom);

  /// Returns a document's sketch with all its cells, valid until the next call.
  const Sketch& make(Field field, std::uint32_t document);
  /// Returns a document's sketch, kept or made; a made one is valid until the
  /// next call.
  std::variant<const DocumentSketch*, const Sketch*> of(Field field,
                                                        std::uint32_t document);

 private:
  const Collection& collection_;
  std::span<const std::uint32_t> documents_;
  const TermSpots& dictionary_;
  std::size_t room_;  ///< left
  std::array<std::vector<std::unique_ptr<const DocumentSketch>>, kFields> kept_;
  Sketch made_;
};

}  // namespace fedltr
