#include "algorithms/silo/experiment.hpp"

#include <algorithm>
#include <iterator>
#include <memory>

#include "algorithms/core/numbers_below.hpp"
#include "algorithms/silo/shared_features.hpp"

namespace fedltr {
namespace {

std::uint32_t number_of(std::size_t i) {
  return i;
}

std::vector<std::uint32_t> all_of(std::size_t count) {
  auto places = numbers_below<std::uint32_t>(count);
  return places;
}

/// Builds the data from the whole collection, as only a simulation can.
class Maker {
 public:
  Maker(const Collection& collection, const std::vector<PartyShare>& shares,
        const SiloOptions& options, const CollectionStatistics& statistics)
      : collection_(collection),
        shares_(shares),
        options_(options),
        statistics_(statistics),
        features_(collection, statistics_, options.constants),
        documents_(all_of(collection.documents())),
        queries_(all_of(collection.queries())),
        retrieval_(shares.size()) {
    for (std::size_t p = 0; p < shares.size(); ++p)
      held_out_.push_back(
          held_out_queries(collection, shares[p], number_of(p), options));
  }

  PartyInstances instances_of(std::size_t party) {
    PartyInstances made =
        labelled_instances(collection_, shares_[party], number_of(party),
                           held_out_[party].train, options_, exact());
    made.cross.pairs = cross_pairs(party);
    made.cross.features =
        features_.of(std::span<const CrossPair>(made.cross.pairs));
    rank_by_feature(made.cross, kBodyBm25);
    return made;
  }

  void add_tests(std::size_t party, std::vector<TestQuery>& tests) {
    if (options_.test_documents == TestDocuments::kSampled) {
      std::ranges::move(sampled_tests(collection_, shares_[party],
                                      number_of(party), options_, exact()),
                        std::back_inserter(tests));
      return;
    }
    const bool own = options_.test_documents == TestDocuments::kOwn;
    const auto& documents = own ? shares_[party].documents : documents_;
    const Retrieval& retrieval =
        opened(own ? retrieval_[party] : everywhere_, documents);
    for (const std::uint32_t query : held_out_[party].test)
      tests.push_back(test_query(number_of(party), query, documents,
                                 collection_.judgements_of(query),
                                 options_.candidates, retrieval, features_));
  }

 private:
  PairFeatures exact() {
    return
        [&](std::span<const Judgement> pairs) { return features_.of(pairs); };
  }

  /// Makes an index of some documents when it is first used.
  const Retrieval& opened(std::unique_ptr<Retrieval>& index,
                          std::span<const std::uint32_t> documents) const {
    if (index == nullptr)
      index = std::make_unique<Retrieval>(collection_, statistics_, documents,
                                          queries_, options_.constants);
    return *index;
  }

  std::vector<CrossPair> cross_pairs(std::size_t party) {
    std::vector<CrossPair> pairs;
    for (const std::uint32_t query : held_out_[party].train)
      for (std::size_t source = 0; source < shares_.size(); ++source) {
        if (source == party) continue;
        for (const Retrieved& found :
             opened(retrieval_[source], shares_[source].documents)
                 .top(query, options_.top, RetrievalScore::kCounts))
          pairs.push_back({query, found.document, number_of(source), 0});
      }
    return pairs;
  }

