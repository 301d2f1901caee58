#include "app/results/plane.hpp"
#include "app/results/silo_files.hpp"

namespace fedltr {
namespace {

/// A way to draw features in a plane.
struct Drawing {
  std::string when;
  bool (*wanted)(const SiloSettings&);
  bool (*possible)(const Matrix&);
  decltype(plane_svg)* draw;
};

const Drawing& by_axes() {
  static const Drawing all = {
      "when its first repeat has at least three cross-party instances",
      [](const SiloSettings&) { return true; }, has_plane, plane_svg};
  return all;
}

const Drawing& by_neighbours() {
  static const Drawing all = {
      "with `silo.t-sne = yes`, when its first repeat has at least four "
      "cross-party instances",
      [](const SiloSettings& silo) { return silo.t_sne; }, has_neighbours,
      neighbours_svg};
  return all;
}

/// Picture of features of one kind, for a sample of cross-party instances.
SiloFile relevance_file(const std::string& name, const std::string& holds,
                        const std::string& kind,
                        Matrix FeatureSample::*features,
                        const Drawing& drawing) {
  return {
      {name, holds, drawing.when, {}},
      {},
      [=](const SiloResults& results, const AddFile& add) {
        const Scenario& scenario = results.point.described.scenario;
        if (!drawing.wanted(scenario.silo)) return;
        for (const SiloRepeat& run : results.point.runs)
          if (drawing.possible(run.sample.*features))
            add(name,
                drawing.draw(
                    run.sample.*features, run.sample.relevant,
                    {"relevant", "#c0392b"}, {"irrelevant", "#1b6ca8"},
                    scenario.run.name + ": cross-party instances, " + kind));
      }};
}

}  // namespace

SiloFile relevance_svg_file() {
  return relevance_file(
      "relevance.svg",
      "Picture of the sketched features of cross-party instances, relevant "
      "against irrelevant, on their first two principal axes: at most 200 of "
      "each, of all parties.",
      "sketched features", &FeatureSample::sketched, by_axes());
}

SiloFile exact_relevance_svg_file() {
  return relevance_file(
      "relevance-exact.svg",
      "The same instances by exact counts, without sketch and noise.",
      "exact features", &FeatureSample::exact, by_axes());
}

SiloFile relevance_tsne_file() {
  return relevance_file(
      "relevance-tsne.svg",
      "The instances of relevance.svg by t-SNE, so that neighbours stay "
      "neighbours. The axis names the share of each one's five nearest that "
      "are of its kind: a half if the two kinds are mixed.",
      "sketched features, t-SNE", &FeatureSample::sketched, by_neighbours());
}

SiloFile exact_relevance_tsne_file() {
  return relevance_file("relevance-exact-tsne.svg", "The same by exact counts.",
                        "exact features, t-SNE", &FeatureSample::exact,
                        by_neighbours());
}

}  // namespace fedltr
