#include "app/audit/silo_audit_run.hpp"

#include <algorithm>
#include <optional>
#include <ostream>
#include <set>

#include <spdlog/fmt/fmt.h>

#include "algorithms/audit/gradients.hpp"
#include "algorithms/audit/known_texts.hpp"
#include "algorithms/audit/link_terms.hpp"
#include "algorithms/audit/name_terms.hpp"
#include "algorithms/audit/rebuild_texts.hpp"
#include "algorithms/core/math.hpp"
#include "algorithms/core/numbers_below.hpp"
#include "algorithms/core/rng.hpp"
#include "algorithms/silo/experiment.hpp"
#include "app/audit/audit_line.hpp"
#include "app/audit/audit_setting.hpp"
#include "app/base/text.hpp"
#include "app/plan/silo_plans.hpp"

namespace fedltr {
namespace {

/// The attacked party, and a party that asks it.
constexpr std::uint32_t kOwner = 0;
constexpr std::uint32_t kAsker = 1;
constexpr double kDefaultEpsilon = 0.5;
constexpr std::array kKnownShares = {0.05, 0.1, 0.25};

/// A random share of the owner's texts; a larger share includes the smaller.
std::vector<std::uint32_t> some_documents(std::size_t documents, double share,
                                          std::uint64_t seed) {
  auto order = numbers_below<std::uint32_t>(documents);
  Rng rng(seed, Purpose::kAudit, 3);
  shuffle(std::span(order), rng);
  const auto count =
      std::llround(share_of(share, static_cast<double>(documents)));
  order.resize(std::max<std::size_t>(1, count));
  std::ranges::sort(order);
  return order;
}

class QuestionAudit {
 public:
  QuestionAudit(std::ostream& out, const Scenario& scenario,
                const LoadedCollection& data, Json& json)
      : out_(out), scenario_(scenario), json_(json) {
    point_.described.scenario = scenario;
    set(point_.described.scenario, "run.repeats", "1");
    point_.data = std::make_shared<const LoadedCollection>(data);
    build_silo(point_, 1);
  }

  void run() {
    for (const char* each :
         {"texts", "relay_terms", "links", "rebuilt", "gradients"})
      json_[each] = Json::array();
    out_ << fmt::format(
        "the relay, which sees {} queries' questions to party {} ({} "
        "documents) "
        "and knows some of its texts\n{} {:>6}{:>8}{:>8}{:>8}{:>9}{:>9}\n",
        heard_queries(), kOwner, documents().size(), kAuditColumns, "known",
        "named", "blind", "sure", "of sure", "in texts");
    for (const AuditSetting& setting : relay_settings()) attack_relay(setting);
    find_all_texts();
    print_texts();
    print_links();
    attack_texts();
    // Listwise gradients are sums over all of a party's lists.
    if (scenario_.silo.options.recipe == SiloRecipe::kPapers)
      attack_gradients();
  }

 private:
  static constexpr std::size_t kQuestions = 99;

  const SiloPlan& plan() const { return *point_.plans[0]; }
  const Collection& collection() const { return *plan().collection; }
  const std::vector<std::uint32_t>& documents() const {
    return (*plan().shares)[kOwner].documents;
  }

  AuditSetting own_setting() const {
    const SiloSettings& silo = scenario_.silo;
    const bool all = silo.queried_rows() == silo.rows;
    return {silo.noisy() ? silo.noise : "off",
            silo.naive,
            all ? 0 : silo.real_rows,
            silo.confounders,
            silo.dummy_terms,
            silo.round_sizes};
  }

  /// The scenario's own settings, then others, each once.
  std::vector<AuditSetting> relay_settings() const {
    std::vector<AuditSetting> settings = {own_setting()};
    const std::uint32_t third = scenario_.silo.rows / 3;
    for (const AuditSetting& each : std::initializer_list<AuditSetting>{
             {"off"},
             {"paper"},
             {"paper", false, third},
             {"paper", false, third, Confounders::kColliding},
             {"sound"},
             {"sound", false, third},
             {"sound", true},
             {.noise = "sound", .dummy_terms = 10},
             {.noise = "sound", .round_sizes = 25},
             {.noise = "sound", .dummy_terms = 10, .round_sizes = 25}})
      if (std::ranges::count(settings, each) == 0) settings.push_back(each);
    return settings;
  }

  SiloProtocol protocol_for(const AuditSetting& setting) const {
    Scenario scenario = scenario_;
    SiloSettings& silo = scenario.silo;
    silo.noise = setting.noise;
    if (silo.epsilon == 0) silo.epsilon = kDefaultEpsilon;
    silo.naive = setting.naive;
    silo.real_rows = setting.real_rows;
    silo.confounders = setting.confounders;
    silo.dummy_terms = setting.dummy_terms;
    silo.round_sizes = setting.round_sizes;
    silo.shared = std::min(silo.shared, silo.queried_rows() - 1);
    return protocol_of(scenario);
  }

