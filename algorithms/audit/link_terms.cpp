#include "algorithms/audit/link_terms.hpp"

#include <limits>

#include <boost/math/distributions/binomial.hpp>

namespace fedltr {
namespace {

struct Asked {
  std::size_t exchange;
  TermId term;  ///< the truth
  const AskedTerm* seen;
};

std::vector<Asked> all_asked(const Overheard& heard, std::size_t most) {
  std::vector<Asked> all;
  for (std::size_t e = 0; e < heard.terms.size(); ++e)
    for (std::size_t t = 0; t < heard.terms[e].size() && all.size() < most; ++t)
      all.push_back(
          {e, heard.terms[e][t].term, &heard.view.exchanges[e].asked.terms[t]});
  return all;
}

std::uint32_t agreeing(const AskedTerm& a, const AskedTerm& b) {
  std::uint32_t rows = 0;
  for (std::size_t row = 0; row < a.columns.size(); ++row)
    rows += a.columns[row] == b.columns[row] &&
                    (a.negative.empty() || a.negative[row] == b.negative[row])
                ? 1
                : 0;
  return rows;
}

}  // namespace

std::uint32_t rows_beyond_chance(std::uint32_t rows, double chance,
                                 std::uint64_t pairs) {
  if (pairs == 0) return 0;
  const boost::math::binomial_distribution<double> by_chance(rows, chance);
  const auto pairs_that_agree = [&](std::uint32_t least) {
    const double tail =
        least == 0
            ? 1
            : boost::math::cdf(boost::math::complement(by_chance, least - 1));
    return tail * static_cast<double>(pairs);
  };
  std::uint32_t least = 0;
  while (least <= rows && pairs_that_agree(least) >= 1) ++least;
  return least;
}

LinkedTerms link_terms(const Overheard& heard, std::size_t terms) {
  const auto asked = all_asked(heard, terms);
  LinkedTerms found;
  for (std::size_t i = 0; i < asked.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      found.pairs += asked[i].exchange != asked[j].exchange ? 1 : 0;
  const SketchShape& shape = heard.view.protocol.shape;
  const bool signs = !asked.empty() && !asked[0].seen->negative.empty();
  found.rows = rows_beyond_chance(
      shape.rows, 1 / ((signs ? 2.0 : 1.0) * shape.columns), found.pairs);
  double same = 0;
  double linked = 0;
  double right = 0;
  for (std::size_t i = 0; i < asked.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      if (asked[i].exchange == asked[j].exchange) continue;
      const bool equal = asked[i].term == asked[j].term;
      const bool link = agreeing(*asked[i].seen, *asked[j].seen) >= found.rows;
      same += equal ? 1 : 0;
      linked += link ? 1 : 0;
      right += equal && link ? 1 : 0;
    }
  const double none = std::numeric_limits<double>::quiet_NaN();
  found.same = found.pairs > 0 ? same / static_cast<double>(found.pairs) : none;
  found.linked = same > 0 ? right / same : none;
  found.precision = linked > 0 ? right / linked : none;
  return found;
}

}  // namespace fedltr
