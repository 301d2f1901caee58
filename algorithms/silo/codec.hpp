#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <optional>
#include <type_traits>

#include "algorithms/core/linalg.hpp"
#include "algorithms/silo/packed_lists.hpp"

// Encoding of messages, from one description of each:
//   static constexpr const char* kName = "step";
//   auto fields(auto&& f) { return f(with_cross, rest(parameters)); }
// Fields follow each other, each
//   number, array       as in memory
//   optional            a byte, 0 or 1, and the value if it is 1
//   vector              its size in 32 bits, and its elements
//   known(vector, size) its elements: the reader knows their number
//   rest(vector)        its elements, up to the message's end
//   rest(vector, size)  the same: a reader knows a maximum of their number
//   packed(groups, sizes)  groups of numbers, packed: the reader knows the
//                          sizes
//   packed(lists, sizes)   lists of documents, packed: the reader knows the
//                          sizes
//   struct              its fields
namespace fedltr {

/// A vector whose size is not sent: the reader takes it from a struct of sizes.
/// A second size is that of its elements, which are vectors themselves.
template <class Values, class Sizes, std::size_t levels>
struct KnownField {
  Values& values;
  std::array<std::size_t Sizes::*, levels> sizes;
};
template <class Values, class Sizes, class... More>
auto known(Values& values, std::size_t Sizes::*size, More... more) {
  return KnownField<Values, Sizes, 1 + sizeof...(more)>{values,
                                                        {size, more...}};
}

/// Sizes for messages that need none.
struct NoSizes {};

/// A vector that ends with the message, with a maximum size or NoSizes.
template <class Values, class Sizes>
struct RestField {
  Values& values;
  std::size_t Sizes::*most;
};
template <class Values, class Sizes = NoSizes>
auto rest(Values& values, std::size_t Sizes::*most = nullptr) {
  return RestField<Values, Sizes>{values, most};
}

/// Groups of numbers; two sizes give the number of groups and of their numbers.
template <class Sizes>
struct PackedField {
  std::vector<std::vector<double>>& groups;
  std::size_t Sizes::*count;
  std::size_t Sizes::*size;
};
template <class Sizes>
auto packed(std::vector<std::vector<double>>& groups, std::size_t Sizes::*count,
            std::size_t Sizes::*size) {
  return PackedField<Sizes>{groups, count, size};
}

/// Lists of documents; two sizes give their number and the maximum length.
template <class Sizes>
struct PackedLists {
  std::vector<std::vector<Posting>>& lists;
  std::size_t Sizes::*count;
  std::size_t Sizes::*most;
};
template <class Sizes>
auto packed(std::vector<std::vector<Posting>>& lists, std::size_t Sizes::*count,
            std::size_t Sizes::*most) {
  return PackedLists<Sizes>{lists, count, most};
}

/// Calls `f` with all fields. A type of another folder has a function
/// fields_of() instead of the member.
template <class T, class F>
auto with_fields(T& value, F&& f) requires requires {
  value.fields(f);
}
{ return value.fields(f); }
template <class T, class F>
auto with_fields(T& value, F&& f) requires requires {
  fields_of(value, f);
}
{ return fields_of(value, f); }

template <class T>
concept HasFields = requires(T& value) {
  with_fields(value, [](auto&&...) {});
};

/// Numbers and arrays of them, which have no padding.
template <class T>
concept PlainValue = std::is_trivially_copyable_v<T> && !HasFields<T>;

/// @tparam Writer  ByteWriter, or ByteCounter for the number of bytes alone
template <class Writer>
class BasicEncoder {
 public:
  template <PlainValue T>
  void put(const T& value) {
    writer_.put(value);
  }
  template <HasFields T>
  void put(const T& value) {
    // A description also serves readers, so it is never const.
    with_fields(const_cast<T&>(value),
                [this](auto&&... all) { (this->put(all), ...); });
  }
  template <class T>
  void put(const std::optional<T>& value) {
    writer_.put(std::uint8_t{value.has_value()});
    if (value) put(*value);
  }
  template <class T>
  void put(const std::vector<T>& values) {
    writer_.put(static_cast<std::uint32_t>(values.size()));
    put_all(values);
  }
  template <class V, class S, std::size_t levels>
  void put(KnownField<V, S, levels> field) {
    put_known<levels>(field.values);
  }
  template <class V, class S>
  void put(RestField<V, S> field) {
    put_all(field.values);
  }
  template <class S>
  void put(PackedField<S> field) {
    for (const auto& group : field.groups)
      pack(std::span<const double>(group), writer_);
  }
  template <class S>
  void put(PackedLists<S> field) {
    pack_lists(field.lists, writer_);
  }

  auto take() { return writer_.take(); }

 private:
  template <class T>
  void put_all(const std::vector<T>& values) {
    if constexpr (PlainValue<T>)
      writer_.put_all(values);
    else
      for (const T& value : values) put(value);
  }
  void put_all(const Vector& values) {
    writer_.put_all(std::span(values.data(), std::size_t(values.size())));
  }
  template <std::size_t levels, class T>
  void put_known(const std::vector<T>& values) {
    if constexpr (levels == 1)
      put_all(values);
    else
      for (const T& value : values) put_known<levels - 1>(value);
  }

  Writer writer_;
};
using MessageEncoder = BasicEncoder<ByteWriter>;

/// Reads a message from a peer, which may be hostile: allocates nothing before
/// its bytes have arrived. Throws std::invalid_argument if bytes are missing.
template <class Sizes>
class MessageDecoder {
 public:
  MessageDecoder(std::span<const std::uint8_t> bytes, const Sizes& sizes)
      : reader_(bytes), sizes_(sizes) {}

