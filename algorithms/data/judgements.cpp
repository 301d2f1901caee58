#include "algorithms/data/judgements.hpp"

#include <algorithm>
#include <charconv>

#include "algorithms/core/require.hpp"
#include "algorithms/data/lines.hpp"

namespace fedltr {

Judgements Judgements::parse(std::string_view text, const std::string& name) {
  Judgements judgements;
  for_each_line(text, [&](std::string_view line, std::size_t number) {
    const auto words = words_of(line);
    if (words.empty()) return;
    int relevance = 0;
    const auto fail = [&](const std::string& what) -> void {
      throw DataError(at_line(name, number) + what +
                      "; expected 'query iteration document relevance'");
    };
    if (words.size() != 4) fail(std::to_string(words.size()) + " words");
    const auto [end, error] = std::from_chars(
        words[3].data(), words[3].data() + words[3].size(), relevance);
    if (error != std::errc() || end != words[3].data() + words[3].size() ||
        relevance > kLargestLabel)
      fail("'" + std::string(words[3]) + "' is not a relevance up to " +
           std::to_string(kLargestLabel));
    std::string pair = std::string(words[0]) + "\t" + std::string(words[2]);
    const auto grade = static_cast<std::uint8_t>(std::max(relevance, 0));
    const auto [before, is_new] =
        judgements.relevance_.emplace(std::move(pair), grade);
    if (!is_new && before->second != grade)
      fail("query " + std::string(words[0]) + " and document " +
           std::string(words[2]) + " were judged differently above");
  });
  if (judgements.relevance_.empty())
    throw DataError(name + ": has no judgements");
  return judgements;
}

std::vector<std::uint8_t> Judgements::labels_of(const Dataset& data) const {
  require(
      !data.document_names().empty(),
      "judgements need documents with names: # docid = X, or #X, at the end "
      "of a row");
  std::vector<std::uint8_t> labels(data.documents());
  for (Index query = 0; query < data.queries(); ++query) {
    const std::string prefix = std::string(data.query_name(query)) + "\t";
    for (Index i = data.begin(query); i < data.end(query); ++i) {
      const std::size_t place = i;
      const auto found =
          relevance_.find(prefix + std::string(data.document_names()[place]));
      if (found != relevance_.end()) labels[place] = found->second;
    }
  }
  return labels;
}

}  // namespace fedltr
