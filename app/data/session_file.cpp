#include "app/data/session_file.hpp"

#include <algorithm>

#include <spdlog/spdlog.h>

#include "algorithms/core/hash.hpp"
#include "algorithms/data/csv_reader.hpp"
#include "algorithms/data/lines.hpp"
#include "algorithms/online/search.hpp"
#include "app/base/csv_rows.hpp"
#include "app/base/files.hpp"
#include "app/base/text.hpp"
#include "app/data/convert/click_csv.hpp"
#include "app/data/convert/log_remarks.hpp"
#include "app/data/convert/row_sources.hpp"

namespace fedltr {
std::string document_name(const Dataset& data, Index query, Index place) {
  const Names& names = data.document_names();
  const auto at = static_cast<std::size_t>(data.begin(query) + place);
  if (!names.empty() && !names[at].empty()) return std::string(names[at]);
  return std::string(data.query_name(query)) + "." + std::to_string(place + 1);
}

namespace {

/// Finds queries and documents of a set by the names that a log gives them.
class NamedRows {
 public:
  explicit NamedRows(const Dataset& data) : data_(data) {
    for (Index query = 0; query < data.queries(); ++query)
      queries_.emplace(data.query_name(query), query);
    documents_.resize(data.queries());
  }

  std::optional<Index> query(const std::string& name) const {
    return find(queries_, name);
  }
  std::optional<Index> document(Index query, const std::string& name) {
    auto& places = documents_[query];
    if (places.empty())
      for (Index i = 0; i < data_.size(query); ++i)
        add(document_name(data_, query, i), query, i);
    return find(places, name);
  }
  /// Returns the names of some documents of a query.
  std::vector<std::string> examples(Index query) const {
    std::vector<std::string> names;
    for (Index i = 0; i < data_.size(query); ++i)
      add_example(names, document_name(data_, query, i));
    return names;
  }

 private:
  void add(const std::string& name, Index query, Index place) {
    if (!documents_[query].emplace(name, place).second)
      throw DataError("query " + in_quotes(data_.query_name(query)) +
                      " has two rows of document " + in_quotes(name) +
                      ", of which a log may mean either");
  }
  static std::optional<Index> find(const TextMap<Index>& places,
                                   const std::string& name) {
    auto found = places.find(quoted_name(name));
    if (found == places.end()) found = places.find(one_word(name));
    if (found == places.end()) return std::nullopt;
    return found->second;
  }

  const Dataset& data_;
  TextMap<Index> queries_;
  std::vector<TextMap<Index>> documents_;
};

/// Joins one search after the other.
class SessionJoin {
 public:
  explicit SessionJoin(const Dataset& data) : rows_(data) {
    for (Index query = 0; query < data.queries(); ++query)
      add_example(found_.joined.other_queries,
                  std::string(data.query_name(query)));
  }

  void add(const LoggedSearch& search) {
    const auto query = rows_.query(search.query);
    if (seen_.insert(search.query).second)
      found_.joined.queries.add(query.has_value());
    if (!query) add_example(found_.joined.lost_queries, search.query);
    documents_.clear();
    clicks_.clear();
    propensities_.clear();
    bool ends = !query;
    for (const ShownDocument& shown : search.shown) {
      auto place =
          query ? rows_.document(*query, shown.document) : std::nullopt;
      // The first of two names of a row, `a b` and `a_b`, is its name.
      if (place && std::ranges::count(documents_, *place) > 0) place.reset();
      found_.joined.documents.add(place.has_value());
      if (shown.clicked) found_.joined.clicks.add(place.has_value());
      if (query && !place) {
        add_example(found_.joined.lost_documents, shown.document);
        if (found_.joined.other_documents.empty())
          found_.joined.other_documents = rows_.examples(*query);
      }
      ends = ends || !place || shown.position != documents_.size() + 1 ||
             std::ssize(documents_) == kLongestList;
      if (ends) continue;
      documents_.push_back(*place);
      clicks_.push_back(shown.clicked ? 1 : 0);
      if (shown.propensity > 0) propensities_.push_back(shown.propensity);
    }
    found_.joined.searches.add(!documents_.empty());
    if (query && documents_.empty()) ++found_.empty;
    if (documents_.empty()) return;
    if (documents_.size() < search.shown.size()) ++found_.cut;
    log_.add(*query, user_of(search.user), documents_, clicks_, propensities_);
  }

  JoinedSessions take() {
    found_.log = std::make_shared<const SessionLog>(std::move(log_));
    return std::move(found_);
  }

 private:
  /// Number of a user; a search without one has a user of its own.
  std::uint32_t user_of(const std::string& user) {
    const std::uint32_t next = count_;
    if (!user.empty()) {
      const auto [found, is_new] = users_.emplace(user, next);
      if (!is_new) return found->second;
    }
    found_.users.push_back(user);
    return count_++;
  }

