// LETOR files, synthetic sets and files that accompany them.
#include "app/data/data_source.hpp"

#include <set>

#include "app/base/files.hpp"
#include "app/schema/reader.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::data_source_test {
using namespace fedltr::test;

namespace {

/// Five queries of a part, each of three documents, named by part and query.
std::string part(int number, const std::string& prefix = "q") {
  std::string text;
  for (int q = 0; q < 5; ++q)
    for (int d = 0; d < 3; ++d)
      text += std::to_string(d) + " qid:" + prefix + std::to_string(number) +
              std::to_string(q) + " 1:" + std::to_string(q + d) +
              " 2:0.5 # doc" + std::to_string(d) + "\n";
  return text;
}

Scenario parts_scenario(const TemporaryFolder& folder,
                        std::vector<std::string> settings = {}) {
  settings.push_back("data.folds=" + folder.text());
  return default_scenario(settings);
}

std::string fault_of(const Scenario& scenario) {
  return error_of<DataError>([&] { load_data(scenario); });
}

std::multiset<std::string> queries_of(const Dataset& data) {
  std::multiset<std::string> names;
  for (Index query = 0; query < data.queries(); ++query)
    names.insert(std::string(data.query_name(query)));
  return names;
}

}  // namespace

TEST_CASE("folds share what was read once, with their digests") {
  const TemporaryFolder folder;
  for (int i = 1; i <= 5; ++i)
    folder.write("S" + std::to_string(i) + ".txt", part(i));
  const LoadedData data = load_data(parts_scenario(folder, {"data.fold=all"}));
  REQUIRE(data.folds.size() == 5);
  CHECK(data.files.size() == 5);
  CHECK(data.files[0].sha256 == sha256_of_file(folder / "S1.txt"));
  CHECK(data.grades == 3);
  CHECK(data.folds[0].train->queries() == 15);
  CHECK(queries_of(*data.folds[0].evaluation) ==
        std::multiset<std::string>{"q50", "q51", "q52", "q53", "q54"});
}

TEST_CASE("a query in two parts of a fold is refused") {
  const TemporaryFolder folder;
  for (int i = 1; i <= 5; ++i)
    folder.write("S" + std::to_string(i) + ".txt", part(i == 5 ? 1 : i));
  has(fault_of(parts_scenario(folder, {"data.fold=1"})),
      "S5.txt: 5 of 5 evaluated queries are also training queries, the first "
      "is 'q10' in ");
}

TEST_CASE("sets that belong together have the same columns") {
  const TemporaryFolder folder;
  const std::string train = folder.write("a.txt", "1 qid:1 2:0.5\n");
  const std::string test = folder.write("b.txt", "1 qid:2 7:nan\n");
  const LoadedData data =
      load_data(default_scenario({"data.train=" + train, "data.test=" + test}));
  CHECK(data.folds[0].train->features() == 7);
  CHECK(data.folds[0].evaluation->features() == 7);
  CHECK(data.notes.total(&FeatureNotes::missing) == 1);
  CHECK(!data.zero_based);
  folder.write("b.txt", "1 qid:2 0:1\n");
  const LoadedData zero =
      load_data(default_scenario({"data.train=" + train, "data.test=" + test}));
  CHECK(zero.zero_based);
  CHECK(zero.folds[0].train->features() == 3);
  folder.write("a.txt", "1 qid:1\n");
  folder.write("b.txt", "1 qid:2\n");
  has(fault_of(default_scenario({"data.train=" + train, "data.test=" + test})),
      "no row has a feature");
}

TEST_CASE("query-level min-max ends at 0 and 1") {
  const TemporaryFolder folder;
  const std::string train = folder.write("a.txt", part(1));
  for (const bool minmax : {false, true}) {
    const LoadedData data = load_data(default_scenario(
        {"data.train=" + train, "evaluation.on=train",
         std::string("data.normalize=") + (minmax ? "query-minmax" : "none")}));
    const auto all = data.folds[0].train->all_features();
    CHECK(all.maxCoeff() == (minmax ? 1 : 6));
    CHECK(all.minCoeff() == 0);
    // The evaluation shares the training queries' set instead of copying it.
    CHECK(data.folds[0].evaluation == data.folds[0].train);
  }
}

