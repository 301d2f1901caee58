// `fedltr export` as a user calls it, and on broken models.
#include "app/cli/export_command.hpp"

#include <set>

#include "algorithms/core/rng.hpp"
#include "app/models/export/target.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::export_command_test {
using namespace fedltr::test;

namespace {

constexpr const char* kPlain =
    R"({"model": "linear", "features": 2, "parameters": [1, 2],
        "names": ["a", "b c"], "scenario": "my shop",
        "first_index": 1, "normalize": "none"})";
constexpr const char* kByQuery =
    R"({"model": "linear", "features": 2, "parameters": [1, 2],
        "scenario": "shop", "first_index": 1, "normalize": "query-minmax"})";
constexpr const char* kNetwork =
    R"({"model": "neural-relu", "features": 2, "hidden": 1,
        "parameters": [1, 2, 3, 4], "output_layers": [[9], [-1]]})";
constexpr const char* kData =
    "1 qid:a 1:0 2:10\n0 qid:a 1:10 2:0\n1 qid:b 1:0 2:1\n0 qid:b 1:100 2:0\n";

struct Files {
  TemporaryFolder folder;
  std::string plain = folder.write("plain.json", kPlain);
  std::string by_query = folder.write("query.json", kByQuery);
  std::string network = folder.write("network.json", kNetwork);
  std::string data = folder.write("d.txt", kData);
  std::string out = (folder / "out").string();
};

Outcome run_export(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "export");
  return fedltr_command(arguments);
}

std::set<std::string> names_in(const std::filesystem::path& folder) {
  std::set<std::string> names;
  for (const auto& each : std::filesystem::directory_iterator(folder))
    names.insert(each.path().filename());
  return names;
}

}  // namespace

TEST_CASE("export writes files named after the scenario, and the next step") {
  const Files files;
  const Outcome outcome =
      run_export({files.plain, "--to", "solr", "--out", files.out});
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  CHECK(outcome.err == "");
  CHECK(names_in(files.out) ==
        std::set<std::string>{"my_shop-features.json", "my_shop-model.json"});
  has(outcome.out, "ranker   linear, 2 features\n");
  has(outcome.out, "wrote    " + files.out + "/my_shop-features.json\n");
  has(outcome.out, "differs  all is in single precision\n");
  has(outcome.out, "schema/model-store\n");
  CHECK(json_of(files.folder / "out/my_shop-model.json")["store"] == "my_shop");

  CHECK(run_export({files.plain, "--to", "solr", "--out", files.out, "--name",
                    "v2", "--store", "shop"})
            .code == 0);
  CHECK(json_of(files.folder / "out/v2-model.json")["name"] == "v2");
  CHECK(json_of(files.folder / "out/v2-model.json")["store"] == "shop");
}

TEST_CASE("every target is one of --to") {
  const Files files;
  for (const ExportTarget& target : export_targets()) {
    const Outcome outcome = run_export(
        {files.plain, "--to", target.name, "--out", files.out + target.name});
    CHECK_MESSAGE(outcome.code == 0, outcome.err);
    has(run_export({"--help"}).out, "  " + target.name + " ");
    has(fedltr_command({"list", "targets"}).out, target.summary);
  }
}

TEST_CASE("--out model.onnx is a file, unless it is a folder") {
  const Files files;
  const std::string out = (files.folder / "below/best.onnx").string();
  const Outcome outcome =
      run_export({files.plain, "--to", "onnx", "--out", out});
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  CHECK(std::filesystem::is_regular_file(out));
  has(outcome.out, "wrote    " + out + "\n");
  has(outcome.out, "InferenceSession('best.onnx')");
  std::filesystem::create_directory(files.folder / "dir.onnx");
  CHECK(run_export({files.plain, "--to", "onnx", "--out",
                    (files.folder / "dir.onnx").string()})
            .code == 0);
  CHECK(names_in(files.folder / "dir.onnx") ==
        std::set<std::string>{"my_shop.onnx"});
}

