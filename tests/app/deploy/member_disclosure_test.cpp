#include "app/deploy/member_disclosure.hpp"

#include "tests/support/members_agreement.hpp"

namespace fedltr::member_disclosure_test {
using namespace fedltr::test;

namespace {

const std::string kTen = "a, b, c, d, e, f, g, h, i, j";

std::string page_of(const std::string& more,
                    const std::string& names = "north, east, south",
                    bool rehearsal = false) {
  return member_disclosure(members_agreement(more, rehearsal, names), "north",
                           {});
}

bool says(const std::string& text, const std::string& part) {
  const bool found = text.find(part) != std::string::npos;
  CHECK_MESSAGE(found, part << " in\n" << text);
  return found;
}

bool hides(const std::string& text, const std::string& part) {
  const bool found = text.find(part) != std::string::npos;
  CHECK_MESSAGE(!found, part << " in\n" << text);
  return !found;
}

}  // namespace

TEST_CASE("a page names member, federation, agreement and all members") {
  const MembersAgreement agreement = members_agreement();
  const std::string page = member_disclosure(agreement, "east", {});
  CHECK(page.starts_with("# east as a member of clinics\n\nagreement " +
                         agreement.digest +
                         "\nmembers   north, east, south\n\n"));
  says(page, "- for each of up to 2 other members, two sealed shares");
  // Two features: a linear model of two parameters.
  says(page, "- one vector of 2 integers modulo 2^64");
  hides(page, "A rehearsal:");
  says(page_of("", "north, east, south", true),
       "A rehearsal: all secrets and noise follow from run.seed");
}

TEST_CASE("without noise no epsilon is claimed anywhere") {
  const std::string page = page_of("");
  says(page, "Noise: none (members.epsilon = 0).");
  hides(page, "share of the noise");
  hides(page, "exit code 5");
  hides(page, "the epsilon above");
  hides(page, "Epochs without noise");
}

TEST_CASE("epochs without noise are on the page of a member's life") {
  for (const char* more : {"", "epsilon = 2\n"})
    says(member_disclosure(members_agreement(more), "north", {0, 0, 12}),
         "Epochs without noise over its life, by the ledger: 12.");
  says(leaving_disclosure(members_agreement("epsilon = 2\n"), "north",
                          {0, 0.1, 12}),
       "of which some had no noise");
}

TEST_CASE("noise has its epsilons, with what was spent before") {
  const MembersAgreement agreement =
      members_agreement("epsilon = 2\nepochs = 20\n");
  const std::string fresh = member_disclosure(agreement, "north", {});
  says(fresh, "the model and this member's share of the noise, under masks");
  says(fresh, "Noise: epsilon of one member at delta 1e-06");
  says(fresh, "- a period of 24 epochs: ");
  says(fresh, "- all 20 epochs: ");
  says(fresh, "the published model reveal, within the epsilon above");
  says(fresh, "by the ledger: 0 in the current period, 0 over its life");
  const double cost = agreement.cost();
  const std::string spent =
      member_disclosure(agreement, "north", {cost, 100 * cost});
  hides(spent, "by the ledger: 0 in");
  const auto after = [&](const std::string& head) {
    const auto at = spent.find(head);
    REQUIRE(at != std::string::npos);
    return std::stod(spent.substr(at + head.size()));
  };
  CHECK(after("by the ledger: ") ==
        doctest::Approx(agreement.epsilon(cost)).epsilon(1e-3));
  CHECK(after("in the current period, ") ==
        doctest::Approx(agreement.epsilon(100 * cost)).epsilon(1e-3));
  CHECK(after("- an epoch: ") ==
        doctest::Approx(agreement.epsilon(cost)).epsilon(1e-3));
}

TEST_CASE("the page has the epsilon of two units, and of own noise alone") {
  const auto after = [](const std::string& page, const std::string& head) {
    const auto at = page.find(head);
    REQUIRE(at != std::string::npos);
    return std::stod(page.substr(at + head.size()));
  };
  const std::string alone = "own share of the noise counts, in a period: ";
  // Four members of which two have to be honest: twice the squared
  // sensitivity over the noise. Two units move a sum by twice as much.
  const std::string four = "a, b, c, north";
  const std::string user =
      page_of("source = clicks\nunit = user\ndivisor = 9\nepsilon = 2\n", four);
  CHECK(after(user, "or two members, in a period: ") ==
        doctest::Approx(4.318).epsilon(1e-3));
  CHECK(after(user, alone) == doctest::Approx(2.930).epsilon(1e-3));
  says(page_of("unit = query\ndivisor = 9\nepsilon = 2\n", four),
       "- two queries of one person, in a period: 4.318");
  const std::string member = page_of("epsilon = 2\n", four);
  hides(member, "two names");
  says(member, alone);
}

TEST_CASE("evaluations leave in words of their own, and noise has its price") {
  hides(page_of(""), "evaluation");
  const std::string plain = page_of("evaluate = 5\nhold-out = 0.5\n");
  says(plain, "After each 5 epochs, and for the first and the last model");
  says(plain, "sum of the metric on its held-out queries, their number, under");
  says(plain, "the server can subtract an evaluation");
  const std::string noisy =
      page_of("evaluate = 5\nhold-out = 0.5\nepsilon = 2\n");
  says(noisy, "this member's mean metric on its held-out queries, and noise");
  says(noisy, "- an evaluation: ");
  says(noisy, "over the number of members\n");
  hides(noisy, "can subtract");
}

TEST_CASE("comparisons by clicks are described in place of evaluations") {
  const std::string clicks = "source = clicks\nevaluate = 5\nhold-out = 0.25\n";
  const std::string engine = page_of(clicks + "compare = engine\n");
  says(engine, "A share of 0.25 of the lists that users see is interleaved");
  says(engine, "the newest model and the search engine's order;");
  says(engine, "the server can subtract an evaluation");
  says(engine, "removes a user's, and its preferences between models");
  hides(engine, "held-out queries");
  says(page_of(clicks + "compare = last\n"),
       "the newest model and the last model that was kept;");
}

TEST_CASE("the page names what stays of real users") {
  hides(page_of(""), "searches.log in the folder");
  const std::string drawn = page_of("source = clicks\n");
  says(drawn, "What stays on this machine, in searches.log");
  says(drawn, "the scores of all candidates, and the clicks");
  says(drawn, "An epoch learns from at most 100 of them, each once.");
  says(drawn, "POST /forget of --agent removes a user's.");
  says(drawn, "None is removed for its age (see --keep).");
  says(member_disclosure(members_agreement("source = clicks\n"), "north", {},
                         30),
       "Each is removed when it is 30 days old, also if it has not taught.");
  says(page_of("source = clicks\nexploration = swap\n"),
       "for each two neighbours in a list of which one was clicked");
  const std::string log = page_of("source = log\n[learner]\nmethod = naive\n");
  says(log, "the propensity of each rank");
  says(log, "The learner takes clicks for relevance");
  says(log, "the next start adds those again that --log still has");
  says(page_of("source = clicks\nunit = user\ndivisor = 9\n"),
       "at most 100 of them of each user, each once.");
}

TEST_CASE("an honest server may collude with a share of the members") {
  const std::string page = page_of("colluders = 0.2\ndropouts = 0.2\n", kTen);
  says(page, "Level honest: ");
  says(page,
       "collude with up to 2 of 10 members: with all present, 8 of 10 have to "
       "be honest, and an epoch is not opened with fewer than 8 answers.");
  says(page, "could ask different members for different shares");
  // Three answers at least, whatever may fail.
  says(page_of("colluders = 0\ndropouts = 0.4\n"), "fewer than 3 answers");
}

TEST_CASE("the page of a server that may lie differs") {
  const std::string page =
      page_of("level = lying\ncolluders = 0.1\ndropouts = 0.1\n", kTen);
  says(page, "Level lying (experimental");
  says(page, "if 9 of the 10 members are honest");
  says(page, "made when the epoch starts, signed with the key");
  says(page, "- a signature of who sent keys and shares");
  says(page, "against a server that has the authority's key");
  hides(page, "Level honest");
}

TEST_CASE("groups have sums of their own, judged if a length is agreed") {
  const std::string groups = "groups = 3\ncolluders = 0\ndropouts = 0\n";
  const std::string page = page_of(groups, kTen);
  says(page,
       "in each epoch 3 sums, each over the members of a group that answer: "
       "groups of 3 or one more, drawn anew by the server");
  says(page, "a group's sum is not opened with fewer than 3 answers");
  says(page, "longer than 1 times members.clip");
}

TEST_CASE(
    "a page for leaving names what stays, with its epsilon if there is one") {
  const MembersAgreement plain = members_agreement();
  const std::string page = leaving_disclosure(plain, "east", {});
  CHECK(page.starts_with("# east leaves clinics for good\n\nagreement " +
                         plain.digest + "\n"));
  says(page, "no epsilon bounds what they reveal of its rows");
  says(page, "without east and learn from the first model again");
  const MembersAgreement noisy =
      members_agreement("epsilon = 2\nunit = query\ndivisor = 9\n");
  const double cost = noisy.cost();
  says(leaving_disclosure(noisy, "east", {0, 0}),
       "reveal of one query of it: epsilon 0 over life");
  hides(leaving_disclosure(noisy, "east", {0, cost}), "epsilon 0 over life");
  says(leaving_disclosure(members_agreement("epsilon = 2\n"), "east", {}),
       "reveal of one unit of it: ");
}

}  // namespace fedltr::member_disclosure_test
