#include "algorithms/silo_search/own_search.hpp"

#include <doctest/doctest.h>

#include "algorithms/silo/experiment.hpp"
#include "algorithms/silo/own_tests.hpp"
#include "algorithms/silo/shared_features.hpp"
#include "algorithms/text/merged.hpp"
#include "tests/support/small_text.hpp"

namespace fedltr::own_search_test {
using namespace fedltr::test;

namespace {

/// Knowledge of a party of two after a run; its sketches are narrow, so that it
/// differs from exact counts.
struct AfterRun {
  SketchShape shape{SketchKind::kCount, 3, 64};
  TermSpots spots = small_spots(shape);
  PartyShare share = whole_share(small_collection());
  OwnFrequencies own{small_collection(), share};
  SharedStatistics shared{shape, doubled(own.ring(shape, spots)), spots, own};
  KnownStatistics known{shared, small_collection().dictionary().size()};

  static std::vector<std::uint64_t> doubled(std::vector<std::uint64_t> sums) {
    for (std::uint64_t& each : sums) each *= 2;
    return sums;
  }
};

}  // namespace

TEST_CASE("the kept state of a run is the run's, to the bit") {
  const AfterRun run;
  const std::size_t terms = small_collection().dictionary().size();
  REQUIRE(run.known.terms() == terms);
  for (const Field field : kAllFields) {
    CHECK(run.known.field(field).documents ==
          run.shared.field(field).documents);
    CHECK(run.known.field(field).mean_length ==
          run.shared.field(field).mean_length);
    for (TermId term = 0; term < terms; ++term) {
      const TermStatistics expected = run.shared.term(field, term);
      const TermStatistics& known = run.known.term(field, term);
      CHECK(known.document_frequency == expected.document_frequency);
      CHECK(known.probability == expected.probability);
    }
  }
}

TEST_CASE("search after a run has candidates and features of its own tests") {
  const AfterRun run;
  SiloOptions options;
  options.test_share = 0.5;
  for (const std::size_t candidates : {std::size_t{0}, std::size_t{7}}) {
    options.candidates = candidates;
    const auto tests =
        own_tests(small_collection(), run.share, 0, options, run.shared);
    REQUIRE(tests.size() > 1);
    const OwnSearch search(small_collection(), run.known, candidates);
    for (const TestQuery& test : tests) {
      const FoundDocuments found = search.find(test.query);
      CHECK(found.documents == test.documents);
      CHECK(found.labels == test.labels);
      CHECK(found.features == test.features);
    }
  }
}

TEST_CASE("a party's sampled tests have the features of its training") {
  const AfterRun run;
  SiloOptions options;
  options.test_documents = TestDocuments::kSampled;
  options.test_share = 0.5;
  const auto tests =
      own_tests(small_collection(), run.share, 0, options, run.shared);
  const auto expected = held_out_pairs(
      run.share, 0,
      held_out_queries(small_collection(), run.share, 0, options).train,
      options);
  std::vector<Judgement> tested;
  for (const TestQuery& test : tests)
    for (std::size_t i = 0; i < test.documents.size(); ++i)
      tested.push_back({test.query, test.documents[i], test.labels[i]});
  CHECK(tested == expected.test);
  CHECK(tests[0].features ==
        own_features(small_collection(),
                     judgements_of_query(tested, tests[0].query), run.shared,
                     options.constants));
}

TEST_CASE("search computes with the constants of its run") {
  const AfterRun run;
  SiloOptions options;
  options.test_share = 0.5;
  options.candidates = 7;
  const auto usual =
      own_tests(small_collection(), run.share, 0, options, run.shared);
  options.constants = {2, 0.25, 0.5, 10, 0.125};
  const auto tests =
      own_tests(small_collection(), run.share, 0, options, run.shared);
  const OwnSearch search(small_collection(), run.known, 7, options.constants);
  for (std::size_t t = 0; t < tests.size(); ++t) {
    const FoundDocuments found = search.find(tests[t].query);
    CHECK(found.documents == tests[t].documents);
    CHECK(found.features == tests[t].features);
    CHECK(found.features != usual[t].features);
  }
}

TEST_CASE("search has the features of the pairs that a run trains with") {
  const AfterRun run;
  const OwnSearch search(small_collection(), run.known, 0);
  const auto judged = small_collection().judgements();
  REQUIRE(!judged.empty());
  const Matrix trained = own_features(small_collection(), judged, run.shared);
  Index row = 0;
  for (const Judgement& pair : judged) {
    const FoundDocuments found = search.find(pair.query);
    CHECK(found.features.row(pair.document) == trained.row(row++));
    CHECK(found.labels[pair.document] == pair.grade);
  }
}

TEST_CASE("without a run, search has the exact features of a collection") {
  const Collection& collection = small_collection();
  const CollectionStatistics counted(collection);
  ExactFeatures exact(collection, counted);
  const OwnSearch search(collection, KnownStatistics(collection), 0);
  for (std::uint32_t query = 0; query < 3; ++query) {
    std::vector<Judgement> pairs;
    for (std::uint32_t d = 0; d < collection.documents(); ++d)
      pairs.push_back({query, d, 0});
    CHECK(search.find(query).features ==
          exact.of(std::span<const Judgement>(pairs)));
  }
}

TEST_CASE("statistics of another dictionary are refused") {
  CHECK_THROWS_WITH(OwnSearch(small_collection(), KnownStatistics(3), 0),
                    "statistics are of the collection's dictionary");
}

}  // namespace fedltr::own_search_test
