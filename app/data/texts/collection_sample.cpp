#include "app/data/texts/collection_sample.hpp"

#include <queue>

#include <spdlog/fmt/fmt.h>

#include "algorithms/text/dictionary.hpp"
#include "app/base/errors.hpp"
#include "app/data/texts/text_reading.hpp"

namespace fedltr {
namespace {

/// Priority of a query or document, and its number in its file.
using Candidate = std::pair<std::uint64_t, std::size_t>;

std::uint64_t priority_of(std::string_view name, std::uint64_t seed) {
  return hash_of(name, mixed(seed));
}

/// Keeps the candidates of lowest priority.
class LowestPriorities {
 public:
  explicit LowestPriorities(std::size_t room) : room_(room) {}

  void offer(const Candidate& candidate) {
    if (kept_.size() == room_) {
      if (room_ == 0 || !(candidate < kept_.top())) return;
      kept_.pop();
    }
    kept_.push(candidate);
  }

  std::size_t size() const { return kept_.size(); }
  /// Calls visit(number) for each, in any order.
  template <class Visit>
  void take(const Visit& visit) {
    for (; !kept_.empty(); kept_.pop()) visit(kept_.top().second);
  }

 private:
  std::size_t room_;
  std::priority_queue<Candidate> kept_;  ///< the highest on top
};

std::string wanted_text(const char* key, std::uint32_t each,
                        std::uint32_t parties) {
  return fmt::format("silo.{} = {}, of each of {} parties: ", key, each,
                     parties);
}

std::string judging_file(const TextFiles& files) {
  return (files.ranks.empty() ? files.judgements : files.ranks).string();
}

}  // namespace

CollectionSample::CollectionSample(const TextFiles& files,
                                   const SampleSize& size)
    : size_(size) {
  if (size_.queries > 0) choose_queries(files);
  if (size_.documents > 0) choose_documents(files);
}

void CollectionSample::choose_queries(const TextFiles& files) {
  Dictionary names;
  read_queries(files.queries, files.layout,
               [&](const TextQuery& query) { names.add(query.name); });
  std::vector<bool> relevant(names.size());
  read_grades(files, [&](const TextJudgement& judgement) {
    if (judgement.grade < 1) return;
    if (const auto query = names.find(judgement.query)) relevant[*query] = true;
  });
  LowestPriorities kept(size_.all_queries());
  for (std::uint32_t query = 0; query < names.size(); ++query)
    if (relevant[query])
      kept.offer({priority_of(names[query], size_.seed), query});
  if (kept.size() < size_.all_queries())
    throw UsageError(
        wanted_text("queries", size_.queries, size_.parties) +
        fmt::format("{} queries of {} have a relevant document in {}",
                    kept.size(), files.queries.string(), judging_file(files)));
  kept.take([&](std::size_t query) {
    queries_.emplace(names[static_cast<std::uint32_t>(query)]);
  });
}

void CollectionSample::choose_documents(const TextFiles& files) {
  Dictionary judged;
  read_grades(files, [&](const TextJudgement& judgement) {
    if (keeps_query(judgement.query)) judged.add(judgement.document);
  });
  const std::uint64_t wanted = size_.all_documents();
  std::size_t kept_judged = 0;
  LowestPriorities others(wanted);
  read_documents(
      files.documents, files.layout, [&](const TextDocument& document) {
        const bool is_judged = judged.find(document.name).has_value();
        if (is_judged)
          ++kept_judged;
        else
          others.offer(
              {priority_of(document.name, size_.seed), documents_.size()});
        documents_.push_back(is_judged);
      });
  const std::string asked =
      wanted_text("documents", size_.documents, size_.parties);
  if (kept_judged > wanted)
    throw UsageError(
        asked + fmt::format("{} documents are judged for the kept queries; "
                            "expected at least {} "
                            "for each party, or a lower silo.queries",
                            kept_judged,
                            (kept_judged + size_.parties - 1) / size_.parties));
  if (documents_.size() < wanted)
    throw UsageError(asked + fmt::format("{} has {} documents",
                                         files.documents.string(),
                                         documents_.size()));
  // The heap had room for all; those of highest priority come first.
  std::size_t surplus = others.size() - (wanted - kept_judged);
  others.take([&](std::size_t number) {
    if (surplus > 0)
      --surplus;
    else
      documents_[number] = true;
  });
}

}  // namespace fedltr
