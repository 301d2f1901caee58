#include "algorithms/data/synthetic.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "algorithms/core/require.hpp"
#include "algorithms/core/rng.hpp"
#include "algorithms/data/normalize.hpp"
#include "algorithms/data/synthetic_log.hpp"

namespace fedltr {
namespace {

constexpr Index kFactors = 4;
constexpr std::uint32_t kWorld = 0xffffffff;  // the stream that no query uses
constexpr std::uint32_t kTasteStream = 2;     // see kUserStream
constexpr double kTaste = .5;  // of a user's own ranker, next to the common one

/// Properties shared by all queries of a set: correlations of features, the
/// true ranker, and the features' scales.
struct World {
  Matrix loadings;   // #features by #factors
  Vector relevance;  // #features, the true ranker
  Vector scale;
  Vector offset;
};

/// Draws a linear ranker, scaled so that relevance has variance 1.
Vector draw_ranker(const Matrix& loadings, Rng& rng) {
  Vector ranker(loadings.rows());
  for (double& value : ranker) value = rng.normal();
  const Vector through_factors = loadings.transpose() * ranker;
  return ranker /
         std::sqrt(ranker.squaredNorm() + through_factors.squaredNorm());
}

World make_world(const DataShape& shape, std::uint64_t seed) {
  Rng rng(seed, Purpose::kSynthetic, kWorld);
  World world;
  world.loadings.resize(shape.features, kFactors);
  for (double& value : world.loadings.reshaped<Eigen::RowMajor>())
    value = rng.normal() / 2;
  world.relevance = draw_ranker(world.loadings, rng);
  world.scale = Vector::Ones(shape.features);
  world.offset = Vector::Zero(shape.features);
  if (shape.normalized) return world;
  for (Index i = 0; i < shape.features; ++i) {
    world.scale(i) = std::exp2(std::floor(16 * rng.uniform()) - 6);
    world.offset(i) = 4 * rng.uniform();
  }
  return world;
}

Index draw_document_count(const DataShape& shape, Rng& rng) {
  const auto& counts = shape.document_counts;
  const double position = rng.uniform() * (counts.size() - 1);
  const std::size_t left = position;
  const double share = position - left;
  const double count =
      counts[left] +
      share * (counts[std::min(left + 1, counts.size() - 1)] - counts[left]);
  return std::max<Index>(1, std::lround(count));
}

struct DrawnQuery {
  Matrix features;
  Vector relevance;  // before it is cut into grades
};

/// Searches of a set's users; without users each query is another one, of the
/// same user.
std::vector<MadeSearch> searches_of(const DataShape& shape,
                                    std::uint64_t seed) {
  if (has_users(shape))
    return make_searches(shape.queries, shape.searches_per_user, seed);
  std::vector<MadeSearch> searches(shape.queries);
  for (Index i = 0; i < shape.queries; ++i) searches[i].first = i;
  return searches;
}

/// Returns the true ranker of each user.
std::vector<Vector> rankers_of(const DataShape& shape, const World& world,
                               const std::vector<MadeSearch>& searches,
                               std::uint64_t seed) {
  if (!has_users(shape)) return {world.relevance};
  std::vector<Vector> rankers;
  const std::uint32_t last =
      std::ranges::max_element(searches, {}, &MadeSearch::user)->user;
  for (std::uint32_t user = 0; user <= last; ++user) {
    Rng rng(seed, Purpose::kSynthetic, user, kTasteStream);
    rankers.push_back(std::sqrt(1 - kTaste * kTaste) * world.relevance +
                      kTaste * draw_ranker(world.loadings, rng));
  }
  return rankers;
}

/// @param ranker  the user's
DrawnQuery draw_query(const DataShape& shape, const World& world,
                      const Vector& ranker, double noise, std::uint64_t seed,
                      Index query) {
  Rng rng(seed, Purpose::kSynthetic, query);
  const Index documents = draw_document_count(shape, rng);
  const double query_effect = shape.query_spread * rng.normal();
  DrawnQuery drawn{Matrix(documents, shape.features), Vector(documents)};
  Vector factors(kFactors);
  Vector document(shape.features);
  for (Index i = 0; i < documents; ++i) {
    for (double& value : factors) value = rng.normal();
    for (double& value : document) value = rng.normal();
    document.noalias() += world.loadings * factors;
    drawn.relevance(i) =
        ranker.dot(document) + query_effect + noise * rng.normal();
    drawn.features.row(i) =
        ((document + world.offset).cwiseProduct(world.scale)).transpose();
  }
  return drawn;
}

/// Rounds to six decimals, as LETOR files have.
void round_values(std::span<double> values) {
  for (double& value : values) value = std::round(value * 1e6) / 1e6;
}

/// thresholds[g] is the minimum relevance of grade g + 1.
std::vector<double> grade_thresholds(std::vector<double> relevance,
                                     const std::vector<double>& shares) {
  std::ranges::sort(relevance);
  std::vector<double> thresholds;
  double below = 0;
  for (std::size_t grade = 0; grade + 1 < shares.size(); ++grade) {
    below += shares[grade];
    const std::size_t rank = std::lround(below * relevance.size());
    thresholds.push_back(relevance[std::min(rank, relevance.size() - 1)]);
  }
  return thresholds;
}

/// Sets of search engines, with documents per query as published.
std::vector<DataShape> web_shapes() {
  return {
      {"mslr",
       "MSLR-WEB10K: 136 raw features, 5 grades, about 120 documents per query",
       1000,
       136,
       {.520, .322, .133, .018, .007},
       {1, 42, 62, 80, 97, 113, 128, 144, 162, 188, 350},
       .6,
       false},
      {"yahoo",
       "Yahoo! LTRC set 1: 700 features, 5 grades, about 24 documents per "
       "query",
       2000,
       700,
       {.26, .36, .28, .08, .02},
       {1, 8, 12, 15, 18, 21, 23, 26, 31, 40, 139},
       .6,
       false},
      {"istella",
       "Istella LETOR: 220 features, 5 grades, about 316 documents per query",
       500,
       220,
       {.963, .008, .013, .009, .007},
       {1, 140, 250, 300, 330, 350, 365, 380, 395, 415, 439},
       .3,
       false},
      {"istella-s",
       "Istella-S LETOR: 220 features, 5 grades, about 103 documents per query",
       1000,
       220,
       {.886, .025, .040, .028, .021},
       {3, 50, 75, 92, 103, 110, 116, 124, 134, 150, 182},
       .3,
       false},
  };
}

}  // namespace

const std::vector<DataShape>& data_shapes() {
  // Counts of documents: MQ2008 as in its files; the others from their
  // published minimum, mean and maximum. Istella-S keeps Istella's relevant
  // documents, so its shares follow from those and the means.
  static const auto shapes = [] {
    std::vector<DataShape> all = {
        {"mq2008",
         "LETOR 4.0 MQ2008: 784 queries, 46 features in [0,1], 3 grades",
         784,
         46,
         {.8072, .1316, .0612},
         {5,  7,  8,  8,  8,  8,  8,  8,  8,  8,  8,
          15, 16, 16, 16, 24, 30, 31, 32, 59, 121},
         1.2,
         true},
        {"mq2007",
         "LETOR 4.0 MQ2007: 1692 queries, 46 features in [0,1], 3 grades, "
         "about "
         "41 documents per query",
         1692,
         46,
         {.742, .202, .056},
         {6,  39, 39, 39, 39, 39, 40, 40, 40, 40, 40,
          40, 40, 40, 40, 40, 40, 40, 40, 41, 147},
         1.2,
         true},
        {"aol4foltr",
         "AOL4FOLTR: 103 features in [0,1], 20 results per search, one of them "
         "clicked; searches of users in order of time, for by-user",
         6000,
         103,
         {.95, .05},
         {20, 20},
         0,
         true,
         50},
    };
    const auto web = web_shapes();
    all.insert(all.end() - 1, web.begin(), web.end());
    return all;
  }();
  return shapes;
}

DataShape custom_shape(Index queries, Index documents, Index features,
                       int grades) {
  require(queries > 0 && documents > 0 && features > 0 && grades >= 2,
          "a custom set needs queries, documents, features and 2 grades");
  DataShape shape{"custom", "", queries, features, {}, {}, 0.5, true};
  double share = 0.5;
  double rest = 1;
  for (int grade = 0; grade + 1 < grades; ++grade, share /= 2) {
    shape.grade_shares.push_back(share);
    rest -= share;
  }
  shape.grade_shares.push_back(rest);
  shape.document_counts = {static_cast<double>(documents),
                           static_cast<double>(documents)};
  return shape;
}

Dataset synthesize(const DataShape& shape, double noise, std::uint64_t seed) {
  require(noise >= 0, "synthetic noise must not be negative");
  const World world = make_world(shape, seed);
  const auto searches = searches_of(shape, seed);
  const auto rankers = rankers_of(shape, world, searches, seed);
  std::vector<DrawnQuery> drawn;
  std::vector<double> relevance;
  for (const MadeSearch& search : searches) {
    drawn.push_back(draw_query(shape, world, rankers[search.user], noise, seed,
                               search.first));
    relevance.insert(relevance.end(), drawn.back().relevance.begin(),
                     drawn.back().relevance.end());
  }
  const auto thresholds = grade_thresholds(relevance, shape.grade_shares);

  Dataset data(shape.features);
  std::vector<std::uint8_t> labels;
  for (Index query = 0; query < shape.queries; ++query) {
    DrawnQuery& current = drawn[query];
    labels.clear();
    Names names;
    const double highest = current.relevance.maxCoeff();
    for (Index i = 0; i < current.relevance.size(); ++i) {
      const double value = current.relevance(i);
      const auto above = std::ranges::upper_bound(thresholds, value);
      labels.push_back(has_users(shape) ? value == highest
                                        : above - thresholds.begin());
      names.push_back("S" + std::to_string(searches[query].first + 1) + "-" +
                      std::to_string(i + 1));
    }
    data.add_query(std::to_string(query + 1),
                   {current.features.data(),
                    static_cast<std::size_t>(current.features.size())},
                   labels, names);
    current.features.resize(0, 0);
  }
  if (shape.normalized) normalize_query_minmax(data);
  for (Index query = 0; query < data.queries(); ++query)
    round_values(data.mutable_values_of(query));
  return data;
}

std::vector<Index> part_of_five(Index queries, int part) {
  std::vector<Index> members(queries * (part + 1) / 5 - queries * part / 5);
  std::iota(members.begin(), members.end(), queries * part / 5);
  return members;
}

FoldParts parts_of_fold(int fold) {
  require(fold >= 1 && fold <= 5, "a fold is a number 1 to 5");
  const int first = fold - 1;
  return {{first, (first + 1) % 5, (first + 2) % 5},
          (first + 3) % 5,
          (first + 4) % 5};
}

}  // namespace fedltr
