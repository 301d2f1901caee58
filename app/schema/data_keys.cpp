// Keys of the data and its users: [data], [synthetic], [clicks].
#include "algorithms/clicks/click_model.hpp"
#include "algorithms/data/synthetic.hpp"
#include "app/schema/choices.hpp"
#include "app/schema/data_names.hpp"
#include "app/schema/key_table.hpp"
#include "app/schema/parameter_keys.hpp"

namespace fedltr {
namespace {

void set_fold(Scenario& scenario, const Value& value) {
  const auto number = parse_whole(value.text);
  require(value.text == "all" || (number && *number >= 1 && *number <= 5),
          "expected 1, 2, 3, 4, 5 or all");
  scenario.data.fold = value.text == "all" ? 0 : static_cast<int>(*number);
}

/// Names of data_shapes() and of two other kinds of data.
std::vector<std::string> shape_names() {
  std::vector<std::string> names;
  for (const auto& shape : data_shapes()) names.push_back(shape.name);
  names.emplace_back(kCustomData);
  names.emplace_back(kTextData);
  return names;
}

/// Condition of the size of all synthetic texts: no key of [silo] gives the
/// parties' sizes.
Condition unless_sized(const std::string& key,
                       std::uint32_t SiloSettings::*own) {
  return {key + " = 0, or files", [own](const Scenario& s) {
            return s.silo.*own == 0 || text_format(s) != Format::kSynthetic;
          }};
}

bool reads_files(const Scenario& scenario) {
  return !scenario.data.train.empty() || !scenario.data.folds.empty() ||
         scenario.members.on;
}

Key missing_key() {
  const Key key = {
      "data.missing",
      "",
      "numbers, separated by commas",
      "values of features that stand for missing, e.g. -1, 999 or inf, besides "
      "NULL, nan and the largest double (1.79769e308)",
      [](Scenario& scenario, const Value& value) {
        if (!value.text.empty())
          scenario.data.missing.values = parse_missing(value.text);
      },
      false,
      true};
  return Key(key).when({"data.train or data.folds", &reads_files});
}

Key missing_as_key() {
  const Key key = {"data.missing-as", "0", "a number",
                   "value read in place of a missing one; an index that a row "
                   "leaves out stays 0",
                   [](Scenario& scenario, const Value& value) {
                     const auto number = parse_real(value.text);
                     require(number.has_value(), "expected a number");
                     scenario.data.missing.read_as = *number;
                   }};
  return Key(key).when({"data.train or data.folds", &reads_files});
}

/// Keys of LETOR files.
std::vector<Key> letor_file_keys() {
  using D = DataSettings;
  return {
      paths("data.train", &D::train,
            "LETOR files or tables (.csv, .tsv) to train on, also .gz"),
      paths("data.test", &D::test, "LETOR files to evaluate on"),
      paths("data.validation", &D::validation,
            "LETOR files for evaluation.on = validation"),
      path("data.folds", &D::folds,
           "folder with Fold1 ... Fold5 or with S1.txt ... S5.txt, instead of "
           "data.train and data.test"),
      {"data.fold", "1", "1 ... 5 | all", "which fold", set_fold}};
}

/// Keys of rows in LETOR's format.
std::vector<Key> row_keys() {
  using D = DataSettings;
  return {
      choice("data.normalize", &D::normalize, "none", normalize_names(),
             "query-minmax: each feature of a query to [0,1]; for MSLR, Yahoo, "
             "Istella; query-zscore: to mean 0 and deviation 1 in a query; a "
             "query of one document stays as it is; log1p: sign(x) log(1 + "
             "|x|); zscore: to mean 0 and deviation 1 in the training set, by "
             "constants that go into the model file; quantile: to the share of "
             "the training set with a smaller value, in [0,1], by quantiles "
             "that go into the model file"),
      missing_key(), missing_as_key()};
}

Key storage_key() {
  return choice("data.storage", &DataSettings::storage, "float64",
                storage_names(),
                "how memory holds features: float32 rounds them once and takes "
                "half as much; sparse64 holds only those other than 0, with "
                "the same results; sparse32 does both");
}

/// Keys of what LETOR files leave out.
std::vector<Key> judge_and_user_keys() {
  using D = DataSettings;
  using S = const Scenario&;
  return {
      paths("data.intents", &D::intents,
            "TREC qrels files, one per intent, for document-preference; "
            "documents have their names in the LETOR files")
          .when({"heterogeneity.kind = document-preference",
                 [](S s) {
                   return Choices(s).any_split(&SplitTraits::by_intent);
                 }}),
      path("data.users", &D::users, "CSV file qid,user,timestamp for by-user")
          .when(
              {"heterogeneity.kind = by-user",
               [](S s) { return Choices(s).any_split(&SplitTraits::by_log); }}),
      path("data.log", &D::log,
           "click log as a table qid,docno,position,click[,user,timestamp,"
           "propensity,searches], whose lists and clicks stand for searches; "
           "documents "
           "have their names in the LETOR files, or are QUERY.NUMBER")
          .when({"data.train or data.folds", &reads_files}),
      paths("data.weights", &D::weights,
            "files with one number above 0 per line, for each query of "
            "data.train "
            "in order: how often it is searched compared with others; or for "
            "each row, as in LightGBM's FILE.weight, the same for all rows of "
            "a query; with data.folds five files, for Fold1/train.txt ... or "
            "S1.txt ...")
          .when({"data.train or data.folds",
                 [](S s) {
                   return !s.data.train.empty() || !s.data.folds.empty();
                 }}),
      flag("data.merge", &D::merge, false,
           "join a query's documents that are not adjacent in a file"),
      path("data.feature-names", &D::feature_names,
           "file with the features' names for the model file, one per line, in "
           "order of their indices; default: f1, f2 ...")
          .when({"data.train or data.folds", &reads_files})};
}

}  // namespace

const std::vector<std::pair<std::string, Normalize>>& normalize_names() {
  static const std::vector<std::pair<std::string, Normalize>> all = {
      {"none", Normalize::kNone},
      {"query-minmax", Normalize::kQueryMinmax},
      {"query-zscore", Normalize::kQueryZscore},
      {"log1p", Normalize::kLog1p},
      {"zscore", Normalize::kZscore},
      {"quantile", Normalize::kQuantile}};
  return all;
}

std::string name_of(Normalize how) {
  return std::ranges::find(normalize_names(), how,
                           &std::pair<std::string, Normalize>::second)
      ->first;
}

const std::vector<std::pair<std::string, Storage>>& storage_names() {
  static const std::vector<std::pair<std::string, Storage>> all = {
      {"float64", Storage::kFloat64},
      {"float32", Storage::kFloat32},
      {"sparse64", Storage::kSparse64},
      {"sparse32", Storage::kSparse32}};
  return all;
}

std::vector<Key> data_keys() {
  return joined(
      {{choice(
           "data.format", &DataSettings::format, "auto",
           {{"auto", Format::kAuto},
            {"synthetic", Format::kSynthetic},
            {"letor", Format::kLetor},
            {"beir", Format::kBeir},
            {"msmarco", Format::kMsMarco}},
           "auto: letor when data.train or data.folds is given, beir when "
           "data.folder (of either layout), msmarco when data.documents, else "
           "synthetic")},
       only_in(Study::kFederation, letor_file_keys()),
       only_in(Study::kNoSilo, row_keys()),
       only_in(Study::kFederation, {storage_key()}),
       only_in(Study::kFederation, judge_and_user_keys()),
       only_in(Study::kSilo, text_data_keys())});
}

std::vector<Key> synthetic_keys() {
  return joined(
      {{name_key("synthetic.like", &SyntheticSettings::like, "mq2008",
                 shape_names(),
                 "data set to imitate; text: documents and queries for a "
                 "[silo], its default")
            .renamed_from("synthetic.twin")
            .silo_default(kTextData),
        whole("synthetic.queries", &SyntheticSettings::queries, "0", 0,
              10000000, "0 = as in that data set (custom: 500, text: 800)")
            .when(unless_sized("silo.queries", &SiloSettings::own_queries)),
        whole("synthetic.documents", &SyntheticSettings::documents, "0", 0,
              10000000,
              "mean documents per query, 0 = as in that data set (custom: 20); "
              "text: documents in all (0: 4000)")
            .when(unless_sized("silo.documents", &SiloSettings::own_documents)),
        whole("synthetic.features", &SyntheticSettings::features, "0", 0, 65535,
              "0 = as in that data set (custom: 20)")
            .only_in(Study::kNoSilo),
        whole("synthetic.grades", &SyntheticSettings::grades, "0", 0, 31,
              "custom only, 0 = 3; each grade is half as frequent as the one "
              "below")
            .only_in(Study::kNoSilo),
        real("synthetic.noise", &SyntheticSettings::noise, "1",
             ValueRange{0, 1e6},
             "relevance that features do not explain, relative to the part "
             "that they explain")
            .silo_default("0.5"),
        whole("synthetic.seed", &SyntheticSettings::seed, "1", 0, kAny,
              "seed of the data, independent of run.seed")},
       only_in(Study::kSilo, synthetic_text_keys())});
}

std::vector<Key> click_keys() {
  return joined(
      {{method("clicks.model", &ClickSettings::model, "navigational",
               click_models(), "simulated user")
            .when({"another heterogeneity.kind than "
                   "click-preference, which sets the users itself",
                   [](const Scenario& s) {
                     return !Choices(s).any_split(&SplitTraits::brings_users) ||
                            (s.federation.sharing.share > 0 &&
                             s.federation.sharing.warm_up > 0);
                   }}),
        whole("clicks.list", &ClickSettings::list, "10", 1, kLongestList,
              "documents that a user is shown; online metrics and "
              "rewards look at the first 10")},
       parameter_keys("clicks")});
}

}  // namespace fedltr