  /// Number of queries that are heard, the same in each setting.
  std::size_t heard_queries() const {
    return overhear(collection(), *plan().shares, protocol_for({"off"}),
                    plan().options, {kOwner, kQuestions, plan().seed})
        .view.exchanges.size();
  }

  std::optional<Overheard> overheard(const AuditSetting& setting) const {
    try {
      return overhear(collection(), *plan().shares, protocol_for(setting),
                      plan().options, {kOwner, kQuestions, plan().seed});
    } catch (const std::invalid_argument& error) {
      out_ << audit_heading(described(setting))
           << "  not possible: " << error.what() << "\n";
      return std::nullopt;
    }
  }

  void attack_relay(const AuditSetting& setting) {
    const auto heard = overheard(setting);
    if (!heard) return;
    for (const double share : kKnownShares) name(setting, *heard, share);
    link(setting, *heard);
  }

  std::vector<std::uint32_t> texts_of(double share) const {
    std::vector<std::uint32_t> texts;
    for (const std::uint32_t d :
         some_documents(documents().size(), share, plan().seed))
      texts.push_back(documents()[d]);
    return texts;
  }

  void find_all_texts() {
    auto all = numbers_below<std::uint32_t>(collection().documents());
    AuditSetting setting = own_setting();
    // Noise and rows do not change sizes.
    for (const std::uint32_t step :
         std::set<std::uint32_t>{1, 10, 25, 50, setting.round_sizes}) {
      setting.round_sizes = step;
      const auto heard = overheard(setting);
      if (!heard) return;
      find_texts_of(*heard, documents(), "the party's", step);
      find_texts_of(*heard, all, "all parties'", step);
    }
  }

  void find_texts_of(const Overheard& heard,
                     std::span<const std::uint32_t> texts, const char* whose,
                     std::uint32_t step) {
    const FoundTexts found =
        judge(find_texts(heard.view, collection(), texts), documents());
    json_["texts"].push_back({{"whose", whose},
                              {"rounded_to", step},
                              {"texts", found.texts},
                              {"right", found.right},
                              {"chance", found.chance},
                              {"named", found.named},
                              {"precision", json_number(found.precision)}});
  }

  /// The attacker's texts with the numbers that it infers from their sizes.
  std::vector<PlacedText> placed(const Overheard& heard, double share) const {
    std::vector<PlacedText> known;
    for (const KnownText& each :
         find_texts(heard.view, collection(), texts_of(share)))
      if (each.candidates.size() == 1)
        known.push_back({each.text, each.candidates[0]});
    return known;
  }

  void name(const AuditSetting& setting, const Overheard& heard, double share) {
    const auto known = placed(heard, share);
    const auto guesses =
        name_terms(heard.view, collection(), known, scenario_.run.seed);
    const NamedTerms named = judge(heard, guesses, collection(), known);
    Json row = described(setting);
    row.update(
        {{"known", share},
         {"texts", known.size()},
         {"asked", named.asked},
         {"dummies", named.dummies},
         {"right",
          {{"mean", named.right.mean}, {"interval95", named.right.half_width}}},
         {"blind", named.blind},
         {"sure", named.sure},
         {"right_of_sure", json_number(named.right_of_sure)},
         {"possible", named.possible}});
    out_ << audit_heading(row)
         << audit_line(
                "{known:>5.0%}{right/mean:>8.3f}{blind:>8.3f}"
                "{sure:>8.3f}{right_of_sure:>9.3f}{possible:>9.3f}\n",
                row);
    json_["relay_terms"].push_back(row);
  }

  void link(const AuditSetting& setting, const Overheard& heard) {
    const LinkedTerms links = link_terms(heard);
    Json row = described(setting);
    row.update({{"pairs", links.pairs},
                {"same", json_number(links.same)},
                {"rows", links.rows},
                {"linked", json_number(links.linked)},
                {"precision", json_number(links.precision)}});
    json_["links"].push_back(row);
  }

  void print_texts() {
    out_ << fmt::format(
        "the same, which looks for texts by lengths and distinct terms, "
        "rounded up by silo.round-sizes\n"
        "  {:<14}{:>8}{:>8}{:>8}{:>8}{:>8}{:>9}\n",
        "whose", "to", "texts", "found", "chance", "sure", "of sure");
    for (const Json& row : json_["texts"])
      out_ << audit_line(
          "  {whose:<14}{rounded_to:>8}{texts:>8}{right:>8.3f}{chance:>8.3f}"
          "{named:>8.3f}{precision:>9.3f}\n",
          row);
  }

