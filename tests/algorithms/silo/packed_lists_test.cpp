#include "algorithms/silo/packed_lists.hpp"

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"

namespace fedltr::packed_lists_test {
namespace {

using Rows = std::vector<std::vector<Posting>>;

ByteVector packed(const Rows& rows) {
  ByteWriter writer;
  pack_lists(rows, writer);
  ByteVector bytes = writer.take();
  ByteCounter counter;
  pack_lists(rows, counter);
  CHECK(counter.take() == bytes.size());
  return bytes;
}

Rows unpacked(const ByteVector& bytes, std::size_t count,
              std::size_t capacity = 1000) {
  ByteReader reader(bytes);
  Rows rows(count);
  unpack_lists(reader, capacity, rows);
  reader.end();
  return rows;
}

}  // namespace

TEST_CASE("lists come back as they were") {
  const Rows rows = {{{3, 1.5F}, {900, -2.5F}}, {}, {{3, -.5F}}};
  CHECK(unpacked(packed(rows), 3) == rows);
  CHECK(unpacked(packed(Rows(30)), 30) == Rows(30));
  CHECK(packed(Rows(30)).size() == 4);
  // Distant documents, and more rows than a byte has bits.
  Rows far(17);
  far[16] = {{0, 7}, {0x7ffff, 1e30F}};
  far[8] = {{0x7ffff, -1e30F}};
  CHECK(unpacked(packed(far), 17) == far);
}

TEST_CASE("lists of many documents take a third of their bytes") {
  Rng rng(1, Purpose::kTest);
  Rows rows(30);
  std::size_t postings = 0;
  for (std::uint32_t d = 0; d < 365; ++d) {
    const double draw = rng.normal();
    for (auto& row : rows) {
      if (rng.below(5) > 0) continue;
      row.push_back({d, static_cast<float>(1.0 + rng.below(3) + draw)});
      ++postings;
    }
  }
  const ByteVector bytes = packed(rows);
  CHECK(unpacked(bytes, 30) == rows);
  CHECK(bytes.size() < 8 * postings / 3);
}

TEST_CASE("invalid lists are refused") {
  // One document, 5, in row 0, with value 1.
  const ByteVector good = {1, 0, 0, 0, 5, 1, 0, 0, 0x80, 0x3f};
  CHECK(unpacked(good, 2) == Rows{{{5, 1}}, {}});
  const auto refused = [&](std::size_t place, std::uint8_t byte) {
    ByteVector bytes = good;
    bytes[place] = byte;
    CHECK_THROWS_AS(unpacked(bytes, 2), std::invalid_argument);
  };
  refused(0, 2);     // two documents
  refused(0, 0);     // none, but more bytes
  refused(5, 0);     // no row
  refused(5, 4);     // a third row
  refused(4, 0x85);  // the number has no end
  refused(5, 3);     // and nothing for row 1
  CHECK_THROWS_WITH(unpacked(good, 2, 0), "holds a list beyond alpha K");
  ByteVector twice = good;
  twice[0] = 2;
  twice.insert(twice.end(), {0, 1, 0, 0, 0x80, 0x3f});
  CHECK_THROWS_WITH(unpacked(twice, 2), "names a document twice");
  ByteVector far = good;
  far[4] = 0xff;
  far.insert(far.begin() + 5, {0xff, 0xff, 0xff, 0x7f});
  CHECK_THROWS_WITH(unpacked(far, 2), "holds an unknown document");
}

}  // namespace fedltr::packed_lists_test
