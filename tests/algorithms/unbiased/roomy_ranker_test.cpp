#include "algorithms/unbiased/roomy_ranker.hpp"

#include <doctest/doctest.h>

namespace fedltr::roomy_ranker_test {

TEST_CASE("a ranker with room ranks, steps and publishes as without") {
  for (const auto& method : rankers()) {
    CAPTURE(method.name);
    const auto plain = method.make(RankerShape(3, 2));
    const RoomyRanker roomy(plain, 4);
    Rng rng(1, Purpose::kTest);
    const Vector model = plain->draw_initial(rng);
    Vector whole(roomy.size());
    whole << model, 1, 2, 3, 4;
    CHECK(roomy.size() == plain->size() + 4);
    CHECK(roomy.room() == 4);
    CHECK(roomy.hidden() == plain->hidden());
    CHECK(roomy.published(whole) == plain->published(model));
    const Matrix features = Matrix::Random(5, 3);
    Vector expected(5);
    Vector scores(5);
    Activations kept;
    Activations kept_too;
    plain->score(model, features, expected);
    roomy.score(whole, features, scores);
    CHECK(scores == expected);
    plain->score_keeping(model, features, expected, kept);
    roomy.score_keeping(whole, features, scores, kept_too);
    CHECK(scores == expected);
    CHECK(kept == kept_too);
    const Matrix models = whole.transpose().replicate(2, 1);
    Matrix many(2, 5);
    Matrix many_expected(2, 5);
    roomy.score_many(models, features, many);
    plain->score_many(model.transpose().replicate(2, 1), features,
                      many_expected);
    CHECK(many == many_expected);
    const std::vector<Index> documents = {4, 1};
    const std::vector<double> weights = {0.5, -2};
    Vector into = whole;
    Vector into_plain = model;
    roomy.step_from(kept_too, whole, features, documents, weights, into);
    plain->step_from(kept, model, features, documents, weights, into_plain);
    CHECK(into.head(plain->size()) == into_plain);
    CHECK(into.tail(4) == whole.tail(4));
    CHECK(roomy.draw_initial(rng).tail(4) == Vector::Zero(4));
  }
}

}  // namespace fedltr::roomy_ranker_test