  void print_links() {
    out_ << fmt::format(
        "the same, which links terms of different questions by their columns\n"
        "{} {:>6}{:>8}{:>8}{:>8}\n",
        kAuditColumns, "rows", "linked", "right", "chance");
    for (const Json& row : json_["links"])
      out_ << audit_heading(row)
           << audit_line(
                  "{rows:>6}{linked:>8.3f}{precision:>8.3f}{same:>8.3f}\n",
                  row);
  }

  void attack_texts() {
    out_ << fmt::format(
        "a party, which writes down counts of terms in party {}'s bodies\n"
        "  {:<14}{:<7}{:<8}{:>6}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}\n",
        kOwner, "noise", "lists", "asker", "terms", "told", "found", "right",
        "chance", "exact", "if 1", "error", "if 0");
    std::vector<AuditSetting> settings = {own_setting()};
    settings[0].real_rows = 0;
    for (const AuditSetting& each : std::initializer_list<AuditSetting>{
             {"off"}, {"paper"}, {"sound"}, {"sound", true}, {"median-only"}})
      if (std::ranges::count(settings, each) == 0) settings.push_back(each);
    for (const AuditSetting& setting : settings)
      for (const Greed greed : {Greed::kHonest, Greed::kGreedy})
        rebuild(setting, greed);
  }

  void rebuild(const AuditSetting& setting, Greed greed) {
    RebuildOptions options{kOwner, kAsker, greed};
    options.seed = plan().seed;
    const RebuiltTexts texts =
        rebuild_texts(collection(), *plan().shares, protocol_for(setting),
                      plan().options, options);
    Json row = described(setting);
    row.update({{"asker", greed == Greed::kHonest ? "honest" : "greedy"},
                {"questions", texts.questions},
                {"terms", texts.terms},
                {"cells", texts.cells},
                {"filled", texts.filled},
                {"told", texts.told},
                {"found", texts.found},
                {"precision", json_number(texts.precision)},
                {"exact", texts.exact},
                {"exact_of_1", texts.exact_of_1},
                {"error", texts.error},
                {"error_of_0", texts.guess_error}});
    out_ << audit_line(
        "  {noise:<14}{retrieval:<7}{asker:<8}{terms:>6}{told:>8.3f}"
        "{found:>8.3f}{precision:>8.3f}{filled:>8.3f}{exact:>8.3f}"
        "{exact_of_1:>8.3f}{error:>8.2f}{error_of_0:>8.2f}\n",
        row);
    json_["rebuilt"].push_back(row);
  }

  void attack_gradients() {
    const auto model = silo_model(plan().options, point_.data->grades);
    if (model->outputs() != model->grades()) return;  // no slopes per grade
    const SiloData data =
        exact_silo_data(collection(), *plan().shares, plan().options);
    const PartyInstances& party = data.parties[kOwner];
    if (party.pairs.empty()) return;
    const Matrix features = model->own_columns(party.features);
    const TrainingSet set{own_scaling(features).apply(features),
                          grades_of(party.pairs)};
    const TrainingOptions& training = plan().options.training;
    const Vector trained =
        PartyTrainer(model, training, kOwner, set, {}).train_alone();
    out_ << fmt::format(
        "the relay, which reads gradients of party {}'s batches\n"
        "  {:<10}{:>8}{:>8}{:>8}{:>10}\n",
        kOwner, "taken at", "batch", "grades", "blind", "instance");
    for (const Index batch : std::set<Index>{1, 2, 8, training.batch})
      for (const bool first : {true, false})
        read_gradients(*model, set,
                       first ? Vector(Vector::Zero(trained.size())) : trained,
                       batch);
  }

  void read_gradients(const PointwiseModel& model, const TrainingSet& set,
                      const Vector& parameters, Index batch) {
    GradientAuditOptions options;
    options.batch = batch;
    options.l2 = plan().options.training.l2;
    options.seed = scenario_.run.seed;
    const GradientAudit audit =
        audit_gradients(model, set, parameters, options);
    const Json row = {{"parameters", parameters.isZero(0) ? "zero" : "trained"},
                      {"batch", batch},
                      {"gradients", audit.gradients},
                      {"grades", audit.labels.mean},
                      {"blind_grades", audit.blind_labels},
                      {"instances", audit.instances.mean}};
    out_ << audit_line(
        "  {parameters:<10}{batch:>8}{grades:>8.3f}{blind_grades:>8.3f}"
        "{instances:>10.3f}\n",
        row);
    json_["gradients"].push_back(row);
  }

  std::ostream& out_;
  const Scenario& scenario_;
  Json& json_;
  SiloPoint point_;
};

}  // namespace

void audit_run(std::ostream& out, const Scenario& scenario,
               const LoadedCollection& data, Json& json) {
  QuestionAudit(out, scenario, data, json).run();
}

}  // namespace fedltr
