#include "app/data/convert/ubi_events.hpp"

#include <algorithm>

#include "algorithms/core/hash.hpp"
#include "algorithms/data/lines.hpp"
#include "app/base/errors.hpp"
#include "app/data/convert/ubi_actions.hpp"
#include "app/data/convert/ubi_record.hpp"

namespace fedltr {
namespace {

constexpr const char* kQueryText = "user_query";

/// A document of a search's events.
struct UbiDocument {
  std::string name;
  std::optional<std::uint32_t> position;
  bool shown = false;
  bool clicked = false;
  std::uint64_t events = 0;
};

/// The records of a search.
struct UbiSearch {
  std::string id;
  std::string text;
  std::string user;
  std::string time;
  bool has_query = false;  ///< a record of ubi_queries
  std::vector<UbiDocument> documents;
  std::vector<std::string> list;
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
    each_ubi_record(file, [&](const UbiRecord& record, const Place& place) {
      record.action.empty() && !record.query.empty()
          ? take_query(record, place)
          : take_event(record, place);
    });
  }

  ClickLog log() {
    ClickLog log;
    places_ = {};
    notes_.first_position = first_position_of(smallest_, first_);
    for (UbiSearch& search : searches_) {
      if (by_text_ && search.text.empty())
        ++notes_.without_text;
      else if (LoggedSearch logged = logged_of(search); logged.shown.empty())
        ++notes_.without_list;
      else
        log.push_back(std::move(logged));
      search = {};
    }
    notes_.actions = actions_.counts();
    if (notes_.begins_there.all == 0) notes_.first_position.reset();
    return finished(std::move(log), notes_);
  }

 private:
  UbiSearch& search_of(const UbiRecord& record) {
    const auto [found, is_new] =
        places_.try_emplace(record.query, searches_.size());
    if (is_new) searches_.push_back({record.query, "", "", "", false, {}, {}});
    UbiSearch& search = searches_[found->second];
    if (search.text.empty()) search.text = record.text;
    if (search.user.empty()) search.user = record.user;
    if (search.time.empty()) search.time = record.time;
    return search;
  }

  void take_query(const UbiRecord& record, const Place& place) {
    UbiSearch& search = search_of(record);
    if (!search.has_query && !record.time.empty()) search.time = record.time;
    search.has_query = true;
    if (search.list.size() + record.list.size() > kMaxShown)
      fail_of_size(place);
    search.list.insert(search.list.end(), record.list.begin(),
                       record.list.end());
  }

  void take_event(const UbiRecord& record, const Place& place) {
    const UbiAction action = actions_.take(record.action);
    if (action == UbiAction::kIgnore) return;
    if (record.query.empty() || record.document.empty()) {
      ++notes_.without_place;
      return;
    }
    if (record.position && first_ && *record.position < *first_)
      place.fail("position " + std::to_string(*record.position) +
                 ", but with --first-position " + std::to_string(*first_) +
                 " they count from there");
    UbiSearch& search = search_of(record);
    auto found = std::ranges::find(search.documents, record.document,
                                   &UbiDocument::name);
    if (found == search.documents.end()) {
      if (search.documents.size() == kMaxShown) fail_of_size(place);
      search.documents.push_back({record.document, {}, false, false, 0});
      found = search.documents.end() - 1;
    }
    ++found->events;
    if (!found->position) found->position = record.position;
    smallest_ = std::min(smallest_, record.position.value_or(smallest_));
    (action == UbiAction::kShow ? found->shown : found->clicked) = true;
  }

  static void fail_of_size(const Place& place) {
    place.fail("a search of more than the " + std::to_string(kMaxShown) +
               " documents that are allowed");
  }

  LoggedSearch logged_of(const UbiSearch& search) {
    LoggedSearch logged{
        by_text_ ? search.text : search.id, "", search.user, search.time, {}};
    const bool is_shown = std::ranges::any_of(
        search.documents,
        [](const UbiDocument& each) { return each.shown && each.position; });
    if (!is_shown && !search.list.empty()) {
      take_list(search, logged);
      return logged;
    }
    std::uint32_t smallest = kMaxPosition;
    for (const UbiDocument& each : search.documents) {
      if (!each.position) {
        notes_.without_place += each.events;
        continue;
      }
      smallest = std::min(smallest, *each.position);
      logged.shown.push_back({each.name,
                              *each.position + 1 - *notes_.first_position,
                              each.clicked});
    }
    if (!logged.shown.empty())
      notes_.begins_there.add(smallest == *notes_.first_position);
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
        if (notes_.outside++ > 0) continue;
        notes_.outside_example = each.name;
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
  TextMap<std::size_t> places_;
  std::vector<UbiSearch> searches_;
};

}  // namespace

ClickLog read_ubi_events(const ConvertInput& input, ClickNotes& notes) {
  UbiReader reader(input.log, notes);
  for (const std::string& file : input.files) reader.read(file);
  return reader.log();
}

}  // namespace fedltr
