#include "app/cli/completion.hpp"

#include <algorithm>

#include <doctest/doctest.h>

namespace fedltr::completion_test {
namespace {

using Words = std::vector<std::string>;

bool offers(const Words& typed, const std::string& word) {
  const Words found = completions(typed);
  return std::ranges::count(found, word) == 1;
}

TEST_CASE("commands complete, those of two words too") {
  CHECK(completions({"repo"}) == Words{"report"});
  CHECK(offers({""}, "run"));
  CHECK(offers({""}, "ca"));
  CHECK_FALSE(offers({""}, "complete"));
  CHECK(completions({"data", "c"}) == Words{"convert"});
  CHECK(completions({"ca", "i"}) == Words{"init", "issue"});
  CHECK(completions({"help", "repo"}) == Words{"report"});
  CHECK(completions({"help", "ca", "s"}) == Words{"sign"});
  CHECK(completions({}).empty());
}

TEST_CASE("options complete by the command's help") {
  CHECK(completions({"run", "--res"}) == Words{"--resume"});
  CHECK(completions({"data", "convert", "--fr"}) == Words{"--from"});
  CHECK(completions({"compare", "--nosuch"}).empty());
}

TEST_CASE("settings complete by key and then by value") {
  CHECK(completions({"run", "x", "--set", "federation.cl"}) ==
        Words{"federation.clients="});
  CHECK(completions({"run", "x", "--set", "aggregation.rule=mul"}) ==
        Words{"aggregation.rule=multi-krum"});
  CHECK(completions({"run", "x", "--set", "run.rankings="}) ==
        Words{"run.rankings=no", "run.rankings=yes"});
  CHECK(offers({"run", "x", "--set", "evaluation.on="}, "evaluation.on=test"));
  CHECK(completions({"run", "x", "--set", "federation.clients=1"}).empty());
  CHECK(completions({"run", "x", "--set", "no.such=1"}).empty());
}

TEST_CASE("names complete where an option or a command takes them") {
  CHECK(completions({"export", "m", "--to", "ves"}) == Words{"vespa"});
  CHECK(offers({"eval", "a", "b", "--metric", "nd"}, "ndcg"));
  CHECK(offers({"list", "r"}, "rules"));
  CHECK(offers({"list", "k"}, "keys"));
  CHECK(completions({"rank", "mod"}).empty());
  CHECK(completions({"list", "keys", "federation.cl"}) ==
        Words{"federation.clients"});
  CHECK(offers({"list", "keys", "fed"}, "federation"));
}

}  // namespace

}  // namespace fedltr::completion_test
