// Keys of [silo], and of texts in [data] and [synthetic].
#include <algorithm>

#include "algorithms/silo/methods.hpp"
#include "algorithms/silo/pointwise.hpp"
#include "algorithms/silo/untrained.hpp"
#include "algorithms/sketch/noise.hpp"
#include "algorithms/text/party_split.hpp"
#include "app/schema/key_table.hpp"
#include "app/schema/member_names.hpp"
#include "app/schema/parameter_keys.hpp"
#include "app/schema/silo_conditions.hpp"

namespace fedltr {
namespace {

constexpr std::uint32_t kMostTexts = 10000000;

void set_depths(Scenario& scenario, const Value& value) {
  auto& depths = scenario.silo.texts.depths;
  depths.clear();
  for (const std::string& each : split(value.text, ',')) {
    const auto number = parse_whole(each);
    require(number && *number >= 1 && *number <= 100000 &&
                (depths.empty() || *number <= depths.back()),
            "expected integers 1 to 100000, descending");
    depths.push_back(static_cast<std::uint32_t>(*number));
  }
  require(!depths.empty() && depths.size() <= 4,
          "expected one to four numbers, e.g. 100, 10");
}

std::vector<std::string> silo_method_names() {
  std::vector<std::string> names = {kAllSiloMethods};
  for (const auto& each : untrained_rankers()) names.push_back(each.name);
  for (const auto& each : silo_methods()) names.push_back(each.name);
  return names;
}

/// True if parties' documents or queries are drawn from files.
bool is_sampled(const Scenario& s) {
  return s.silo.sized() && s.silo.members.empty() &&
         text_format(s) != Format::kSynthetic;
}

bool is_trained(const Scenario& s) {
  return std::ranges::none_of(untrained_rankers(), [&](const auto& each) {
    return each.name == s.silo.method;
  });
}

std::vector<Key> method_keys() {
  using O = SiloOptions;
  const Condition by_rank = {"silo.augmentation = icde", [](const Scenario& s) {
                               return s.silo.options.training.augmentation ==
                                      Augmentation::kRank;
                             }};
  return joined(
      {{name_key("silo.method", &SiloSettings::method, kAllSiloMethods,
                 silo_method_names(),
                 "learning method; all: all of them, compared")},
       parameter_keys("silo-methods"),
       {choice("silo.augmentation", &TrainingOptions::augmentation, "icde",
               {{"icde", Augmentation::kRank},
                {"semi-supervised", Augmentation::kSemiSupervised}},
               "labels of cross instances: by rank, or by the mean of local "
               "models")
            .when(papers_recipe_with(&SiloMethod::uses_cross)),
        choice("silo.order", &O::order, "serial",
               {{"serial", JointOrder::kSerial},
                {"parallel", JointOrder::kParallel}},
               "joint training: party by party, or all from one model")
            .when(papers_recipe_with(&SiloMethod::joint)),
        method("silo.loss", &O::model, "softmax", pointwise_models(),
               "loss of the point-wise linear model")
            .when(papers_recipe()),
        whole("silo.high-ranks", &O::high_ranks, "10", 0, 100000,
              "icde: number of a query's top K documents of each other party "
              "with label 2; the others get 1")
            .when(all_of({papers_recipe(), by_rank,
                          silo_method_with(&SiloMethod::uses_cross)})),
        choice("silo.scaling", &O::scaling, "summed",
               {{"summed", SiloScaling::kSummed},
                {"per-party", SiloScaling::kPerParty}},
               "moments that scale features in joint training; summed: 66 "
               "masked words of each party pass the relay")
            .when(papers_recipe_with(&SiloMethod::joint)),
        real("silo.negatives", &O::negatives, "1", ValueRange{0, 1000},
             "unjudged own documents per relevant one")
            .when(papers_recipe())}});
}

/// Keys of the features' constants.
std::vector<Key> feature_keys() {
  using F = FeatureConstants;
  return {real("silo.k1", &F::k1, "1.2", ValueRange{0, 1000},
               "BM25: saturation of a term's count"),
          real("silo.b", &F::b, "0.75", kProbability,
               "BM25: weight of a field's length"),
          real("silo.lambda", &F::lambda, "0.1", ValueRange{1e-6, 1},
               "LMIR.JM: weight of the collection"),
          real("silo.mu", &F::mu, "1000", ValueRange{1e-6, 1e9},
               "LMIR.DIR: terms that the collection counts as"),
          real("silo.delta", &F::delta, "0.7", ValueRange{1e-6, 1},
               "LMIR.ABS: discount of a count")};
}

std::vector<Key> test_keys() {
  using O = SiloOptions;
  const Condition retrieved = {
      "silo.test-documents = all or own", [](const Scenario& s) {
        return s.silo.options.test_documents != TestDocuments::kSampled;
      }};
  return {real("silo.test-share", &O::test_share, "0.3",
               {.min = 0, .max = 1, .open_min = true, .open_max = true},
               "share of each party's queries that is held out; sampled: of "
               "its labelled pairs of a query and a document"),
          choice("silo.test-documents", &O::test_documents, "all",
                 {{"all", TestDocuments::kAll},
                  {"own", TestDocuments::kOwn},
                  {"sampled", TestDocuments::kSampled}},
                 "documents that test a held-out query: all parties', or its "
                 "own party's; sampled: no query is held out, but labelled "
                 "pairs of each party, drawn at random, as in the papers"),
          whole("silo.candidates", &O::candidates, "1000", 0, 1000000,
                "documents per test query, the best by BM25, judged or "
                "unjudged; 0 = all")
              .when(retrieved)
              .renamed_from("silo.test-depth"),
          flag("silo.t-sne", &SiloSettings::t_sne, false,
               "also draw relevant and irrelevant cross-party instances by "
               "t-SNE, as the papers do: relevance-tsne.svg beside "
               "relevance.svg")};
}

/// Sets the parties' names, which are those of certificates and folders.
void set_members(Scenario& scenario, const Value& value) {
  auto& members = scenario.silo.members;
  members = parse_member_names(value.text);
  if (members.empty()) return;
  scenario.silo.parties = static_cast<std::uint32_t>(members.size());
}

std::vector<Key> party_keys() {
  using P = SiloSettings;
  const Condition divided = {"no silo.members", [](const Scenario& s) {
                               return s.silo.members.empty();
                             }};
  return {
      whole("silo.parties", &P::parties, "4", 1, 1000,
            "companies that search together")
          .when(divided),
      whole("silo.documents", &P::own_documents, "0", 0, kMostTexts,
            "documents of each party: all that are judged for its queries, "
            "others by chance; 0 = an equal part of all")
          .when(divided),
      whole("silo.queries", &P::own_queries, "0", 0, kMostTexts,
            "queries of each party, drawn from those with a relevant document; "
            "0 = an equal part of all")
          .when(divided),
      method("silo.split", &P::split, "random", party_splits(),
             "the parties' shares of documents and queries")
          .when(divided),
      flag("silo.balanced", &P::balanced, true,
           "topic: equal numbers of documents")
          .when({"silo.split = topic",
                 [](const Scenario& s) {
                   return find(party_splits(), s.silo.split).traits.can_balance;
                 }}),
      {"silo.members", "", "names, separated by commas; three or more",
       "parties with data of their own, by the names in their certificates: "
       "fedltr run reads data.folder/NAME of each, fedltr party its own "
       "folder; replaces silo.parties",
       set_members, false, true},
      whole("silo.grades", &P::grades, "3", 2, 32,
            "grades, from 0, in all members' judgements: fedltr can't look "
            "them up")
          .when({"silo.members",
                 [](const Scenario& s) { return !s.silo.members.empty(); }}),
      whole("silo.session-queries", &P::session_queries, "10000", 1, 1000000000,
            "queries that the users of each member may put to the others in a "
            "search session (fedltr party --answer), which bounds the "
            "session's journals")
          .when({"silo.members",
                 [](const Scenario& s) { return !s.silo.members.empty(); }}),
      real("silo.moved", &P::moved, "0", kProbability,
           "share of each party's documents that the next party had when it "
           "built its index: deleted there and added here before the first "
           "question")
          .when({"silo.parties above 1 and silo.retrieval = rtk",
                 [](const Scenario& s) {
                   return s.silo.parties > 1 && !s.silo.naive;
                 }}),
      name_key("silo.stemming", &TokenOptions::stemmer, "english", stemmers(),
               "Snowball stemmer for documents and queries"),
      name_key("silo.stop-words", &TokenOptions::stop_words, "english",
               {"english", "none"}, "words to remove from all texts")};
}

/// Keys of what members learn about each other's metrics.
std::vector<Key> sharing_keys() {
  using P = SiloSettings;
  return {
      choice("silo.share-metrics", &P::sharing, "none",
             {{"none", MetricSharing::kNone},
              {"noisy", MetricSharing::kNoisy},
              {"plain", MetricSharing::kPlain}},
             "members share with each other, but not with the relay, the means "
             "of their metrics over their own held-out queries")
          .when({"silo.members and a trained silo.method",
                 [](const Scenario& s) {
                   return !s.silo.members.empty() && is_trained(s);
                 }}),
      real(
          "silo.metrics-epsilon", &P::metrics_epsilon, "1",
          ValueRange{0.001, 1000},
          "noisy: epsilon of a run's shared metrics together, for one held-out "
          "query")
          .when({"silo.share-metrics = noisy", [](const Scenario& s) {
                   return s.silo.sharing == MetricSharing::kNoisy;
                 }})};
}

Key own_rows_key() {
  const Condition of_members = {
      "silo.members, and silo.test-documents other than sampled",
      [](const Scenario& s) {
        return !s.silo.members.empty() &&
               s.silo.options.test_documents != TestDocuments::kSampled;
      }};
  Key key{"data.own-rows", "", "the name of a file",
          "LETOR rows of a member's own features of its own queries and "
          "documents (qid, and name of the document in the comment): a file in "
          "the folders of those members that have one. They stay there, for "
          "the rankers own-rows and own-rows+METHOD; fedltr party reads the "
          "same key from --own",
          [](Scenario& scenario, const Value& value) {
            const bool is_usual = std::ranges::all_of(value.text, [](char c) {
              return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                     std::string_view("._-").find(c) != std::string_view::npos;
            });
            require(is_usual,
                    "expected the name of a file: letters, digits, . _ -");
            scenario.silo.own_rows = value.text;
          }};
  return std::move(key).when(of_members);
}

}  // namespace

std::vector<Key> text_data_keys() {
  const Condition of_folder = {
      "data.format = beir or msmarco",
      [](const Scenario& s) { return text_format(s) == Format::kBeir; }};
  const Condition of_files = {"data.format = msmarco", [](const Scenario& s) {
                                return text_format(s) == Format::kMsMarco;
                              }};
  return {
      path("data.folder", &SiloSettings::folder,
           "folder of texts: corpus.jsonl, queries.jsonl and qrels/ (BEIR), or "
           "collection.tsv or msmarco-docs.tsv, queries.SPLIT.tsv and "
           "qrels.SPLIT.tsv (MS MARCO), also .gz")
          .when(of_folder),
      text("data.split", &SiloSettings::qrels_split, "test",
           "which judgements of data.folder")
          .when(of_folder),
      path("data.documents", &SiloSettings::documents,
           "msmarco: docid, url, title, body")
          .when(of_files),
      path("data.queries", &SiloSettings::queries, "msmarco: qid, text")
          .when(of_files),
      path("data.qrels", &SiloSettings::qrels, "msmarco: TREC judgements")
          .when(of_files),
      path("data.ranks", &SiloSettings::ranks,
           "msmarco: the top 100 as a TREC run instead of data.qrels: ranks 1 "
           "to 10 are grade 2, up to 100 grade 1")
          .when(of_files),
      own_rows_key(),
      whole("data.sample-seed", &SiloSettings::sample_seed, "1", 0, kAny,
            "seed of the documents and queries that silo.documents and "
            "silo.queries draw from files, independent of run.seed")
          .when({"silo.documents or silo.queries, and files", is_sampled})};
}

std::vector<Key> synthetic_text_keys() {
  return {whole("synthetic.terms", &SyntheticTextOptions::terms, "1000", 20,
                1000000, "text: mean number of terms in a document's body"),
          whole("synthetic.vocabulary", &SyntheticTextOptions::vocabulary,
                "50000", 100, 10000000, "text: number of different terms"),
          real("synthetic.zipf", &SyntheticTextOptions::zipf, "1",
               ValueRange{0, 3}, "text: exponent of the terms' frequencies"),
          whole("synthetic.topics", &SyntheticTextOptions::topics, "20", 2,
                1000, "text: number of topics"),
          {"synthetic.depths", "100, 10",
           "integers, separated by commas, descending",
           "text: documents of a query with grade 1 or more, 2 or more, ...",
           set_depths, false, true}};
}

std::vector<Key> silo_keys() {
  std::vector<Key> all =
      joined({party_keys(), silo_search_keys(), feature_keys(), method_keys(),
              silo_training_keys(), sharing_keys(), test_keys()});
  // Any of them makes the scenario a [silo], so it needs no condition.
  for (Key& key : all) key.study = Study::kSilo;
  return all;
}

}  // namespace fedltr
