// Conflicts of a scenario with a [silo].
#include "tests/support/refusals.hpp"

namespace fedltr::silo_rules_test {
using namespace fedltr::test;

TEST_CASE("bounds of silos") {
  const std::string silo = "silo.parties=4";
  const std::string colliding = "silo.confounders=colliding";
  check_edges({
      {{silo, "synthetic.topics=10"},
       "synthetic.vocabulary=200",
       "synthetic.vocabulary=199",
       "must be at least twenty times synthetic.topics"},
      {{silo, "silo.rows=30"},
       "silo.real-rows=30",
       "silo.real-rows=31",
       "is above silo.rows, 30"},
      {{silo, colliding, "silo.rows=30", "silo.real-rows=5"},
       "silo.shared=4",
       "silo.shared=5",
       "must be below silo.real-rows, 5"},
      {{silo, colliding, "silo.rows=30", "silo.shared=2"},
       "silo.real-rows=16",
       "silo.real-rows=17",
       "leaves no room for a colliding confounder, which needs real-rows minus "
       "silo.shared of the other rows"},
      {{silo, "silo.rows=4096"},
       "silo.columns=16384",
       "silo.columns=16385",
       "times the rows is above 2^26 cells"},
      {{silo, "silo.frequency-rows=4"},
       "silo.frequency-columns=16777216",
       "silo.frequency-columns=16777217",
       "expected an integer 1 to 16777216"},
      {{silo, "silo.top=65536"},
       "silo.alpha=256",
       "silo.alpha=256.1",
       "times silo.top is above 2^24"},
      {{silo},
       "silo.documents=2500000",
       "silo.documents=2500001",
       "times silo.parties is above 10000000"},
      {{silo},
       "silo.queries=2500000",
       "silo.queries=2500001",
       "times silo.parties is above 10000000"},
      {{silo, "silo.noise=paper-reduced"},
       "silo.columns=2",
       "silo.columns=1",
       "paper-reduced needs silo.columns above 1"},
  });
}

TEST_CASE("whole lists leave no pair to sample") {
  check_refusals({
      {{"silo.parties=4", "silo.recipe=listwise",
        "silo.test-documents=sampled"},
       "silo.test-documents = sampled: silo.recipe = listwise trains with "
       "whole lists, sampled pairs included; expected all or own"},
  });
}

TEST_CASE("a silo needs texts, in files that belong together") {
  const std::string silo = "silo.parties=4";
  const std::string msmarco = "data.format=msmarco";
  const std::string either =
      "data.format = msmarco: msmarco needs either data.qrels or data.ranks";
  check_refusals({
      {{silo, "data.format=letor"},
       "data.format = letor: letor has features, not texts; a [silo] needs "
       "beir, msmarco or synthetic"},
      {{silo, "synthetic.like=mq2008"},
       "synthetic.like = mq2008: a [silo] needs texts: expected text"},
      {{silo, "data.format=beir"},
       "data.format = beir: beir needs data.folder"},
      {{silo, msmarco},
       "data.format = msmarco: msmarco needs data.folder, or data.documents "
       "and data.queries"},
      {{silo, msmarco, "data.documents=a", "data.queries=b"}, either},
      {{silo, msmarco, "data.documents=a", "data.queries=b", "data.qrels=c",
        "data.ranks=d"},
       either},
      {{silo, msmarco, "data.documents=a", "data.queries=b", "data.qrels=c"},
       ""},
      {{silo, msmarco, "data.documents=a", "data.queries=b", "data.ranks=c"},
       ""},
  });
}

TEST_CASE("members are three to a thousand, each with a folder") {
  std::string many = "silo.members=a1";
  for (int i = 2; i <= 1000; ++i) many += ",a" + std::to_string(i);
  check_edges({
      {{"data.format=beir"},
       "silo.members=a,b,c",
       "silo.members=a,b",
       "of two members, each could compute the other's part of every sum: "
       "expected three or more"},
      {{"data.format=beir"}, many, many + ",a1001", "are more than 1000"},
  });
  check_refusals({
      {{"data.format=synthetic", "silo.members=a,b,c"},
       "silo.members = a,b,c: need data.format = beir: a folder in its layout "
       "for each"},
  });
}

TEST_CASE("a budget needs answers with a bound") {
  const std::string silo = "silo.parties=4";
  const std::string budget = "privacy.budget=1";
  const std::string sound = "silo.noise=sound";
  const std::string unbounded =
      "privacy.budget = 1: needs answers with a bound: silo.noise = sound or "
      "median-only, and silo.epsilon above 0";
  check_refusals({
      {{silo, budget}, unbounded},
      {{silo, "silo.noise=paper", budget}, unbounded},
      {{silo, sound, "silo.epsilon=0", budget}, unbounded},
      {{silo, sound, budget}, ""},
      {{silo, "silo.noise=median-only", budget}, ""},
      {{silo, sound, "silo.sketch=count-min", budget},
       "privacy.budget = 1: does not cover an RTK-Sketch of silo.sketch = "
       "count-min: a list's floor is another document's count; set count, or "
       "silo.retrieval = naive"},
      {{silo, sound, "silo.sketch=count-min", "silo.retrieval=naive", budget},
       ""},
  });
}

TEST_CASE("metrics of a silo need no user, and are few if they are noisy") {
  std::string fifteen = "evaluation.metrics=ndcg@1";
  for (int i = 2; i <= 15; ++i) fifteen += ",ndcg@" + std::to_string(i);
  check_refusals({
      {{"silo.parties=4", "evaluation.metrics=ndcg@10,expected-maxrr@5"},
       "evaluation.metrics = ndcg@10,expected-maxrr@5: expected-maxrr@5 needs "
       "a user who clicks, and a [silo] has none"},
      {{"silo.parties=4", "evaluation.metrics=recall@5,map@5,bpref"},
       "evaluation.metrics = recall@5,map@5,bpref: bpref needs to know which "
       "documents have no judgement, and in a [silo] these have grade 0"},
      {{"data.format=beir", "silo.members=a,b,c", fifteen,
        "silo.share-metrics=noisy"},
       ""},
      {{"data.format=beir", "silo.members=a,b,c", fifteen + ",ndcg@16",
        "silo.share-metrics=noisy"},
       "silo.share-metrics = noisy: takes at most 15 evaluation.metrics"},
  });
}

}  // namespace fedltr::silo_rules_test