TEST_CASE("nothing is overwritten by accident, nor half of it") {
  const Files files;
  const std::string kept = files.folder.write("out/my_shop-model.json", "mine");
  const Outcome outcome =
      run_export({files.plain, "--to", "solr", "--out", files.out});
  CHECK(outcome.code == 2);
  CHECK(outcome.err ==
        "fedltr: " + kept + ": exists already; give --force to overwrite it\n");
  CHECK(names_in(files.out) == std::set<std::string>{"my_shop-model.json"});
  CHECK(read_text(kept) == "mine");
  CHECK(run_export({files.plain, "--to", "solr", "--out", files.out, "--force"})
            .code == 0);
  CHECK(json_of(kept)["name"] == "my_shop");
}

TEST_CASE("fixed bounds are taken from data, and their cost is reported") {
  // Worked by hand in fixed_bounds_test.cpp.
  const Files files;
  const Outcome outcome = run_export({files.by_query, "--to", "solr", "--out",
                                      files.out, "--data", files.data});
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  has(outcome.out,
      "bounds   nDCG@10 1.0000 query by query, 0.8155 by fixed bounds "
      "(-0.1845), on 2 queries\n");
  const auto feature =
      json_of(files.folder / "out/shop-model.json")["features"][1];
  CHECK(feature["norm"]["params"]["max"] == "10.0");

  const std::string irrelevant =
      files.folder.write("e.txt", "0 qid:a 1:0\n0 qid:a 1:1\n");
  has(run_export({files.by_query, "--to", "c", "--out", files.out, "--data",
                  irrelevant})
          .out,
      "bounds   no query has a relevant document");
}

TEST_CASE("pairs of documents that change places are counted on real rows") {
  const Files files;
  // Equal in single precision.
  const std::string close = files.folder.write(
      "close.txt", "0 qid:a 1:900000.01\n1 qid:a 1:900000.02\n");
  const auto exported_to = [&](const std::string& target) {
    return run_export({files.plain, "--to", target, "--out", files.out,
                       "--compare", close})
        .out;
  };
  has(exported_to("solr"),
      "differs  all is in single precision; 1 of 1 pairs of documents of a "
      "query change places\n");
  has(exported_to("c"),
      "differs  nothing; none of 1 pairs of documents of a query change "
      "places\n");
  // The files of --data, by default; in query b, the second document wins.
  has(run_export({files.by_query, "--to", "json", "--out", files.out, "--data",
                  files.data})
          .out,
      "differs  features are scaled by fixed bounds, not by each query's; 1 of "
      "2 pairs of documents of a query change places, "
      "including those by fixed bounds\n");
  // Labels do not count.
  has(run_export({files.plain, "--to", "c", "--out", files.out, "--compare",
                  files.folder.write("bare", "qid:1 1:1 2:2\nqid:1 2:1\n"),
                  "--force"})
          .out,
      "none of 1 pairs of documents");
  CHECK(run_export({files.plain, "--to", "json", "--out", files.out,
                    "--compare", "no.txt"})
            .code == 3);
  CHECK_FALSE(std::filesystem::exists(files.out + "/my_shop.json"));
}

TEST_CASE("--data has no bounds for query-zscore") {
  const Files files;
  std::string model = kByQuery;
  model.replace(model.find("query-minmax"), 12, "query-zscore");
  has(run_export({files.folder.write("z.json", model), "--to", "solr", "--out",
                  files.out, "--data", files.data})
          .err,
      "--data: fixes the bounds of query-minmax only; --to onnx, json or c "
      "computes query-zscore");
}

