#include "app/data/convert/packed_fields.hpp"

#include "algorithms/core/require.hpp"

namespace fedltr {

void FieldWriter::number(std::uint64_t value) {
  for (; value >= 0x80U; value >>= 7U)
    bytes_ += static_cast<char>(0x80U | (value & 0x7fU));
  bytes_ += static_cast<char>(value);
}

void FieldWriter::text(std::string_view value) {
  number(value.size());
  bytes_ += value;
}

std::uint64_t FieldReader::number() {
  std::uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    require(!bytes_.empty() && shift < 64, "a record ends early");
    const auto byte = static_cast<unsigned char>(bytes_.front());
    bytes_.remove_prefix(1);
    value |= std::uint64_t{byte & 0x7fU} << shift;
    if (byte < 0x80U) return value;
  }
}

std::string FieldReader::text() {
  const std::uint64_t size = number();
  require(size <= bytes_.size(), "a record ends early");
  std::string value(bytes_.substr(0, size));
  bytes_.remove_prefix(size);
  return value;
}

}  // namespace fedltr