TEST_CASE("files are looked for before anything is read") {
  const TemporaryFolder folder;
  const std::string train = folder.write("a.txt", "not LETOR");
  check_data_files(
      default_scenario({"data.train=" + train, "evaluation.on=train"}));
  const auto complaint = [](const std::vector<std::string>& settings) {
    try {
      check_data_files(default_scenario(settings));
    } catch (const DataError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  has(complaint({"data.train=" + train, "data.test=none.txt"}),
      "none.txt: there is no such file");
  has(complaint({"data.train=" + train, "evaluation.on=train",
                 "data.intents=none.qrels,no.qrels"}),
      "none.qrels: there is no such");
}

TEST_CASE("a synthetic set is in five folds that hold every query once") {
  const std::vector<std::string> settings = {
      "synthetic.like=custom", "synthetic.queries=40", "synthetic.features=5",
      "synthetic.documents=6", "synthetic.grades=4",   "data.fold=all"};
  const Scenario scenario = default_scenario(settings);
  const LoadedData data = load_data(scenario);
  REQUIRE(data.folds.size() == 5);
  CHECK(data.grades == 4);
  CHECK(make_synthetic(scenario).queries() == 40);
  Index tested = 0;
  for (const Fold& fold : data.folds) {
    CHECK(fold.train->features() == 5);
    CHECK(fold.train->queries() == 24);
    tested += fold.evaluation->queries();
  }
  CHECK(tested == 40);
  CHECK(load_data(scenario).files[0].sha256 == data.files[0].sha256);
  auto other = settings;
  other.push_back("synthetic.seed=2");
  CHECK(load_data(default_scenario(other)).files[0].sha256 !=
        data.files[0].sha256);
}

TEST_CASE("synthetic data has as many documents a query as asked for") {
  const auto mean = [](const std::string& documents) {
    const Dataset data = make_synthetic(
        default_scenario({"synthetic.like=mq2008", "synthetic.queries=200",
                          "synthetic.documents=" + documents}));
    return static_cast<double>(data.documents()) / 200;
  };
  CHECK(mean("40") == doctest::Approx(40).epsilon(0.2));
  CHECK(mean("10") == doctest::Approx(10).epsilon(0.2));
}

TEST_CASE("scenarios that agree on their data share it") {
  const auto key = [](const std::string& setting) {
    return data_set_key(default_scenario({setting}));
  };
  CHECK(key("run.seed=1") == key("run.seed=2"));
  CHECK(key("federation.clients=3") == key("federation.clients=4"));
  CHECK(key("synthetic.seed=1") != key("synthetic.seed=2"));
  CHECK(key("evaluation.on=train") != key("evaluation.on=test"));
  CHECK(key("data.fold=1") != key("data.fold=2"));
  const auto of_log = [](const std::string& setting) {
    return data_set_key(
        default_scenario({"members.names=a,b,c", "members.source=log",
                          "learner.method=ips", setting}));
  };
  // A log's searches have propensities of their own.
  CHECK(of_log("logging.propensities=swaps") !=
        of_log("logging.propensities=all-pairs"));
}

namespace {

/// Three named documents of a query, and judgements of two intents.
struct Judged {
  TemporaryFolder folder;
  std::string train =
      folder.write("a.txt",
                   "0 qid:1 1:1 # docid = x\n0 qid:1 1:2 # docid = y\n"
                   "1 qid:1 1:3 # docid = z\n");
  std::string one = folder.write("1.qrels", "1 0 x 2\n1 0 z -2\n9 0 x 1\n");
  std::string two = folder.write("2.qrels", "1 0 x 1\r\n1 0 y 1\r\n");

  Scenario scenario(const std::string& intents) const {
    return default_scenario({"data.train=" + train, "evaluation.on=train",
                             "data.intents=" + intents});
  }
};

}  // namespace

TEST_CASE("intents replace the labels by the best of any intent") {
  const Judged judged;
  const LoadedData data =
      load_data(judged.scenario(judged.one + "," + judged.two));
  const Fold& fold = data.folds[0];
  REQUIRE(fold.train_intents);
  CHECK(*fold.train_intents == IntentLabels{{2, 0, 0}, {1, 1, 0}});
  const auto labels = fold.train->labels();
  CHECK(std::vector<int>(labels.begin(), labels.end()) ==
        std::vector<int>{2, 1, 0});
  // The evaluation uses the same set, with the same labels.
  CHECK(fold.evaluation == fold.train);
  CHECK(fold.evaluation_intents == fold.train_intents);
  CHECK(data.grades == 3);
  REQUIRE(data.files.size() == 3);
  CHECK(data.files[2].sha256 == sha256_of_file(judged.two));
}

TEST_CASE("intents that fit no document are a fault of the data") {
  const Judged judged;
  const std::string none = judged.folder.write("n.qrels", "7 0 x 1\n");
  has(fault_of(judged.scenario(none + "," + none)),
      "no document of the data is relevant to any intent");
  const std::string broken = judged.folder.write("b.qrels", "1 0 x\n");
  has(fault_of(judged.scenario(judged.one + "," + broken)),
      "b.qrels:1: 3 words; expected 'query iteration document relevance'");
  judged.folder.write("a.txt", "1 qid:1 1:1\n");
  has(fault_of(judged.scenario(judged.one + "," + judged.two)),
      "data.intents: judgements need documents with names");
}

TEST_CASE("a log of users is read beside the data, with its digest") {
  const Judged judged;
  const std::string log = judged.folder.write(
      "u.csv", "timestamp,qid,user,device\n3,1,ann,phone\n1,1,bob,tv\n");
  const std::vector<std::string> settings = {
      "data.train=" + judged.train, "evaluation.on=train", "data.users=" + log};
  const LoadedData data = load_data(default_scenario(settings));
  REQUIRE(data.log);
  REQUIRE(data.log->size() == 2);
  CHECK(data.log->at(0).user == "ann");
  CHECK(data.log->at(0).time.first == 3);
  CHECK(data.files.back().sha256 == sha256_of_file(log));
  CHECK(!load_data(default_scenario(
                       {"data.train=" + judged.train, "evaluation.on=train"}))
             .log);
  judged.folder.write("u.csv", "qid,user\n1,ann\n");
  has(fault_of(default_scenario(settings)),
      "u.csv:1: the first line names no column timestamp");
}

TEST_CASE("only the last loaded fold stays in memory") {
  int reads = 0;
  Dataset set(1);
  set.add_query("q", std::vector{1.0}, std::vector<std::uint8_t>{1});
  std::vector<std::weak_ptr<const FeatureTable>> tables;
  const auto late = [&] {
    return std::make_shared<const Dataset>(
        set.without_features().with_late_features(
            1, std::make_shared<FeatureSource>(
                   [&]() -> std::shared_ptr<const FeatureTable> {
                     ++reads;
                     const auto table = kept_as(Storage::kSparse64, set);
                     tables.emplace_back(table.shared_features());
                     return table.shared_features();
                   })));
  };
  std::vector<Fold> folds;
  for (const int number : {1, 2})
    folds.push_back({number, late(), late(), nullptr, nullptr});
  FoldMemory memory;
  memory.load(folds[0]);
  const auto again = memory.load(folds[0]);
  CHECK(reads == 2);  // both sets, once each
  CHECK(folds[0].is_late());
  CHECK_FALSE(again.is_late());
  CHECK(again.number == 1);
  CHECK(memory.load(again).train == again.train);  // nothing to load
  auto second = std::make_optional(memory.load(folds[1]));
  CHECK(reads == 4);
  CHECK(memory.load(folds[0]).train->shared_features() ==
        again.train->shared_features());
  CHECK(reads == 4);  // `again` still held it
  second.reset();
  CHECK(tables[2].expired());
  CHECK_FALSE(tables[0].expired());
  folds[0].evaluation = folds[0].train;
  FoldMemory other;
  const Fold one = other.load(folds[0]);
  CHECK(one.evaluation == one.train);
}

}  // namespace fedltr::data_source_test
