#include "app/deploy/agreement.hpp"

#include "app/base/errors.hpp"
#include "app/base/json.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::agreement_test {
using namespace fedltr::test;

namespace {

std::string digest_of(const std::string& more) {
  return agreement_of(kThree + more).digest;
}

std::string refusal_of(const std::string& text, const AgreementKind& run = {}) {
  return error_of<UsageError>([&] { agreement_of(text, run); });
}

}  // namespace

TEST_CASE("a digest is that of the values, however they are written") {
  const std::string plain = digest_of("");
  CHECK(plain.size() == 64);
  CHECK(digest_of("# a comment\n\n") == plain);
  CHECK(digest_of("epsilon = 0.5\n") == plain);  // the default
  CHECK(digest_of("rows = 12\ncolumns = 64\n") ==
        digest_of("columns = 64\nrows=12\n"));
}

TEST_CASE("an agreement names the keys in which another one differs") {
  const auto differing = [](const Agreement& a, const Agreement& b) {
    return link::differing_keys(a, b.keys);
  };
  const Agreement plain = agreement_of(kThree);
  CHECK(differing(plain, agreement_of(kThree)).empty());
  CHECK(differing(plain, agreement_of(std::string(kThree) + "epsilon = 2\n")) ==
        "silo.epsilon = 0.5");
  CHECK(differing(plain, agreement_of(kThree, {.rehearsal = true})) ==
        "--rehearsal");
  CHECK(differing(plain, agreement_of(kThree, {.search = true})) ==
        "--answer (--serve-search)");
}

TEST_CASE("names, threads and own files are not agreed on") {
  const std::string plain = digest_of("");
  CHECK(digest_of("[run]\nname = other\n") == plain);
  CHECK(digest_of("[run]\nthreads = 3\n") == plain);
  CHECK(digest_of("[run]\nout = elsewhere\n") == plain);
  CHECK(digest_of("[data]\nfolder = elsewhere\n") == plain);
}

TEST_CASE("every value that decides what is sent has another digest") {
  std::set<std::string> digests = {digest_of("")};
  const std::vector<std::string> all = {
      "epsilon = 2\n",
      "rows = 12\n",
      "top = 8\n",
      "grades = 2\n",
      "noise = sound\n",
      "noise = sound\n[privacy]\nbudget = 8\n",
      "epsilon = 20\n",
      "[run]\nseed = 2\n",
      "[evaluation]\nmetrics = err\n"};
  for (const std::string& each : all) digests.insert(digest_of(each));
  digests.insert(agreement_of("[silo]\nmembers = a, c, b\n").digest);
  digests.insert(agreement_of(kThree, {.rehearsal = true}).digest);
  digests.insert(agreement_of(kThree, {.search = true}).digest);
  CHECK(digests.size() == all.size() + 4);
}

TEST_CASE("a scenario that no consortium can run is refused with its reason") {
  has(refusal_of(""), "is no consortium's: expected silo.members");
  has(refusal_of("[silo]\nparties = 3\n"), "is no consortium's");
  has(refusal_of(std::string(kThree) + "[grid]\nsilo.epsilon = 1, 2\n"),
      "expected no [grid]");
  has(refusal_of(std::string(kThree) + "[run]\nrepeats = 2\n"),
      "run.repeats = 2: a consortium runs once: expected 1");
  has(refusal_of(std::string(kThree) +
                 "grades = 2\n[evaluation]\nmetrics = map\n"
                 "relevant-from = 2\n"),
      "is above the highest grade of silo.grades = 2");
  CHECK(refusal_of(kThree).empty());
}

TEST_CASE("hostile members are for rehearsals of training only") {
  const std::string hostile = std::string(kThree) +
                              "order = parallel\n[attack]\n"
                              "kind = sign-flip\nclients = 1\n";
  has(refusal_of(hostile), "expected none");
  CHECK(refusal_of(hostile, {.rehearsal = true}) == "");
  has(refusal_of(hostile, {.rehearsal = true, .search = true}),
      "expected none");
}

TEST_CASE("results of another agreement are refused, with both digests") {
  const Agreement agreement = agreement_of(kThree);
  require_agreement(Json{{"agreement", agreement.digest}}, "d.json", agreement);
  CHECK_THROWS_WITH_AS(
      require_agreement(Json{{"agreement", "1234"}}, "d.json", agreement),
      ("d.json: is of another agreement, 1234, here " + agreement.digest +
       "; another --out begins a run of this one")
          .c_str(),
      CheckpointError);
  CHECK_THROWS_AS(require_agreement(Json{{"a", 1}}, "d.json", agreement),
                  DataError);
}

TEST_CASE("secrets are the system's unless it is a rehearsal") {
  CHECK(plan_of(agreement_of(kThree)).system);
  CHECK_FALSE(plan_of(agreement_of(kThree, {.rehearsal = true})).system);
  const Agreement search = agreement_of(kThree, {.search = true});
  CHECK(search.task() == SiloTask::kSearch);
  CHECK(agreement_of(kThree).task() == SiloTask::kTraining);
  CHECK(plan_of(search).methods.empty());
  CHECK(plan_of(search).own.size() == 3);
  CHECK_FALSE(combined_by(agreement_of(kThree, {.search = true})));
  CHECK(combined_by(agreement_of(kThree)));
}

}  // namespace fedltr::agreement_test
