#include "app/cli/eval_judgements.hpp"

#include <iostream>

#include "algorithms/core/hash.hpp"
#include "algorithms/core/join.hpp"
#include "app/base/files.hpp"
#include "app/base/text.hpp"
#include "app/data/letor_input.hpp"
#include "app/data/texts/text_layout.hpp"
#include "app/data/trec_files.hpp"

namespace fedltr {
namespace {

/// Notes what a rule made of the labels in judgements.
void note_grades(const JudgedGrades& grades) {
  if (const std::string text = grades.counts.text(); !text.empty())
    std::cerr << "fedltr: note: labels " << text << '\n';
  for (const std::string& word : grades.counts.words_without_rows(grades.rule))
    std::cerr << "fedltr: note: no judgement has the label " << in_quotes(word)
              << " of --labels\n";
}

}  // namespace

JudgedQueries read_judged(const EvalOptions& options) {
  auto given = options.judged;
  if (given.size() == 1 && is_text_folder(given[0])) {
    const TextFiles files = text_files_in(given[0], options.split);
    require_judgements(files);
    given[0] = files.judgements.string();
  } else if (given.size() > 1 && is_text_folder(given[0])) {
    given.erase(given.begin());
  }
  JudgedGrades grades{options.labels};
  JudgedQueries all;
  TextSet<> seen;
  for (const std::string& file : letor_inputs(given))
    for (JudgedQuery& query : parse_judged(input_text(file, kMaxTrecText),
                                           shown_path(file), &grades)) {
      if (!seen.insert(query.name).second)
        throw DataError(shown_path(file) + ": query '" + query.name +
                        "' is also judged in another file");
      all.push_back(std::move(query));
    }
  if (all.empty())
    throw DataError(join(letor_inputs(given), ", ", shown_path) +
                    ": has no judgements that --labels keeps");
  note_grades(grades);
  return all;
}

}  // namespace fedltr
