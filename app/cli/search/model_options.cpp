#include "app/cli/search/model_options.hpp"

#include <limits>

#include "app/data/texts/text_layout.hpp"

namespace fedltr {

void add_model_choice(Command& command, const std::string& more) {
  command.option<std::string>(
      "method",
      ("method of a party's or a [silo]'s model, cs-f-ltr" + more).c_str());
  command.option<std::string>(
      "party",
      "party of a [silo]'s model, from 1, where parties' models differ");
}

ModelChoice model_choice(const Command& command) {
  ModelChoice choice;
  choice.method = command.text("method");
  if (const auto party =
          command.number("party", 1, std::numeric_limits<std::uint32_t>::max()))
    choice.party = static_cast<std::uint32_t>(*party);
  return choice;
}

FolderQueries folder_queries(const Command& command) {
  FolderQueries queries;
  queries.folder = command.text("data").value_or("");
  queries.split = command.text("split").value_or(queries.split);
  if (const auto file = command.text("queries")) queries.file = *file;
  return queries;
}

Arguments search_inputs(const Command& command) {
  Arguments inputs;
  for (const char* const option : {"model", "consortium", "queries"})
    inputs.push_back(command.text(option).value_or(""));
  const FolderQueries queries = folder_queries(command);
  const TextFiles files = text_files_in(queries.folder, queries.split);
  for (const auto& file :
       {files.documents, files.queries, files.judgements, files.ranks})
    inputs.push_back(file.string());
  return inputs;
}

}  // namespace fedltr
