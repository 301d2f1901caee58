#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "actors/caf.hpp"
#include "actors/protocol/size.hpp"
#include "algorithms/core/fields.hpp"
#include "algorithms/core/parameters.hpp"

// Derives all that CAF needs from the description of a message: functions that
// write, read and print it, and its type id.
namespace fedltr {

static_assert(std::endian::native == std::endian::little,
              "numbers travel as their bytes");

/// Maximum number of parameters that a peer may send.
inline constexpr std::uint32_t kMaxParameters = 1U << 24;

/// Writes the number of parameters and their raw bytes.
inline caf::error inspect(caf::serializer& sink, Parameters& x) {
  auto size = static_cast<std::uint32_t>(x.size());
  if (auto error = sink(size)) return error;
  if (size == 0) return caf::none;
  return sink.apply_raw(size * sizeof(double),
                        const_cast<double*>(x.view().data()));
}

inline caf::error inspect(caf::deserializer& source, Parameters& x) {
  std::uint32_t size = 0;
  if (auto error = source(size)) return error;
  if (size > kMaxParameters) return caf::sec::invalid_argument;
  // A peer can't make us allocate more than it has sent.
  if (auto* bytes = dynamic_cast<caf::binary_deserializer*>(&source))
    if (bytes->remaining() < size * sizeof(double))
      return caf::sec::end_of_stream;
  auto [parameters, values] = Parameters::make(size);
  if (size > 0)
    if (auto error = source.apply_raw(size * sizeof(double), values.data()))
      return error;
  x = std::move(parameters);
  return caf::none;
}

inline std::string to_string(const Parameters& x) {
  return "parameters(" + std::to_string(x.size()) + ")";
}

/// A number, or a list of them, that travels as bits: when it sends doubles,
/// CAF 0.17 garbles NaN and loops for ever on infinity.
template <class T>
struct AsBits {
  T& value;
};

inline std::uint64_t bits_of(double value) {
  return std::bit_cast<std::uint64_t>(value);
}
inline std::vector<std::uint64_t> bits_of(const std::vector<double>& values) {
  std::vector<std::uint64_t> bits(values.size());
  for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = bits_of(values[i]);
  return bits;
}
inline void set_bits(double& value, std::uint64_t bits) {
  value = std::bit_cast<double>(bits);
}
inline void set_bits(std::vector<double>& values,
                     const std::vector<std::uint64_t>& bits) {
  values.resize(bits.size());
  for (std::size_t i = 0; i < bits.size(); ++i) set_bits(values[i], bits[i]);
}

template <class T>
caf::error inspect(caf::serializer& sink, AsBits<T>& x) {
  auto bits = bits_of(x.value);
  return sink(bits);
}
template <class T>
caf::error inspect(caf::deserializer& source, AsBits<T>& x) {
  auto bits = bits_of(T{});
  if (auto error = source(bits)) return error;
  set_bits(x.value, bits);
  return caf::none;
}
template <class T>
std::string to_string(const AsBits<T>& x) {
  return caf::deep_to_string(x.value);
}

template <class T>
T& as_caf_sends(T& value) {
  return value;
}
inline AsBits<double> as_caf_sends(double& value) {
  return {value};
}
inline AsBits<std::vector<double>> as_caf_sends(std::vector<double>& values) {
  return {values};
}

/// Lets CAF write, read and print a type that describes itself; a message is
/// printed with its `kName`.
template <class F, Described T>
typename F::result_type inspect(F& f, T& x) {
  return x.fields([&](auto&... each) {
    if constexpr (requires { T::kName; })
      return f(caf::meta::type_name(T::kName), as_caf_sends(each)...);
    else
      return f(as_caf_sends(each)...);
  });
}

/// The same, for callers that pass an actor system.
template <class T>
std::uint64_t wire_size(const caf::actor_system&, const T& message) {
  return wire_size(message);
}

}  // namespace fedltr

/// Numbers the messages of a TypeList, starting at `first`, in caf::id_block's
/// `block`. Replaces CAF's macros, which need a line for each message.
#define FEDLTR_TYPE_ID_BLOCK(block, first, list)                         \
  namespace caf {                                                        \
  namespace id_block {                                                   \
  struct block {                                                         \
    using Types = list;                                                  \
    static constexpr type_id_t begin = first;                            \
    static constexpr type_id_t end = begin + Types::kSize;               \
  };                                                                     \
  }                                                                      \
  template <class T>                                                     \
  requires(::fedltr::index_in<T>(id_block::block::Types{}) <             \
           id_block::block::Types::kSize) struct type_id<T> {            \
    static constexpr type_id_t value =                                   \
        id_block::block::begin +                                         \
        ::fedltr::index_in<T>(id_block::block::Types{});                 \
  };                                                                     \
  template <type_id_t I>                                                 \
  requires(I >= id_block::block::begin &&                                \
           I < id_block::block::end) struct type_by_id<I> {              \
    using type = decltype(::fedltr::type_at<I - id_block::block::begin>( \
        id_block::block::Types{}));                                      \
  };                                                                     \
  template <type_id_t I>                                                 \
  requires(I >= id_block::block::begin &&                                \
           I < id_block::block::end) struct type_name_by_id<I> {         \
    static constexpr const char* value = type_by_id<I>::type::kName;     \
  };                                                                     \
  }