TEST_CASE("FedPer: the mean of the clients' layers, or one's own") {
  const Files files;
  const Outcome mean =
      run_export({files.network, "--to", "json", "--out", files.out});
  has(mean.out, "ranker   network, 2 features, 1 hidden units\n");
  has(mean.out, "features as they are: the model file is of an older version");
  has(mean.out,
      "layers   the mean of 2 clients' own; --client N uses one client's\n");
  CHECK(json_of(files.folder / "out/ranker.json")["layers"][1]["matrix"] ==
        nlohmann::json{{4.0}});
  const Outcome own = run_export({files.network, "--to", "json", "--out",
                                  files.out, "--force", "--client", "1"});
  CHECK(own.out.find("layers") == own.out.find("layers one after"));
  CHECK(json_of(files.folder / "out/ranker.json")["layers"][1]["matrix"] ==
        nlohmann::json{{-1.0}});
}

TEST_CASE("an impossible export is refused in one line, with alternatives") {
  const Files files;
  const std::string huge = files.folder.write(
      "huge.json",
      R"({"model": "linear", "features": 1, "parameters": [1e300]})");
  const std::string silo =
      files.folder.write("silo.json", R"({"model": "softmax", "parties": {}})");
  struct Case {
    std::vector<std::string> arguments;
    int code;
    std::string what;
  };
  const std::vector<Case> cases = {
      {{}, 2, "--to: expected one of solr, elastic"},
      {{files.plain}, 2, "--to: expected one of solr, elastic"},
      {{files.plain, "--to", "lucene"}, 2, "--to lucene: expected one of solr"},
      {{"--to", "c"}, 2, "expected a file"},
      {{files.plain, files.plain, "--to", "c"},
       2,
       "more arguments than expected"},
      {{files.plain, "--to", "c", "--name", "a b"},
       2,
       "--name 'a b': expected"},
      {{files.plain, "--to", "c", "--name", ""}, 2, "--name '': expected"},
      {{files.plain, "--to", "c", "--store", "../x"}, 2, "--store '../x': exp"},
      {{files.plain, "--to", "c", "--client", "0"}, 2, "--client 0: the model"},
      {{files.plain, "--to", "c", "--data", files.data},
       2,
       "--data: this ranker's features are not normalised"},
      {{files.by_query, "--to", "c", "--data", "-"}, 2, "--data -: is read"},
      {{files.by_query, "--to", "solr"}, 2, "or use vespa, ranklib, onnx, js"},
      {{files.network, "--to", "opensearch"},
       2,
       "--to opensearch: has no networks of rectified linear units; solr, "
       "vespa, onnx, json or c take them"},
      {{"none.json", "--to", "c"}, 3, "none.json: can't be opened"},
      {{files.data, "--to", "c"}, 3, "d.txt: is no JSON"},
      {{silo, "--to", "c"}, 3, "those of a [silo] are for rank"},
      {{files.by_query, "--to", "c", "--data", "no.txt"},
       3,
       "no.txt: there is"},
      {{files.by_query, "--to", "c", "--data", files.plain}, 3, "plain.json:1"},
      {{huge, "--to", "solr"}, 3, "the model has a weight of 1e+300"},
  };
  for (Case each : cases) {
    CAPTURE(each.what);
    each.arguments.insert(each.arguments.end(), {"--out", files.out});
    const Outcome outcome = run_export(each.arguments);
    CHECK(outcome.code == each.code);
    has(outcome.err, each.what);
    CHECK(std::ranges::count(outcome.err, '\n') == 1);
    CHECK_FALSE(std::filesystem::exists(files.out));
  }
}

namespace {

/// A text with a few bytes changed, removed, doubled or cut off.
std::string mutated(std::string text, Rng& rng) {
  const auto place = [&] {
    return static_cast<std::size_t>(rng.uniform() * text.size());
  };
  const int changes = 1 + static_cast<int>(rng.uniform() * 3);
  constexpr std::string_view kLetters = "0123456789eE+-.,:[]{}\"\\n/*\xff ";
  for (int i = 0; i < changes && !text.empty(); ++i) {
    const std::size_t at = place();
    const double kind = rng.uniform();
    const char letter =
        kLetters[static_cast<std::size_t>(rng.uniform() * kLetters.size())];
    if (kind < 0.5)
      text[at] = letter;
    else if (kind < 0.7)
      text.insert(at, 1, letter);
    else if (kind < 0.8)
      text.erase(at, static_cast<std::size_t>(rng.uniform() * 8));
    else if (kind < 0.95)
      text.insert(at, text.substr(place(), 12));
    else
      text.resize(at);
  }
  return text;
}

}  // namespace

