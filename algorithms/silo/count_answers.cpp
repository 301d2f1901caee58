#include "algorithms/silo/count_answers.hpp"

#include <algorithm>
#include <cmath>

namespace fedltr {
namespace {

/// Far above any count and its noise.
constexpr double kMostCounted = 1e30;

void require_counts(const DocumentCounts& counts) {
  for (std::size_t f = 0; f < kFields; ++f)
    require(counts.distinct[f] <= counts.length[f] &&
                (counts.distinct[f] > 0) == (counts.length[f] > 0),
            "holds impossible lengths");
  for (const auto& field : counts.terms)
    for (const auto& values : field) {
      require_finite(values);
      // Features square and multiply them.
      require(std::ranges::all_of(
                  values,
                  [](double value) { return std::abs(value) <= kMostCounted; }),
              "holds an impossible count");
    }
}

}  // namespace

CountAnswersReader::CountAnswersReader(std::span<const std::uint8_t> bytes,
                                       const SiloProtocol& protocol,
                                       std::size_t terms)
    : sizes_(sizes_of(protocol)), decoder_(bytes, sizes_) {
  sizes_.terms = terms;
}

const DocumentCounts* CountAnswersReader::next() {
  std::uint8_t told = 0;
  decoder_.get(told);
  require(told <= 1, "has a flag that is neither 0 nor 1");
  if (told == 0) return nullptr;
  decoder_.get(counts_);
  require_counts(counts_);
  return &counts_;
}

void check_count_answers(std::span<const std::uint8_t> bytes,
                         const SiloProtocol& protocol, std::size_t terms,
                         std::size_t documents) {
  CountAnswersReader reader(bytes, protocol, terms);
  for (std::size_t d = 0; d < documents; ++d) reader.next();
  reader.end();
}

}  // namespace fedltr
