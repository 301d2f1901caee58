// Conflict rules of a scenario with a [silo].
#include "algorithms/ranking/metrics.hpp"
#include "algorithms/sketch/noise.hpp"
#include "app/schema/rules.hpp"

namespace fedltr {
namespace {

using C = const Choices&;

/// Maximum number of cells of a sketch: 256 MB.
constexpr std::uint64_t kMaxCells = std::uint64_t{1} << 26;
constexpr double kMaxListed = 1 << 24;

bool has_format(C c, Format format) {
  return text_format(c.scenario) == format;
}

/// True if some rows of a question ask about terms that share rows with its
/// own.
bool has_colliding_rows(const SiloSettings& silo) {
  return silo.queried_rows() < silo.rows &&
         silo.confounders == Confounders::kColliding;
}

bool is_too_large(std::uint32_t rows, std::uint32_t columns) {
  return std::uint64_t{rows} * columns > kMaxCells;
}

bool has_guarantee(const SiloSettings& silo) {
  return silo.noisy() &&
         make_sketch_noise(
             silo.noise, {silo.epsilon, silo.rows, std::max(silo.columns, 2U)})
                 .guarantee.pure < kNoBound;
}

ConflictRules text_rules() {
  return {
      {"data.format", [](C c) { return has_format(c, Format::kLetor); },
       "letor holds features, no texts; a [silo] needs beir, msmarco or "
       "synthetic"},
      {"synthetic.like",
       [](C c) {
         return has_format(c, Format::kSynthetic) &&
                c.scenario.synthetic.like != kTextData;
       },
       "a [silo] needs texts: expected text"},
      {"data.format",
       [](C c) {
         const SiloSettings& silo = c.scenario.silo;
         return has_format(c, Format::kBeir) && silo.folder.empty() &&
                silo.members.empty();
       },
       "beir needs data.folder"},
      {"data.format",
       [](C c) {
         const SiloSettings& silo = c.scenario.silo;
         return has_format(c, Format::kMsMarco) &&
                (silo.documents.empty() || silo.queries.empty());
       },
       "msmarco needs data.folder, or data.documents and data.queries"},
      {"data.format",
       [](C c) {
         const SiloSettings& silo = c.scenario.silo;
         return has_format(c, Format::kMsMarco) &&
                silo.qrels.empty() == silo.ranks.empty();
       },
       "msmarco needs data.qrels or data.ranks, one of them"},
      {"synthetic.vocabulary",
       [](C c) {
         const SyntheticTextOptions& texts = c.scenario.silo.texts;
         return texts.vocabulary < 20 * texts.topics;
       },
       "must be twenty times synthetic.topics or more"},
  };
}

bool has_members(C c) {
  return !c.scenario.silo.members.empty();
}

ConflictRules member_rules() {
  return {
      {"silo.members",
       [](C c) { return has_members(c) && c.scenario.silo.parties < 3; },
       "of two, each could take the other's part out of every sum: expected "
       "three or more"},
      {"silo.members",
       [](C c) { return has_members(c) && c.scenario.silo.parties > 1000; },
       "are more than 1000"},
      {"silo.members",
       [](C c) { return has_members(c) && !has_format(c, Format::kBeir); },
       "need data.format = beir: a folder in its layout for each"},
  };
}

ConflictRules sketch_rules() {
  return {
      {"silo.real-rows",
       [](C c) { return c.scenario.silo.real_rows > c.scenario.silo.rows; },
       [](C c) {
         return "is above silo.rows, " + std::to_string(c.scenario.silo.rows);
       }},
      {"silo.shared",
       [](C c) {
         const SiloSettings& silo = c.scenario.silo;
         return has_colliding_rows(silo) && silo.shared >= silo.queried_rows();
       },
       [](C c) {
         return "must be below silo.real-rows, " +
                std::to_string(c.scenario.silo.queried_rows());
       }},
      {"silo.real-rows",
       [](C c) {
         const SiloSettings& silo = c.scenario.silo;
         return has_colliding_rows(silo) && silo.queried_rows() - silo.shared >
                                                silo.rows - silo.queried_rows();
       },
       "leaves no room for a colliding confounder, which needs real-rows less "
       "silo.shared of the other rows"},
      {"silo.columns",
       [](C c) {
         return is_too_large(c.scenario.silo.rows, c.scenario.silo.columns);
       },
       "times the rows is above 2^26 cells"},
      {"silo.frequency-columns",
       [](C c) {
         return is_too_large(c.scenario.silo.frequency_rows,
                             c.scenario.silo.frequency_columns);
       },
       "times the rows is above 2^26 cells"},
      {"silo.alpha",
       [](C c) {
         const SiloSettings& silo = c.scenario.silo;
         return silo.alpha * static_cast<double>(silo.options.top) > kMaxListed;
       },
       "times silo.top is above 2^24"},
  };
}

ConflictRules noise_rules() {
  return {
      {"privacy.budget",
       [](C c) {
         return c.scenario.privacy.budget > 0 &&
                !has_guarantee(c.scenario.silo);
       },
       "needs answers with a bound: silo.noise = sound or median-only, and "
       "silo.epsilon above 0"},
      {"privacy.budget",
       [](C c) {
         const SiloSettings& silo = c.scenario.silo;
         return c.scenario.privacy.budget > 0 &&
                silo.sketch == SketchKind::kCountMin && !silo.naive;
       },
       "does not cover an RTK-Sketch of silo.sketch = count-min: a list's "
       "floor is another document's count; take count, or silo.retrieval = "
       "naive"},
      {"silo.noise",
       [](C c) {
         const SiloSettings& silo = c.scenario.silo;
         return silo.noisy() &&
                silo.columns <
                    find(sketch_noises(), silo.noise).traits.min_columns;
       },
       [](C c) {
         return c.scenario.silo.noise + " needs silo.columns above 1";
       }},
  };
}

/// Finds a metric that needs users who click; a [silo] has none.
std::optional<std::string> metric_of_users(C c) {
  for (const std::string& name : c.scenario.evaluation.metrics)
    if (find(metrics(), name.substr(0, name.find('@'))).traits.by_clicks)
      return name + " is of a user who clicks, and a [silo] has none";
  return std::nullopt;
}

ConflictRules metric_rules() {
  return {{"evaluation.metrics", metric_of_users},
          {"silo.share-metrics",
           [](C c) {
             return c.scenario.silo.sharing == MetricSharing::kNoisy &&
                    c.scenario.evaluation.metrics.size() > 15;
           },
           "takes 15 evaluation.metrics at most"}};
}

}  // namespace

ConflictRules silo_rules() {
  ConflictRules all = text_rules();
  for (const auto& rules : {member_rules, sketch_rules, noise_rules,
                            metric_rules, silo_defence_rules})
    for (const ConflictRule& rule : rules()) all.push_back(rule);
  return all;
}

}  // namespace fedltr
