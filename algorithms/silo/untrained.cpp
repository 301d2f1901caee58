#include "algorithms/silo/untrained.hpp"

#include "algorithms/text/features.hpp"

namespace fedltr {
namespace {

constexpr Index kBm25 = 4;     ///< column among a field's features
constexpr Index kJelinek = 7;  ///< column among a field's features
constexpr Index kBody = kFieldFeatures;

UntrainedScore column(Index feature) {
  return [=](const MatrixView& features) -> Vector {
    return features.col(feature);
  };
}

/// The sum over both fields.
UntrainedScore both(Index feature) {
  return [=](const MatrixView& features) -> Vector {
    return features.col(feature) + features.col(kBody + feature);
  };
}

}  // namespace

const Methods<UntrainedScore, UntrainedTraits>& untrained_rankers() {
  static const Methods<UntrainedScore, UntrainedTraits> table = {
      {"bm25-title",
       "untrained: BM25 of the title, exact counts",
       "ICDE section VI-A; LETOR 4.0 (Qin and Liu, 2013)",
       {},
       column(kBm25)},
      {"bm25-body",
       "untrained: BM25 of the body, exact counts",
       "ICDE section VI-A; LETOR 4.0 (Qin and Liu, 2013)",
       {},
       column(kBody + kBm25)},
      {"bm25",
       "untrained: BM25 of title and body, equal weights, exact counts",
       "ICDE section VI-A; LETOR 4.0 (Qin and Liu, 2013)",
       {},
       both(kBm25)},
      {"lmir",
       "untrained: query likelihood of title and body, Jelinek-Mercer",
       "Zhai and Lafferty (SIGIR 2001)",
       {},
       both(kJelinek)},
      {"sketched-bm25",
       "untrained: bm25 of the counts that parties share",
       "ICDE Algorithms 1 to 5",
       {},
       both(kBm25),
       {.sketched = true}},
  };
  return table;
}

}  // namespace fedltr
