#include "app/models/search/folder_run.hpp"

#include "app/data/query_ranker.hpp"

namespace fedltr {

bool is_text_folder(const std::filesystem::path& folder) {
  if (!std::filesystem::is_directory(folder)) return false;
  for (const char* const file :
       {"corpus.jsonl", "collection.tsv", "msmarco-docs.tsv"})
    if (std::filesystem::exists(plain_or_packed(folder / file))) return true;
  return false;
}

RankedRun run_of_folder(const FolderSearch& search,
                        const FolderRanker& ranker) {
  QueryRanker ranking(ranker.model.file, std::nullopt, Ties::kInput);
  RankedRun run;
  for (std::uint32_t query = 0; query < search.queries(); ++query) {
    const Dataset data = search.find(query);
    if (data.queries() == 0) continue;
    ranking.rank(data, 0);
    RankedQuery& ranked = run.emplace_back();
    ranked.name = data.query_name(0);
    for (const Index place : ranking.order())
      ranked.documents.push_back(
          {ranking.documents()[static_cast<std::size_t>(place)],
           ranking.scores()(place)});
  }
  return run;
}

}  // namespace fedltr
