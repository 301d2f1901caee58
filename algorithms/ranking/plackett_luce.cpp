#include "algorithms/ranking/plackett_luce.hpp"

#include <algorithm>
#include <array>

#include "algorithms/core/elementary.hpp"
#include "algorithms/core/math.hpp"

namespace fedltr {
namespace {

/// Rates from which on a time is finite.
constexpr double kLeastRate = 1e-300;
/// Time in place of 0, which has no logarithm; below all others.
constexpr double kSoonest = 0x1p-54;
/// Number of documents up to which comparing all with all is faster than
/// inserting each.
constexpr Index kFew = 32;

/// times[i] <- -log(1 - uniforms[i]) / rates[i]; *least <- the least rate.
struct Arrivals {
  /// @param count  a multiple of 8
  template <int kLanes>
  FEDLTR_INLINE static void run(const double* uniforms, const double* rates,
                                Index count, double* times, double* least) {
    Lanes<kLanes> lowest = Lanes<kLanes>{} + rates[0];
    for (Index i = 0; i < count; i += kLanes) {
      Lanes<kLanes> rate;
      Lanes<kLanes> time;
      load(rates + i, rate);
      load(uniforms + i, time);
      time = 1 - time;
      Elementary<kLanes>::log(time);
      store(Lanes<kLanes>(-time / rate), times + i);
      lowest = rate < lowest ? rate : lowest;
    }
    *least = lowest[0];
    for (int lane = 1; lane < kLanes; ++lane)
      *least = std::min(*least, lowest[lane]);
  }
};

/// places[i] <- how many of the first `count` times are less than times[i].
struct Places {
  /// @param whole  a multiple of 8
  template <int kLanes>
  FEDLTR_INLINE static void run(const double* times, Index count, Index whole,
                                std::int64_t* places) {
    Index i = 0;
    for (; i + 2 * kLanes <= whole; i += 2 * kLanes)
      some<kLanes, 2>(times, count, times + i, places + i);
    if (i < whole) some<kLanes, 1>(times, count, times + i, places + i);
  }

 private:
  template <int kLanes, int kParts>
  FEDLTR_INLINE static void some(const double* times, Index count,
                                 const double* own, std::int64_t* places) {
    Lanes<kLanes> mine[kParts];
    LaneBits<kLanes> before[kParts] = {};
    for (int p = 0; p < kParts; ++p) load(own + p * kLanes, mine[p]);
    for (Index i = 0; i < count; ++i) {
      const Lanes<kLanes> other = Lanes<kLanes>{} + times[i];
      for (int p = 0; p < kParts; ++p) before[p] -= other < mine[p];
    }
    for (int p = 0; p < kParts; ++p) store(before[p], places + p * kLanes);
  }
};

/// Puts the first documents by before(a, b) in order; of equal ones, the first
/// stays first.
/// @param next     the first document that is not yet considered
/// @param ranking  of the documents before `next` the first ones
template <class Before>
void insert_first(Index next, Index count, std::span<Index> ranking,
                  Before&& before) {
  std::size_t filled = std::min<std::size_t>(next, ranking.size());
  for (; next < count; ++next) {
    if (filled == ranking.size() && !before(next, ranking.back())) continue;
    std::size_t at = filled < ranking.size() ? filled++ : filled - 1;
    for (; at > 0 && before(next, ranking[at - 1]); --at)
      ranking[at] = ranking[at - 1];
    ranking[at] = next;
  }
}

/// Fills the ranking with the first of at most kFew documents by counting who
/// arrives before whom.
/// @param times  room for padded(count)
/// @return       false if some arrive at once
bool count_first(double* times, Index count, std::span<Index> ranking) {
  std::array<std::int64_t, kFew> places;
  std::array<Index, kFew> documents;
  const Index whole = padded(count);
  wide<Places>(static_cast<const double*>(times), count, whole, places.data());
  std::uint64_t taken = 0;
  for (Index document = 0; document < count; ++document) {
    const std::int64_t place = places[document];
    documents[place] = document;
    taken |= std::uint64_t{1} << place;
  }
  if (taken != (std::uint64_t{1} << count) - 1) return false;
  std::copy_n(documents.begin(), ranking.size(), ranking.begin());
  return true;
}

/// Fills the ranking by logarithms of the times, which are compared by
/// differences of scores: right however far apart these are.
/// @param uniforms  room for padded(count); overwritten
void insert_by_logarithms(const VectorView& scores, double* uniforms,
                          std::span<Index> ranking) {
  const Index count = scores.size();
  for (Index i = 0; i < count; ++i) uniforms[i] = 1 - uniforms[i];
  std::fill_n(uniforms + count, padded(count) - count, 1.0);
  log_in_place(uniforms, count);
  for (Index i = 0; i < count; ++i)
    uniforms[i] = std::max(-uniforms[i], kSoonest);
  std::fill_n(uniforms + count, padded(count) - count, 1.0);
  log_in_place(uniforms, count);
  insert_first(0, count, ranking, [&](Index a, Index b) {
    return uniforms[a] - uniforms[b] < scores(a) - scores(b);
  });
}

}  // namespace

void sample_ranking(const VectorView& scores, const VectorView& exp_scores,
                    Rng& rng, std::span<Index> ranking,
                    PlackettLuceScratch& scratch) {
  if (ranking.empty()) return;
  const Index count = scores.size();
  const Index whole = padded(count);
  if (scratch.numbers.size() < 3 * whole) scratch.numbers.resize(3 * whole);
  double* const uniforms = scratch.numbers.data();
  double* const rates = uniforms + whole;
  double* const times = rates + whole;
  std::fill_n(uniforms + whole - 8, 8, 0.0);
  rng.fill_uniform({uniforms, static_cast<std::size_t>(count + count % 2)});
  std::fill_n(rates + whole - 8, 8, 1.0);
  std::copy_n(exp_scores.data(), count, rates);
  double least = 0;
  wide<Arrivals>(static_cast<const double*>(uniforms),
                 static_cast<const double*>(rates), whole, times, &least);
  if (least < kLeastRate)
    return insert_by_logarithms(scores, uniforms, ranking);
  const Index few = std::min(count, kFew);
  const bool counted =
      std::ssize(ranking) <= few && count_first(times, few, ranking);
  insert_first(counted ? few : 0, count, ranking,
               [&](Index a, Index b) { return times[a] < times[b]; });
}

}  // namespace fedltr
