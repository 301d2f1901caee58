#include "app/results/registry.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "tests/support/json_paths.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::registry_test {
using namespace fedltr::test;
namespace fs = std::filesystem;

namespace {

constexpr const char* kFederation =
    "[synthetic]\nlike = custom\nqueries = 30\ndocuments = 12\nfeatures = 4\n"
    "[federation]\nclients = 8\ninteractions = 2\nrounds = 4\n"
    "[evaluation]\nmetrics = ndcg@10, map\n";
constexpr const char* kSilo =
    "[synthetic]\ndocuments = 240\nterms = 40\nvocabulary = 2000\n"
    "topics = 4\nqueries = 40\ndepths = 20,5\n[silo]\nparties = 3\nrows = 12\n"
    "columns = 64\nfrequency-columns = 512\ntop = 10\n"
    "joint-iterations = 60\nlocal-iterations = 60\n";

/// Scenarios that together write every file of the registry.
struct Study {
  std::string text;
  std::vector<std::string> settings;
};
const std::map<std::string, Study>& studies() {
  static const std::map<std::string, Study> all = {
      {"poisoned",
       {kFederation,
        {"attack.kind=promote", "attack.clients=3", "aggregation.rule=krum",
         "aggregation.condition=warn", "run.repeats=2", "run.rankings=yes"}}},
      {"chosen",
       {kFederation,
        {"evaluation.validate=map", "evaluation.patience=2",
         "evaluation.gains=0, 1, 3, 7, 15"}}},
      {"members",
       {"[synthetic]\nlike = custom\nqueries = 60\ndocuments = 12\n"
        "features = 4\n[members]\nnames = a, b, c\nepochs = 2\n",
        {"members.evaluate=1"}}},
      {"compared",
       {"[synthetic]\nlike = custom\nqueries = 60\ndocuments = 12\n"
        "features = 4\n[members]\nnames = a, b, c\nepochs = 2\n",
        {"members.evaluate=1", "members.source=simulated", "members.grades=5",
         "members.compare=last"}}},
      {"logged",
       {kFederation,
        {"logging.sessions=200", "learner.method=ips",
         "logging.propensities=users", "clicks.model=pbm"}}},
      {"noisy-sums",
       {kFederation,
        {"logging.sessions=4000", "logging.queries=0", "learner.method=ips",
         "logging.propensities=swaps", "logging.epsilon=500",
         "clicks.model=pbm", "heterogeneity.kind=by-user"}}},
      {"private",
       {kFederation,
        {"privacy.mechanism=gaussian", "privacy.epsilon=4.5",
         "privacy.sensitivity=5", "data.normalize=quantile"}}},
      {"personal",
       {kFederation,
        {"federation.local=fedper", "ranker.model=neural", "ranker.hidden=3",
         "ranker.init=normal", "heterogeneity.kind=dirichlet",
         "data.normalize=zscore"}}},
      {"faulty",
       {kFederation,
        {"faults.dropout=0.2", "faults.least=2",
         "privacy.secure-aggregation=yes", "federation.clients=20"}}},
      {"unlearned",
       {kFederation,
        {"unlearning.method=federaser", "unlearning.clients=1",
         "unlearning.steps=2", "attack.kind=ipm", "attack.clients=1"}}},
      {"grid",
       {kFederation,
        {"grid.attack.clients=1,2", "attack.kind=ipm",
         "unlearning.method=retrain", "unlearning.clients=5"}}},
      {"many",
       {kFederation,
        {"federation.clients=100001", "federation.interactions=1",
         "federation.rounds=1"}}},
      {"threads", {kFederation, {"run.speedup=1,2"}}},
      {"silo",
       {kSilo,
        {"run.rankings=yes", "silo.curve-every=20", "silo.timed-terms=3",
         "silo.t-sne=yes"}}},
      {"silos",
       {kSilo,
        {"grid.silo.top=5,10", "silo.timed-terms=3", "silo.order=parallel",
         "aggregation.rule=median", "aggregation.malicious=2",
         "aggregation.condition=warn"}}},
  };
  return all;
}

/// Columns of a table, or paths of the values in a JSON file.
std::set<std::string> names_in(const fs::path& file) {
  std::set<std::string> names;
  if (file.extension() == ".json") {
    names = json_paths(json_of(file));
  } else if (file.extension() != ".svg" && file.extension() != ".trec" &&
             file.extension() != ".html" && file.extension() != ".bin") {
    std::istringstream head(read_text(file));
    std::string line;
    std::getline(head, line);
    std::istringstream cells(line);
    const char separator = file.extension() == ".tsv" ? '\t' : ',';
    while (std::getline(cells, line, separator)) names.insert(line);
  }
  return names;
}

/// Compares the names in a written file with its description.
class Comparison {
 public:
  void add(const std::string& chapter, const std::string& path,
           const fs::path& file) {
    const FileDescription* about = find(chapter, path);
    REQUIRE_MESSAGE(about != nullptr, chapter, ": ", path);
    seen_.insert(about);
    if (about->holds.starts_with("The same as")) return;
    for (const std::string& name : names_in(file)) {
      bool known = false;
      for (const OutputField& field : about->fields)
        if (std::regex_match(name, name_expression(field.name))) {
          known = true;
          seen_.insert(&field);
        } else {
          known |= may_be_null(name, field.name);
        }
      CHECK_MESSAGE(known, path, ": ", name, " is not documented");
    }
  }

