#include "algorithms/text/party_split.hpp"

#include <algorithm>
#include <limits>

#include "algorithms/core/math.hpp"
#include "algorithms/core/numbers_below.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/core/rng.hpp"
#include "algorithms/statistics/k_means.hpp"
#include "algorithms/text/term_vectors.hpp"

namespace fedltr {
namespace {

/// Entities of Purpose::kDeal, by what is dealt.
enum class DealStream : std::uint32_t {
  kDocuments = 1,
  kQueries = 2,
  kSample = 3,
  kCentres = 4,
  kMoved = 5,
};

Rng deal_rng(const PartySplitOptions& options, DealStream stream) {
  return Rng(options.seed, Purpose::kDeal, static_cast<std::uint32_t>(stream));
}

std::vector<std::uint32_t> all_of(std::size_t count) {
  auto places = numbers_below<std::uint32_t>(count);
  return places;
}

std::vector<std::uint32_t> in_ranges(std::size_t count, std::uint32_t parties) {
  std::vector<std::uint32_t> owners(count);
  for (std::size_t i = 0; i < count; ++i) owners[i] = i * parties / count;
  return owners;
}

std::vector<std::uint32_t> at_random(std::size_t count, std::uint32_t parties,
                                     Rng rng) {
  auto owners = in_ranges(count, parties);
  shuffle(std::span(owners), rng);
  return owners;
}

/// Sample of documents that determines the centres; all documents are then
/// assigned to them.
constexpr std::size_t kSample = 10000;

Matrix topic_centres(const TermVectors& vectors, std::size_t documents,
                     const PartySplitOptions& options) {
  auto sample = all_of(documents);
  if (documents > kSample) {
    Rng rng = deal_rng(options, DealStream::kSample);
    shuffle(std::span(sample), rng);
    sample.resize(kSample);
  }
  Matrix points(sample.size(), TermVectors::kDimensions);
  for (std::size_t i = 0; i < sample.size(); ++i)
    points.row(i) = vectors.document(sample[i]).transpose();
  Rng rng = deal_rng(options, DealStream::kCentres);
  return k_means(points, options.parties, rng);
}

std::uint32_t nearest(const VectorView& distances) {
  Index place = 0;
  distances.minCoeff(&place);
  return place;
}

/// Loss of a document that does not get its nearest centre.
double preference(const VectorView& distances) {
  Vector sorted = distances;
  std::ranges::sort(sorted);
  return sorted.size() > 1 ? sorted(1) - sorted(0) : 0;
}

/// @param distances  #documents by #parties
std::vector<std::uint32_t> balanced_owners(const Matrix& distances) {
  const std::size_t documents = distances.rows();
  const std::size_t parties = distances.cols();
  std::vector<double> preferences(documents);
  for (std::size_t i = 0; i < documents; ++i)
    preferences[i] = preference(distances.row(i).transpose());
  auto order = all_of(documents);
  std::ranges::stable_sort(order, std::ranges::greater{},
                           [&](std::uint32_t i) { return preferences[i]; });
  // Some parties get one more than others: those that fill up first.
  const std::size_t least = documents / parties;
  std::size_t larger = documents % parties;
  std::vector<std::size_t> sizes(parties);
  std::vector<std::uint32_t> owners(documents);
  for (const std::uint32_t i : order) {
    Vector row = distances.row(i).transpose();
    std::uint32_t owner = nearest(row);
    while (sizes[owner] > least || (sizes[owner] == least && larger == 0)) {
      row(owner) = std::numeric_limits<double>::infinity();
      owner = nearest(row);
    }
    if (sizes[owner] == least) --larger;
    ++sizes[owner];
    owners[i] = owner;
  }
  return owners;
}

Owners by_topic(const Collection& collection,
                const PartySplitOptions& options) {
  const TermVectors vectors(collection);
  const Matrix centres =
      topic_centres(vectors, collection.documents(), options);
  Matrix distances(collection.documents(), centres.rows());
  for (Index d = 0; d < distances.rows(); ++d)
    distances.row(d) =
        squared_distances(centres, vectors.document(d)).transpose();
  Owners owners;
  if (options.balanced) {
    owners.of_document = balanced_owners(distances);
  } else {
    for (Index d = 0; d < distances.rows(); ++d)
      owners.of_document.push_back(nearest(distances.row(d).transpose()));
  }
  for (std::size_t q = 0; q < collection.queries(); ++q)
    owners.of_query.push_back(
        nearest(squared_distances(centres, vectors.query(q))));
  return owners;
}

/// Assigns some documents of each party to the next one at first.
void move_documents(std::vector<PartyShare>& shares,
                    const PartySplitOptions& options) {
  if (shares.size() < 2) return;
  Rng rng = deal_rng(options, DealStream::kMoved);
  for (std::size_t p = 0; p < shares.size(); ++p) {
    auto moved = shares[p].documents;
    shuffle(std::span(moved), rng);
    moved.resize(
        static_cast<std::size_t>(share_of(options.moved, moved.size())));
    std::ranges::sort(moved);
    shares[p].added = moved;
    shares[(p + 1) % shares.size()].deleted = std::move(moved);
  }
}

}  // namespace

const Methods<PartySplit, PartySplitTraits>& party_splits() {
  using C = const Collection&;
  using O = const PartySplitOptions&;
  static const Methods<PartySplit, PartySplitTraits> table = {
      {"random",
       "documents and queries dealt at random",
       "ICDE section VI-A",
       {},
       [](C c, O o) -> Owners {
         return {at_random(c.documents(), o.parties,
                           deal_rng(o, DealStream::kDocuments)),
                 at_random(c.queries(), o.parties,
                           deal_rng(o, DealStream::kQueries))};
       }},
      {"topic",
       "one topic per party: k-means on term vectors",
       "Arthur and Vassilvitskii (SODA 2007)",
       {},
       by_topic,
       {.can_balance = true}},
      {"ranges",
       "documents and queries in their files' order",
       "",
       {},
       [](C c, O o) -> Owners {
         return {in_ranges(c.documents(), o.parties),
                 in_ranges(c.queries(), o.parties)};
       }},
  };
  return table;
}

std::vector<PartyShare> split_into_parties(const Collection& collection,
                                           const PartySplit& split,
                                           const PartySplitOptions& options) {
  require(options.parties >= 1, "a collection needs at least 1 party");
  require(collection.documents() >= options.parties &&
              collection.queries() >= options.parties,
          std::to_string(options.parties) + " parties cannot share " +
              std::to_string(collection.documents()) + " documents and " +
              std::to_string(collection.queries()) + " queries");
  require(options.moved >= 0 && options.moved <= 1,
          "a share of documents is between 0 and 1");
  const Owners owners = split(collection, options);
  std::vector<PartyShare> shares(options.parties);
  for (const std::uint32_t d : all_of(collection.documents()))
    shares[owners.of_document[d]].documents.push_back(d);
  for (const std::uint32_t q : all_of(collection.queries()))
    shares[owners.of_query[q]].queries.push_back(q);
  for (const Judgement& judgement : collection.judgements()) {
    const std::uint32_t owner = owners.of_query[judgement.query];
    if (owner == owners.of_document[judgement.document])
      shares[owner].judgements.push_back(judgement);
  }
  move_documents(shares, options);
  return shares;
}

}  // namespace fedltr
