#include "app/report/published_values.hpp"

#include <algorithm>
#include <cmath>

#include <spdlog/fmt/fmt.h>

#include "app/base/errors.hpp"
#include "app/base/text.hpp"
#include "app/results/compare/significance.hpp"
#include "app/results/number_text.hpp"
#include "app/schema/published.hpp"

namespace fedltr {
namespace {

using Entry = ComparedPlace::Entry;

/// Pairs of entries: compared, in the same order, and in another order by less
/// than a standard deviation.
struct Agreement {
  std::size_t pairs = 0;
  std::size_t same = 0;
  std::size_t close = 0;

  void operator+=(const Agreement& other) {
    pairs += other.pairs;
    same += other.same;
    close += other.close;
  }
};

/// Returns a value as its source prints it, as far as the manifest has it.
std::string printed_text(double value, const std::string& written) {
  if (written.empty()) return fmt::format("{:.12g}", value);
  return written.front() == '.' ? "0" + written : written;
}

double deviation(const Spread& spread) {
  return std::isfinite(spread.std) ? spread.std : 0;
}

/// Returns the pairs of entries that the source orders: those in the same order
/// here, or the others.
std::vector<std::pair<std::size_t, std::size_t>> pairs_of(
    const std::vector<Entry>& entries, bool same) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t a = 0; a < entries.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) {
      const double published = entries[a].published - entries[b].published;
      const double ours = entries[a].ours.mean - entries[b].ours.mean;
      if (published != 0 && (published * ours > 0) == same)
        pairs.emplace_back(a, b);
    }
  return pairs;
}

Agreement agreement_of(const std::vector<Entry>& entries) {
  Agreement all;
  const auto others = pairs_of(entries, false);
  all.same = pairs_of(entries, true).size();
  all.pairs = all.same + others.size();
  for (const auto& [a, b] : others)
    all.close +=
        std::abs(entries[a].ours.mean - entries[b].ours.mean) <
        std::max(deviation(entries[a].ours), deviation(entries[b].ours));
  return all;
}

/// Returns the names, the highest value first: "a > b = c".
std::string order_text(std::vector<Entry> entries, bool published) {
  const auto value = [&](const Entry& entry) {
    return published ? entry.published : entry.ours.mean;
  };
  std::ranges::stable_sort(entries, std::greater{}, value);
  std::string text;
  for (std::size_t e = 0; e < entries.size(); ++e) {
    if (e > 0)
      text += value(entries[e]) == value(entries[e - 1]) ? " = " : " > ";
    text += entries[e].name;
  }
  return text;
}

std::string place_text(const ComparedPlace& place, const Agreement& agreement) {
  const std::string published = order_text(place.entries, true);
  const std::string ours = order_text(place.entries, false);
  const std::string name = place.name.empty() ? "" : place.name + ": ";
  if (ours == published) return fmt::format("{}{} in both.", name, published);
  return fmt::format("{}published {}, here {} ({} of {}).", name, published,
                     ours, agreement.same, agreement.pairs);
}

using PairTests = std::vector<ComparisonTable>;

/// Compares the runs of pairs in the same order, or in another one.
void add_tests(const std::vector<Entry>& entries, bool same,
               const std::string& metric, PairTests& tests) {
  for (const auto& [a, b] : pairs_of(entries, same)) {
    const RunFolder* const first = entries[a].run;
    const RunFolder* const second = entries[b].run;
    if (first && second && first->data == second->data)
      tests.push_back(compare_runs(metric, {first, second}, {}));
  }
}

double p_value(const ComparisonTable& test) {
  return test.rows[1].difference.bonferroni;
}

std::ptrdiff_t significant_in(const PairTests& tests) {
  return std::ranges::count_if(
      tests, [](const auto& test) { return p_value(test) < 0.05; });
}

}  // namespace

