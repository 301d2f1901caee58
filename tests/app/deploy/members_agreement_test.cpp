#include "app/deploy/members_agreement.hpp"

#include <cmath>

#include "algorithms/privacy/accountant.hpp"
#include "app/base/errors.hpp"
#include "tests/support/members_agreement.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::members_agreement_test {
using namespace fedltr::test;

namespace {

const std::string kNoise = "epsilon = 2\nepochs = 20\n";

/// Returns why an agreement is refused, after the file's name.
std::string refusal(const std::string& more, bool rehearsal = false) {
  try {
    members_agreement(more, rehearsal);
  } catch (const UsageError& error) {
    const std::string what = error.what();
    CHECK(what.find('\n') == std::string::npos);
    return what.substr(what.find("s.ini: ") + 7);
  }
  return "";
}

}  // namespace

TEST_CASE("the digest covers what decides results, and no machine") {
  const std::string digest = members_agreement().digest;
  CHECK(digest.size() == 64);
  CHECK(members_agreement("[run]\nout = elsewhere\nthreads = 2\n").digest ==
        digest);
  for (const char* other :
       {"epochs = 7\n", "clip = 2\n", "rate = 0.5\n", "epsilon = 1\n",
        "level = lying\n", "[run]\nseed = 2\n", "[ranker]\nmodel = neural\n"})
    CHECK_MESSAGE(members_agreement(other).digest != digest, other);
  CHECK(members_agreement("", true).digest != digest);
  CHECK(members_agreement("", false, "east, north, south").digest != digest);
}

TEST_CASE("the digest covers the features' names and their order") {
  const auto digest = [](const std::string& features) {
    return members_agreement("", false, "north, east, south", features).digest;
  };
  CHECK(digest("bm25\nlength\n") == members_agreement().digest);
  CHECK(digest("length\nbm25\n") != digest("bm25\nlength\n"));
  CHECK(digest("bm25length\n") != digest("bm25\nlength\n"));
}

TEST_CASE("a federation begins with an earlier one's model, if it fits") {
  const TemporaryFolder folder;
  const MembersAgreement old = members_agreement("epochs = 7\n");
  const auto from = [&](const ModelFile& model, const std::string& more = "") {
    return more +
           "[ranker]\nfrom = " + folder.write("model.json", model_text(model)) +
           "\n";
  };
  ModelFile model = old.model_file(Vector{{0.25, -3}});
  const MembersAgreement agreement = members_agreement(from(model));
  CHECK(agreement.plan.initial == Vector{{0.25, -3}});
  CHECK(agreement.digest != old.digest);
  // The file's name is no part of the agreement, its model is.
  const std::string moved = folder.write("other.json", model_text(model));
  CHECK(members_agreement("[ranker]\nfrom = " + moved + "\n").digest ==
        agreement.digest);
  CHECK(members_agreement(from(old.model_file(Vector{{0.25, 3}}))).digest !=
        agreement.digest);
  has(refusal(from(model, "[data]\nnormalize = query-minmax\n")),
      "is another ranker");
  model.names = {"length", "bm25"};
  has(refusal(from(model)), "of other features");
  CHECK_THROWS_AS(members_agreement("[ranker]\nfrom = none.json\n"), DataError);
}

TEST_CASE("a plan has the members and a model of their features") {
  const MembersAgreement agreement = members_agreement("epochs = 7\n");
  CHECK(agreement.names() ==
        std::vector<std::string>{"north", "east", "south"});
  CHECK(agreement.features == std::vector<std::string>{"bm25", "length"});
  CHECK(agreement.plan.names == agreement.names());
  CHECK(agreement.plan.initial.size() == 2);
  CHECK(agreement.plan.epochs == 7);
  const ModelFile model = agreement.model_file(Vector{{0.25, -3}});
  CHECK(model.features == 2);
  CHECK(model.names == agreement.features);
  CHECK(model.parameters == Vector{{0.25, -3}});
  CHECK(model.first_index == 1);
  CHECK(model.scenario == "clinics");
  CHECK(model.signature == signature_of(model));
}

TEST_CASE("without noise no epsilon bounds anything, not even nothing") {
  const MembersAgreement agreement = members_agreement();
  CHECK(agreement.epsilon(0) == kNoBound);
  CHECK(agreement.epsilon(1) == kNoBound);
  CHECK(agreement.cost() == 0);
}

TEST_CASE("noise costs by epoch, and a period's epochs cost what is agreed") {
  const MembersAgreement agreement = members_agreement(kNoise);
  CHECK(agreement.epsilon(0) == 0);
  const double cost = agreement.cost();
  CHECK(cost > 0);
  CHECK(agreement.cost_of(5, 0) == doctest::Approx(5 * cost));
  CHECK(agreement.epsilon(cost) < agreement.epsilon(2 * cost));
  // 20 epochs, a tenth more and two: with all members present no more than
  // epsilon.
  CHECK(agreement.epsilon(24 * cost) <= 2);
  CHECK(agreement.epsilon(24 * cost) > 1.9);
  CHECK(agreement.epsilon(25 * cost) > agreement.epsilon(24 * cost));
}

TEST_CASE("evaluations cost a share of their own") {
  const MembersAgreement agreement = members_agreement(
      kNoise + "evaluate = 5\nevaluate-share = 0.2\nhold-out = 0.5\n");
  const double learning = agreement.cost();
  const double exam = agreement.cost(EpochKind::kEvaluation);
  CHECK(exam > 0);
  CHECK(agreement.cost_of(7, 2) == doctest::Approx(5 * learning + 2 * exam));
  // 24 epochs and 8 evaluations of a period: four fifths and one fifth.
  CHECK(8 * exam / (24 * learning) == doctest::Approx(0.25).epsilon(0.02));
  CHECK(agreement.epsilon(24 * learning + 8 * exam) <= 2);
}

TEST_CASE("a file without a federation of members is refused") {
  CHECK(refusal("[grid]\nmembers.rate = 1, 2\n") ==
        "a federation of members runs once: expected no [grid]");
  CHECK(refusal("epsilon = 1\n[run]\nrepeats = 2\n")
            .starts_with("run.repeats = 2: a federation of members runs once"));
  CHECK(refusal("liars = 1\n") ==
        "members.liars is for rehearsals: expected 0, or --rehearsal");
  CHECK(refusal("liars = 1\n", true) == "");
  const TemporaryFolder folder;
  const auto read = [&](const std::string& text) {
    read_members_agreement(folder.write("s.ini", text), {}, false);
  };
  CHECK_THROWS_WITH_AS(read("[members]\nnames = a, b, c\n"),
                       doctest::Contains("members.features is missing"),
                       UsageError);
  CHECK_THROWS_WITH_AS(read("[federation]\nclients = 3\n"),
                       doctest::Contains("has no [members]"), UsageError);
  CHECK(has_members(folder.write("s.ini", "[members]\nnames = a, b, c\n"), {}));
  CHECK_FALSE(has_members(folder.write("s.ini", "[run]\nname = x\n"), {}));
}

TEST_CASE("two members of other seeds share a first model by agreement") {
  const std::string random = "[ranker]\ninit = normal\n";
  const MembersAgreement one = members_agreement(random);
  CHECK(one.plan.initial == members_agreement(random).plan.initial);
  CHECK(one.plan.initial !=
        members_agreement(random + "[run]\nseed = 2\n").plan.initial);
}

}  // namespace fedltr::members_agreement_test
