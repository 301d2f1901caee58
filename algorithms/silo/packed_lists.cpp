#include "algorithms/silo/packed_lists.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "algorithms/sketch/by_document.hpp"

namespace fedltr {
namespace {

template <class Writer>
void put_gap(std::uint32_t gap, Writer& to) {
  for (; gap > 0x7f; gap >>= 7) to.put(static_cast<std::uint8_t>(gap | 0x80));
  to.put(static_cast<std::uint8_t>(gap));
}

std::uint64_t get_gap(ByteReader& from) {
  std::uint64_t gap = 0;
  for (int shift = 0; shift < 35; shift += 7) {
    const auto byte = from.get<std::uint8_t>();
    gap |= std::uint64_t{byte & 0x7fU} << shift;
    if ((byte & 0x80) == 0) return gap;
  }
  throw std::invalid_argument("holds an unknown document");
}

/// The rows whose bits are set.
void find_rows(std::span<const std::uint8_t> mask, std::size_t rows,
               std::vector<std::uint32_t>& found) {
  found.clear();
  for (std::size_t byte = 0; byte < mask.size(); ++byte)
    for (unsigned bits = mask[byte]; bits != 0; bits &= bits - 1)
      found.push_back(8 * byte + std::countr_zero(bits));
  require(!found.empty() && found.back() < rows,
          "holds a document that no row lists");
}

/// Gathers the postings of all rows in order of arrival, so that each list is
/// allocated once. Keeps its memory from answer to answer.
class Gathered {
 public:
  void begin(std::size_t rows) {
    sizes_.assign(rows, 0);
    told_.clear();
  }
  void add(std::uint32_t row, Posting posting, std::size_t capacity) {
    require(sizes_[row] < capacity, "holds a list beyond alpha K");
    ++sizes_[row];
    told_.push_back({row, posting});
  }
  void deal_out(std::span<std::vector<Posting>> rows) {
    for (std::size_t row = 0; row < rows.size(); ++row)
      rows[row].resize(std::exchange(sizes_[row], 0));
    for (const auto& [row, posting] : told_) rows[row][sizes_[row]++] = posting;
  }

 private:
  struct Told {
    std::uint32_t row;
    Posting posting;
  };

  std::vector<std::uint32_t> sizes_;  ///< by row
  std::vector<Told> told_;
};

template <class Writer>
void put_lists(std::span<const std::vector<Posting>> rows, Writer& to) {
  const PostingsByDocument documents(rows);
  to.put(static_cast<std::uint32_t>(documents.documents()));
  std::vector<std::uint8_t> mask((rows.size() + 7) / 8);
  std::vector<float> values;
  std::uint32_t before = 0;
  documents.each([&](std::uint32_t document, auto places) {
    put_gap(document - before, to);
    before = document;
    std::ranges::fill(mask, std::uint8_t{0});
    values.clear();
    for (const auto [row, index] : places) {
      mask[row / 8] |= static_cast<std::uint8_t>(1U << row % 8);
      values.push_back(rows[row][index].value);
    }
    to.put_all(mask);
    pack(std::span<const float>(values), to);
  });
}

}  // namespace

void pack_lists(std::span<const std::vector<Posting>> rows, ByteWriter& to) {
  put_lists(rows, to);
}
void pack_lists(std::span<const std::vector<Posting>> rows, ByteCounter& to) {
  put_lists(rows, to);
}

void unpack_lists(ByteReader& from, std::size_t capacity,
                  std::span<std::vector<Posting>> rows) {
  const auto count = from.get<std::uint32_t>();
  thread_local Gathered all;
  all.begin(rows.size());
  std::vector<std::uint32_t> listing;
  std::vector<float> values;
  std::uint64_t document = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint64_t gap = get_gap(from);
    require(i == 0 || gap > 0, "names a document twice");
    document += gap;
    require(document <= ~std::uint32_t{0}, "holds an unknown document");
    find_rows(from.get_bytes((rows.size() + 7) / 8), rows.size(), listing);
    values.resize(listing.size());
    unpack(from, std::span(values));
    for (std::size_t j = 0; j < values.size(); ++j)
      all.add(listing[j], {static_cast<std::uint32_t>(document), values[j]},
              capacity);
  }
  all.deal_out(rows);
}

}  // namespace fedltr
