#pragma once

#include <string>
#include <vector>

#include "app/base/json_fwd.hpp"

// Scenarios that draw the figures and tables of papers.
namespace fedltr {

/// A scenario after a figure or table.
struct ListedFigure {
  std::string name;  ///< of the scenario
  std::string question;
  std::string source;  ///< figure or table, and its data; may be empty
  std::string
      picture;        ///< what is drawn, in words; empty: pictures of each run
  std::string scale;  ///< size of the study, in words
  /// Rest of the comment with which the file begins: differences from the
  /// paper, real data, the short form.
  std::vector<std::string> notes;
};

/// Returns the scenarios that this process finds by name and that have a source
/// or are named after a figure or table; of a folder together, by number.
/// @throws UsageError  for an invalid scenario
std::vector<ListedFigure> listed_figures();

std::string figures_text(const std::vector<ListedFigure>& figures);
/// docs/figures.md, without its first line.
std::string figures_markdown(const std::vector<ListedFigure>& figures);
Json figures_json(const std::vector<ListedFigure>& figures);

}  // namespace fedltr
