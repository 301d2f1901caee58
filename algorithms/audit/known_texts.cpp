#include "algorithms/audit/known_texts.hpp"

#include <algorithm>
#include <limits>
#include <map>

namespace fedltr {

std::vector<std::optional<DocumentSize>> told_sizes(const RelayView& view) {
  std::vector<std::optional<DocumentSize>> sizes(view.documents);
  for (const Exchange& exchange : view.exchanges)
    for (std::size_t i = 0; i < exchange.counts.documents.size(); ++i)
      if (const auto& told = exchange.counts.documents[i])
        sizes[exchange.fetched[i]] = {told->length, told->distinct};
  return sizes;
}

DocumentSize size_of(const SiloProtocol& protocol, const Collection& collection,
                     std::uint32_t text) {
  DocumentSize size;
  for (const Field field : kAllFields) {
    const std::size_t f = field_index(field);
    size.length[f] = protocol.told_size(collection.length(field, text));
    size.distinct[f] = protocol.told_size(collection.terms(field, text).size());
  }
  return size;
}

std::vector<KnownText> find_texts(const RelayView& view,
                                  const Collection& collection,
                                  std::span<const std::uint32_t> texts) {
  std::map<DocumentSize, std::vector<std::uint32_t>> documents;
  const auto sizes = told_sizes(view);
  for (std::uint32_t d = 0; d < view.documents; ++d)
    if (sizes[d]) documents[*sizes[d]].push_back(d);
  std::vector<KnownText> known;
  for (const std::uint32_t text : texts) {
    const auto found = documents.find(size_of(view.protocol, collection, text));
    known.push_back({text, found == documents.end()
                               ? std::vector<std::uint32_t>()
                               : found->second});
  }
  return known;
}

FoundTexts judge(std::span<const KnownText> known,
                 std::span<const std::uint32_t> documents) {
  FoundTexts found;
  found.texts = known.size();
  double named = 0;
  double right_of_named = 0;
  double ours = 0;
  for (const KnownText& each : known) {
    ours += std::ranges::count(documents, each.text) > 0 ? 1 : 0;
    const bool right = std::ranges::any_of(
        each.candidates,
        [&](std::uint32_t d) { return documents[d] == each.text; });
    const auto count = static_cast<double>(each.candidates.size());
    if (right) found.right += 1 / count;
    if (each.candidates.size() != 1) continue;
    ++named;
    right_of_named += right ? 1 : 0;
  }
  const auto texts =
      static_cast<double>(std::max<std::size_t>(1, known.size()));
  found.right /= texts;
  found.named = named / texts;
  found.precision = named > 0 ? right_of_named / named
                              : std::numeric_limits<double>::quiet_NaN();
  found.chance = ours / texts / static_cast<double>(documents.size());
  return found;
}

}  // namespace fedltr