  void check_all_seen() const {
    for (const OutputChapter& chapter : output_chapters())
      for (const FileDescription& file : chapter.files) {
        if (file.name.ends_with('/')) continue;
        CHECK_MESSAGE(seen_.contains(&file), file.name, " is never written");
        for (const OutputField& field : file.fields)
          if (!rare_.contains(field.name))
            CHECK_MESSAGE(seen_.contains(&field), file.name, ": ", field.name,
                          " is never written");
      }
  }

 private:
  static const FileDescription* find(const std::string& title,
                                     const std::string& path) {
    for (const OutputChapter& chapter : output_chapters())
      for (const FileDescription& file : chapter.files)
        if (chapter.title == title &&
            std::regex_match(
                path, std::regex(std::regex_replace(
                          std::regex_replace(
                              std::regex_replace(file.name, std::regex("NAME"),
                                                 "[^/]+"),
                              std::regex("fF-rR"), "f\\d+-r\\d+"),
                          std::regex("-pP"), "-p\\d+"))))
          return &file;
    return nullptr;
  }

  std::set<const void*> seen_;
  /// Only where a party misbehaves or has nothing to learn from, where a study
  /// was interrupted, or where the scenario has a comment, named points,
  /// pictures, marks of missing values or a model to start from.
  const std::set<std::string> rare_ = {"points.KEY.name",
                                       "points.KEY.sets[]",
                                       "members[].drawn",
                                       "figure.KEY",
                                       "figure.published[].at.KEY",
                                       "figure.published[].value",
                                       "figure.published[].printed",
                                       "table.KEY",
                                       "table.published[].at.KEY",
                                       "table.published[].value",
                                       "table.published[].printed",
                                       "missing[]",
                                       "missing_as[]",
                                       "question",
                                       "reproduced",
                                       "start[].name",
                                       "start[].sha256",
                                       "cut_short",
                                       "excluded[].repeat",
                                       "excluded[].party",
                                       "excluded[].why",
                                       "owners_only[].party",
                                       "owners_only[].repeats",
                                       "shared[].repeat",
                                       "shared[].party",
                                       "shared[].queries",
                                       "shared[].means.METRIC"};
};

/// No chapter documents the mark of a run folder.
bool is_documented(const fs::directory_entry& entry) {
  return entry.is_regular_file() && entry.path().filename() != ".fedltr";
}

void compare_folder(Comparison& comparison, const std::string& chapter,
                    const fs::path& folder) {
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (is_documented(entry))
      comparison.add(chapter,
                     entry.path().lexically_relative(folder).generic_string(),
                     entry.path());
}

void compare_top(Comparison& comparison, const std::string& chapter,
                 const fs::path& folder) {
  for (const auto& entry : fs::directory_iterator(folder))
    if (is_documented(entry))
      comparison.add(chapter, entry.path().filename().string(), entry.path());
}

}  // namespace

TEST_CASE("docs/output.md is the registry's page") {
  CHECK(read_text("docs/output.md") == output_markdown());
}

TEST_CASE("every file, column and member that is written is documented") {
  const TemporaryFolder folder;
  Comparison comparison;
  for (const auto& [name, study] : studies()) {
    CAPTURE(name);
    std::vector<std::string> arguments = {
        "run", folder.write("s.ini", study.text), "--quiet", "--out",
        (folder / name).string()};
    for (const std::string& setting : study.settings)
      arguments.insert(arguments.end(), {"--set", setting});
    const Outcome outcome = fedltr_command(arguments);
    REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  }
  for (const char* name :
       {"poisoned", "chosen", "members", "compared", "logged", "noisy-sums",
        "private", "personal", "faulty", "unlearned", "many"})
    compare_top(comparison, "A federation", folder / name);
  compare_top(comparison, "A federation", folder / "poisoned/honest");
  compare_top(comparison, "A federation", folder / "unlearned/retrained");
  compare_top(comparison, "A federation", folder / "threads/threads=2");
  compare_top(comparison, "A grid", folder / "grid");
  compare_top(comparison, "Several numbers of threads", folder / "threads");
  compare_folder(comparison, "A silo", folder / "silo");
  compare_folder(comparison, "A silo", folder / "silos/silo.top=5");
  compare_top(comparison, "A grid", folder / "silos");
  const std::string page = (folder / "page/report.html").string();
  REQUIRE(fedltr_command({"report", (folder / "grid").string(), "--out", page})
              .code == 0);
  comparison.add("Page and folders", "report.html", page);
  comparison.check_all_seen();
}

