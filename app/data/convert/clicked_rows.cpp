#include "app/data/convert/clicked_rows.hpp"

#include "algorithms/core/hash.hpp"
#include "app/data/convert/sparse_rows.hpp"

namespace fedltr {
namespace {

/// Replaces the rows of a query by its searches.
class ClickedRows {
 public:
  ClickedRows(const ClickLog& log, const VisitRow& visit, ClickNotes& notes)
      : visit_(visit), notes_(notes) {
    for (const LoggedSearch& search : log)
      searches_[search.query].push_back(&search);
  }

  TextSet<> queries() const {
    TextSet<> names;
    for (const auto& [name, searches] : searches_) names.insert(name);
    return names;
  }

  void add(const LetorRow& row) {
    checked_.add(row);
    if (row.document.empty())
      row.place.fail(
          "a row without a document name, but the log has clicks on names; "
          "expected '# docid = NAME' behind it");
    if (row.query != query_) end_query();
    query_ = row.query;
    if (!rows_.emplace(row.document, row).second)
      row.place.fail("document '" + row.document +
                     "' occurs twice in its query");
  }

  void end_query() {
    if (rows_.empty()) return;
    const auto found = searches_.find(query_);
    if (found != searches_.end()) {
      for (const LoggedSearch* search : found->second) pass_on(*search);
      searches_.erase(found);
    }
    rows_.clear();
  }

  /// Counts the remaining searches, whose queries have no features at all.
  void end() {
    end_query();
    for (const auto& [name, searches] : searches_)
      for (const LoggedSearch* search : searches) {
        notes_.unknown += search->shown.size();
        ++notes_.lost;
      }
  }

 private:
  void pass_on(const LoggedSearch& search) {
    std::size_t known = 0;
    for (const ShownDocument& shown : search.shown) {
      const auto found = rows_.find(shown.document);
      if (found == rows_.end()) continue;
      ++known;
      LetorRow& row = found->second;
      row.label = shown.clicked ? 1 : 0;
      row.query = search.name;
      visit_(row);
    }
    notes_.unknown += search.shown.size() - known;
    notes_.lost += known == 0 ? 1 : 0;
  }

  const VisitRow& visit_;
  ClickNotes& notes_;
  RowCounter checked_;
  TextMap<std::vector<const LoggedSearch*>> searches_;
  std::string query_;
  TextMap<LetorRow> rows_;
};

}  // namespace

void read_clicked_rows(const ConvertInput& input, const ClickLog& log,
                       const VisitRow& visit, InputNotes& notes,
                       ClickNotes& click_notes) {
  ClickedRows clicked(log, visit, click_notes);
  ConvertInput features;
  features.files = {input.features};
  features.first_index = input.first_index;
  features.wanted = clicked.queries();
  read_letor_rows(
      features, [&](const LetorRow& row) { clicked.add(row); }, notes);
  clicked.end();
}

}  // namespace fedltr
