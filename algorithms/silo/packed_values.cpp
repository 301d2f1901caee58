#include "algorithms/silo/packed_values.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>

#include "algorithms/core/wide.hpp"

namespace fedltr {
namespace {

constexpr std::uint8_t kRaw = 0xff;
constexpr std::uint8_t kWhole = 0xfe;
constexpr std::uint8_t kRounded = 0x08;
constexpr int kMostBits = 6;
constexpr std::size_t kMostSlots = std::size_t{1} << kMostBits;
/// Rounds numbers that are not negative.
constexpr double kHalf = 0.5;
constexpr double kEndless = std::numeric_limits<double>::infinity();

using Slots = std::array<std::uint8_t, kMostPacked>;

template <class Number>
auto bits_of(Number value) {
  if constexpr (sizeof(Number) == sizeof(std::uint64_t))
    return std::bit_cast<std::uint64_t>(value);
  else
    return std::bit_cast<std::uint32_t>(value);
}

/// The range of some numbers, and the nearest to zero on either side.
struct Extent {
  double least = kEndless;
  double most = -kEndless;
  double above = kEndless;   ///< minimum of those that are not negative
  double below = -kEndless;  ///< maximum of the negative ones
  double zero = 0;           ///< NaN if a number is not finite

  double nearest() const { return above <= -below ? above : below; }
};

struct FindExtent {
  /// @param count  a multiple of 8
  template <int kLanes>
  FEDLTR_INLINE static void run(const double* values, std::size_t count,
                                Extent* found) {
    using Real = Lanes<kLanes>;
    const Real no_least = Real{} + kEndless;
    const Real no_most = Real{} - kEndless;
    Real least = no_least;
    Real most = no_most;
    Real above = no_least;
    Real below = no_most;
    Real zero{};
    for (std::size_t i = 0; i < count; i += kLanes) {
      Real value;
      load(values + i, value);
      zero += value - value;
      least = value < least ? value : least;
      most = value > most ? value : most;
      const Real positive = value < Real{} ? no_least : value;
      const Real negative = value < Real{} ? value : no_most;
      above = positive < above ? positive : above;
      below = negative > below ? negative : below;
    }
    Extent all;
    for (int lane = 0; lane < kLanes; ++lane) {
      all.zero += zero[lane];
      all.least = std::min<double>(all.least, least[lane]);
      all.most = std::max<double>(all.most, most[lane]);
      all.above = std::min<double>(all.above, above[lane]);
      all.below = std::max<double>(all.below, below[lane]);
    }
    *found = all;
  }
};

/// Slots of numbers that are less than kMostSlots above the minimum.
struct FindSlots {
  template <int>
  FEDLTR_INLINE static void run(const double* values, std::size_t count,
                                double least, std::uint8_t* slots) {
    for (std::size_t i = 0; i < count; ++i)
      slots[i] = static_cast<std::uint8_t>(
          static_cast<int>(values[i] - least + kHalf));
  }
};

/// The number of each slot.
template <class Number>
struct SlotTable {
  int bits = 0;
  std::uint8_t slot = 0;  ///< of the number nearest to zero
  bool rounded = false;
  std::array<Number, kMostSlots> values{};
  std::array<std::uint8_t, kMostSlots> roundings{};