TEST_CASE("every file and column has a meaning, once") {
  for (const OutputChapter& chapter : output_chapters()) {
    std::set<std::string> files;
    for (const FileDescription& file : chapter.files) {
      CAPTURE(file.name);
      CHECK(files.insert(file.name).second);
      CHECK(file.holds.ends_with('.'));
      CHECK(!file.when.ends_with('.'));
      std::set<std::string> names;
      for (const OutputField& field : file.fields) {
        CAPTURE(field.name);
        CHECK(names.insert(field.name).second);
        CHECK(!field.meaning.empty());
        CHECK(field.meaning.find('|') == std::string::npos);
        CHECK(!field.meaning.ends_with('.'));
      }
    }
  }
}

TEST_CASE("results are known by their full names") {
  for (const char* name :
       {"summary.json", "model-f1-r12.json", "methods/local+/summary.json",
        "grid.csv", "speedup.csv", "curves.svg", "clients.csv.gz"})
    CHECK_MESSAGE(is_result(name), name);
  for (const char* name :
       {"model-final.json", "model-f1-r1.json.bak", "xsummary.json",
        "summaryxjson", "methods/summary.json", "methods/a/b/summary.json",
        "notes.txt", "honest/summary.json", "checkpoint/", "methods/local/x"})
    CHECK_MESSAGE(!is_result(name), name);
}

TEST_CASE("--force removes the listed files and nothing foreign") {
  const TemporaryFolder folder;
  const std::vector<std::string> ours = {"summary.json", "model-f2-r1.json",
                                         "matrix.svg",
                                         "methods/local/per_query.tsv"};
  const std::vector<std::string> foreign = {
      "notes.txt", "model-mine.json", "methods/local/notes.txt",
      "honest/summary.json", "clicks.model=pbm/rounds.csv"};
  CHECK(!has_results(folder.text()));
  CHECK(!has_results(folder / "none"));
  for (const std::string& name : foreign) folder.write(name, "x");
  CHECK(!has_results(folder.text()));
  for (const std::string& name : ours) {
    folder.write(name, "x");
    CHECK_MESSAGE(has_results(folder.text()), name);
    remove_results(folder.text());
    CHECK_MESSAGE(!fs::exists(folder / name), name);
  }
  for (const std::string& name : foreign)
    CHECK_MESSAGE(fs::exists(folder / name), name);
  remove_results(folder / "none");
}

TEST_CASE("a name is no result for holding one, or for its case") {
  for (const char* name :
       {"", "/summary.json", "./summary.json", "Summary.json", "summary.json/",
        "summary.json\n", "methods//summary.json", "model-f-r1.json",
        "model-f1-r1.json.partial", "model-fF-rR.json", "model-f1-r-1.json",
        "methods/NAME/summary.csv", "grid.csv,", "KEY=VALUE,…/", "honest/",
        "threads=2/summary.json"})
    CHECK_MESSAGE(!is_result(name), name);
  CHECK(is_result("methods/NAME/summary.json"));
  CHECK(is_result("methods/a b/manifest.json"));
}

TEST_CASE("folders named like results belong to others") {
  const TemporaryFolder folder;
  folder.write("summary.json/notes.txt", "x");
  folder.write("methods/local/per_query.tsv/notes.txt", "x");
  CHECK(!has_results(folder.text()));
  remove_results(folder.text());
  CHECK(fs::exists(folder / "summary.json/notes.txt"));
  CHECK(fs::exists(folder / "methods/local/per_query.tsv/notes.txt"));
}

TEST_CASE("a link is removed, what it leads to stays") {
  const TemporaryFolder folder;
  const TemporaryFolder other;
  const std::string mine = other.write("mine.json", "x");
  fs::create_directories(folder / "run");
  fs::create_symlink(mine, folder / "run/summary.json");
  fs::create_symlink(other / "none", folder / "run/rounds.csv");
  CHECK(has_results(folder / "run"));
  remove_results(folder / "run");
  CHECK(fs::is_empty(folder / "run"));
  CHECK(read_text(mine) == "x");
}

TEST_CASE("methods' folders go when they are empty, and only then") {
  const TemporaryFolder folder;
  folder.write("methods/local/summary.json", "x");
  folder.write("methods/global/summary.json", "x");
  folder.write("methods/global/notes.txt", "mine");
  remove_results(folder.text());
  CHECK(!fs::exists(folder / "methods/local"));
  CHECK(fs::exists(folder / "methods/global/notes.txt"));
  fs::remove(folder / "methods/global/notes.txt");
  // An empty folder that existed before is not recognised as ours.
  remove_results(folder.text());
  CHECK(fs::exists(folder / "methods/global"));
  folder.write("methods/global/summary.json", "x");
  remove_results(folder.text());
  CHECK(!fs::exists(folder / "methods"));
  CHECK(fs::exists(folder.text()));
}

TEST_CASE("every documented file's name is known as a result") {
  for (const OutputChapter& chapter : output_chapters())
    for (const FileDescription& file : chapter.files) {
      std::string name =
          std::regex_replace(file.name, std::regex("fF-rR"), "f3-r21");
      name = std::regex_replace(name, std::regex("-pP\\."), "-p5.");
      CHECK_MESSAGE(is_result(name) == !file.name.ends_with('/'), name);
    }
}

}  // namespace fedltr::registry_test
