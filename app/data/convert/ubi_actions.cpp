#include "app/data/convert/ubi_actions.hpp"

#include <algorithm>
#include <array>

#include "algorithms/data/lines.hpp"
#include "app/base/errors.hpp"
#include "app/base/text.hpp"

namespace fedltr {
namespace {

/// Maximum number of actions that are counted one by one.
constexpr std::size_t kMostActions = 12;

struct Meaning {
  const char* word;
  const char* participle;
};
constexpr std::array<Meaning, 3> kMeanings = {
    {{"show", "shown"}, {"click", "clicked"}, {"ignore", "ignored"}}};

}  // namespace

UbiActions::UbiActions(const std::string& changes)
    : entries_({{"impression", UbiAction::kShow},
                {"view", UbiAction::kShow},
                {"click", UbiAction::kClick},
                {"click_through", UbiAction::kClick}}) {
  for (const std::string& change : split(changes, ',')) {
    const std::size_t equals = change.rfind('=');
    const std::string name = trim(change.substr(0, equals));
    const std::string word =
        equals == std::string::npos ? "" : trim(change.substr(equals + 1));
    const auto meaning = std::ranges::find(kMeanings, word, &Meaning::word);
    if (name.empty() || meaning == kMeanings.end())
      throw UsageError("--actions " + in_quotes(change) +
                       ": expected NAME=show, NAME=click or NAME=ignore, "
                       "separated by commas");
    if (find(name) == nullptr) entries_.push_back({name});
    find(name)->action = static_cast<UbiAction>(meaning - kMeanings.begin());
    find(name)->is_given = true;
  }
}

UbiAction UbiActions::take(const std::string& name) {
  Entry* entry = find(name);
  if (entry == nullptr && entries_.size() < kMostActions) {
    entries_.push_back({name});
    entry = &entries_.back();
  }
  ++(entry == nullptr ? others_ : entry->events);
  return entry == nullptr ? UbiAction::kIgnore : entry->action;
}

std::vector<ActionNote> UbiActions::counts() const {
  std::vector<ActionNote> counts;
  for (const Entry& entry : entries_)
    if (entry.events > 0)
      counts.push_back(
          {entry.name.empty() ? "(none)" : in_quotes(entry.name),
           kMeanings.at(static_cast<std::size_t>(entry.action)).participle,
           entry.events});
  if (others_ > 0) counts.push_back({"others", "ignored", others_});
  return counts;
}

std::vector<std::string> UbiActions::absent() const {
  std::vector<std::string> names;
  for (const Entry& entry : entries_)
    if (entry.is_given && entry.events == 0) names.push_back(entry.name);
  return names;
}

UbiActions::Entry* UbiActions::find(const std::string& name) {
  const auto found = std::ranges::find(entries_, name, &Entry::name);
  return found == entries_.end() ? nullptr : &*found;
}

}  // namespace fedltr
