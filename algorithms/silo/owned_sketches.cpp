#include "algorithms/silo/owned_sketches.hpp"

namespace fedltr {

OwnedSketches::OwnedSketches(const Collection& collection,
                             std::span<const std::uint32_t> documents,
                             const SketchShape& shape,
                             const TermSpots& dictionary, std::size_t room)
    : collection_(collection),
      documents_(documents),
      dictionary_(dictionary),
      room_(room),
      made_(shape) {
  for (auto& field : kept_) field.resize(documents.size());
}

const Sketch& OwnedSketches::make(Field field, std::uint32_t document) {
  made_.clear();
  made_.add(collection_.terms(field, documents_[document]), dictionary_);
  return made_;
}

std::variant<const DocumentSketch*, const Sketch*> OwnedSketches::of(
    Field field, std::uint32_t document) {
  auto& kept = kept_[field_index(field)][document];
  if (kept) return kept.get();
  make(field, document);
  const std::size_t bytes = DocumentSketch::bytes_of(made_);
  if (bytes > room_) return &made_;
  room_ -= bytes;
  kept = std::make_unique<const DocumentSketch>(made_);
  return kept.get();
}

}  // namespace fedltr
