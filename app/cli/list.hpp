#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "app/schema/method_tables.hpp"

namespace fedltr {

enum class ListFormat { kText, kMarkdown, kJson };

struct ListRequest {
  std::string kind;  ///< empty: all methods
  std::string only;  ///< for the kind `keys`: a section or a key; empty: all
  ListFormat format = ListFormat::kText;
  std::optional<std::size_t> columns = {};  ///< width; nullopt: unwrapped
};

/// Prints every named method with summary, parameters, source; or, for the kind
/// `keys`, keys of a scenario; or, for the kind `output`, the files of a run
/// folder, whose text is Markdown; or, for the kind `figures`, the scenarios
/// after figures of papers. docs/methods.md, docs/keys.md, docs/output.md and
/// docs/figures.md are its Markdown.
/// @throws UsageError  for an unknown kind, section or key, naming the nearest
void print_list(std::ostream& out, const ListRequest& request);

/// Names of all kinds, with keys.
std::string list_kinds();

/// All tables of methods, including those that only options name.
const std::vector<MethodTable>& listed_tables();

}  // namespace fedltr
