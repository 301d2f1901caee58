#include "app/results/compare/pivot.hpp"

#include <algorithm>

namespace fedltr {
namespace {

void add_new(std::vector<std::string>& names, const std::string& name) {
  if (std::ranges::count(names, name) == 0) names.push_back(name);
}

}  // namespace

const Comparison* Pivot::find(const std::string& label,
                              const std::string& column) const {
  for (const ComparisonTable* table : tables)
    if (table->column == column)
      for (const Comparison& row : table->rows)
        if (row.run->label == label) return &row;
  return nullptr;
}

std::vector<Pivot> pivots_of(const std::vector<ComparisonTable>& tables) {
  std::vector<Pivot> pivots;
  for (const ComparisonTable& table : tables) {
    auto found = std::ranges::find_if(pivots, [&](const Pivot& pivot) {
      return pivot.tables[0]->metric == table.metric &&
             pivot.tables[0]->group == table.group;
    });
    if (found == pivots.end()) found = pivots.insert(found, Pivot{});
    found->tables.push_back(&table);
    add_new(found->columns, table.column);
    for (const Comparison& row : table.rows)
      add_new(found->labels, row.run->label);
  }
  return pivots;
}

}  // namespace fedltr
