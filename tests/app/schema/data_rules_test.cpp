// Conflicts of [data], [synthetic], [clicks] and [run].
#include "tests/support/refusals.hpp"

namespace fedltr::data_rules_test {
using namespace fedltr::test;

TEST_CASE("files of data that contradict each other are refused") {
  check_refusals({
      {{"data.format=synthetic", "data.folds=x"},
       "data.format = synthetic: conflicts with data.train, data.test, "
       "data.validation or data.folds; leave it out or set letor"},
      {{"data.train=y", "data.folds=x"},
       "data.folds = x: conflicts with data.train, data.test and "
       "data.validation: give either it or them"},
      {{"data.format=letor"},
       "data.format = letor: letor needs data.folds or data.train"},
      {{"data.test=x"}, "data.test = x: needs data.train"},
      {{"data.validation=x"}, "data.validation = x: needs data.train"},
      {{"data.train=x"},
       "data.train = x: needs data.test, or evaluation.on = train"},
      {{"data.train=x", "evaluation.on=validation"},
       "evaluation.on = validation: validation needs data.validation or "
       "data.folds"},
      {{"data.train=x", "data.test=y", "data.fold=2"},
       "data.fold = 2: above 1 needs data.folds"},
  });
}

TEST_CASE("files of data that complete each other are accepted") {
  for (const SettingList& settings :
       {SettingList{"data.folds=x"},
        {"data.format=letor", "data.folds=x", "data.fold=5"},
        {"data.train=x", "data.test=y", "data.fold=1"},
        {"data.train=x", "evaluation.on=train"},
        {"data.train=x", "data.validation=y", "evaluation.on=validation"}}) {
    CAPTURE(settings.back());
    CHECK(refusal_of(settings) == "");
  }
}

TEST_CASE("a federation does not learn from texts") {
  const std::string why =
      ": texts need a [silo], e.g. silo.parties = 4: a federation learns from "
      "features";
  check_refusals({
      {{"data.format=beir"}, "data.format = beir" + why},
      {{"data.format=msmarco"}, "data.format = msmarco" + why},
      {{"synthetic.like=text"}, "synthetic.like = text" + why},
  });
}

TEST_CASE("a set shaped like another has its grades and features") {
  check_refusals({
      {{"synthetic.grades=3"},
       "synthetic.grades = 3: can be set with synthetic.like = custom only"},
      {{"synthetic.like=yahoo", "synthetic.features=3"},
       "synthetic.features = 3: can be set with synthetic.like = custom only"},
  });
  CHECK(refusal_of({"synthetic.like=custom", "synthetic.grades=3",
                    "synthetic.features=3"}) == "");
}

TEST_CASE("bounds of synthetic data, clicks and speed-up") {
  check_edges({
      {{"run.scaling=weak", "run.speedup=1,100"},
       "federation.clients=100000",
       "federation.clients=100001",
       "weak would need 10000100 clients with the most threads; at most "
       "10000000 are allowed"},
      {{},
       "synthetic.queries=5",
       "synthetic.queries=4",
       "is too few for five parts: expected 0, or 5 or more"},
      {{"synthetic.like=custom"},
       "synthetic.grades=2",
       "synthetic.grades=1",
       "one grade leaves nothing to learn: expected 0 or 2 to 31"},
      {{"clicks.model=custom", "clicks.click=0,0.5,1"},
       "clicks.stop=0,0,0.5",
       "clicks.stop=0,0.5",
       "custom needs clicks.click and clicks.stop, with the same number of "
       "probabilities: it has none of its own"},
  });
}

}  // namespace fedltr::data_rules_test