  template <PlainValue T>
  void get(T& value) {
    value = reader_.get<T>();
  }
  template <HasFields T>
  void get(T& value) {
    with_fields(value, [this](auto&&... all) { (this->get(all), ...); });
  }
  template <class T>
  void get(std::optional<T>& value) {
    const auto present = reader_.get<std::uint8_t>();
    require(present <= 1, "has a flag that is neither 0 nor 1");
    if (present == 1) get(value.emplace());
  }
  template <class T>
  void get(std::vector<T>& values) {
    get_all(values, reader_.get<std::uint32_t>());
  }
  template <class V, std::size_t levels>
  void get(KnownField<V, Sizes, levels> field) {
    get_known<levels>(field.values, field.sizes.data());
  }
  template <class T, class S>
  void get(RestField<std::vector<T>, S> field) {
    std::size_t most = reader_.left();
    if constexpr (!std::same_as<S, NoSizes>) most = sizes_.*field.most;
    if constexpr (PlainValue<T>)
      field.values =
          reader_.get_all<T>(std::min(most, reader_.left() / sizeof(T)));
    else
      while (reader_.left() > 0 && field.values.size() < most)
        get(field.values.emplace_back());
  }
  void get(RestField<Vector, NoSizes> field) {
    const auto values =
        reader_.get_all<double>(reader_.left() / sizeof(double));
    field.values = Eigen::Map<const Vector>(values.data(), std::ssize(values));
  }

  void get(PackedField<Sizes> field) {
    // One by one, so that a short message can't cause a large allocation.
    for (std::size_t i = 0; i < sizes_.*field.count; ++i) {
      if (i == field.groups.size()) field.groups.emplace_back();
      field.groups[i].resize(sizes_.*field.size);
      unpack(reader_, std::span(field.groups[i]));
    }
    field.groups.resize(sizes_.*field.count);
  }
  void get(PackedLists<Sizes> field) {
    field.lists.assign(sizes_.*field.count, {});
    unpack_lists(reader_, sizes_.*field.most, field.lists);
  }

  void end() const { reader_.end(); }

 private:
  template <class T>
  void get_all(std::vector<T>& values, std::size_t count) {
    if constexpr (PlainValue<T>) {
      values = reader_.get_all<T>(count);
    } else {
      values.clear();
      for (std::size_t i = 0; i < count; ++i) get(values.emplace_back());
    }
  }
  template <std::size_t levels, class T>
  void get_known(std::vector<T>& values, std::size_t Sizes::*const* size) {
    if constexpr (levels == 1) {
      get_all(values, sizes_.*size[0]);
    } else {
      values.clear();
      for (std::size_t i = 0; i < sizes_.*size[0]; ++i)
        get_known<levels - 1>(values.emplace_back(), size + 1);
    }
  }

  ByteReader reader_;
  const Sizes& sizes_;
};

template <HasFields Message>
ByteVector encode(const Message& message) {
  MessageEncoder encoder;
  encoder.put(message);
  return encoder.take();
}

/// Returns the number of bytes of encode().
template <HasFields Message>
std::size_t encoded_size(const Message& message) {
  BasicEncoder<ByteCounter> counter;
  counter.put(message);
  return counter.take();
}

/// Checks that the vectors of a message have the sizes that a reader knows,
/// also those that rest() bounds.
/// @throws std::invalid_argument otherwise
template <class Sizes>
class SizeChecker {
 public:
  explicit SizeChecker(const Sizes& sizes) : sizes_(sizes) {}

  template <PlainValue T>
  void check(const T&) const {}
  template <HasFields T>
  void check(const T& value) const {
    with_fields(const_cast<T&>(value),
                [this](auto&&... all) { (this->check(all), ...); });
  }
  template <class T>
  void check(const std::optional<T>& value) const {
    if (value) check(*value);
  }
  template <class T>
  void check(const std::vector<T>& values) const {
    if constexpr (!PlainValue<T>)
      for (const T& value : values) check(value);
  }
  template <class V, std::size_t levels>
  void check(KnownField<V, Sizes, levels> field) const {
    check_known<levels>(field.values, field.sizes.data());
  }
  template <class V>
  void check(RestField<V, Sizes> field) const {
    require_size(field.values.size() == sizes_.*field.most);
    check(field.values);
  }
  void check(PackedField<Sizes> field) const {
    require_size(field.groups.size() == sizes_.*field.count);
    for (const auto& group : field.groups)
      require_size(group.size() == sizes_.*field.size);
  }
  void check(PackedLists<Sizes> field) const {
    require_size(field.lists.size() == sizes_.*field.count);
    for (const auto& list : field.lists)
      require_size(list.size() <= sizes_.*field.most);
  }

 private:
  static void require_size(bool is_right) {
    require(is_right, "has another size than it should have");
  }
  template <std::size_t levels, class T>
  void check_known(const std::vector<T>& values,
                   std::size_t Sizes::*const* size) const {
    require_size(values.size() == sizes_.*size[0]);
    if constexpr (levels > 1)
      for (const T& value : values) check_known<levels - 1>(value, size + 1);
    else
      check(values);
  }

  const Sizes& sizes_;
};

/// @throws std::invalid_argument if bytes are missing or left over
template <HasFields Message, class Sizes = NoSizes>
Message decode(std::span<const std::uint8_t> bytes, const Sizes& sizes = {}) {
  Message message;
  MessageDecoder<Sizes> decoder(bytes, sizes);
  decoder.get(message);
  decoder.end();
  return message;
}

}  // namespace fedltr
