// Keys of the data and its users: [data], [synthetic], [clicks].
#include "algorithms/clicks/click_model.hpp"
#include "algorithms/data/synthetic.hpp"
#include "app/schema/data_names.hpp"
#include "app/schema/key_table.hpp"
#include "app/schema/parameter_keys.hpp"

namespace fedltr {
namespace {

Key paths(std::string name, FieldRef<std::vector<std::filesystem::path>> field,
          std::string help) {
  return {std::move(name),
          "",
          "paths, separated by commas",
          std::move(help),
          [=](Scenario& scenario, const Value& value) {
            auto& list = field(scenario);
            list.clear();
            for (const std::string& each : split(value.text, ',')) {
              require(!each.empty(), "holds an empty path");
              list.push_back(resolve(each, value.base));
            }
          },
          true,
          true};
}

void set_fold(Scenario& scenario, const Value& value) {
  const auto number = parse_whole(value.text);
  require(value.text == "all" || (number && *number >= 1 && *number <= 5),
          "expected 1, 2, 3, 4, 5 or all");
  scenario.data.fold = value.text == "all" ? 0 : static_cast<int>(*number);
}

Key feature_names_key() {
  Key key = path(
      "data.feature-names",
      [](Scenario & s) -> auto& { return s.data.feature_names; },
      "file with a name a line for the model file: of the feature with the "
      "least index, of the next one, and so on; f1, f2 ... unless given");
  key.applies = [](const Scenario& s) {
    return !s.data.train.empty() || !s.data.folds.empty();
  };
  key.needs = "data.train or data.folds";
  return key;
}

}  // namespace

const std::vector<std::pair<std::string, Normalize>>& normalize_names() {
  static const std::vector<std::pair<std::string, Normalize>> all = {
      {"none", Normalize::kNone}, {"query-minmax", Normalize::kQueryMinmax}};
  return all;
}

const std::vector<std::pair<std::string, Storage>>& storage_names() {
  static const std::vector<std::pair<std::string, Storage>> all = {
      {"float64", Storage::kFloat64},
      {"float32", Storage::kFloat32},
      {"sparse64", Storage::kSparse64},
      {"sparse32", Storage::kSparse32}};
  return all;
}

void add_data_keys(std::vector<Key>& table) {
  using S = Scenario;
  table.push_back(choice<Format>(
      "data.format", [](S & s) -> auto& { return s.data.format; }, "auto",
      {{"auto", Format::kAuto},
       {"synthetic", Format::kSynthetic},
       {"letor", Format::kLetor},
       {"beir", Format::kBeir},
       {"msmarco", Format::kMsMarco}},
      "auto: letor when data.train or data.folds is given, beir when "
      "data.folder (of either layout), msmarco when data.documents, else "
      "synthetic"));
  table.push_back(paths(
      "data.train", [](S & s) -> auto& { return s.data.train; },
      "LETOR files to learn on, also .gz"));
  table.push_back(paths(
      "data.test", [](S & s) -> auto& { return s.data.test; },
      "LETOR files to evaluate on"));
  table.push_back(paths(
      "data.validation", [](S & s) -> auto& { return s.data.validation; },
      "LETOR files for evaluation.on = validation"));
  table.push_back(path(
      "data.folds", [](S & s) -> auto& { return s.data.folds; },
      "folder with Fold1 ... Fold5 or with S1.txt ... S5.txt, "
      "instead of data.train and data.test"));
  table.push_back({"data.fold", "1", "1 ... 5 | all", "which fold", set_fold});
  table.push_back(choice<Normalize>(
      "data.normalize", [](S & s) -> auto& { return s.data.normalize; }, "none",
      normalize_names(),
      "query-minmax: each feature of a query to [0,1]; for MSLR, Yahoo, "
      "Istella; a query of one document stays as it is"));
  table.push_back(choice<Storage>(
      "data.storage", [](S & s) -> auto& { return s.data.storage; }, "float64",
      storage_names(),
      "what features are kept as in memory: float32 halves it, rounding each "
      "once; sparse64 keeps those other than 0 alone, with the same results; "
      "sparse32 both"));
  table.push_back(paths(
      "data.intents", [](S & s) -> auto& { return s.data.intents; },
      "TREC qrels files, one an intent, for document-preference; documents by "
      "their names in the LETOR files"));
  table.push_back(path(
      "data.users", [](S & s) -> auto& { return s.data.users; },
      "CSV file qid,user,timestamp for by-user"));
  table.push_back(choice<bool>(
      "data.merge", [](S & s) -> auto& { return s.data.merge; }, "no",
      {{"no", false}, {"yes", true}},
      "join a query's documents that are not adjacent in a file"));
  table.push_back(feature_names_key());
  add_text_data_keys(table);
}

void add_synthetic_keys(std::vector<Key>& table) {
  using S = Scenario;
  std::vector<std::pair<std::string, std::string>> shapes;
  for (const auto& shape : data_shapes())
    shapes.emplace_back(shape.name, shape.name);
  shapes.emplace_back(kCustomData, kCustomData);
  shapes.emplace_back(kTextData, kTextData);
  Key like = renamed_from(
      "synthetic.twin",
      choice<std::string>(
          "synthetic.like", [](S & s) -> auto& { return s.synthetic.like; },
          "mq2008", shapes,
          "the data set to be like; text: documents and queries for a [silo], "
          "its default"));
  like.silo_fallback = kTextData;
  table.push_back(std::move(like));
  table.push_back(whole<Index>(
      "synthetic.queries", [](S & s) -> auto& { return s.synthetic.queries; },
      "0", 0, 10000000, "0 = as in that data set (custom: 500, text: 800)"));
  table.push_back(whole<Index>(
      "synthetic.documents",
      [](S & s) -> auto& { return s.synthetic.documents; }, "0", 0, 10000000,
      "mean documents a query, 0 = as in that data set (custom: 20); text: in "
      "all (0: "
      "4000)"));
  table.push_back(whole<Index>(
      "synthetic.features", [](S & s) -> auto& { return s.synthetic.features; },
      "0", 0, 65535, "0 = as in that data set (custom: 20)"));
  table.push_back(whole<int>(
      "synthetic.grades", [](S & s) -> auto& { return s.synthetic.grades; },
      "0", 0, 31,
      "custom only, 0 = 3; each half as frequent as the one below"));
  Key noise = real(
      "synthetic.noise", [](S & s) -> auto& { return s.synthetic.noise; }, "1",
      [](double x) { return x >= 0 && x <= 1e6; }, "a number 0 to 1e6",
      "relevance that no feature explains, relative to what they do");
  noise.silo_fallback = "0.5";
  table.push_back(std::move(noise));
  table.push_back(whole<std::uint64_t>(
      "synthetic.seed", [](S & s) -> auto& { return s.synthetic.seed; }, "1", 0,
      kAny, "source of the data, apart from run.seed"));
  add_synthetic_text_keys(table);
}

void add_click_keys(std::vector<Key>& table) {
  using S = Scenario;
  table.push_back(method(
      "clicks.model", [](S & s) -> auto& { return s.clicks.model; },
      "navigational", click_models(), "simulated user"));
  add_parameter_keys("clicks", table);
}

}  // namespace fedltr