  std::size_t slots() const { return std::size_t{1} << bits; }
  void compute(double nearest) {
    for (std::size_t s = 0; s < slots(); ++s)
      values[s] = static_cast<Number>(nearest + (static_cast<int>(s) - slot));
  }
};

/// Notes the differences between the slots' numbers and the computed ones.
/// @return  false if one is more than a rounding
template <class Number>
bool note_roundings(const SlotTable<Number>& computed,
                    SlotTable<Number>& table) {
  for (std::size_t s = 0; s < table.slots(); ++s) {
    const auto more = bits_of(table.values[s]) - bits_of(computed.values[s]);
    if (more == 0) continue;
    table.rounded = true;
    table.roundings[s] = more == 1 ? 1 : 2;
    if (more != 1 && more + 1 != 0) return false;
  }
  return true;
}

/// @param padded  the values, padded with one of them to a multiple of 8
/// @return        false if they are not an integer apart, or too far
template <class Number>
bool find_table(std::span<const Number> values, std::span<const double> padded,
                const Extent& extent, SlotTable<Number>& table, Slots& slots) {
  if (extent.zero != 0 || !(extent.most - extent.least < kMostSlots - 1))
    return false;  // not finite, or too far apart
  if (extent.least == extent.most && extent.least != 0) {  // 0 has two signs
    table.compute(extent.least);
    return true;
  }
  wide<FindSlots>(padded.data(), padded.size(), extent.least, slots.data());
  std::fill(slots.begin() + values.size(), slots.begin() + padded.size(),
            std::uint8_t{0});
  const auto last = static_cast<unsigned>(extent.most - extent.least + kHalf);
  table.bits = std::bit_width(last);
  table.slot =
      static_cast<std::uint8_t>(extent.nearest() - extent.least + kHalf);
  table.compute(extent.nearest());
  const SlotTable<Number> computed = table;
  for (std::size_t i = 0; i < values.size(); ++i)
    table.values[slots[i]] = values[i];
  decltype(bits_of(Number{})) other = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    other |= bits_of(table.values[slots[i]]) ^ bits_of(values[i]);
  return other == 0 && note_roundings(computed, table);
}

/// Moves fields of w bits together from eight bytes: pairs, then fours, then
/// all.
std::uint64_t squeeze(std::uint64_t bytes, int w) {
  constexpr std::uint64_t kPairs = 0x00ff00ff00ff00ff;
  constexpr std::uint64_t kFours = 0x0000ffff0000ffff;
  bytes = (bytes & kPairs) | (bytes >> 8 & kPairs) << w;
  bytes = (bytes & kFours) | (bytes >> 16 & kFours) << 2 * w;
  return (bytes & 0xffffffff) | (bytes >> 32) << 4 * w;
}

/// Gathers the bytes of one group before they are written. Only written bytes_
/// are read.
class Group {  // NOLINT(*-pro-type-member-init)
 public:
  template <class T>
  void put(T value) {
    std::memcpy(bytes_.data() + size_, &value, sizeof(T));
    size_ += sizeof(T);
  }
  /// Puts numbers from the lowest bit on, padded to full bytes.
  /// @param numbers  readable, and 0, up to a multiple of 8
  void put_bits(const std::uint8_t* numbers, std::size_t count, int bits) {
    const std::size_t end = size_ + (count * bits + 7) / 8;
    for (std::size_t i = 0; i < count; i += 8, size_ += bits) {
      std::uint64_t eight = 0;
      std::memcpy(&eight, numbers + i, 8);
      eight = squeeze(eight, bits);
      std::memcpy(bytes_.data() + size_, &eight, 8);
    }
    size_ = end;
  }
  std::span<const std::uint8_t> bytes() const { return {bytes_.data(), size_}; }