PublishedValues::PublishedValues(const Json& picture)
    : source_(text_at(picture, {"source"})) {
  const Json& all = json_at(picture, {"published"});
  if (!all.is_array()) return;
  for (const Json& each : all) {
    const double number = number_at(each, {"value"});
    Value value{{}, {number, printed_text(number, text_at(each, {"printed"}))}};
    const Json& place = json_at(each, {"at"});
    if (!place.is_object() || !std::isfinite(number)) continue;
    for (const auto& [key, text] : place.items())
      if (text.is_string())
        value.place.emplace_back(key, text.get<std::string>());
    values_.push_back(std::move(value));
  }
}

bool PublishedValues::Value::is_of(const ShownResult& shown,
                                   const std::string& but) const {
  return std::ranges::all_of(place, [&](const auto& setting) {
    return setting.first == but || shown.value(setting.first) == setting.second;
  });
}

std::string PublishedValues::Value::at(const std::string& key) const {
  for (const auto& [name, value] : place)
    if (name == key) return value;
  return "";
}

std::optional<PublishedValues::Printed> PublishedValues::of(
    const ShownResult& shown, const std::string& metric) const {
  for (const Value& each : values_) {
    const std::string of_metric = each.at(kMetricPlace);
    if ((of_metric.empty() || of_metric == metric) &&
        each.is_of(shown, kMetricPlace))
      return each.printed;
  }
  return {};
}

std::vector<MarkedPoint> PublishedValues::over(const ShownResult& shown,
                                               const std::string& time) const {
  std::vector<MarkedPoint> points;
  for (const Value& each : values_)
    if (const auto at = parse_real(each.at(time));
        at && std::isfinite(*at) && each.is_of(shown, time))
      points.push_back({*at, each.printed.value});
  std::ranges::stable_sort(points, {}, &MarkedPoint::at);
  return points;
}

std::vector<std::string> orders_in_words(
    const std::vector<ComparedPlace>& places) {
  constexpr std::size_t kShown = 6;
  Agreement all;
  std::vector<std::string> words(1);
  std::size_t compared = 0;
  for (const ComparedPlace& place : places) {
    const Agreement agreement = agreement_of(place.entries);
    if (agreement.pairs == 0) continue;
    all += agreement;
    if (++compared <= kShown) words.push_back(place_text(place, agreement));
  }
  if (compared == 0) return {};
  words[0] = fmt::format("orders agree in {} of {}", all.same,
                         plural(all.pairs, "pair"));
  if (all.close > 0)
    words[0] += fmt::format(
        "; {} of the others {} by less than a standard deviation of our runs",
        all.close, all.close == 1 ? "differs" : "differ");
  if (compared > kShown)
    words.push_back(
        fmt::format("and {} more", plural(compared - kShown, "place")));
  return words;
}

std::string orders_tested(const std::vector<ComparedPlace>& places,
                          const std::string& metric) {
  constexpr std::size_t kMostPairs = 1000;
  std::size_t pairs = 0;
  for (const ComparedPlace& place : places)
    pairs += agreement_of(place.entries).pairs;
  if (pairs > kMostPairs) return "";
  PairTests same;
  PairTests other;
  try {
    for (const ComparedPlace& place : places) {
      add_tests(place.entries, true, metric, same);
      add_tests(place.entries, false, metric, other);
    }
  } catch (const UsageError&) {
    return "";  // a metric without values by query or run
  }
  std::vector<ComparisonTable*> family;
  for (PairTests* tests : {&same, &other})
    for (ComparisonTable& each : *tests) family.push_back(&each);
  if (family.empty()) return "";
  correct(family);
  std::string text =
      fmt::format("significant (p < .05): {} of {} in the same order",
                  significant_in(same), plural(same.size(), "pair"));
  if (!other.empty())
    text += fmt::format(
        ", {} of {} in another (smallest {})", significant_in(other),
        other.size(),
        p_value_text(p_value(*std::ranges::min_element(other, {}, p_value))));
  return text +
         fmt::format("; two-tailed test over {}, Bonferroni-corrected over {}",
                     family[0]->pairs, plural(family.size(), "pair"));
}

}  // namespace fedltr
