#include "algorithms/aggregation/mean_around_median.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "algorithms/core/numbers_below.hpp"
#include "algorithms/core/wide.hpp"

namespace fedltr {
namespace {

class MeanAroundMedian final : public RobustRule {
 public:
  explicit MeanAroundMedian(std::uint32_t malicious) : malicious_(malicious) {}

  Vector aggregate(const LocalModels& local,
                   std::span<double> selection) override {
    const std::size_t clients = selection.size();
    const std::size_t kept =
        clients - std::min<std::size_t>(malicious_, clients - 1);
    auto all = numbers_below<std::size_t>(clients);
    return mean_around_median(local.models, all, kept, selection);
  }

 private:
  std::uint32_t malicious_;
};

/// Columns sorted together, stored side by side: a cache line.
constexpr Index kSideBySide = 8;

/// Sorts kSideBySide columns of `count` values by Batcher's merge exchange
/// (Knuth, The Art of Computer Programming 3, 5.2.2, Algorithm M): the same
/// comparisons for all of them, and no branch on a value.
struct SortColumns {
  template <int kLanes>
  FEDLTR_INLINE static void run(double* values, Index count) {
    const Index most = std::bit_ceil(static_cast<std::size_t>(count)) / 2;
    for (Index p = most; p > 0; p /= 2) {
      merge<kLanes>(values, count, p, 0, p);
      for (Index q = most; q > p; q /= 2)
        merge<kLanes>(values, count, p, p, q - p);
    }
  }

 private:
  /// Orders each row i with (i & p) == rest before row i + distance.
  template <int kLanes>
  FEDLTR_INLINE static void merge(double* values, Index count, Index p,
                                  Index rest, Index distance) {
    const Index end = count - distance;
    for (Index first = rest; first < end; first += 2 * p) {
      double* const upper = values + first * kSideBySide;
      const Index size = std::min(p, end - first) * kSideBySide;
      for (Index i = 0; i < size; i += kLanes)
        order<kLanes>(upper + i, upper + i + distance * kSideBySide);
    }
  }

  template <int kLanes>
  FEDLTR_INLINE static void order(double* upper, double* lower) {
    Lanes<kLanes> a;
    Lanes<kLanes> b;
    load(upper, a);
    load(lower, b);
    store(b < a ? b : a, upper);
    store(b < a ? a : b, lower);
  }
};

/// The places of the `kept` sorted values that are closest to their median:
/// they are neighbours. Of two equally close, the smaller.
/// @param sorted  a column of `count` values, kSideBySide apart
struct Kept {
  Kept(const double* sorted, std::size_t count, std::size_t kept) : end(kept) {
    const auto at = [&](std::size_t i) { return sorted[i * kSideBySide]; };
    const double median = (at((count - 1) / 2) + at(count / 2)) / 2;
    for (; end < count && at(end) - median < median - at(begin); ++end) ++begin;
    for (std::size_t i = begin; i < end; ++i) sum += at(i);
    low = at(begin);
    high = at(end - 1);
    for (std::size_t i = begin; i > 0 && at(i - 1) == low; --i) ++equal_before;
    for (std::size_t i = end; i < count && at(i) == high; ++i) ++equal_behind;
  }

  std::size_t begin = 0;
  std::size_t end;
  double sum = 0;
  double low = 0;
  double high = 0;
  std::size_t equal_before = 0;  ///< values equal to `low` that are not kept
  std::size_t equal_behind = 0;  ///< values equal to `high` that are not kept
};

/// Adds 1 to used[i] if value i is kept; of equal values, those of earlier rows
/// come first.
/// @param values  a column, kSideBySide apart
void count_kept(const double* values, const Kept& kept,
                std::vector<double>& used) {
  const std::size_t count = used.size();
  const auto at = [&](std::size_t i) { return values[i * kSideBySide]; };
  for (std::size_t i = 0; i < count; ++i)
    used[i] += int{at(i) >= kept.low} & int{at(i) <= kept.high};
  std::size_t row = 0;
  for (std::size_t left = kept.equal_before; left > 0; ++row)
    if (at(row) == kept.low) used[row] -= 1, --left;
  row = count;
  for (std::size_t left = kept.equal_behind; left > 0;)
    if (at(--row) == kept.high) used[row] -= 1, --left;
}

}  // namespace

Vector mean_around_median(const RowsView& models,
                          std::span<const std::size_t> rows, std::size_t kept,
                          std::span<double> selection) {
  std::vector<std::size_t> in_order(rows.begin(), rows.end());
  std::ranges::sort(in_order);
  const std::size_t count = rows.size();
  std::vector<double> used(count, 0);
  std::vector<double> values(count * kSideBySide);
  std::vector<double> sorted;
  Vector result(models.cols());
  for (Index first = 0; first < result.size(); first += kSideBySide) {
    const Index width = std::min(kSideBySide, result.size() - first);
    for (std::size_t i = 0; i < count; ++i)
      std::copy_n(models.row(in_order[i]).data() + first, width,
                  &values[i * kSideBySide]);
    sorted = values;
    wide<SortColumns>(sorted.data(), static_cast<Index>(count));
    for (Index j = 0; j < width; ++j) {
      const Kept column(&sorted[j], count, kept);
      result(first + j) = column.sum / kept;
      count_kept(&values[j], column, used);
    }
  }
  const double scale =
      static_cast<double>(models.rows()) / kept / result.size();
  std::ranges::fill(selection, 0.0);
  for (std::size_t i = 0; i < count; ++i)
    selection[in_order[i]] = used[i] * scale;
  return result;
}

RuleMethod mean_around_median_rule() {
  return {
      "meamed",
      "mean of each coordinate's n - m values closest to the median",
      "Xie, Koyejo and Gupta (2018)",
      {},
      [](const RuleOptions& options) {
        return std::make_unique<MeanAroundMedian>(options.malicious);
      },
      falling_to(kBoundedByHalf,
                 ".297 of .699 (click-poison), with momentum .9 and nnm: .624 "
                 "(stealth, step .3), by a search on fold 1 .610, with 4 "
                 "of 10 attacking .318, with two labels a client .310")};
}

}  // namespace fedltr
