#include "app/data/letor_notes.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include <spdlog/fmt/fmt.h>

#include "app/base/notice.hpp"
#include "app/base/text.hpp"

namespace fedltr {
namespace {

/// Names features with a count: those with most, and the number of others.
std::string features_with(const LetorNotes& notes, Index FeatureNotes::*count) {
  std::vector<std::size_t> found;
  for (std::size_t j = 0; j < notes.features.size(); ++j)
    if (notes.features[j].*count > 0) found.push_back(j);
  std::ranges::stable_sort(found, std::greater(), [&](std::size_t j) {
    return notes.features[j].*count;
  });
  std::string text = found.size() == 1 ? "feature " : "features ";
  constexpr std::size_t kNamed = 3;
  for (std::size_t i = 0; i < std::min(found.size(), kNamed); ++i) {
    const FeatureNotes& each = notes.features[found[i]];
    if (i > 0) text += ", ";
    text += std::to_string(found[i]) + " (" +
            with_commas(static_cast<std::uint64_t>(each.*count));
    if (count == &FeatureNotes::large)
      text += fmt::format(", to {:.3g}", each.farthest);
    text += ")";
  }
  if (found.size() > kNamed)
    text += " and " + with_commas(found.size() - kNamed) + " more";
  return text;
}

}  // namespace

bool is_float(Storage storage) {
  return storage == Storage::kFloat32 || storage == Storage::kSparse32;
}

NotedUse use_of(const DataSettings& data) {
  return {data.missing.read_as, data.normalize == Normalize::kNone,
          is_float(data.storage)};
}

std::vector<std::string> note_lines(const LetorNotes& notes,
                                    const NotedUse& use) {
  const auto total = [&](Index FeatureNotes::*count) {
    return with_commas(static_cast<std::uint64_t>(notes.total(count)));
  };
  std::vector<std::string> lines;
  const Index marked = notes.total(&FeatureNotes::marked);
  if (notes.total(&FeatureNotes::missing) > marked)
    lines.push_back(
        total(&FeatureNotes::missing) + " missing values (NULL, nan, " +
        (marked > 0 ? "the largest double, " : "") +
        "or named as missing) were read as " + exact(use.missing_as) + ": " +
        features_with(notes, &FeatureNotes::missing));
  if (marked > 0)
    lines.push_back((lines.empty() ? "" : "of these, ") +
                    total(&FeatureNotes::marked) +
                    " values of +-1.79769e308, the largest double, stand for "
                    "missing and were read as " +
                    exact(use.missing_as) + ": " +
                    features_with(notes, &FeatureNotes::marked));
  if (!use.unscaled || notes.total(&FeatureNotes::large) == 0) return lines;
  double farthest = 0;
  for (const FeatureNotes& each : notes.features)
    farthest = std::max(farthest, std::abs(each.farthest));
  std::string lost;
  if (use.as_float)
    lost = fmt::format(
        "; data.storage of 32 bits rounds the largest of them by up to {:.2g}",
        farthest * 0x1p-24);
  lines.push_back(total(&FeatureNotes::large) +
                  " values beyond +-1e6 outweigh usual features: " +
                  features_with(notes, &FeatureNotes::large) + lost +
                  "; data.normalize = query-minmax or zscore brings features "
                  "to one scale");
  return lines;
}

void tell_notes(const LetorNotes& notes, const NotedUse& use) {
  for (const std::string& line : note_lines(notes, use)) notice(line);
}

void refuse_beyond_float(const LetorNotes& notes, const Scenario& scenario) {
  if (!is_float(scenario.data.storage) ||
      scenario.data.normalize != Normalize::kNone)
    return;
  for (std::size_t j = 0; j < notes.features.size(); ++j)
    if (const double value = notes.features[j].farthest;
        std::abs(value) > std::numeric_limits<float>::max())
      throw DataError("data.storage: feature " + std::to_string(j) +
                      " has the value " + exact(value) +
                      ", and 32 bits hold numbers to 3.4e38; use float64 or "
                      "sparse64, or data.normalize = zscore or log1p");
}

}  // namespace fedltr
