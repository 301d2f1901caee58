#include "app/data/convert/clicked_rows.hpp"

#include "algorithms/core/hash.hpp"
#include "app/data/convert/row_sources.hpp"
#include "app/data/convert/sparse_rows.hpp"

namespace fedltr {
namespace {

/// Replaces the rows of a query by its searches.
class ClickedRows {
 public:
  ClickedRows(const ClickLog& log, const VisitRow& visit, JoinNotes& joined)
      : visit_(visit), joined_(joined) {
    for (const LoggedSearch& search : log) {
      const std::string query = one_word(search.query);
      searches_[query].push_back(&search);
      spellings_.emplace(query, query);
      spellings_.emplace(quoted_name(search.query), query);
    }
    joined_.queries.all = searches_.size();
  }

  TextSet<> queries() const {
    TextSet<> names;
    for (const auto& [name, query] : spellings_) names.insert(name);
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
    add_example(joined_.other_documents, row.document);
  }

  void end_query() {
    if (rows_.empty()) return;
    const auto spelling = spellings_.find(query_);
    const auto found = spelling == spellings_.end()
                           ? searches_.end()
                           : searches_.find(spelling->second);
    if (found != searches_.end()) {
      ++joined_.queries.some;
      for (const LoggedSearch* search : found->second) pass_on(*search);
      searches_.erase(found);
    }
    rows_.clear();
  }

  /// Counts the remaining searches, whose queries have no features at all.
  /// @param log  the same, whose order examples follow
  void end(const ClickLog& log) {
    end_query();
    for (const LoggedSearch& search : log) {
      const std::string query = one_word(search.query);
      if (!searches_.contains(query)) continue;
      add_example(joined_.lost_queries, query);
      joined_.searches.add(false);
      for (const ShownDocument& shown : search.shown) count(shown, false);
    }
  }

 private:
  void pass_on(const LoggedSearch& search) {
    bool is_any_known = false;
    for (const ShownDocument& shown : search.shown) {
      auto found = rows_.find(one_word(shown.document));
      if (found == rows_.end()) found = rows_.find(quoted_name(shown.document));
      count(shown, found != rows_.end());
      if (found == rows_.end()) {
        add_example(joined_.lost_documents, shown.document);
        continue;
      }
      is_any_known = true;
      LetorRow& row = found->second;
      row.label = shown.clicked ? 1 : 0;
      row.query = search.name;
      visit_(row);
    }
    joined_.searches.add(is_any_known);
  }

  void count(const ShownDocument& shown, bool is_known) {
    joined_.documents.add(is_known);
    if (shown.clicked) joined_.clicks.add(is_known);
  }

  const VisitRow& visit_;
  JoinNotes& joined_;
  RowCounter checked_;
  TextMap<std::vector<const LoggedSearch*>> searches_;
  TextMap<std::string> spellings_;  ///< to keys of searches_
  std::string query_;
  TextMap<LetorRow> rows_;
};

}  // namespace

void read_clicked_rows(const ConvertInput& input, const ClickLog& log,
                       const VisitRow& visit, InputNotes& notes,
                       JoinNotes& joined) {
  joined = {};
  ClickedRows clicked(log, visit, joined);
  ConvertInput features;
  features.files = {input.features};
  features.first_index = input.first_index;
  features.missing = input.missing;
  features.wanted = clicked.queries();
  read_letor_rows(
      features, [&](const LetorRow& row) { clicked.add(row); }, notes);
  clicked.end(log);
  joined.other_queries = notes.unwanted;
}

}  // namespace fedltr
