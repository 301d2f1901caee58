#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>

#include <Eigen/Core>

namespace fedltr {

/// Purpose of a stream of random numbers. Streams with different purposes never
/// share a number. A value, once published, stays: runs depend on it.
enum class Purpose : std::uint32_t {
  kRun = 1,            ///< seeds of the runs: entity = fold, round = repeat
  kInitialModel = 2,   ///< the ranker's initial parameters
  kParticipation = 3,  ///< which clients take part in a round
  kQuery = 4,          ///< which query a client's user issues
  kRanking = 5,        ///< the Plackett-Luce list that is shown
  kClick = 6,          ///< the user's clicks
  kSynthetic = 7,      ///< synthetic data: entity = query
  kSeed = 8,           ///< the seed that a client of FOLtR-ES draws
  kPerturbation = 9,   ///< the perturbation of that seed: key = the seed
  kPrivacy = 10,       ///< simulated noise and randomised answers
  kExploration = 11,   ///< candidate rankers of DBGD and PMGD
  kPermutation = 12,   ///< signs of the randomisation test: round = number
  kSplit = 13,         ///< who holds which data: entity = SplitStream
  kUser = 14,          ///< which user a client has, where it is drawn
  kSharedData = 15,  ///< data-sharing: the shared queries, and their receivers
  kGap = 17,         ///< references of the gap statistic
  kBuckets = 18,     ///< which clients share a bucket
  kAttack = 19,      ///< draws of attackers
  kTrusted = 20,     ///< the server's own queries, fltrust
  kSyntheticText = 21,  ///< synthetic text: entity = document or query
  kDeal = 22,           ///< the parties' parts of a collection
  kNegatives = 23,      ///< unjudged documents as negatives: round = query
  kHoldOut = 24,        ///< a party's queries that are for tests
  kLocalBatch = 25,     ///< mini-batches of a party alone: round = iteration
  kJointBatch = 26,     ///< mini-batches of joint training: round = iteration
  kHashKey = 30,        ///< the hash key of simulated parties
  kSketchNoise = 31,    ///< simulated noise on sketches: entity = document
  kObfuscation = 32,    ///< private rows and confounding terms of a query
  kAudit = 33,          ///< draws of the audit's attackers and victims
  kFault = 40,          ///< the fault of a client in a round
  kDelay = 41,          ///< delay, in rounds, of a late update
  kCorruption = 42,     ///< the change to a corrupted update
  kSecureKeys = 60,     ///< simulated secrets of secure aggregation
  kSecureGraph = 61,    ///< its graph of neighbours, which is public
  kLogging = 80,  ///< lists and clicks of a simulated log: entity = session
  kLoggingQueries = 81,  ///< queries that the ranker of such a log knew
  kTest = 0xffffffff,    ///< for tests
};

/// A counter-based stream of random numbers keyed by (seed, purpose, entity,
/// round): the same numbers wherever and whenever they are drawn.
///
/// Philox4x32-10, Salmon et al., "Parallel random numbers: as easy as 1, 2, 3"
/// (SC 2011). The seed is the key; purpose, entity, round and the block number
/// are the counter, so no two streams overlap. For simulation only: use the
/// operating system's generator for numbers that protect real people.
class Rng {
 public:
  using result_type = std::uint64_t;
  using Block = std::array<std::uint32_t, 4>;

  explicit Rng(std::uint64_t seed, Purpose purpose, std::uint32_t entity = 0,
               std::uint32_t round = 0)
      : key_{static_cast<std::uint32_t>(seed),
             static_cast<std::uint32_t>(seed >> 32)},
        counter_{0, round, entity, static_cast<std::uint32_t>(purpose)} {}

  /// Philox's bijection itself.
  static Block philox(Block counter, std::array<std::uint32_t, 2> key) {
    for (int round = 0; round < 10; ++round) {
      const std::uint64_t a = std::uint64_t{0xD2511F53} * counter[0];
      const std::uint64_t b = std::uint64_t{0xCD9E8D57} * counter[2];
      counter = {static_cast<std::uint32_t>(b >> 32) ^ counter[1] ^ key[0],
                 static_cast<std::uint32_t>(b),
                 static_cast<std::uint32_t>(a >> 32) ^ counter[3] ^ key[1],
                 static_cast<std::uint32_t>(a)};
      key[0] += 0x9E3779B9;
      key[1] += 0xBB67AE85;
    }
    return counter;
  }

  /// 64 uniform bits.
  std::uint64_t operator()() {
    if (half_) {
      half_ = false;
      return spare_;
    }
    const Block block = philox(counter_, key_);
    ++counter_[0];
    spare_ = block[2] | std::uint64_t{block[3]} << 32;
    half_ = true;
    return block[0] | std::uint64_t{block[1]} << 32;
  }
  static constexpr std::uint64_t min() { return 0; }
  static constexpr std::uint64_t max() { return ~std::uint64_t{0}; }

  /// Uniform in [0, 1), a multiple of 2^-53.
  double uniform() { return ((*this)() >> 11) * 0x1p-53; }

  /// The numbers that calls of uniform() give, one each, but several blocks at
  /// a time.
  void fill_uniform(std::span<double> values);

  /// Passes over `count` numbers of operator().
  void skip(std::uint32_t count);

  /// Uniform in {0, ..., bound - 1}, without bias (Lemire 2019).
  /// @param bound  > 0
  std::uint64_t below(std::uint64_t bound);

  /// Standard normal (Marsaglia's polar method; drops the second value, so that
  /// a stream has no state but its position).
  double normal();

  /// Standard normals in bulk, by Box and Muller's transform, two per block;
  /// the same bits on registers of any width. Not the numbers that repeated
  /// calls of normal() give.
  void fill_normal(Eigen::Ref<Eigen::VectorXd> values);

 private:
  std::array<std::uint32_t, 2> key_;
  Block counter_;
  std::uint64_t spare_ = 0;
  bool half_ = false;
};

/// Puts values in a uniformly random order, the same on every machine.
template <class T>
void shuffle(std::span<T> values, Rng& rng) {
  for (std::size_t i = values.size(); i > 1; --i)
    std::swap(values[i - 1], values[rng.below(i)]);
}

/// Seed for all draws of one run: independent for every fold and repeat.
std::uint64_t run_seed(std::uint64_t seed, std::uint32_t fold,
                       std::uint32_t repeat);

}  // namespace fedltr
