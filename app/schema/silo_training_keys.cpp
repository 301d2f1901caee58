// Keys of training in a [silo]: recipe, steps, rates.
#include "app/schema/key_table.hpp"
#include "app/schema/silo_conditions.hpp"

namespace fedltr {
namespace {

std::vector<Key> recipe_keys() {
  using L = ListwiseOptions;
  return {
      choice("silo.recipe", &SiloOptions::recipe, "papers",
             {{"papers", SiloRecipe::kPapers},
              {"listwise", SiloRecipe::kListwise}},
             "papers: a pointwise model of 16 features; listwise: whole lists "
             "of retrieved documents, four features, from BM25 on"),
      whole("silo.folds", &L::folds, "5", 2, 100,
            "listwise: parts of each party's queries, held out in turn to "
            "choose when to stop")
          .when(listwise_recipe()),
      whole("silo.steps", &L::steps, "64", 1, 10000,
            "listwise: most steps of gradient descent")
          .when(listwise_recipe()),
      whole("silo.depth", &L::depth, "100", 2, 100000,
            "listwise: documents of a party's own list, the best by BM25")
          .when(listwise_recipe())};
}

std::vector<Key> step_keys() {
  using T = TrainingOptions;
  const Condition joint = silo_method_with(&SiloMethod::joint);
  const Condition alone = silo_method_with(&SiloMethod::trains_alone);
  const Condition trained = {"a trained silo.method", [=](const Scenario& s) {
                               return joint.applies(s) || alone.applies(s);
                             }};
  return {
      whole("silo.local-iterations", &T::local_iterations, "1000", 1, 10000000,
            "steps of a party alone")
          .when(papers_recipe_with(&SiloMethod::trains_alone)),
      whole("silo.joint-iterations", &T::joint_iterations, "2000", 1, 10000000,
            "steps of each party together")
          .when(papers_recipe_with(&SiloMethod::joint)),
      whole("silo.curve-every", &T::curve_every, "0", 0, 10000000,
            "iterations between points of curves.csv; 0 = none")
          .when(all_of({papers_recipe(), trained})),
      real(
          "silo.rate", &T::rate, "0.1",
          [](double rate) { return rate > 0 && rate <= 1000; },
          "a number above 0 to 1000",
          "size of the first step; papers: falls linearly to 0"),
      real("silo.l2", &T::l2, "0.01", ValueRange{0, 1000},
           "penalty on the squared weights; listwise: on their distance "
           "from the start"),
      whole("silo.batch", &T::batch, "64", 1, 1000000, "instances of a step")
          .when(papers_recipe()),
      real("silo.cross-weight", &T::cross_weight, "0.1", ValueRange{0, 1000},
           "beta of the journal's loss: weight of cross instances")
          .when(silo_method_with(&SiloMethod::uses_cross))};
}

}  // namespace

std::vector<Key> silo_training_keys() {
  return joined({recipe_keys(), step_keys()});
}

}  // namespace fedltr
