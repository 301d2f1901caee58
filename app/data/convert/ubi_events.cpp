#include "app/data/convert/ubi_events.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include "algorithms/core/hash.hpp"
#include "algorithms/data/lines.hpp"
#include "app/base/errors.hpp"
#include "app/base/record_sorter.hpp"
#include "app/data/convert/packed_fields.hpp"
#include "app/data/convert/ubi_actions.hpp"
#include "app/data/convert/ubi_record.hpp"
#include "app/data/letor_input.hpp"

namespace fedltr {
namespace {

constexpr const char* kQueryText = "user_query";

/// A document of a search's events.
struct UbiDocument {
  std::string name;
  std::vector<std::uint32_t> shown_at;    ///< each once, in order
  std::vector<std::uint32_t> clicked_at;  ///< each once, in order
  bool clicked = false;
  std::uint64_t events = 0;

  /// Takes the position of an event.
  void take(std::uint32_t at, bool shows) {
    std::vector<std::uint32_t>& places = shows ? shown_at : clicked_at;
    if (std::ranges::count(places, at) == 0) places.push_back(at);
  }
  /// Returns the first position of a click where the document was shown, else
  /// the first one shown, else the first one clicked.
  std::optional<std::uint32_t> place() const {
    const auto both = std::ranges::find_first_of(clicked_at, shown_at);
    if (both != clicked_at.end()) return *both;
    return places().empty() ? std::nullopt : std::optional(places()[0]);
  }
  /// Returns the positions among which place() chooses.
  const std::vector<std::uint32_t>& places() const {
    return shown_at.empty() ? clicked_at : shown_at;
  }
};

/// Moves documents up over positions that others left and none took, if the
/// list then has no gap; returns true if it moves some.
bool close_gaps(std::set<std::uint32_t> left,
                std::vector<ShownDocument>& shown) {
  std::set<std::uint32_t> taken;
  for (const ShownDocument& each : shown) {
    taken.insert(each.position);
    left.erase(each.position);
  }
  if (taken.empty()) return false;
  left.erase(left.upper_bound(*taken.rbegin()), left.end());
  if (left.empty() || *taken.rbegin() != taken.size() + left.size())
    return false;
  for (ShownDocument& each : shown)
    each.position = static_cast<std::uint32_t>(
        std::distance(taken.begin(), taken.lower_bound(each.position)) + 1);
  return true;
}

/// The records of a search.
struct UbiSearch {
  std::string id;
  std::string text;
  std::string user;
  std::string time;
  std::uint64_t file = 0;
  /// The line of the record of its time, else of its first one; 0: none yet.
  std::uint64_t line = 0;
  bool has_query = false;  ///< a record of ubi_queries
  std::vector<UbiDocument> documents;
  std::vector<std::string> list;
  bool begun = false;  ///< false: no record yet
};

class UbiReader {
 public:
  UbiReader(const LogInput& options, ClickNotes& notes)
      : by_text_(options.query == kQueryText),
        first_(options.first_position),
        actions_(options.actions),
        notes_(notes) {
    if (!options.query.empty() && !by_text_ && options.query != "query_id")
      throw UsageError("--qid " + in_quotes(options.query) +
                       ": expected query_id or user_query, with --from ubi");
  }

  void read(const std::string& file) {
    files_.push_back(shown_path(file));
    each_ubi_record(file, [&](const UbiRecord& record, const Place& place) {
      if (record.action.empty() && !record.query.empty())
        keep(record, nullptr, place);
      else
        take_event(record, place);
    });
  }

  ClickLog log() {
    notes_.first_position = first_position_of(smallest_, first_);
    UbiSearch search;
    std::uint64_t first = 0;  // record of the search
    records_.visit([&](std::string_view id, std::string_view bytes) {
      if (search.id != id) {
        end(search, first);
        search = {};
        search.id = id;
      }
      FieldReader fields(bytes);
      const std::uint64_t number = fields.number();
      if (!search.begun) first = number;
      search.begun = true;
      add_record(fields, search);
    });
    end(search, first);
    notes_.actions = actions_.counts();
    notes_.absent_actions = actions_.absent();
    if (notes_.begins_there.all == 0) notes_.first_position.reset();
    return built_.take(notes_);
  }

 private:
  void take_event(const UbiRecord& record, const Place& place) {
    if (record.is_request) {
      ++notes_.requests;
      return;
    }
    const UbiAction action = actions_.take(record.action);
    if (action == UbiAction::kIgnore) return;
    if (record.query.empty() || record.document.empty()) {
      ++(record.query.empty() ? notes_.without_query : notes_.without_document);
      return;
    }
    if (record.position && first_ && *record.position < *first_)
      place.fail("position " + std::to_string(*record.position) +
                 ", but with --first-position " + std::to_string(*first_) +
                 " they count from there");
    smallest_ = std::min(smallest_, record.position.value_or(smallest_));
    keep(record, &action, place);
  }

  /// Keeps a record with the others of its search.
  /// @param action  of an event; null for a query
  void keep(const UbiRecord& record, const UbiAction* action,
            const Place& place) {
    FieldWriter fields;
    fields.number(kept_++);
    fields.number(files_.size() - 1);
    fields.number(place.line);
    for (const std::string* text : {&record.text, &record.user, &record.time})
      fields.text(*text);
    fields.number(action ? 1 : 0);
    if (action) {
      fields.number(*action == UbiAction::kShow ? 1 : 0);
      fields.text(record.document);
      fields.number(record.position ? *record.position + 1 : 0);
    } else {
      for (const std::string& document : record.list) fields.text(document);
    }
    records_.add(record.query, fields.bytes());
  }

