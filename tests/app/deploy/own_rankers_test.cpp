#include "app/deploy/own_rankers.hpp"

#include <limits>
#include <set>

#include "tests/support/own_run.hpp"

namespace fedltr::own_rankers_test {
using namespace fedltr::test;

namespace {

constexpr double kEmpty = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("the best without joining has the largest mean") {
  const OwnRun run;
  const OwnRankers rankers = own_rankers(run.plan, 0);
  std::set<std::string> methods;
  for (const auto& [method, values] : rankers.values) {
    methods.insert(method);
    CHECK(values.rows() == std::ssize(rankers.queries));
    CHECK(values.cols() == std::ssize(run.plan.metrics));
    CHECK(means(rankers.values.at(rankers.best()))(rankers.main) >=
          means(values)(rankers.main));
  }
  CHECK(methods == std::set<std::string>{"bm25", "bm25-body", "bm25-title",
                                         "lmir", "local"});
  CHECK(rankers.queries.size() > 5);
  CHECK(rankers.counted(0) ==
        rankers.queries.size());  // all have relevant ones
}

TEST_CASE("own rows make one more ranker, and change no other") {
  const OwnRun run;
  const Collection& own = run.plan.collection_of(0);
  OwnRows rows(1);
  for (std::uint32_t query = 0; query < own.queries(); ++query) {
    std::vector<std::uint32_t> documents;
    Matrix values = Matrix::Zero(static_cast<Index>(own.documents()), 1);
    for (std::uint32_t d = 0; d < own.documents(); ++d) documents.push_back(d);
    for (const Judgement& judged : own.judgements_of(query))
      values(judged.document, 0) = judged.grade;
    rows.add(query, documents, values);
  }
  const OwnRankers without = own_rankers(run.plan, 0);
  const OwnRankers with = own_rankers(run.plan, 0, &rows);
  CHECK(with.values.size() == without.values.size() + 1);
  for (const auto& [method, values] : without.values)
    CHECK(with.values.at(method) == values);
  const double quality = means(with.values.at(kOwnRowsMethod))(with.main);
  // It starts from BM25, whose order is good here.
  CHECK(quality >= means(without.values.at("bm25"))(with.main));
}

TEST_CASE("without queries that count there is no best") {
  OwnRankers rankers;
  CHECK(rankers.best().empty());
  CHECK(rankers.counted(0) == 0);
  rankers.values["bm25"] = Matrix::Constant(3, 1, kEmpty);
  CHECK(rankers.best().empty());
  rankers.values["bm25"](1, 0) = 0;
  CHECK(rankers.best() == "bm25");
  CHECK(rankers.counted(0) == 1);
}

TEST_CASE("a mean has an interval from six values on") {
  Vector values(7);
  values << 1, 2, kEmpty, 3, 4, 5, kEmpty;
  CHECK_FALSE(mean_within(values).has_value());
  values(6) = 6;
  const auto within = mean_within(values);
  REQUIRE(within.has_value());
  CHECK(within->pairs == 6);
  CHECK(within->mean == doctest::Approx(3.5));
  // 2.5706 * 1.8708 / sqrt(6).
  CHECK(within->interval == doctest::Approx(1.9633).epsilon(1e-3));
}

}  // namespace fedltr::own_rankers_test
