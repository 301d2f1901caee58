#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/data/convert/letor_row.hpp"

namespace fedltr {

/// An event of User Behavior Insights (index ubi_events), or a query
/// (ubi_queries), which has no action. Absent values are empty.
struct UbiRecord {
  std::string action;
  std::string query;  ///< query_id, which names a search
  std::string text;   ///< user_query
  std::string user;   ///< client_id, otherwise user_id, otherwise session_id
  std::string time;
  std::string document;
  std::optional<std::uint32_t> position;  ///< as counted in the log
  std::vector<std::string> list;  ///< query_response_hit_ids, the best first
  bool is_request = false;        ///< a request of a search, not of a log
};

using TakeUbiRecord = std::function<void(const UbiRecord&, const Place&)>;

/// Reads JSON objects, see JsonCutter, or CSV whose first line names columns.
/// Accepts schemas 1.0.0 to 1.3.0 (github.com/o19s/ubi) and what OpenSearch's
/// data generator writes: positions in `event_attributes.position.ordinal`,
/// also as an object with `index`, or in `event_attributes.rank`, and such
/// names joined by points, as one member or column; records
/// within `_source` (elasticdump, _search); and the _bulk API's lines of
/// actions, which it skips.
/// @throws DataError  with file and line
void each_ubi_record(const std::string& file, const TakeUbiRecord& take);

/// True if a text of JSON, or the columns of a table, look like UBI.
bool looks_like_ubi(std::string_view json);
bool are_ubi_columns(const std::vector<std::string>& names);

}  // namespace fedltr