  /// Adds a record, behind its number, to its search; the records of a search
  /// come in the order of the log.
  void add_record(FieldReader& fields, UbiSearch& search) const {
    Place place;
    const std::uint64_t file = fields.number();
    place.file = files_[file];
    place.line = fields.number();
    const std::string text = fields.text();
    const std::string user = fields.text();
    const std::string time = fields.text();
    if (search.text.empty()) search.text = text;
    if (search.user.empty()) search.user = user;
    const bool is_event = fields.number() == 1;
    const bool tells_time = !time.empty() && (search.time.empty() ||
                                              (!is_event && !search.has_query));
    if (tells_time) search.time = time;
    if (tells_time || search.line == 0) {
      search.file = file;
      search.line = place.line;
    }
    if (is_event) return add_event(fields, place, search);
    search.has_query = true;
    while (!fields.done()) search.list.push_back(fields.text());
    if (search.list.size() > kMaxShown) fail_of_size(place);
  }

  static void add_event(FieldReader& fields, const Place& place,
                        UbiSearch& search) {
    const bool shows = fields.number() == 1;
    const std::string document = fields.text();
    const std::uint64_t position = fields.number();
    auto found =
        std::ranges::find(search.documents, document, &UbiDocument::name);
    if (found == search.documents.end()) {
      if (search.documents.size() == kMaxShown) fail_of_size(place);
      search.documents.emplace_back();
      search.documents.back().name = document;
      found = search.documents.end() - 1;
    }
    ++found->events;
    if (position > 0)
      found->take(static_cast<std::uint32_t>(position - 1), shows);
    if (!shows) found->clicked = true;
  }

  /// Completes a search.
  /// @param first  number of its first record
  void end(const UbiSearch& search, std::uint64_t first) {
    if (!search.begun) return;
    first_record_ = first;
    if (by_text_ && search.text.empty())
      ++notes_.without_text;
    else if (LoggedSearch logged = logged_of(search); logged.shown.empty())
      ++notes_.without_list;
    else
      built_.add(first, std::move(logged));
  }

  static void fail_of_size(const Place& place) {
    place.fail("a search of more than the " + std::to_string(kMaxShown) +
               " documents that are allowed");
  }

  LoggedSearch logged_of(const UbiSearch& search) {
    LoggedSearch logged{by_text_ ? search.text : search.id,
                        "",
                        search.user,
                        search.time,
                        {},
                        search.file,
                        search.line};
    const bool is_shown = std::ranges::any_of(
        search.documents,
        [](const UbiDocument& each) { return !each.shown_at.empty(); });
    if (!is_shown && !search.list.empty()) {
      take_list(search, logged);
      return logged;
    }
    std::set<std::uint32_t> left;  // positions of documents that moved
    for (const UbiDocument& each : search.documents) {
      const auto position = each.place();
      if (!position) {
        notes_.without_place += each.events;
        continue;
      }
      notes_.moved += each.places().size() > 1 ? 1 : 0;
      for (const std::uint32_t place : each.places())
        left.insert(place + 1 - *notes_.first_position);
      logged.shown.push_back(
          {each.name, *position + 1 - *notes_.first_position, each.clicked});
    }
    if (is_shown)
      notes_.closed += close_gaps(std::move(left), logged.shown) ? 1 : 0;
    if (!logged.shown.empty())
      notes_.begins_there.add(
          std::ranges::count(logged.shown, 1U, &ShownDocument::position) > 0);
    notes_.clicks_only += !is_shown && !logged.shown.empty() ? 1 : 0;
    return logged;
  }

  /// Shows the list of a search, each document once, at its best place.
  void take_list(const UbiSearch& search, LoggedSearch& logged) {
    ++notes_.from_queries;
    TextMap<std::size_t, std::string_view> places;
    logged.shown.reserve(search.list.size());
    for (std::size_t i = 0; i < search.list.size(); ++i)
      if (places.emplace(search.list[i], logged.shown.size()).second)
        logged.shown.push_back(
            {search.list[i], static_cast<std::uint32_t>(i + 1), false});
    for (const UbiDocument& each : search.documents) {
      const auto place = places.find(each.name);
      if (place != places.end()) {
        logged.shown[place->second].clicked = each.clicked;
      } else if (each.clicked) {
        if (notes_.outside++ > 0 && first_record_ >= outside_at_) continue;
        outside_at_ = first_record_;
        notes_.outside_example = each.name;
        notes_.outside_list.clear();
        for (const ShownDocument& shown : logged.shown)
          add_example(notes_.outside_list, shown.document);
      }
    }
  }

  bool by_text_;
  std::optional<std::uint32_t> first_;
  UbiActions actions_;
  ClickNotes& notes_;
  std::uint32_t smallest_ = kMaxPosition;  ///< position of all events
  std::vector<std::string> files_;
  std::uint64_t kept_ = 0;
  RecordSorter records_;            ///< by search
  std::uint64_t first_record_ = 0;  ///< of the search that is completed
  std::uint64_t outside_at_ = 0;    ///< that of the example
  LogBuilder built_;
};

}  // namespace

ClickLog read_ubi_events(const ConvertInput& input, ClickNotes& notes) {
  UbiReader reader(input.log, notes);
  for (const std::string& file : input.files) reader.read(file);
  return reader.log();
}

}  // namespace fedltr
