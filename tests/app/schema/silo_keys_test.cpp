// Keys of [silo], and of texts in [data] and [synthetic].
#include <doctest/doctest.h>

#include "algorithms/silo/methods.hpp"
#include "algorithms/silo/pointwise.hpp"
#include "algorithms/text/party_split.hpp"
#include "tests/support/keys.hpp"

namespace fedltr::silo_keys_test {
using test::check_needs;
using test::refusal;
using test::silo_of;

TEST_CASE("any key of the section makes a scenario one of silos") {
  CHECK_FALSE(unchecked_scenario({}).silo.on);
  for (const Key& key : keys())
    if (key.name.starts_with("silo.")) {
      CAPTURE(key.name);
      CHECK(unchecked_scenario({key.name + "=" + key.fallback}).silo.on);
    }
}

TEST_CASE("each key of training sets what it names") {
  const SiloSettings silo = silo_of(
      {"silo.augmentation=semi-supervised", "silo.order=parallel",
       "silo.high-ranks=11", "silo.scaling=per-party", "silo.negatives=1.5",
       "silo.local-iterations=12", "silo.joint-iterations=13", "silo.rate=0.25",
       "silo.l2=0.5", "silo.batch=14", "silo.cross-weight=0.75",
       "silo.curve-every=15"});
  const auto& training = silo.options.training;
  CHECK(training.augmentation == Augmentation::kSemiSupervised);
  CHECK(silo.options.order == JointOrder::kParallel);
  CHECK(silo.options.high_ranks == 11);
  CHECK(silo.options.scaling == SiloScaling::kPerParty);
  CHECK(silo.options.negatives == 1.5);
  CHECK(training.local_iterations == 12);
  CHECK(training.joint_iterations == 13);
  CHECK(training.rate == 0.25);
  CHECK(training.l2 == 0.5);
  CHECK(training.batch == 14);
  CHECK(training.cross_weight == 0.75);
  CHECK(training.curve_every == 15);
}

TEST_CASE("each key of parties, texts and tests sets what it names") {
  const SiloSettings silo =
      silo_of({"silo.balanced=no", "silo.moved=0.125", "silo.stop-words=none",
               "silo.test-share=0.25", "silo.test-documents=own",
               "silo.candidates=11", "silo.documents=12", "silo.queries=13",
               "data.sample-seed=14", "silo.t-sne=yes"});
  CHECK(silo.parties == 5);
  CHECK_FALSE(silo.balanced);
  CHECK(silo.moved == 0.125);
  CHECK(silo.tokens.stop_words == "none");
  CHECK(silo.options.test_share == 0.25);
  CHECK(silo.options.test_documents == TestDocuments::kOwn);
  CHECK(silo.options.candidates == 11);
  CHECK(silo.own_documents == 12);
  CHECK(silo.own_queries == 13);
  CHECK(silo.sample_seed == 14);
  CHECK(silo.t_sne);
  CHECK(silo_of({"silo.test-documents=sampled"}).options.test_documents ==
        TestDocuments::kSampled);
}

TEST_CASE("each key of features sets what it names, the papers' by default") {
  const FeatureConstants set =
      silo_of({"silo.k1=1.5", "silo.b=0.5", "silo.lambda=0.25", "silo.mu=2000",
               "silo.delta=0.125"})
          .options.constants;
  CHECK(set.k1 == 1.5);
  CHECK(set.b == 0.5);
  CHECK(set.lambda == 0.25);
  CHECK(set.mu == 2000);
  CHECK(set.delta == 0.125);
  const FeatureConstants usual = silo_of({}).options.constants;
  CHECK(usual.k1 == FeatureConstants().k1);
  CHECK(usual.b == FeatureConstants().b);
  CHECK(usual.lambda == FeatureConstants().lambda);
  CHECK(usual.mu == FeatureConstants().mu);
  CHECK(usual.delta == FeatureConstants().delta);
  // A language model without a background has the logarithm of 0.
  CHECK(refusal("silo.lambda", "0") != "");
  CHECK(refusal("silo.mu", "0") != "");
  CHECK(refusal("silo.delta", "0") != "");
  CHECK(refusal("silo.k1", "0") == "");
  CHECK(refusal("silo.b", "0") == "");
}

TEST_CASE("every split, stemmer, loss, noise and method may be chosen") {
  for (const auto& each : party_splits())
    CHECK(silo_of({"silo.split=" + each.name}).split == each.name);
  for (const std::string& name : stemmers())
    CHECK(silo_of({"silo.stemming=" + name}).tokens.stemmer == name);
  for (const auto& each : pointwise_models())
    CHECK(silo_of({"silo.loss=" + each.name}).options.model == each.name);
  for (const auto& each : sketch_noises())
    CHECK(silo_of({"silo.noise=" + each.name}).noise == each.name);
  for (const auto& each : silo_methods())
    CHECK(silo_of({"silo.method=" + each.name}).method == each.name);
  CHECK(silo_of({}).method == kAllSiloMethods);
}

TEST_CASE("each key of texts sets what it names") {
  const SiloSettings silo = silo_of(
      {"data.folder=/a", "data.split=dev", "data.documents=/b",
       "data.queries=/c", "data.qrels=/d", "data.ranks=/e",
       "synthetic.terms=21", "synthetic.vocabulary=101", "synthetic.zipf=1.5",
       "synthetic.topics=3", "synthetic.depths=9, 9, 2"});
  CHECK(silo.folder == "/a");
  CHECK(silo.qrels_split == "dev");
  CHECK(silo.documents == "/b");
  CHECK(silo.queries == "/c");
  CHECK(silo.qrels == "/d");
  CHECK(silo.ranks == "/e");
  CHECK(silo.texts.terms == 21);
  CHECK(silo.texts.vocabulary == 101);
  CHECK(silo.texts.zipf == 1.5);
  CHECK(silo.texts.topics == 3);
  CHECK(silo.texts.depths == std::vector<std::uint32_t>{9, 9, 2});
}

TEST_CASE("depths descend, and are one to four") {
  CHECK(refusal("synthetic.depths", "100000") == "");
  CHECK(refusal("synthetic.depths", "4, 3, 2, 1") == "");
  for (const char* text : {"1, 2", "0", "100001", "3, x", "3,,1"})
    CHECK(refusal("synthetic.depths", text) ==
          "expected integers 1 to 100000, descending");
  for (const char* text : {"", "5, 4, 3, 2, 1"})
    CHECK(refusal("synthetic.depths", text) ==
          "expected one to four numbers, e.g. 100, 10");
}

TEST_CASE("only a split by topics can be balanced") {
  check_needs({"silo.balanced"}, {"silo.split=topic"}, {"silo.parties=4"});
}

TEST_CASE("options of training need a method that uses them") {
  for (const auto& each : silo_methods()) {
    const Scenario scenario = unchecked_scenario({"silo.method=" + each.name});
    CAPTURE(each.name);
    const auto applies = [&](const char* key) {
      return find_key(key)->applies(scenario);
    };
    CHECK(applies("silo.augmentation") == each.make.uses_cross);
    CHECK(applies("silo.cross-weight") == each.make.uses_cross);
    CHECK(applies("silo.high-ranks") == each.make.uses_cross);
    CHECK(applies("silo.order") == each.make.joint);
    CHECK(applies("silo.scaling") == each.make.joint);
    CHECK(applies("silo.joint-iterations") == each.make.joint);
    CHECK(applies("silo.local-iterations") == each.make.trains_alone);
    CHECK((find_key("silo.order")->needs.find(each.name) !=
           std::string::npos) == each.make.joint);
  }
  check_needs({"silo.high-ranks"}, {"silo.augmentation=icde"},
              {"silo.augmentation=semi-supervised"});
}

TEST_CASE("files of texts need their format, and a [silo]") {
  const std::string on = "silo.parties=4";
  check_needs({"data.folder", "data.split"}, {on, "data.folder=/a"},
              {"data.folder=/a"});
  check_needs({"data.documents", "data.queries", "data.qrels", "data.ranks"},
              {on, "data.documents=/a"}, {on, "data.folder=/a"});
  check_needs({"synthetic.terms", "synthetic.depths"}, {on}, {});
  check_needs({"silo.documents", "silo.queries"}, {on},
              {"silo.members=a, b, c"});
  check_needs({"data.sample-seed"}, {on, "data.folder=/a", "silo.documents=10"},
              {on, "silo.documents=10"});
  check_needs({"synthetic.documents"}, {on}, {on, "silo.documents=10"});
  check_needs({"synthetic.queries"}, {on}, {on, "silo.queries=10"});
  check_needs({"synthetic.documents"},
              {on, "silo.documents=10", "data.folder=/a"},
              {on, "silo.documents=10"});
}

TEST_CASE("a recipe has keys of its own, and refuses the other's") {
  const SiloSettings silo = silo_of(
      {"silo.recipe=listwise", "silo.folds=7", "silo.steps=8", "silo.depth=9"});
  CHECK(silo.options.recipe == SiloRecipe::kListwise);
  CHECK(silo.options.listwise.folds == 7);
  CHECK(silo.options.listwise.steps == 8);
  CHECK(silo.options.listwise.depth == 9);
  check_needs({"silo.folds", "silo.steps", "silo.depth"},
              {"silo.recipe=listwise"}, {"silo.parties=5"});
  check_needs({"silo.loss", "silo.negatives", "silo.batch", "silo.order"},
              {"silo.recipe=papers"}, {"silo.recipe=listwise"});
  CHECK(refusal("silo.folds", "1") != "");
  CHECK(refusal("silo.recipe", "best") != "");
}

}  // namespace fedltr::silo_keys_test
