// Conflicts of a scenario with a [silo].
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

Found text_conflict(C c) {
  if (has_format(c, Format::kLetor))
    return conflict("data.format",
                    "letor has features, not texts; a [silo] needs beir, "
                    "msmarco or synthetic");
  if (has_format(c, Format::kSynthetic) &&
      c.scenario.synthetic.like != kTextData)
    return conflict("synthetic.like", "a [silo] needs texts: expected text");
  const SiloSettings& silo = c.scenario.silo;
  if (has_format(c, Format::kBeir) && silo.folder.empty() &&
      silo.members.empty())
    return conflict("data.format", "beir needs data.folder");
  if (has_format(c, Format::kMsMarco) &&
      (silo.documents.empty() || silo.queries.empty()))
    return conflict(
        "data.format",
        "msmarco needs data.folder, or data.documents and data.queries");
  if (has_format(c, Format::kMsMarco) &&
      silo.qrels.empty() == silo.ranks.empty())
    return conflict("data.format",
                    "msmarco needs either data.qrels or data.ranks");
  const SyntheticTextOptions& texts = c.scenario.silo.texts;
  if (texts.vocabulary < 20 * texts.topics)
    return conflict("synthetic.vocabulary",
                    "must be at least twenty times synthetic.topics");
  return {};
}

bool has_members(C c) {
  return !c.scenario.silo.members.empty();
}

/// Maximum number of documents or queries of all parties.
constexpr std::uint64_t kMostOfAll = 10000000;

Found party_size_conflict(C c) {
  const SiloSettings& silo = c.scenario.silo;
  const auto too_many = [&](std::uint32_t own) {
    return std::uint64_t{own} * silo.parties > kMostOfAll;
  };
  if (too_many(silo.own_documents))
    return conflict("silo.documents", "times silo.parties is above 10000000");
  if (too_many(silo.own_queries))
    return conflict("silo.queries", "times silo.parties is above 10000000");
  return {};
}

Found member_conflict(C c) {
  if (has_members(c) && c.scenario.silo.parties < 3)
    return conflict("silo.members",
                    "of two members, each could compute the other's part of "
                    "every sum: expected three or more");
  if (has_members(c) && c.scenario.silo.parties > 1000)
    return conflict("silo.members", "are more than 1000");
  if (has_members(c) && !has_format(c, Format::kBeir))
    return conflict("silo.members",
                    "need data.format = beir: a folder in its layout for each");
  return {};
}

Found sketch_conflict(C c) {
  if (c.scenario.silo.real_rows > c.scenario.silo.rows)
    return conflict("silo.real-rows", "is above silo.rows, " +
                                          std::to_string(c.scenario.silo.rows));
  const SiloSettings& silo = c.scenario.silo;
  if (has_colliding_rows(silo) && silo.shared >= silo.queried_rows())
    return conflict("silo.shared",
                    "must be below silo.real-rows, " +
                        std::to_string(c.scenario.silo.queried_rows()));
  if (has_colliding_rows(silo) &&
      silo.queried_rows() - silo.shared > silo.rows - silo.queried_rows())
    return conflict("silo.real-rows",
                    "leaves no room for a colliding confounder, which needs "
                    "real-rows minus silo.shared of the other rows");
  if (is_too_large(c.scenario.silo.rows, c.scenario.silo.columns))
    return conflict("silo.columns", "times the rows is above 2^26 cells");
  if (is_too_large(c.scenario.silo.frequency_rows,
                   c.scenario.silo.frequency_columns))
    return conflict("silo.frequency-columns",
                    "times the rows is above 2^26 cells");
  if (silo.alpha * static_cast<double>(silo.options.top) > kMaxListed)
    return conflict("silo.alpha", "times silo.top is above 2^24");
  return {};
}

Found silo_noise_conflict(C c) {
  if (c.scenario.privacy.budget > 0 && !has_guarantee(c.scenario.silo))
    return conflict(
        "privacy.budget",
        "needs answers with a bound: silo.noise = sound or median-only, and "
        "silo.epsilon above 0");
  const SiloSettings& silo = c.scenario.silo;
  if (c.scenario.privacy.budget > 0 && silo.sketch == SketchKind::kCountMin &&
      !silo.naive)
    return conflict("privacy.budget",
                    "does not cover an RTK-Sketch of silo.sketch = count-min: "
                    "a list's floor is another document's count; set count, or "
                    "silo.retrieval = naive");
  if (silo.noisy() &&
      silo.columns < find(sketch_noises(), silo.noise).traits.min_columns)
    return conflict("silo.noise",
                    c.scenario.silo.noise + " needs silo.columns above 1");
  return {};
}

/// Refuses sampled pairs of lists that training reads whole.
Found test_conflict(C c) {
  const SiloOptions& options = c.scenario.silo.options;
  if (options.recipe == SiloRecipe::kListwise &&
      options.test_documents == TestDocuments::kSampled)
    return conflict("silo.test-documents",
                    "silo.recipe = listwise trains with whole lists, "
                    "sampled pairs included; expected all or own");
  return {};
}

/// Finds a metric that needs users who click, or that needs to know which
/// documents have no judgement; a [silo] has neither.
Complaint metric_without_data(C c) {
  for (const std::string& name : c.scenario.evaluation.metrics) {
    const auto& traits = find_metric(name)->traits;
    if (traits.by_clicks)
      return name + " needs a user who clicks, and a [silo] has none";
    if (traits.unjudged != Unjudged::kZero)
      return name +
             " needs to know which documents have no judgement, and in a "
             "[silo] "
             "these have grade 0";
  }
  return std::nullopt;
}

Found metric_conflict(C c) {
  if (const auto what = metric_without_data(c))
    return conflict("evaluation.metrics", *what);
  if (c.scenario.silo.sharing == MetricSharing::kNoisy &&
      c.scenario.evaluation.metrics.size() > 15)
    return conflict("silo.share-metrics",
                    "takes at most 15 evaluation.metrics");
  return {};
}

}  // namespace

Found silo_conflict(C c) {
  return first_conflict(c, {text_conflict, party_size_conflict, member_conflict,
                            sketch_conflict, silo_noise_conflict, test_conflict,
                            metric_conflict, silo_defence_conflict});
}

}  // namespace fedltr
