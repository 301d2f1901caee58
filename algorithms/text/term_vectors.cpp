#include "algorithms/text/term_vectors.hpp"

#include <array>

#include "algorithms/core/hash.hpp"
#include "algorithms/core/math.hpp"

namespace fedltr {
namespace {

double dampened(double count) {
  static const auto table = [] {
    std::array<double, 64> values{};
    for (std::size_t i = 1; i < values.size(); ++i)
      values[i] = 1 + portable_log(i);
    return values;
  }();
  return count < 64 ? table[count] : 1 + portable_log(count);
}

void normalize(Vector& vector) {
  const double norm = vector.norm();
  if (norm > 0) vector /= norm;
}

}  // namespace

TermVectors::TermVectors(const Collection& collection)
    : collection_(collection), idf_(collection.dictionary().size()) {
  for (std::size_t d = 0; d < collection.documents(); ++d)
    for (const TermCount& entry : collection.terms(Field::kBody, d))
      ++idf_[entry.term];
  const double documents = collection.documents();
  for (double& value : idf_)
    value = value > 0 ? portable_log(documents / value) : 0;
}

void TermVectors::add(TermId term, double count, Vector& vector) const {
  const std::uint64_t hash = mixed(std::uint64_t{term} + 1);
  const double weight = dampened(count) * idf_[term];
  vector((hash >> 1) & (kDimensions - 1)) += (hash & 1) != 0 ? weight : -weight;
}

Vector TermVectors::document(std::size_t document) const {
  Vector vector = Vector::Zero(kDimensions);
  for (const Field field : kAllFields)
    for (const TermCount& entry : collection_.terms(field, document))
      add(entry.term, entry.count, vector);
  normalize(vector);
  return vector;
}

Vector TermVectors::query(std::size_t query) const {
  Vector vector = Vector::Zero(kDimensions);
  for (const TermId term : collection_.query(query)) add(term, 1, vector);
  normalize(vector);
  return vector;
}

}  // namespace fedltr