  NamedRows rows_;
  SessionLog log_;
  JoinedSessions found_;
  TextSet<> seen_;
  TextMap<std::uint32_t> users_;
  std::uint32_t count_ = 0;
  std::vector<Index> documents_;
  std::vector<std::uint8_t> clicks_;
  std::vector<double> propensities_;
};

bool is_whole(const CountedPart& part) {
  return part.some == part.all;
}

/// Reads a value of a curve. @throws DataError
double curve_value(const CsvRows& rows, const char* column, double least,
                   double most) {
  const double value = rows.number(column);
  if (!(value >= least && value <= most))
    rows.fail(std::string(column) + " '" + rows.text(column) +
              fmt::format("': expected a number from {} to {}", least, most));
  return value;
}

}  // namespace

JoinedSessions join_sessions(const ClickLog& log, const Dataset& data) {
  SessionJoin join(data);
  for (const LoggedSearch& search : log) join.add(search);
  return join.take();
}

void report_join(const std::string& where, const JoinedSessions& sessions) {
  const JoinNotes& joined = sessions.joined;
  const bool is_all = is_whole(joined.searches) && is_whole(joined.documents);
  const bool is_most = 2 * joined.searches.some >= joined.searches.all;
  if (!is_all)
    spdlog::log(is_most ? spdlog::level::info : spdlog::level::warn, "{}: {}",
                where, join(join_remarks(joined), "; "));
  if (sessions.cut + sessions.empty > 0)
    spdlog::warn(
        "{}: {} lists are used down to the first document without rows or "
        "position without document only, {} not at all",
        where, with_commas(sessions.cut), with_commas(sessions.empty));
}

ClickLog read_session_file(const std::filesystem::path& file) {
  ConvertInput input;
  input.files = {file.string()};
  ClickNotes notes;
  ClickLog log = read_click_csv(input, notes);
  if (log.empty()) throw DataError(file.string() + ": has no searches");
  if (notes.shared_places > 0)
    spdlog::warn("{}: {} {}", file.string(), with_commas(notes.shared_places),
                 kSharedPlaces);
  return log;
}

void load_sessions(const std::filesystem::path& file, LoadedData& loaded) {
  const ClickLog log = read_session_file(file);
  loaded.log_names_users = std::ranges::any_of(
      log, [](const auto& search) { return !search.user.empty(); });
  for (Fold& fold : loaded.folds) {
    const JoinedSessions sessions = join_sessions(log, *fold.train);
    if (sessions.log->sessions() == 0)
      throw DataError(file.string() + ": " +
                      why_nothing_joins(sessions.joined,
                                        "the training set of fold " +
                                            std::to_string(fold.number),
                                        false));
    report_join(file.string() + ": fold " + std::to_string(fold.number),
                sessions);
    fold.sessions = sessions.log;
    fold.anonymous = std::ranges::count(sessions.users, "");
  }
}

namespace {

/// Returns the separator of a file's table.
char separator_in(const std::filesystem::path& file) {
  PackedFile input(file);
  const auto piece = input.next();
  return separator_of_table({piece.data(), piece.size()});
}

}  // namespace

Examination read_curve(const std::filesystem::path& file) {
  CsvRows rows(file, separator_in(file));
  const auto cell = [&](const char* column) {
    return rows.has(column) ? rows.text(column) : std::string();
  };
  if (!rows.has("rank") || (!rows.has("propensity") && !rows.has("proceed")))
    throw DataError(file.string() +
                    ":1: expected columns rank and propensity or proceed");
  Examination read;
  std::string run;
  for (std::size_t rank = 1; rows.next(); ++rank) {
    const std::string own = cell("fold") + "," + cell("repeat");
    if (rank == 1) run = own;
    if (own != run) break;
    if (rows.number("rank") != static_cast<double>(rank))
      rows.fail("rank '" + rows.text("rank") + "': expected " +
                std::to_string(rank));
    const bool is_curve = !cell("propensity").empty();
    if (is_curve)
      read.propensity.push_back(curve_value(rows, "propensity", 1e-9, 1e6));
    if (!is_curve || !cell("proceed").empty())
      read.proceed.push_back(curve_value(rows, "proceed", 0, 1));
    if (!cell("offset").empty()) {
      read.offset.resize(rank - 1);  // an empty one is 0
      read.offset.push_back(curve_value(rows, "offset", 0, 1));
    } else if (!read.offset.empty()) {
      read.offset.push_back(0);
    }
    if (!read.propensity.empty() && !read.proceed.empty())
      rows.fail("expected propensity or proceed at all ranks, not both");
  }
  if (read.empty()) throw DataError(file.string() + ": has no ranks");
  return read;
}

void report_curve(const std::filesystem::path& file, const Examination& curve,
                  Index ranks) {
  if (const Index given = std::ssize(curve.curve()); given < ranks)
    spdlog::warn(
        "{}: has {} ranks, and lists up to {}: those below count as "
        "the last one",
        file.string(), given, ranks);
  if (!curve.propensity.empty() && std::ranges::max(curve.propensity) > 1)
    spdlog::warn(
        "{}: has propensities up to {:.3g}; above 1 they are no "
        "probabilities, but may be ratios to the first rank",
        file.string(), std::ranges::max(curve.propensity));
}

Index longest_list(const SessionLog& log) {
  Index longest = 0;
  for (Index session = 0; session < log.sessions(); ++session)
    longest = std::max(longest, std::ssize(log.list(session).clicks));
  return longest;
}

void write_session_file(const std::filesystem::path& file,
                        const SessionLog& log, const Dataset& data) {
  ClickLog searches;
  for (Index session = 0; session < log.sessions(); ++session) {
    const LoggedList list = log.list(session);
    LoggedSearch search;
    search.query = data.query_name(list.query);
    search.user = "u" + std::to_string(log.user(session) + 1);
    search.time = std::to_string(session + 1);
    for (std::size_t rank = 0; rank < list.clicks.size(); ++rank)
      search.shown.push_back(
          {document_name(data, list.query, list.documents[rank]),
           static_cast<std::uint32_t>(rank + 1), list.clicks[rank] != 0});
    searches.add(search);
  }
  write_click_csv(file.string(), searches);
}

}  // namespace fedltr
