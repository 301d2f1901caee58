#include "app/data/convert/ubi_events.hpp"

#include <algorithm>

#include "algorithms/core/hash.hpp"
#include "app/data/convert/json_record.hpp"

namespace fedltr {
namespace {

/// Returns a member of members, or null.
const Json& member(const Json& object, const char* name) {
  static const Json kNothing;
  if (!object.is_object()) return kNothing;
  const auto found = object.find(name);
  return found == object.end() ? kNothing : *found;
}

class UbiReader {
 public:
  explicit UbiReader(ClickNotes& notes) : notes_(notes) {}

  void read(const std::string& file) {
    each_record(
        file, "an event of UBI",
        [&](const Json& event, const Place& place) { take(event, place); });
  }
  ClickLog log() { return finished(std::move(log_)); }

 private:
  void take(const Json& event, const Place& place) {
    const std::string action = text_member(event, "action_name");
    const bool clicked = action == "click" || action == "click_through";
    if (!clicked && action != "impression") {
      ++notes_.other_events;
      return;
    }
    const Json& attributes = member(event, "event_attributes");
    const Json& object = member(attributes, "object");
    const Json& ordinal = member(member(attributes, "position"), "ordinal");
    const std::string query = text_member(event, "query_id");
    const std::string document =
        object.is_object() ? text_member(object, "object_id") : "";
    if (query.empty() || document.empty() || !ordinal.is_number_unsigned() ||
        ordinal.get<std::uint64_t>() < 1 ||
        ordinal.get<std::uint64_t>() > kMaxPosition) {
      ++notes_.without_place;
      return;
    }
    const auto [found, is_new] = places_.try_emplace(query, log_.size());
    if (is_new)
      log_.push_back({query, "", "", text_member(event, "timestamp"), {}});
    LoggedSearch& search = log_[found->second];
    for (const char* const name : {"client_id", "user_id"})
      if (search.user.empty()) search.user = text_member(event, name);
    if (search.shown.size() == kMaxShown)
      place.fail("a search of more than the " + std::to_string(kMaxShown) +
                 " documents that are allowed");
    add(search, {document, ordinal.get<std::uint32_t>(), clicked});
  }

  static void add(LoggedSearch& search, const ShownDocument& shown) {
    const auto found = std::ranges::find(search.shown, shown.document,
                                         &ShownDocument::document);
    if (found == search.shown.end())
      search.shown.push_back(shown);
    else
      found->clicked |= shown.clicked;
  }

  ClickNotes& notes_;
  TextMap<std::size_t> places_;
  ClickLog log_;
};

}  // namespace

ClickLog read_ubi_events(const ConvertInput& input, ClickNotes& notes) {
  UbiReader reader(notes);
  for (const std::string& file : input.files) reader.read(file);
  return reader.log();
}

}  // namespace fedltr
