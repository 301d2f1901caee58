#include "app/data/convert/clicked_rows.hpp"

#include <algorithm>
#include <cstring>
#include <set>

#include "algorithms/core/hash.hpp"
#include "app/base/record_sorter.hpp"
#include "app/base/spilled_bytes.hpp"
#include "app/data/convert/formats.hpp"
#include "app/data/convert/row_sources.hpp"
#include "app/data/convert/sparse_rows.hpp"
#include "app/data/letor_input.hpp"

namespace fedltr {
namespace {

constexpr std::uint64_t kLargestWindow = std::uint64_t{1} << 18;

/// Replaces the rows of a query by its searches.
class ClickedRows {
 public:
  ClickedRows(const ClickLog& log, const VisitRow& visit, JoinNotes& joined)
      : visit_(visit), joined_(joined) {
    RecordSorter by_query;
    for (const LoggedSearch& search : log) {
      by_query.add(search.query, packed_search(search));
      if (quoted_.emplace(quoted_name(search.query), search.query).second)
        words_[one_word(search.query)].push_back(search.query);
    }
    by_query.visit([&](std::string_view query, std::string_view search) {
      const auto place =
          places_.try_emplace(std::string(query), Part{bytes_.size(), 0}).first;
      const std::uint64_t size = search.size();
      bytes_.append({reinterpret_cast<const char*>(&size), sizeof size});
      bytes_.append(search);
      place->second.end = bytes_.size();
    });
    joined_.queries.all = places_.size();
  }

  TextSet<> queries() const {
    TextSet<> names;
    for (const auto& [name, query] : quoted_) names.insert(name);
    for (const auto& [name, queries] : words_) names.insert(name);
    return names;
  }

  void add(const LetorRow& row) {
    checked_.add(row);
    if (row.document.empty())
      row.place.fail(
          "a row without a document name, but the log has clicks on names; "
          "expected '# docid = NAME' behind it, in a table a column docno");
    if (row.query != query_) end_query();
    query_ = row.query;
    if (!rows_.emplace(row.document, row).second)
      row.place.fail("document '" + row.document +
                     "' occurs twice in its query" +
                     (row.document.find('%') != std::string::npos
                          ? "; tables' names with blanks are written so"
                          : ""));
    add_example(joined_.other_documents, row.document);
  }

  void end_query() {
    if (rows_.empty()) return;
    for (const std::string& query : queries_called(query_)) {
      const auto found = places_.find(query);
      if (found == places_.end()) continue;
      ++joined_.queries.some;
      pass_on(found->second);
      places_.erase(found);
    }
    rows_.clear();
  }

  /// Counts the remaining searches, whose queries have no features at all.
  /// @param log  the same, whose order examples follow
  void end(const ClickLog& log) {
    end_query();
    for (const LoggedSearch& search : log) {
      if (!places_.contains(search.query)) continue;
      add_example(joined_.lost_queries, one_word(search.query));
      joined_.searches.add(false);
      for (const ShownDocument& shown : search.shown) count(shown, false);
    }
  }

 private:
  /// Bytes of a query's searches, in the order of the log.
  struct Part {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };

  /// Returns the query whose quoted name is that of the rows, or else those
  /// that are it as one word: `a_b` for the query `a b`.
  std::vector<std::string> queries_called(const std::string& name) const {
    if (const auto quoted = quoted_.find(name); quoted != quoted_.end())
      return {quoted->second};
    const auto word = words_.find(name);
    return word == words_.end() ? std::vector<std::string>() : word->second;
  }

  void pass_on(const Part& part) {
    SpilledReader reader(
        bytes_, part.begin, part.end,
        std::min<std::uint64_t>(part.end - part.begin, kLargestWindow));
    while (!reader.done()) {
      std::uint64_t size = 0;
      std::memcpy(&size, reader.take(sizeof size).data(), sizeof size);
      pass_on(unpacked_search(reader.take(size)));
    }
  }

  void pass_on(const LoggedSearch& search) {
    bool is_any_known = false;
    std::set<const LetorRow*> taken;
    for (const ShownDocument& shown : search.shown) {
      auto found = rows_.find(quoted_name(shown.document));
      if (found == rows_.end()) found = rows_.find(one_word(shown.document));
      // The first of two names of a row, `a b` and `a_b`, is its name.
      if (found != rows_.end() && !taken.insert(&found->second).second)
        found = rows_.end();
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
  SpilledBytes bytes_;                       ///< searches by query
  TextMap<Part> places_;                     ///< of queries without rows so far
  TextMap<std::string> quoted_;              ///< to keys of places_
  TextMap<std::vector<std::string>> words_;  ///< the queries of a word
  std::string query_;
  TextMap<LetorRow> rows_;
};

/// Returns a name in a table as rows have it.
std::string word_of(const std::string& name) {
  return one_word(name) == name ? name : quoted_name(name);
}

/// Reads LETOR rows, or a table, of the queries that input.wanted names.
void read_wanted(const ConvertInput& input, const VisitRow& visit,
                 InputNotes& notes) {
  const InputFormat* const table = table_format(input.files[0]);
  if (table == nullptr) return read_letor_rows(input, visit, notes);
  const auto visit_wanted = [&](const LetorRow& row) {
    LetorRow named = row;
    named.query = word_of(row.query);
    named.document = word_of(row.document);
    if (input.wanted->contains(named.query))
      visit(named);
    else
      add_example(notes.unwanted, row.query);
  };
  table->rows(input, visit_wanted, notes);
}

/// Reads rows. A fault that an option mends, which would be one of the log,
/// names the conversion that takes it.
void read_features(const ConvertInput& input, const VisitRow& visit,
                   InputNotes& notes) try {
  read_wanted(input, visit, notes);
} catch (const DataError& error) {
  const std::string what = error.what();
  const std::string file = shown_path(input.files[0]);
  const std::string option = option_in(what, file);
  if (option.empty() || option == "first-index") throw;
  throw DataError(what + " (convert the rows first: fedltr data convert " +
                  file + " --" + option +
                  " ... --out ROWS; then --features ROWS)");
}

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
  features.unlabelled = features.ignores_labels = true;
  features.wanted = clicked.queries();
  read_features(
      features, [&](const LetorRow& row) { clicked.add(row); }, notes);
  clicked.end(log);
  joined.other_queries = notes.unwanted;
}

}  // namespace fedltr
