#include "algorithms/silo/sketched_search.hpp"

#include <algorithm>

#include "algorithms/core/rng.hpp"
#include "algorithms/silo/data_owner.hpp"
#include "algorithms/silo/inquiry.hpp"
#include "algorithms/silo/shared_hashes.hpp"
#include "algorithms/silo/simulated_bits.hpp"

namespace fedltr {
namespace {

/// All parties in one place.
class Search {
 public:
  Search(const Collection& collection, std::span<const PartyShare> shares,
         const SiloProtocol& protocol, std::span<const TestQuery> tests,
         std::uint64_t seed)
      : collection_(collection),
        shares_(shares),
        protocol_(protocol),
        tests_(tests),
        seed_(seed),
        hashes_(collection.dictionary(), protocol, seed) {
    for (const PartyShare& share : shares) own_.emplace_back(collection, share);
    const auto sum = hashes_.sum_of(own_);
    for (const OwnFrequencies& own : own_)
      statistics_.emplace_back(protocol.frequency, sum, hashes_.frequency_spots,
                               own);
    for (const TestQuery& test : tests)
      features_.push_back(
          Matrix::Zero(std::ssize(test.documents), kFeatureColumns));
  }

  std::vector<Matrix> run(const DoAll& do_all) {
    // Each owner's documents fill their own rows of the features.
    do_all(shares_.size(), [this](std::size_t owner) { add_documents(owner); });
    return std::move(features_);
  }

 private:
  /// Returns a document's row in a test query, nullopt if it is not a
  /// candidate.
  std::optional<Index> row_of(std::size_t test, std::uint32_t document) const {
    const auto& documents = tests_[test].documents;
    const auto found = std::ranges::lower_bound(documents, document);
    if (found == documents.end() || *found != document) return std::nullopt;
    return found - documents.begin();
  }

  bool asks(std::size_t test, std::uint32_t party) const {
    return tests_[test].party == party &&
           !collection_.query(tests_[test].query).empty();
  }

  void add_documents(std::uint32_t source) {
    const std::uint32_t parties = shares_.size();
    if (shares_[source].documents.empty()) return;
    add_own(source);
    DataOwner owner(collection_, shares_[source], protocol_, hashes_.spots,
                    parties);
    for (std::uint32_t p = 0; p < parties; ++p)
      if (p != source) ask(p, source, owner);
  }

  void add_own(std::uint32_t party) {
    for (std::size_t t = 0; t < tests_.size(); ++t) {
      if (!asks(t, party)) continue;
      std::vector<Judgement> pairs;
      for (const std::uint32_t document : shares_[party].documents)
        if (row_of(t, document))
          pairs.push_back({tests_[t].query, document, 0});
      const Matrix own = own_features(collection_, pairs, statistics_[party],
                                      protocol_.constants);
      for (std::size_t i = 0; i < pairs.size(); ++i)
        features_[t].row(*row_of(t, pairs[i].document)) = own.row(i);
    }
  }

  void ask(std::uint32_t party, std::uint32_t source, DataOwner& owner) {
    std::vector<std::uint32_t> queries;
    std::vector<std::size_t> places;
    for (std::size_t t = 0; t < tests_.size(); ++t)
      if (asks(t, party)) {
        queries.push_back(tests_[t].query);
        places.push_back(t);
      }
    const QueryContext context{
        collection_, protocol_, hashes_.spots, statistics_[party],
        queries,     party,     seed_,         shares_[party].documents};
    Inquiry inquiry(context, source, owner.documents());
    std::uint32_t asked = 0;
    const auto bits = [&] {
      return simulated_bits(seed_, Purpose::kSketchNoise,
                            source * shares_.size() + party, asked++);
    };
    while (!inquiry.done()) {
      const auto question = inquiry.top_question();
      if (const auto fetch =
              inquiry.take_top(owner.answer_top(question, party, bits())))
        inquiry.take_counts(owner.encoded_counts(*fetch, party, bits()));
    }
    take(inquiry, queries, places);
  }

  void take(const Inquiry& inquiry, std::span<const std::uint32_t> queries,
            std::span<const std::size_t> places) {
    const Matrix found = inquiry.features();
    for (std::size_t i = 0; i < inquiry.pairs().size(); ++i) {
      const CrossPair& pair = inquiry.pairs()[i];
      const std::size_t test = places[static_cast<std::size_t>(
          std::ranges::find(queries, pair.query) - queries.begin())];
      const std::uint32_t document =
          shares_[pair.source].documents[pair.document];
      if (const auto row = row_of(test, document))
        features_[test].row(*row) = found.row(i);
    }
  }

  const Collection& collection_;
  std::span<const PartyShare> shares_;
  const SiloProtocol& protocol_;
  std::span<const TestQuery> tests_;
  std::uint64_t seed_;
  SharedHashes hashes_;
  std::vector<OwnFrequencies> own_;
  std::vector<SharedStatistics> statistics_;
  std::vector<Matrix> features_;  ///< by test
};

}  // namespace

std::vector<Matrix> sketched_features(const Collection& collection,
                                      std::span<const PartyShare> shares,
                                      const SiloProtocol& protocol,
                                      std::span<const TestQuery> tests,
                                      std::uint64_t seed, const DoAll& do_all) {
  // No party of the run draws keys with this entity number.
  const std::uint64_t apart = Rng(seed, Purpose::kHashKey, ~0U)();
  return Search(collection, shares, protocol, tests, apart).run(do_all);
}

}  // namespace fedltr
