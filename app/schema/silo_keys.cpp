#include <algorithm>
#include <tuple>

#include "algorithms/ranking/metrics.hpp"
#include "algorithms/silo/methods.hpp"
#include "algorithms/silo/pointwise.hpp"
#include "algorithms/silo/untrained.hpp"
#include "algorithms/sketch/noise.hpp"
#include "algorithms/text/party_split.hpp"
#include "app/base/text.hpp"
#include "app/schema/key_table.hpp"
#include "app/schema/parameter_keys.hpp"

namespace fedltr {
namespace {

using S = Scenario;
using Condition = std::function<bool(const Scenario&)>;

Key stemmer_key() {
  std::vector<std::pair<std::string, std::string>> choices;
  for (const std::string& name : stemmers()) choices.emplace_back(name, name);
  return choice<std::string>(
      "silo.stemming", [](S & s) -> auto& { return s.silo.tokens.stemmer; },
      "english", choices, "Snowball's stemmer for documents and queries");
}

bool is_of_name(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
         (letter >= '0' && letter <= '9') || letter == '.' || letter == '-' ||
         letter == '_';
}

void set_depths(Scenario& scenario, const Value& value) {
  auto& depths = scenario.silo.texts.depths;
  depths.clear();
  for (const std::string& each : split(value.text, ',')) {
    const auto number = parse_whole(each);
    require(number && *number >= 1 && *number <= 100000 &&
                (depths.empty() || *number <= depths.back()),
            "expected whole numbers 1 to 100000, descending");
    depths.push_back(static_cast<std::uint32_t>(*number));
  }
  require(!depths.empty() && depths.size() <= 4,
          "expected one to four numbers, e.g. 100, 10");
}

void add_method_keys(std::vector<Key>& table) {
  std::vector<std::pair<std::string, std::string>> methods = {
      {kAllSiloMethods, kAllSiloMethods}};
  for (const auto& each : untrained_rankers())
    methods.emplace_back(each.name, each.name);
  for (const auto& each : silo_methods())
    methods.emplace_back(each.name, each.name);
  table.push_back(choice<std::string>(
      "silo.method", [](S & s) -> auto& { return s.silo.method; },
      kAllSiloMethods, methods, "how the parties learn; all: side by side"));
  add_parameter_keys("silo-methods", table);
  table.push_back(choice<Augmentation>(
      "silo.augmentation",
      [](S & s) -> auto& { return s.silo.options.training.augmentation; },
      "icde",
      {{"icde", Augmentation::kRank},
       {"semi-supervised", Augmentation::kSemiSupervised}},
      "labels of cross instances: by rank, or by the mean of local models"));
  table.push_back(choice<JointOrder>(
      "silo.order", [](S & s) -> auto& { return s.silo.options.order; },
      "serial",
      {{"serial", JointOrder::kSerial}, {"parallel", JointOrder::kParallel}},
      "joint training: party by party, or all from one model"));
  table.push_back(method(
      "silo.loss", [](S & s) -> auto& { return s.silo.options.model; },
      "softmax", pointwise_models(), "of the point-wise linear model"));
  table.push_back(count(
      "silo.high-ranks",
      [](S & s) -> auto& { return s.silo.options.high_ranks; }, "10", 0, 100000,
      "icde: of a query's top K of each other party, those labelled 2; others "
      "1"));
  table.push_back(choice<SiloScaling>(
      "silo.scaling", [](S & s) -> auto& { return s.silo.options.scaling; },
      "summed",
      {{"summed", SiloScaling::kSummed}, {"per-party", SiloScaling::kPerParty}},
      "whose moments scale features in joint training; summed: 66 masked "
      "words of each party pass the relay"));
  table.push_back(real(
      "silo.negatives", [](S & s) -> auto& { return s.silo.options.negatives; },
      "1", [](double x) { return x >= 0 && x <= 1000; }, "a number 0 to 1000",
      "unjudged own documents for each relevant one"));
}

void add_test_keys(std::vector<Key>& table) {
  table.push_back(real(
      "silo.test-share",
      [](S & s) -> auto& { return s.silo.options.test_share; }, "0.3",
      [](double x) { return x > 0 && x < 1; }, "a number between 0 and 1",
      "of each party's queries, held out"));
  table.push_back(choice<TestDocuments>(
      "silo.test-documents",
      [](S & s) -> auto& { return s.silo.options.test_documents; }, "all",
      {{"all", TestDocuments::kAll}, {"own", TestDocuments::kOwn}},
      "which a held-out query is tested on: all parties', or its party's"));
  table.push_back(renamed_from(
      "silo.test-depth",
      whole<std::size_t>(
          "silo.candidates",
          [](S & s) -> auto& { return s.silo.options.candidates; }, "1000", 0,
          1000000,
          "documents of a test query: the best by BM25, whoever judged them; "
          "0 = all")));
}

/// Sets the parties' names, which are those of certificates and folders.
void set_members(Scenario& scenario, const Value& value) {
  auto& members = scenario.silo.members;
  members = split(value.text, ',');
  if (members.empty()) return;
  for (const std::string& name : members) {
    require(name.size() <= 64 && std::ranges::all_of(name, is_of_name) &&
                name.front() != '.' && name.front() != '-',
            "'" + name + "' is no name of letters, digits and . - _");
    require(std::ranges::count(members, name) == 1,
            "'" + name + "' stands twice");
  }
  scenario.silo.parties = static_cast<std::uint32_t>(members.size());
}

void add_member_keys(std::vector<Key>& table) {
  table.push_back({"silo.members", "",
                   "names, separated by commas; three or more",
                   "parties that have data of their own, by the names in their "
                   "certificates: fedltr run reads data.folder/NAME of each, "
                   "fedltr party its own folder; in place of silo.parties",
                   set_members, false, true});
  table.push_back(count(
      "silo.grades", [](S & s) -> auto& { return s.silo.grades; }, "3", 2, 32,
      "of all members' judgements, from 0; nobody can look them up"));
}

/// True for a key of both studies; see of_silos() for the others.
bool of_both(const std::string& name) {
  if (name == "run.scaling" || name == "attack.baseline") return false;
  for (const char* each :
       {"run.", "data.format", "synthetic.like", "synthetic.queries",
        "synthetic.documents", "synthetic.noise", "synthetic.seed",
        "evaluation.metrics", "evaluation.err-grade",
        "evaluation.relevant-from", "privacy.budget", "aggregation.",
        "attack."})
    if (name.starts_with(each)) return true;
  return false;
}

bool of_silos(const std::string& name) {
  if (name.starts_with("silo.")) return true;
  for (const char* each :
       {"data.folder", "data.split", "data.documents", "data.queries",
        "data.qrels", "data.ranks", "synthetic.terms", "synthetic.vocabulary",
        "synthetic.zipf", "synthetic.topics", "synthetic.depths"})
    if (name == each) return true;
  return false;
}

void add_needs(Key& key, const std::string& needs, const Condition& also) {
  const Condition before = key.applies;
  const bool first = !before;
  key.applies = [before, also](const Scenario& s) {
    return also(s) && (!before || before(s));
  };
  // The reader itself reports a key of the wrong study.
  if (first) key.needs = needs;
}

}  // namespace

void add_text_data_keys(std::vector<Key>& table) {
  table.push_back(path(
      "data.folder", [](S & s) -> auto& { return s.silo.folder; },
      "folder of texts: corpus.jsonl, queries.jsonl and qrels/ (BEIR), or "
      "collection.tsv or msmarco-docs.tsv, queries.SPLIT.tsv and "
      "qrels.SPLIT.tsv (MS MARCO), also .gz"));
  table.push_back(text(
      "data.split", [](S & s) -> auto& { return s.silo.qrels_split; }, "test",
      "of data.folder: which of its judgements"));
  table.push_back(path(
      "data.documents", [](S & s) -> auto& { return s.silo.documents; },
      "msmarco: docid, url, title, body"));
  table.push_back(path(
      "data.queries", [](S & s) -> auto& { return s.silo.queries; },
      "msmarco: qid, text"));
  table.push_back(path(
      "data.qrels", [](S & s) -> auto& { return s.silo.qrels; },
      "msmarco: TREC judgements"));
  table.push_back(path(
      "data.ranks", [](S & s) -> auto& { return s.silo.ranks; },
      "msmarco: the top 100 as a TREC run instead of data.qrels: rank 1 to 10 "
      "is grade 2, to 100 grade 1"));
}

void add_synthetic_text_keys(std::vector<Key>& table) {
  table.push_back(count(
      "synthetic.terms", [](S & s) -> auto& { return s.silo.texts.terms; },
      "1000", 20, 1000000, "text: of a document's body, on average"));
  table.push_back(count(
      "synthetic.vocabulary",
      [](S & s) -> auto& { return s.silo.texts.vocabulary; }, "50000", 100,
      10000000, "text: different terms"));
  table.push_back(real(
      "synthetic.zipf", [](S & s) -> auto& { return s.silo.texts.zipf; }, "1",
      [](double x) { return x >= 0 && x <= 3; }, "a number 0 to 3",
      "text: exponent of the terms' frequencies"));
  table.push_back(count(
      "synthetic.topics", [](S & s) -> auto& { return s.silo.texts.topics; },
      "20", 2, 1000, "text"));
  table.push_back({"synthetic.depths", "100, 10",
                   "whole numbers, separated by commas, descending",
                   "text: documents of a query with grade 1 or more, 2 or "
                   "more, ...",
                   set_depths, false, true});
}

void add_silo_keys(std::vector<Key>& table) {
  table.push_back(count(
      "silo.parties", [](S & s) -> auto& { return s.silo.parties; }, "4", 1,
      1000, "companies that search together"));
  table.push_back(method(
      "silo.split", [](S & s) -> auto& { return s.silo.split; }, "random",
      party_splits(), "who has which documents and queries"));
  table.push_back(choice<bool>(
      "silo.balanced", [](S & s) -> auto& { return s.silo.balanced; }, "yes",
      {{"yes", true}, {"no", false}}, "topic: as many documents each"));
  add_member_keys(table);
  table.push_back(real(
      "silo.moved", [](S & s) -> auto& { return s.silo.moved; }, "0",
      [](double x) { return x >= 0 && x <= 1; }, "a number 0 to 1",
      "share of each party's documents that the next party had when it made "
      "its index: deleted there and added here before anybody asks"));
  table.push_back(stemmer_key());
  table.push_back(choice<std::string>(
      "silo.stop-words",
      [](S & s) -> auto& { return s.silo.tokens.stop_words; }, "english",
      {{"english", "english"}, {"none", "none"}}, "left out of all texts"));
  add_silo_search_keys(table);
  add_method_keys(table);
  add_silo_training_keys(table);
  add_test_keys(table);
}

namespace {

/// Condition of keys: a silo method with this trait is chosen.
class MethodsWith {
 public:
  explicit MethodsWith(bool SiloMethod::*trait) : trait_(trait) {}

