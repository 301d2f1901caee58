#pragma once

#include <string>
#include <vector>

#include "app/data/convert/click_log.hpp"

namespace fedltr {

enum class UbiAction : std::uint8_t { kShow, kClick, kIgnore };

/// Meanings of the events' actions, counting those that occur.
class UbiActions {
 public:
  /// @param changes  NAME=show|click|ignore, separated by commas, before
  ///                 impression=show, view=show, click=click and
  ///                 click_through=click
  /// @throws UsageError
  explicit UbiActions(const std::string& changes);

  /// Returns the meaning of an event's action, and counts it.
  UbiAction take(const std::string& name);
  /// Returns the counts of the first actions, and of all others together.
  std::vector<ActionNote> counts() const;
  /// Returns the names in `changes` that no event has.
  std::vector<std::string> absent() const;

 private:
  struct Entry {
    std::string name;
    UbiAction action = UbiAction::kIgnore;
    std::uint64_t events = 0;
    bool is_given = false;  ///< in `changes`
  };

  Entry* find(const std::string& name);

  std::vector<Entry> entries_;
  std::uint64_t others_ = 0;  ///< events, all ignored
};

}  // namespace fedltr