TEST_CASE("a broken model ends in one line and an exit code, or in files") {
  const TemporaryFolder folder;
  const std::string kept = folder.write("keep.txt", "mine");
  const std::string out = (folder / "out").string();
  const std::vector<std::string> models = {kPlain, kByQuery, kNetwork};
  int exports = 0;
  constexpr int kRuns = 1200;
  for (std::uint32_t run = 0; run < kRuns; ++run) {
    Rng rng(21, Purpose::kTest, run);
    const std::string text = mutated(models[run % models.size()], rng);
    const std::string model = folder.write("m.json", text);
    const auto& target = export_targets()[run % export_targets().size()];
    CAPTURE(text);
    CAPTURE(target.name);
    const Outcome outcome =
        run_export({model, "--to", target.name, "--out", out});
    const bool done = outcome.code == 0;
    exports += done;
    REQUIRE((done || outcome.code == 2 || outcome.code == 3));
    REQUIRE(std::ranges::count(outcome.err, '\n') == !done);
    REQUIRE(std::filesystem::exists(out) == done);
    if (done) REQUIRE_FALSE(names_in(out).empty());
    std::filesystem::remove_all(out);
    REQUIRE(names_in(folder.text()) ==
            std::set<std::string>{"keep.txt", "m.json"});
  }
  CHECK(read_text(kept) == "mine");
  CHECK(exports > kRuns / 20);
  CHECK(exports < kRuns / 2);
}

TEST_CASE("a set of files is written completely or not at all") {
  const Files files;
  const std::vector<std::string> solr = {files.plain, "--to",    "solr",
                                         "--out",     files.out, "--force"};
  REQUIRE(run_export(solr).code == 0);
  const std::string features = files.out + "/my_shop-features.json";
  const std::string before = read_text(features);
  std::filesystem::remove(files.out + "/my_shop-model.json");
  std::filesystem::create_directory(files.out + "/my_shop-model.json");
  files.folder.write("out/my_shop-features.json", "mine");
  const Outcome outcome = run_export(solr);
  CHECK(outcome.code == 2);
  has(outcome.err, "my_shop-model.json: exists and is not a file");
  CHECK(read_text(features) == "mine");
  CHECK(run_export({files.plain, "--to", "c", "--out", files.data}).code == 2);
  CHECK(run_export({files.plain, "--to", "c", "--out", ""}).code == 2);
}

TEST_CASE("changes and omissions of an export are reported") {
  const Files files;
  const Outcome renamed =
      run_export({files.plain, "--to", "solr", "--out", files.out});
  has(renamed.out, "renamed  'b c' to b_c\n");
  has(renamed.out, "\ncd " + files.out + "\n");
  for (const char* const target : {"json", "ranklib"}) {
    const Outcome kept =
        run_export({files.plain, "--to", target, "--out",
                    files.folder / (std::string("as-") + target)});
    CHECK_MESSAGE(kept.code == 0, kept.err);
    CHECK(kept.out.find("renamed") == std::string::npos);
  }
  const std::string same =
      files.folder.write("same.txt", "1 qid:a 1:1 2:5\n0 qid:a 1:2 2:5\n");
  const Outcome constant = run_export(
      {files.by_query, "--to", "solr", "--data", same, "--out", files.out});
  has(constant.out, "constant 1 of 2 features in that data: they are ignored");
  has(run_export({files.plain, "--to", "vespa", "--name", "default"}).err,
      "Vespa has a rank profile default already");
  has(run_export({files.by_query, "--to", "solr", "--data", "/dev/null"}).err,
      "is read twice, so it must be a file");
}

}  // namespace fedltr::export_command_test