  bool operator()(const Scenario& scenario) const {
    return std::ranges::any_of(silo_methods(), [&](const auto& each) {
      return each.make.*trait_ && (scenario.silo.method == kAllSiloMethods ||
                                   scenario.silo.method == each.name);
    });
  }
  /// Describes the condition.
  std::string names() const {
    std::vector<std::string> names = {kAllSiloMethods};
    for (const auto& each : silo_methods())
      if (each.make.*trait_) names.push_back(each.name);
    const std::string last = names.back();
    names.pop_back();
    return "silo.method = " + join(names, ", ") + " or " + last;
  }

 private:
  bool SiloMethod::*trait_;
};

bool is_trained(const Scenario& scenario) {
  return std::ranges::none_of(untrained_rankers(), [&](const auto& each) {
    return each.name == scenario.silo.method;
  });
}

void add_member_conditions(const ActiveWhen& when) {
  using C = const Scenario&;
  when({"silo.parties", "silo.split", "silo.moved"}, "no silo.members",
       [](C s) { return s.silo.members.empty(); });
  when({"silo.grades"}, "silo.members",
       [](C s) { return !s.silo.members.empty(); });
  when({"silo.share-metrics"}, "silo.members and a trained silo.method",
       [](C s) { return !s.silo.members.empty() && is_trained(s); });
  when({"silo.metrics-epsilon"}, "silo.share-metrics = noisy",
       [](C s) { return s.silo.sharing == MetricSharing::kNoisy; });
}

void add_silo_search_conditions(const ActiveWhen& when) {
  using C = const Scenario&;
  when({"silo.confounders"}, "silo.real-rows below silo.rows",
       [](C s) { return s.silo.queried_rows() < s.silo.rows; });
  when({"silo.shared"}, "silo.confounders = colliding",
       [](C s) { return s.silo.confounders == Confounders::kColliding; });
  when({"silo.noise"}, "silo.epsilon above 0",
       [](C s) { return s.silo.epsilon > 0; });
  when({"silo.epsilon"}, "a silo.noise other than off",
       [](C s) { return find(sketch_noises(), s.silo.noise).traits.adds; });
  when({"silo.moved"}, "silo.parties above 1 and silo.retrieval = rtk",
       [](C s) { return s.silo.parties > 1 && !s.silo.naive; });
  when({"silo.alpha", "silo.beta", "silo.absent-rows"}, "silo.retrieval = rtk",
       [](C s) { return !s.silo.naive; });
}

}  // namespace

void add_silo_conditions(std::vector<Key>& table) {
  using C = const Scenario&;
  const ActiveWhen when(table);
  const MethodsWith with_cross(&SiloMethod::uses_cross);
  const MethodsWith joint(&SiloMethod::joint);
  const MethodsWith alone(&SiloMethod::trains_alone);
  add_member_conditions(when);
  when({"silo.balanced"}, "silo.split = topic", [](C s) {
    return find(party_splits(), s.silo.split).traits.can_balance;
  });
  add_silo_search_conditions(when);
  const auto papers = [](C s) {
    return s.silo.options.recipe == SiloRecipe::kPapers;
  };
  const auto of_papers = [&](std::initializer_list<const char*> names,
                             const MethodsWith& methods) {
    when(names, "silo.recipe = papers and " + methods.names(),
         [=](C s) { return papers(s) && methods(s); });
  };
  when({"silo.cross-weight"}, with_cross.names(), with_cross);
  of_papers({"silo.augmentation"}, with_cross);
  when({"silo.high-ranks"},
       "silo.recipe = papers, silo.augmentation = icde and " +
           with_cross.names(),
       [=](C s) {
         return papers(s) && with_cross(s) &&
                s.silo.options.training.augmentation == Augmentation::kRank;
       });
  of_papers({"silo.order", "silo.scaling", "silo.joint-iterations"}, joint);
  when({"silo.curve-every"}, "silo.recipe = papers and a trained silo.method",
       [=](C s) { return papers(s) && (joint(s) || alone(s)); });
  of_papers({"silo.local-iterations"}, alone);
  when({"aggregation.rule", "attack.kind"}, joint.names() + " in a [silo]",
       [=](C s) { return !s.silo.on || joint(s); });
  when({"silo.loss", "silo.negatives", "silo.batch"}, "silo.recipe = papers",
       papers);
  when({"silo.folds", "silo.steps", "silo.depth"}, "silo.recipe = listwise",
       [](C s) { return s.silo.options.recipe == SiloRecipe::kListwise; });
  when({"data.folder", "data.split"}, "data.format = beir or msmarco",
       [](C s) { return text_format(s) == Format::kBeir; });
  when({"data.documents", "data.queries", "data.qrels", "data.ranks"},
       "data.format = msmarco",
       [](C s) { return text_format(s) == Format::kMsMarco; });
  for (Key& key : table) {
    if (of_silos(key.name)) {
      key.study = Study::kSilo;
      // A key of this section makes the scenario a [silo].
      if (key.name.starts_with("silo.")) continue;
      add_needs(key, "a [silo]", [](C s) { return s.silo.on; });
    } else if (!of_both(key.name)) {
      key.study = Study::kFederation;
      add_needs(key, "a federation instead of a [silo]",
                [](C s) { return !s.silo.on; });
    }
  }
}

bool in_study(const Key& key, const Scenario& scenario) {
  return key.study == Study::kBoth ||
         (key.study == Study::kSilo) == scenario.silo.on;
}

std::string fallback_of(const Key& key, bool silo) {
  return silo ? key.silo_fallback.value_or(key.fallback) : key.fallback;
}

std::string default_text(const Key& key, const Scenario& scenario) {
  return key.is_parameter() ? key.default_in(scenario)
                            : fallback_of(key, scenario.silo.on);
}

Format text_format(const Scenario& scenario) {
  const Format format = scenario.data.format;
  const bool is_folder = format == Format::kMsMarco &&
                         !scenario.silo.folder.empty() &&
                         scenario.silo.documents.empty();
  if (is_folder) return Format::kBeir;
  if (format != Format::kAuto) return format;
  if (!scenario.silo.folder.empty() || !scenario.silo.members.empty())
    return Format::kBeir;
  if (!scenario.silo.documents.empty()) return Format::kMsMarco;
  return Format::kSynthetic;
}

bool is_synthetic_text(const Scenario& scenario) {
  return text_format(scenario) == Format::kSynthetic &&
         scenario.synthetic.like == kTextData;
}

}  // namespace fedltr
