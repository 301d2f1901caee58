#include "algorithms/silo/own_tests.hpp"

#include "algorithms/silo/experiment.hpp"
#include "algorithms/silo/shared_features.hpp"

namespace fedltr {

std::vector<TestQuery> own_tests(const Collection& collection,
                                 const PartyShare& share, std::uint32_t party,
                                 const SiloOptions& options,
                                 const SharedStatistics& statistics) {
  const auto features = [&](std::span<const Judgement> pairs) {
    return own_features(collection, pairs, statistics, options.constants);
  };
  if (options.test_documents == TestDocuments::kSampled)
    return sampled_tests(collection, share, party, options, features);
  const CollectionStatistics own(collection);
  ExactFeatures exact(collection, own, options.constants);
  const Retrieval retrieval(collection, own, share.documents, share.queries,
                            options.constants);
  std::vector<TestQuery> tests;
  for (const std::uint32_t query :
       held_out_queries(collection, share, party, options).test) {
    TestQuery& test = tests.emplace_back(
        test_query(party, query, share.documents,
                   judgements_of_query(share.judgements, query),
                   options.candidates, retrieval, exact));
    std::vector<Judgement> pairs;
    for (const std::uint32_t document : test.documents)
      pairs.push_back({query, document, 0});
    test.features = features(pairs);
  }
  return tests;
}

}  // namespace fedltr
