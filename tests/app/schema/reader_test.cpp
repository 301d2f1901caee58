#include "app/schema/reader.hpp"

#include <doctest/doctest.h>

#include "algorithms/online/learner.hpp"
#include "app/base/errors.hpp"
#include "tests/support/cli.hpp"
#include "tests/support/log_text.hpp"

namespace fedltr::reader_test {
using test::TemporaryFolder;

namespace {

double rate_of(const Scenario& scenario) {
  return scenario.learner.parameters.real(kRate);
}

}  // namespace

TEST_CASE("defaults, file, include and --set win in that order") {
  const TemporaryFolder folder;
  folder.write("base.ini",
               "[federation]\nclients = 7\nrounds = 8 # eight\n"
               "[learner]\nrate = 0.5\n");
  const std::string file = folder.write(
      "sub/s.ini", "include = ../base.ini\n\n[federation]\nrounds = 9\n");
  const auto read = read_scenario(file, {"learner.rate=0.25"});
  REQUIRE(read.points.size() == 1);
  const Scenario& scenario = read.points[0].scenario;
  CHECK(scenario.federation.clients == 7);
  CHECK(scenario.federation.rounds == 9);
  CHECK(scenario.federation.interactions == 4);
  CHECK(rate_of(scenario) == 0.25);
  CHECK(scenario.run.name == "s");
  CHECK(scenario.run.out == "runs/s");
}

TEST_CASE("paths are relative to the file that holds them") {
  const TemporaryFolder folder;
  folder.write("a/base.ini", "[data]\ntrain = x.txt, sub/y.txt\n");
  const std::string file = folder.write(
      "b/s.ini", "include = ../a/base.ini\n[data]\ntest = z.txt\n");
  const Scenario scenario = read_scenario(file, {}).points[0].scenario;
  CHECK(scenario.data.train[1] == folder / "a/sub/y.txt");
  CHECK(scenario.data.test[0] == folder / "b/z.txt");
  const Scenario set =
      read_scenario(file, {"data.test=w.txt"}).points[0].scenario;
  CHECK(set.data.test[0] == std::filesystem::current_path() / "w.txt");
}

TEST_CASE("a grid is the product of its values, the last key fastest") {
  const TemporaryFolder folder;
  const std::string file = folder.write(
      "s.ini",
      "[grid]\nlearner.rate = 0.1, 0.2\nclicks.model = perfect, pbm\n");
  const auto read = read_scenario(file, {});
  REQUIRE(read.points.size() == 4);
  CHECK(rate_of(read.points[1].scenario) == 0.1);
  CHECK(read.points[1].scenario.clicks.model == "pbm");
  CHECK(rate_of(read.points[2].scenario) == 0.2);
  CHECK(read.points[2].settings[1].second == "perfect");
  // A setting for a key of the grid removes it from the grid.
  CHECK(read_scenario(file, {"clicks.model=pbm"}).points.size() == 2);
  CHECK(read_scenario(file, {"grid.run.seed=1,2,3"}).points.size() == 12);
}

TEST_CASE("a value of a grid brings other settings of its section") {
  const TemporaryFolder folder;
  const std::string file =
      folder.write("s.ini",
                   "[attack]\nstrength = 7\n"
                   "[grid]\nattack.kind = none, ipm\n"
                   "attack.kind = sign-flip strength=10 clients=3\n"
                   "aggregation.rule = mean, median\n");
  const auto read = read_scenario(file, {});
  REQUIRE(read.points.size() == 6);
  CHECK(read.grid_keys ==
        std::vector<std::string>{"attack.kind", "aggregation.rule"});
  const GridPoint& last = read.points[5];
  CHECK(last.settings[0].second == "sign-flip strength=10 clients=3");
  CHECK(last.scenario.attack.kind == "sign-flip");
  CHECK(last.scenario.text.at("attack.sign-flip.factor") == "10");
  CHECK(last.scenario.attack.clients == 3);
  CHECK(last.scenario.aggregation.rule == "median");
  // Other points keep the setting for all.
  CHECK(read.points[2].scenario.text.at("attack.ipm.factor") == "7");
  CHECK(read.points[2].scenario.text.at("attack.clients") == "0.2");
}

TEST_CASE("a printed scenario reads back as itself") {
  const TemporaryFolder folder;
  for (const char* part : {"S1", "S2", "S3", "S4", "S5"})
    folder.write(std::string("data/") + part + ".txt", "");
  const std::string file = folder.write(
      "s.ini",
      "[data]\nfolds = data\nfold = all\n[clicks]\nmodel = custom\n"
      "click = 0, 0.5, 1\nstop = 0, 0, 0.25\n[evaluation]\nempty = 0\n");
  const std::string printed =
      print_scenario(read_scenario(file, {}).points[0].scenario);
  const std::string again = folder.write("elsewhere/again.ini", printed);
  CHECK(print_scenario(read_scenario(again, {}).points[0].scenario) == printed);
  CHECK(test::fedltr_command({"check", file}).out == printed);
  // check already reports a missing file.
  std::filesystem::remove(folder / "data/S3.txt");
  CHECK(test::fedltr_command({"check", file}).code == 3);
}

TEST_CASE("a printed scenario leaves out a value with '#'") {
  const TemporaryFolder folder;
  const std::string file = folder.write("a #b/s.ini", "[run]\nout = here\n");
  const Scenario scenario = read_scenario(file, {}).points[0].scenario;
  CHECK(scenario.run.out == folder / "a #b/here");
  const std::string printed = print_scenario(scenario);
  CHECK(printed.find("\n# by --set: out = " + scenario.text.at("run.out")) !=
        std::string::npos);
  const std::string again = folder.write("t.ini", printed);
  CHECK(read_scenario(again, {}).points[0].scenario.run.out == "runs/s");
  CHECK(read_scenario(again, {"run.out=x#y"}).points.size() == 1);
}

TEST_CASE("keys without effect in a grid's point become comments") {
  const TemporaryFolder folder;
  const ReadScenario read =
      read_scenario(folder.write("s.ini",
                                 "[grid]\naggregation.rule = mean, krum\n"
                                 "[aggregation]\nmalicious = 2\n"),
                    {});
  const std::string first = print_scenario(read.points[0].scenario);
  CHECK(first.find("\n# no effect here: malicious = 2\n") != std::string::npos);
  CHECK_NOTHROW(read_scenario(folder.write("first.ini", first), {}));
  const std::string second = print_scenario(read.points[1].scenario);
  CHECK(second.find("\nmalicious = 2\n") != std::string::npos);
}

TEST_CASE("every key has a default that holds, help and what is allowed") {
  CHECK_NOTHROW(default_scenario({}));
  for (const Key& key : keys()) {
    CAPTURE(key.name);
    CHECK(!key.help.empty());
    CHECK(!key.allowed.empty());
    CHECK(key.name.find('.') != std::string::npos);
  }
}

TEST_CASE("CRLF, BOM and no newline at the end are fine") {
  const TemporaryFolder folder;
  const std::string file = folder.write(
      "s.ini",
      "\xEF\xBB\xBF[run]\r\nseed = 3\r\n\r\n[federation]\r\nclients = 5");
  const Scenario scenario = read_scenario(file, {}).points[0].scenario;
  CHECK(scenario.run.seed == 3);
  CHECK(scenario.federation.clients == 5);
}

TEST_CASE("the nearest name is the one with the fewest edits") {
  CHECK(nearest_name("clents", {"rounds", "clients", "rate"}) == "clients");
}

namespace {

/// Error message for a scenario's text.
std::string complaint(const std::string& text,
                      const std::vector<std::string>& settings = {}) {
  const TemporaryFolder folder;
  try {
    read_scenario(folder.write("s.ini", text), settings);
  } catch (const UsageError& error) {
    const std::string what = error.what();
    // Without the folder, which is a temporary one.
    return what.starts_with(folder.text())
               ? what.substr(folder.text().size() + 1)
               : what;
  }
  return "";
}

}  // namespace

TEST_CASE("conflicts with a default are reported at a line of the file") {
  CHECK(complaint("[federation]\nclients = 3\n[unlearning]\nclients = 0\n")
            .starts_with("s.ini:4: unlearning.clients = 0: timeline.at (not "
                         "set): unlearn needs an unlearning.method"));
  CHECK(complaint("", {"aggregation.rule=krum", "federation.clients=2"})
            .starts_with("--set"));
}

TEST_CASE("a timeline on several lines is one, in the order of its lines") {
  const TemporaryFolder folder;
  const std::string file = folder.write(
      "s.ini", "[timeline]\nat = 9 leave 1\nat = 3 leave 2; 5 join 2\n");
  const Scenario scenario = read_scenario(file, {}).points[0].scenario;
  CHECK(scenario.text.at("timeline.at") == "9 leave 1; 3 leave 2; 5 join 2");
  CHECK(scenario.timeline.entries.size() == 3);
  // A setting replaces all of them.
  CHECK(read_scenario(file, {"timeline.at=7 leave 3"})
            .points[0]
            .scenario.timeline.entries.size() == 1);
}

TEST_CASE("a timeline takes the place of one that was included") {
  const TemporaryFolder folder;
  folder.write("base.ini", "[timeline]\nat = 9 leave 1\n");
  const std::string file =
      folder.write("s.ini", "include = base.ini\n[timeline]\nat = 3 leave 2\n");
  CHECK(read_scenario(file, {}).points[0].scenario.text.at("timeline.at") ==
        "3 leave 2");
}

TEST_CASE("the last setting of a key wins, in a grid or out of it") {
  const TemporaryFolder folder;
  const std::string file = folder.write("s.ini", "[run]\nseed = 1\n");
  const auto points = [&](const std::vector<std::string>& settings) {
    return read_scenario(file, settings).points;
  };
  CHECK(points({"run.seed=2", "run.seed=3"})[0].scenario.run.seed == 3);
  CHECK(points({"grid.run.seed=4,5"}).size() == 2);
  const auto plain = points({"grid.run.seed=4,5", "run.seed=6"});
  REQUIRE(plain.size() == 1);
  CHECK(plain[0].scenario.run.seed == 6);
  CHECK(plain[0].settings.empty());
}

TEST_CASE("blanks around a setting's key and value are not part of it") {
  const Scenario scenario = default_scenario({" run.seed = 7 "});
  CHECK(scenario.run.seed == 7);
  CHECK(scenario.text.at("run.seed") == "7");
  CHECK(default_scenario({"run.name=a = b"}).run.name == "a = b");
}

TEST_CASE("settings without a file are reported with their origin") {
  CHECK_THROWS_WITH_AS(default_scenario({"run.seed"}, "--option"),
                       "--option run.seed: expected section.key=value",
                       UsageError);
  CHECK_THROWS_WITH_AS(default_scenario({"run.seed=x"}, "--option"),
                       doctest::Contains("--option: run.seed = x: expected"),
                       UsageError);
}

TEST_CASE("conflicting keys are left unchecked where asked") {
  const std::vector<std::string> settings = {"data.test=x"};
  CHECK_THROWS_AS(default_scenario(settings), UsageError);
  CHECK_NOTHROW(unchecked_scenario(settings));
  CHECK_THROWS_AS(unchecked_scenario({"run.seed=x"}), UsageError);
}

TEST_CASE("an error in an included file shows the way to it") {
  const TemporaryFolder folder;
  folder.write("c.ini", "[run\n");
  folder.write("b.ini", "\ninclude = c.ini\n");
  const std::string file = folder.write("a.ini", "include = b.ini\n");
  const std::string at = folder.text() + "/";
  CHECK_THROWS_WITH_AS(
      read_scenario(file, {}),
      (at + "c.ini:1: expected '[section]', got '[run' (included from " + at +
       "b.ini:2) (included from " + at + "a.ini:1)")
          .c_str(),
      UsageError);
}

TEST_CASE("a binary file is refused") {
  CHECK(complaint(std::string("[run]\nseed = 1\0\n", 16)) ==
        "s.ini: is not a text file, or in UTF-16; expected UTF-8: iconv -f "
        "UTF-16 -t UTF-8 FILE");
}

TEST_CASE("a grid has values, each once, and not too many points") {
  CHECK(complaint("[run]\n", {"grid.run.seed="})
            .ends_with("expected values, separated by commas"));
  CHECK(complaint("[run]\n", {"grid.run.seed=1,2,1"})
            .ends_with("'1' occurs twice"));
  std::string many = "1";
  for (int i = 2; i <= 400; ++i) many += "," + std::to_string(i);
  CHECK(complaint("[run]\n",
                  {"grid.run.seed=" + many, "grid.synthetic.seed=" + many})
            .ends_with("the grid has more than 100000 points"));
}

TEST_CASE("points of a grid run side by side, which conflicts with speed-up") {
  CHECK(complaint("[run]\nspeedup = 1, 2\n[grid]\nrun.seed = 1, 2\n")
            .ends_with("conflicts with run.speedup"));
}

TEST_CASE("a default is not held against anybody, another value is") {
  CHECK(complaint("[faults]\ndelay = 1\n") == "");
  CHECK(complaint("[faults]\ndelay = 2\n")
            .find("s.ini:2: faults.delay = 2: has no effect here; needs") !=
        std::string::npos);
}

TEST_CASE("a key of the other study is refused as such") {
  CHECK(complaint("[silo]\nparties = 3\n[federation]\nclients = 5\n")
            .ends_with("needs a federation instead of a [silo]"));
  CHECK(complaint("[synthetic]\nterms = 500\n").ends_with("needs a [silo]"));
}

TEST_CASE("a key of another study has no place beside [members]") {
  const std::string members = "[members]\nnames = a, b, c, d\n";
  for (const char* other :
       {"[federation]\nclients = 5\n", "[privacy]\ndelta = 0.1\n",
        "[aggregation]\nrule = median\n", "[data]\nstorage = float32\n"})
    CHECK(complaint(members + other)
              .ends_with("needs a scenario without [members]"));
  CHECK(complaint("[federation]\nclients = 5\n") == "");
  const std::string clicks = "[clicks]\nmodel = perfect\n";
  CHECK(complaint(members + clicks)
            .ends_with("needs members.source = simulated"));
  CHECK(complaint(members + "source = simulated\ngrades = 3\n" + clicks) == "");
  CHECK(complaint(members + "source = simulated\ngrades = 3\nsteps = 2\n")
            .find("members.source = judgements") != std::string::npos);
  CHECK(complaint(members + "[learner]\nrate = 1\n")
            .ends_with("needs members.source = simulated, clicks or log"));
  const std::string real = "source = clicks\n";
  CHECK(complaint(members + real +
                  "[clicks]\nlist = 5\n[learner]\nrate = 1\n") == "");
  CHECK(complaint(members + real + clicks)
            .ends_with("needs members.source = simulated"));
  CHECK(complaint(members + real + "hold-out = 0.1\n")
            .ends_with("needs members.source = judgements or simulated, or "
                       "members.compare = last or engine"));
  CHECK(complaint(members + "[silo]\nparties = 3\n").find("one of the two") !=
        std::string::npos);
}

TEST_CASE("the printed keys belong to the scenario's study only") {
  const std::string federation = print_scenario(default_scenario({}));
  CHECK(federation.starts_with("[run]\nname = "));
  CHECK(federation.find("[silo]") == std::string::npos);
  CHECK(federation.find("\n\n[federation]\n") != std::string::npos);
  const std::string silo = print_scenario(default_scenario({"silo.parties=3"}));
  CHECK(silo.find("[silo]\nparties = 3\n") != std::string::npos);
  CHECK(silo.find("[federation]") == std::string::npos);
}

TEST_CASE("a folder's name may have a comma, a list's can't") {
  const TemporaryFolder folder;
  for (int part = 1; part <= 5; ++part)
    folder.write("a, b/S" + std::to_string(part) + ".txt", "");
  const std::string file =
      folder.write("s.ini", "[data]\nfolds = a, b\n[run]\nout = x,y\n");
  const Scenario scenario = read_scenario(file, {}).points[0].scenario;
  CHECK(scenario.data.folds == folder / "a, b");
  CHECK(scenario.text.at("data.folds") == (folder / "a, b").string());
  CHECK(scenario.text.at("run.out") == (folder / "x,y").string());
  // The printed scenario reads back the same.
  const std::string again =
      folder.write("elsewhere/t.ini", print_scenario(scenario));
  CHECK(read_scenario(again, {}).points[0].scenario.data.folds ==
        folder / "a, b");
}

TEST_CASE("an empty value gives an empty path, not the folder") {
  const TemporaryFolder folder;
  const std::string file = folder.write("s.ini", "[data]\nfolds =\nusers =\n");
  const Scenario scenario = read_scenario(file, {}).points[0].scenario;
  CHECK(scenario.data.folds.empty());
  CHECK(scenario.text.at("data.folds").empty());
  CHECK(complaint("[data]\ntrain = a,,b\ntest = c\n")
            .ends_with("s.ini:2: data.train = a,,b: holds an empty path"));
}

TEST_CASE("an old name is the key it was, with one notice for each place") {
  const TemporaryFolder folder;
  const std::string file = folder.write("s.ini", "[synthetic]\ntwin = yahoo\n");
  const auto read = read_scenario(file, {"synthetic.twin=mslr"});
  CHECK(read.points[0].scenario.synthetic.like == "mslr");
  CHECK(read.points[0].scenario.text.contains("synthetic.like"));
  CHECK(!read.points[0].scenario.text.contains("synthetic.twin"));
  REQUIRE(read.renamed.size() == 2);
  CHECK(read.renamed[0] ==
        file + ":2: synthetic.twin is called synthetic.like now");
  CHECK(read.renamed[1] ==
        "--set: synthetic.twin is called synthetic.like now");
  // Both names of a key in one file count as a duplicate.
  CHECK(complaint("[synthetic]\nlike = yahoo\ntwin = mslr\n")
            .find("s.ini:3: synthetic.twin = mslr: the key occurs twice, first "
                  "in ") == 0);
  CHECK(read_scenario(file, {"grid.synthetic.twin=mslr,yahoo"}).grid_keys ==
        std::vector<std::string>{"synthetic.like"});
}

TEST_CASE("a comment begins a line or follows a blank") {
  const TemporaryFolder folder;
  const std::string file = folder.write(
      "s.ini", "# first\n[run] # a section\nname = a b\t# c # d\n  # last\n");
  CHECK(read_scenario(file, {}).points[0].scenario.run.name == "a b");
  CHECK(complaint("[run]\nname = a#b\n")
            .starts_with("s.ini:2: '#' starts a comment"));
  CHECK(
      complaint("[run]\n= 3\n")
          .starts_with("s.ini:2: run. = 3: unknown key; nearest is 'run.out'"));
  CHECK(complaint("[]\n").starts_with("s.ini:1: expected '[section]'"));
}

TEST_CASE("a value may hold an equals sign, brackets and quotes") {
  for (const char* name : {"a=b", "[x]", "\"quoted\"", "a;b", "a'b"}) {
    const TemporaryFolder folder;
    const std::string file =
        folder.write("s.ini", std::string("[run]\nname = ") + name + "\n");
    CHECK(read_scenario(file, {}).points[0].scenario.run.name == name);
  }
}

TEST_CASE("values of a grid may not be empty") {
  CHECK(complaint("[grid]\nrun.seed = 1,,2\n")
            .find("run.seed = : expected an integer") != std::string::npos);
}

TEST_CASE("an old name of several keys varies the attack's own in a grid") {
  const TemporaryFolder folder;
  const auto read_grid = [&](const std::string& axis) {
    return read_scenario(folder.write("s.ini",
                                      "[attack]\nkind = lie\n"
                                      "[grid]\n" +
                                          axis + " = 1, 3\n"),
                         {});
  };
  const auto old = read_grid("attack.strength");
  const auto now = read_grid("attack.lie.z");
  REQUIRE(old.points.size() == 2);
  for (std::size_t i = 0; i < 2; ++i)
    CHECK(print_scenario(old.points[i].scenario) ==
          print_scenario(now.points[i].scenario));
  // Folders keep the name that the file has, so that --resume finds them.
  CHECK(old.points[1].settings[0].first == "attack.strength");
  CHECK(old.renamed.size() == 1);
  CHECK(now.renamed.empty());
  const std::string file =
      folder.write("t.ini",
                   "[attack]\nstrength = 7\n[grid]\nattack.kind = lie, ipm, "
                   "lie lie.z=3\n[figure]\nx = attack.kind\n");
  const auto mixed = read_scenario(file, {});
  CHECK(mixed.points[0].scenario.text.at("attack.lie.z") == "7");
  CHECK(mixed.points[1].scenario.text.at("attack.ipm.factor") == "7");
  CHECK(mixed.points[2].scenario.text.at("attack.lie.z") == "3");
  // A later setting by either name takes the other out of the grid.
  CHECK(with_settings(old, {"attack.lie.z=5"}).points.size() == 1);
  CHECK(with_settings(now, {"attack.strength=5"}).points.size() == 1);
  CHECK(complaint("[attack]\nkind = lie\nstrength = 1\nlie.z = 2\n")
            .find("the key occurs twice") != std::string::npos);
  CHECK(complaint("[attack]\nkind = lie\n[grid]\nattack.strength = 1, 2\n"
                  "attack.lie.z = 3, 4\n")
            .ends_with("its values and those of attack.strength set "
                       "attack.lie.z; only one of them may"));
  CHECK(complaint("[attack]\nkind = lie\n[grid]\nattack.lie.z = 3, 4\n"
                  "attack.strength = 1, 2\n")
            .ends_with("its values and those of attack.lie.z set "
                       "attack.strength; only one of them may"));
}

TEST_CASE("a picture of a grid finds values by the old name of several keys") {
  const std::string grid =
      "[attack]\nclients = 3\n[grid]\nattack.strength = 1, 3\n"
      "attack.kind = lie, ipm\n[figure]\nlines = attack.kind\n";
  CHECK(complaint(grid + "x = attack.strength\n"
                         "published = attack.kind=lie attack.strength=1,3: "
                         "0.4, 0.3\n") == "");
  CHECK(complaint(grid + "x = attack.clients\n")
            .find("is not varied by the [grid]") != std::string::npos);
}

TEST_CASE("named points may set the old name of several keys") {
  const TemporaryFolder folder;
  const auto read = read_scenario(
      folder.write(
          "s.ini",
          "[grid]\nattack.kind = lie, ipm\n"
          "how = weak: attack.strength=2, strong: attack.strength=9\n"),
      {});
  REQUIRE(read.points.size() == 4);
  const Scenario& last = read.points[3].scenario;
  CHECK(last.text.at("attack.ipm.factor") == "9");
  CHECK(last.named_points.at(0).sets ==
        std::vector<std::string>{"attack.ipm.factor"});
}

TEST_CASE("a value of a grid must be valid in its place") {
  const auto refusal = [](const std::string& grid) {
    return complaint("[grid]\n" + grid + "\n");
  };
  CHECK(refusal("attack.kind = lie stregth=10")
            .starts_with("s.ini:2: attack.stregth = 10: unknown key"));
  CHECK(refusal("attack.kind = lie, min-max strength=10")
            .starts_with("s.ini:2: attack.strength = 10: has no effect here"));
  CHECK(refusal("attack.kind = ipm strength=1\nattack.strength = 2, 3")
            .ends_with("is also in the grid by itself"));
  CHECK(refusal("run.seed = 1 out=x")
            .ends_with("is the same for all points, so it can't be in a "
                       "grid"));
  CHECK(refusal("attack.kind = ipm strength=much").ends_with("1e6"));
}

TEST_CASE("a file that sets nothing is named, unless the command line does") {
  const TemporaryFolder folder;
  const auto told = [&](const std::string& text,
                        const std::vector<std::string>& settings) {
    const test::LogText log;
    read_scenario(folder.write("s.ini", text), settings);
    return log.text().find("sets no key") != std::string::npos;
  };
  CHECK(told("", {}));
  CHECK(told("# nothing yet\n[run]\n", {}));
  CHECK_FALSE(told("", {"run.seed=2"}));
  CHECK_FALSE(told("[run]\nseed = 2\n", {}));
  CHECK_FALSE(told("[silo]\n", {}));
}

}  // namespace fedltr::reader_test