  const Collection& collection_;
  const std::vector<PartyShare>& shares_;
  const SiloOptions& options_;
  const CollectionStatistics& statistics_;
  ExactFeatures features_;
  std::vector<std::uint32_t> documents_;
  std::vector<std::uint32_t> queries_;
  std::vector<HeldOut> held_out_;
  std::vector<std::unique_ptr<Retrieval>> retrieval_;  ///< by party
  std::unique_ptr<Retrieval> everywhere_;
};

}  // namespace

std::shared_ptr<const PointwiseModel> silo_model(const SiloOptions& options,
                                                 Index grades) {
  if (options.recipe == SiloRecipe::kListwise) return ranking_model(grades);
  return find(pointwise_models(), options.model).make(kTextFeatures, grades);
}

HeldOutPairs held_out_pairs(const PartyShare& share, std::uint32_t party,
                            std::span<const std::uint32_t> queries,
                            const SiloOptions& options) {
  std::vector<Judgement> pairs =
      labelled_pairs(share, queries, options.negatives, options.seed);
  if (options.test_documents != TestDocuments::kSampled)
    return {std::move(pairs), {}};
  return hold_out_pairs(pairs, options.test_share, party, options.seed);
}

bool learns(const PartyShare& share, std::uint32_t party,
            std::span<const std::uint32_t> queries,
            const SiloOptions& options) {
  return !held_out_pairs(share, party, queries, options).train.empty();
}

std::vector<TestQuery> sampled_tests(const Collection& collection,
                                     const PartyShare& share,
                                     std::uint32_t party,
                                     const SiloOptions& options,
                                     const PairFeatures& features) {
  const HeldOut queries = held_out_queries(collection, share, party, options);
  const HeldOutPairs pairs =
      held_out_pairs(share, party, queries.train, options);
  std::vector<TestQuery> tests;
  for (const std::uint32_t query : queries.test) {
    const auto sampled = judgements_of_query(pairs.test, query);
    if (!sampled.empty())
      tests.push_back(test_query(party, sampled, features(sampled)));
  }
  return tests;
}

PartyInstances labelled_instances(const Collection& collection,
                                  const PartyShare& share, std::uint32_t party,
                                  std::span<const std::uint32_t> queries,
                                  const SiloOptions& options,
                                  const PairFeatures& features) {
  PartyInstances made;
  if (options.recipe == SiloRecipe::kListwise) {
    OwnLists lists =
        own_lists(collection, share, queries, options.listwise.depth, features);
    made.pairs = std::move(lists.pairs);
    made.features = std::move(lists.features);
    made.learns = learns(share, party, queries, options);
  } else {
    made.pairs = held_out_pairs(share, party, queries, options).train;
    made.learns = !made.pairs.empty();
    made.features = features(made.pairs);
  }
  return made;
}

HeldOut held_out_queries(const Collection& collection, const PartyShare& share,
                         std::uint32_t party, const SiloOptions& options) {
  const bool sampled = options.test_documents == TestDocuments::kSampled;
  HeldOut parts = hold_out(share.queries, sampled ? 0 : options.test_share,
                           party, options.seed);
  std::erase_if(parts.train, [&](std::uint32_t query) {
    return collection.query(query).empty();
  });
  if (sampled) parts.test = parts.train;
  return parts;
}

Scaling own_scaling(const MatrixView& features) {
  return features.rows() == 0 ? Scaling(features.cols())
                              : Scaling::of(features);
}

PartyTraining party_training_of(
    std::uint32_t party, const PartyInstances& instances, const Scaling& joint,
    const std::shared_ptr<const PointwiseModel>& model,
    const SiloOptions& options) {
  if (options.recipe == SiloRecipe::kListwise)
    return PartyTraining(
        ListwiseTrainer(options.listwise, model->features(),
                        ranked_lists(instances.pairs, instances.features),
                        ranked_lists(instances.cross), instances.learns));
  const Vector grades = grades_of(instances.pairs);
  const Matrix features = model->own_columns(instances.features);
  const Vector labels =
      labels_of_ranks(instances.cross, options.high_ranks, model->grades());
  const auto scaled = [&](const Scaling& scaling) {
    return ScaledTrainer{
        scaling,
        {model, options.training, party,
         TrainingSet{scaling.apply(features), grades},
         TrainingSet{
             scaling.apply(model->own_columns(instances.cross.features)),
             labels}}};
  };
  return {scaled(own_scaling(features)), scaled(joint)};
}

SiloTrainerConfig trainer_config(const PointwiseModel& model,
                                 const SiloOptions& options) {
  SiloTrainerConfig config{
      model.parameters(), options.training, options.order, {}};
  config.of_method = options.parameters;
  config.rule = options.rule;
  config.attack = options.attack;
  if (options.recipe == SiloRecipe::kListwise)
    config.listwise = options.listwise;
  return config;
}

std::vector<TestQuery> silo_tests(const Collection& collection,
                                  const CollectionStatistics& statistics,
                                  const std::vector<PartyShare>& shares,
                                  const SiloOptions& options) {
  Maker maker(collection, shares, options, statistics);
  std::vector<TestQuery> tests;
  for (std::size_t p = 0; p < shares.size(); ++p) maker.add_tests(p, tests);
  return tests;
}

SiloData exact_silo_data(const Collection& collection,
                         const std::vector<PartyShare>& shares,
                         const SiloOptions& options) {
  const CollectionStatistics statistics(collection);
  Maker maker(collection, shares, options, statistics);
  SiloData data;
  data.grades = std::max(3, collection.highest_grade() + 1);
  for (std::size_t p = 0; p < shares.size(); ++p) {
    data.parties.push_back(maker.instances_of(p));
    maker.add_tests(p, data.tests);
  }
  return data;
}

}  // namespace fedltr
