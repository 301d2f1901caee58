#pragma once

#include <bit>
#include <cstdint>
#include <memory>

#include "actors/caf.hpp"
#include "algorithms/core/linalg.hpp"

namespace fedltr {

static_assert(std::endian::native == std::endian::little,
              "numbers travel as their bytes");

/// A vector that travels in messages: shared and never changed, so that a model
/// goes out to any number of clients without a copy. On the wire: its length
/// and its raw bytes, since CAF 0.17 garbles NaN and loops on infinity.
class Parameters {
 public:
  /// What a peer may send at most.
  static constexpr std::uint32_t kMost = 1U << 24;

  Parameters() = default;
  explicit Parameters(Vector values)
      : values_(std::make_shared<const Vector>(std::move(values))) {}

  const Vector& get() const {
    static const Vector empty;
    return values_ ? *values_ : empty;
  }

  friend caf::error inspect(caf::serializer& sink, Parameters& x) {
    const Vector& values = x.get();
    auto size = static_cast<std::uint32_t>(values.size());
    if (auto error = sink(size)) return error;
    if (size == 0) return caf::none;
    return sink.apply_raw(size * sizeof(double),
                          const_cast<double*>(values.data()));
  }
  friend caf::error inspect(caf::deserializer& source, Parameters& x) {
    std::uint32_t size = 0;
    if (auto error = source(size)) return error;
    if (size > kMost) return caf::sec::invalid_argument;
    // A peer can't make us allocate more than it has sent.
    if (auto* bytes = dynamic_cast<caf::binary_deserializer*>(&source))
      if (bytes->remaining() < size * sizeof(double))
        return caf::sec::end_of_stream;
    Vector values(size);
    if (size > 0)
      if (auto error = source.apply_raw(size * sizeof(double), values.data()))
        return error;
    x = Parameters(std::move(values));
    return caf::none;
  }
  friend std::string to_string(const Parameters& x) {
    return "parameters(" + std::to_string(x.get().size()) + ")";
  }

 private:
  std::shared_ptr<const Vector> values_;
};

/// A number that travels as its bits, for the same reason.
struct WireDouble {
  std::uint64_t bits = 0;

  WireDouble() = default;
  WireDouble(double value) : bits(std::bit_cast<std::uint64_t>(value)) {}
  operator double() const { return std::bit_cast<double>(bits); }
  template <class Inspector>
  friend auto inspect(Inspector& f, WireDouble& x) {
    return f(x.bits);
  }
};

}  // namespace fedltr
