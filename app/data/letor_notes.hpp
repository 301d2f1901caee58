#pragma once

#include <string>
#include <vector>

#include "algorithms/data/letor.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {

/// True if values are stored in 32 bits.
bool is_float(Storage storage);

/// Use of a set that was read.
struct NotedUse {
  double missing_as = 0;  ///< MissingValues::read_as
  bool unscaled = false;  ///< true if large values stay as they are
  bool as_float = false;  ///< true if stored in 32 bits
};
NotedUse use_of(const DataSettings& data);

/// Describes values that reading changed or that learning suffers from, by
/// feature, one kind a line.
std::vector<std::string> note_lines(const LetorNotes& notes,
                                    const NotedUse& use);
/// Logs these lines.
void tell_notes(const LetorNotes& notes, const NotedUse& use);

/// Refuses values that a float can't hold, by feature, unless they are
/// normalised.
/// @throws DataError
void refuse_beyond_float(const LetorNotes& notes, const Scenario& scenario);

}  // namespace fedltr