 private:
  std::array<std::uint8_t, kMostPacked + 64> bytes_;
  std::size_t size_ = 0;
};

template <class Number>
void put_slots(const SlotTable<Number>& table, double nearest,
               const Slots& slots, std::size_t count, ByteWriter& to) {
  Group group;
  group.put(
      static_cast<std::uint8_t>(table.bits | (table.rounded ? kRounded : 0)));
  group.put(static_cast<Number>(nearest));
  if (table.bits > 0) group.put(table.slot);
  if (table.rounded) group.put_bits(table.roundings.data(), table.slots(), 2);
  if (table.bits > 0) group.put_bits(slots.data(), count, table.bits);
  to.put_all(group.bytes());
}

/// Counts the bytes of the same.
template <class Number>
void put_slots(const SlotTable<Number>& table, double, const Slots& slots,
               std::size_t count, ByteCounter& to) {
  to.put(std::uint8_t{});
  to.put(Number{});
  if (table.bits > 0) to.put(table.slot);
  if (table.rounded)
    to.put_all(std::span(table.roundings).first((2 * table.slots() + 7) / 8));
  to.put_all(std::span(slots).first((count * table.bits + 7) / 8));
}

template <class Use>
void get_bits(ByteReader& from, std::size_t count, int bits, const Use& use) {
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  std::span<const std::uint8_t> bytes = from.get_bytes((count * bits + 7) / 8);
  for (std::size_t i = 0; i < count; i += 8) {
    std::uint64_t word = 0;
    const std::size_t size = std::min<std::size_t>(bits, bytes.size());
    std::memcpy(&word, bytes.data(), size);
    bytes = bytes.subspan(size);
    for (std::size_t j = i; j < std::min(count, i + 8); ++j, word >>= bits)
      use(j, word & mask);
  }
}

template <class Number>
void get_table(ByteReader& from, SlotTable<Number>& table) {
  const auto nearest = from.get<Number>();
  if (table.bits > 0) table.slot = from.get<std::uint8_t>();
  require(table.slot < table.slots(), "holds numbers of an unknown form");
  table.compute(nearest);
  if (!table.rounded) return;
  get_bits(from, table.slots(), 2, [&](std::size_t s, std::uint64_t rounding) {
    require(rounding < 3, "holds numbers of an unknown form");
    auto bits = bits_of(table.values[s]);
    bits += (rounding & 1) - (rounding >> 1);
    table.values[s] = std::bit_cast<Number>(bits);
  });
}

template <class Number>
bool all_whole(std::span<const Number> values) {
  return std::ranges::all_of(values, [](Number value) {
    return value >= -32768 && value <= 32767 &&
           bits_of(static_cast<Number>(static_cast<std::int16_t>(value))) ==
               bits_of(value);
  });
}

template <class Number, class Writer>
void pack_numbers(std::span<const Number> values, Writer& to) {
  require(!values.empty() && values.size() <= kMostPacked,
          "a group of numbers has 1 to 4096");
  if (values.size() == 1) return to.put(values[0]);
  // Every number that is read is written first.
  std::array<double, kMostPacked> padded;  // NOLINT(*-pro-type-member-init)
  std::ranges::copy(values, padded.begin());
  const std::size_t end = (values.size() + 7) / 8 * 8;
  std::fill(padded.begin() + values.size(), padded.begin() + end,
            static_cast<double>(values[0]));
  Extent extent;
  wide<FindExtent>(static_cast<const double*>(padded.data()), end, &extent);
  SlotTable<Number> table;
  Slots slots;
  if (find_table(values, std::span<const double>(padded.data(), end), extent,
                 table, slots))
    return put_slots(table, extent.nearest(), slots, values.size(), to);
  if (all_whole(values)) {
    to.put(kWhole);
    for (const Number value : values) to.put(static_cast<std::int16_t>(value));
  } else {
    to.put(kRaw);
    to.put_all(values);
  }
}

template <class Number>
void unpack_numbers(ByteReader& from, std::span<Number> values) {
  if (values.size() == 1) return from.get_all(values);
  const auto form = from.get<std::uint8_t>();
  if (form == kRaw) return from.get_all(values);
  if (form == kWhole) {
    for (Number& value : values) value = from.get<std::int16_t>();
    return;
  }
  SlotTable<Number> table;
  table.rounded = (form & kRounded) != 0;
  table.bits = form & ~kRounded;
  require(table.bits <= kMostBits, "holds numbers of an unknown form");
  get_table(from, table);
  if (table.bits == 0) {
    std::ranges::fill(values, table.values[0]);
    return;
  }
  get_bits(from, values.size(), table.bits,
           [&](std::size_t i, std::uint64_t slot) {
             values[i] = table.values[slot];
           });
}

}  // namespace

void pack(std::span<const double> values, ByteWriter& to) {
  pack_numbers(values, to);
}
void pack(std::span<const float> values, ByteWriter& to) {
  pack_numbers(values, to);
}

void pack(std::span<const double> values, ByteCounter& to) {
  pack_numbers(values, to);
}
void pack(std::span<const float> values, ByteCounter& to) {
  pack_numbers(values, to);
}

void unpack(ByteReader& from, std::span<double> values) {
  unpack_numbers(from, values);
}
void unpack(ByteReader& from, std::span<float> values) {
  unpack_numbers(from, values);
}

}  // namespace fedltr
