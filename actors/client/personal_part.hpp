#pragma once

#include <cstdint>

#include "algorithms/core/archive.hpp"

namespace fedltr {

/// A client's own parameters as of the last closed round: a round that is given
/// up must leave no trace.
class PersonalPart {
 public:
  explicit PersonalPart(const Vector& initial) : closed_(initial) {}

  /// Returns the part at the start of a round; earlier rounds have been closed.
  const Vector& begin(std::uint32_t round) {
    if (trained_in_ > 0 && trained_in_ < round) closed_ = trained_;
    return closed_;
  }
  void train(std::uint32_t round, const Vector& learned) {
    trained_in_ = round;
    trained_ = learned;
  }
  /// Returns the part after that round was closed.
  const Vector& after(std::uint32_t round) const {
    return trained_in_ > 0 && trained_in_ <= round ? trained_ : closed_;
  }
  /// Exchanges the part after that round, without later changes.
  void exchange(Archive& archive, std::uint32_t round) {
    Vector kept = after(round);
    archive(kept);
    archive.expect(kept.size() == closed_.size(), "a part of another size");
    if (archive.reading()) *this = PersonalPart(kept);
  }

 private:
  Vector closed_;
  Vector trained_;
  std::uint32_t trained_in_ = 0;
};

}  // namespace fedltr
