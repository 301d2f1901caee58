// Help and lists of every command, and the scenarios that ship.
#include <filesystem>

#include <doctest/doctest.h>

#include "tests/support/scenario.hpp"

namespace fedltr::cli_test {
using namespace fedltr::test;
namespace fs = std::filesystem;

TEST_CASE("every command has help, and the lists name everything") {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"--help"},
        {"run", "--help"},
        {"check", "--help"},
        {"list", "--help"},
        {"compare", "--help"},
        {"data", "--help"},
        {"data", "info", "--help"},
        {"data", "synth", "--help"}}) {
    const Outcome outcome = fedltr_command(arguments);
    CHECK(outcome.code == 0);
    CHECK(outcome.out.size() > 50);
  }
  CHECK(fedltr_command({"--version"}).out.starts_with("fedltr 0."));
  const std::string list = fedltr_command({"list"}).out;
  for (const char* name : {"linear", "pdgd", "mean", "navigational", "pbm",
                           "ndcg", "rank-ratio", "istella", "clicks.eta = 1"})
    CHECK(list.find(name) != std::string::npos);
  CHECK(fedltr_command({"list", "keys"}).out.find("federation.clients = 100") !=
        std::string::npos);
}

TEST_CASE("the scenarios that ship are valid") {
  int count = 0;
  for (const auto& entry : fs::recursive_directory_iterator("scenarios")) {
    if (entry.path().extension() != ".ini") continue;
    CAPTURE(entry.path().string());
    const Outcome outcome = fedltr_command({"check", entry.path().string()});
    CHECK_MESSAGE(outcome.code == 0, outcome.err);
    CHECK(read_text(entry.path()).starts_with("# "));
    ++count;
  }
  CHECK(count >= 17);
}

TEST_CASE("names of files that can't be are refused with the name first") {
  const Outcome empty =
      fedltr_command({"run", "scenarios/quickstart.ini", "--out", ""});
  CHECK(empty.code == 2);
  CHECK(empty.err == "fedltr: --out '': expected a file or folder\n");
  const std::string name(300, 'x');
  const Outcome outcome = fedltr_command({"report", name});
  CHECK(outcome.code == 1);
  CHECK_MESSAGE(outcome.err.starts_with("fedltr: " + name), outcome.err);
  CHECK(outcome.err.find("File name too long") != std::string::npos);
}

TEST_CASE("a link that leads to itself is bad data") {
  const test::TemporaryFolder folder;
  const auto loop = folder / "loop";
  std::filesystem::create_symlink(loop, loop);
  for (const std::string verb : {"eval", "report", "check"}) {
    std::vector<std::string> words = {verb, loop};
    if (verb != "check") words.push_back(loop);
    const Outcome outcome = fedltr_command(words);
    CAPTURE(verb);
    CHECK(outcome.code != 1);
    CHECK(outcome.err.find(loop.string()) != std::string::npos);
  }
  CHECK(fedltr_command({"eval", loop, loop}).code == 3);
}

}  // namespace fedltr::cli_test
