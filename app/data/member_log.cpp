#include "app/data/member_log.hpp"

#include <algorithm>
#include <cstring>
#include <map>

#include "algorithms/core/hash.hpp"
#include "algorithms/core/numbers_below.hpp"
#include "algorithms/online/search.hpp"
#include "algorithms/privacy/signature.hpp"
#include "algorithms/unbiased/propensities.hpp"
#include "app/data/convert/log_remarks.hpp"
#include "app/data/letor_input.hpp"
#include "app/data/session_file.hpp"
#include "app/schema/choices.hpp"

namespace fedltr {
namespace {

Dataset rows_of(const Scenario& scenario, const std::string& file,
                Index columns, LetorNotes& notes) {
  Dataset rows(columns);
  notes += stream_letor(
      {file}, 1, columns,
      [&](const Dataset& part) { append_queries(rows, part); },
      OtherFeatures::kRefuse, MissingLabels::kAllow, scenario.data.missing);
  return kept(std::move(rows), keeping_of(scenario));
}

/// Propensities of a log's lists.
class ListPropensities {
 public:
  ListPropensities(const Scenario& scenario, const SessionLog& log,
                   const std::string& file)
      : is_needed_(Choices(scenario).learner.traits.by_examination) {
    if (!is_needed_) return;
    const auto& source =
        find(propensity_sources(), scenario.logging.propensities);
    is_of_rows_ = source.traits.of_rows;
    PropensityInput input;
    if (source.traits.of_file) {
      input.given = read_curve(scenario.logging.curve);
      report_curve(scenario.logging.curve, input.given,
                   std::min<Index>(longest_list(log), scenario.clicks.list));
    }
    input.log = &log;
    auto sessions =
        numbers_below<Index>(static_cast<std::size_t>(log.sessions()));
    input.clients = {std::move(sessions)};
    input.list = static_cast<std::size_t>(scenario.clicks.list);
    try {
      examination_ = source.make(input);
    } catch (const std::invalid_argument& error) {
      throw DataError(file + ": logging.propensities = " + source.name + ": " +
                      error.what());
    }
    if (!examination_.offset.empty())
      throw DataError(scenario.logging.curve.string() +
                      ": has offsets of trust bias, which members of a log "
                      "can't correct: expected rank,propensity or "
                      "rank,proceed");
  }

  /// @param list  cut to its length
  std::vector<double> of(const LoggedList& list) const {
    const std::size_t count = list.clicks.size();
    if (!is_needed_) return std::vector<double>(count, 1);
    if (is_of_rows_)
      return {list.propensities.begin(),
              list.propensities.begin() + static_cast<std::ptrdiff_t>(count)};
    std::vector<double> slopes(count);
    std::vector<double> offsets(count);
    examination_.at(list.clicks, slopes, offsets);
    return slopes;
  }

 private:
  bool is_needed_;
  bool is_of_rows_ = false;
  Examination examination_;
};

/// Gives searches ids by their content. Documents count by name, since their
/// rows may stand elsewhere the next time. With a key, others than those who
/// have it can't test guesses of the content by an id.
class ContentIds {
 public:
  ContentIds(const Dataset& rows, const std::optional<Secret>& key)
      : rows_(rows), key_(key) {}

  std::uint64_t next(const LoggedList& list, const std::string& user) {
    std::string content =
        std::string(rows_.query_name(list.query)) + '\n' + user + '\n';
    for (std::size_t rank = 0; rank < list.clicks.size(); ++rank)
      content += document_name(rows_, list.query, list.documents[rank]) +
                 (list.clicks[rank] ? "+\n" : "-\n");
    const std::uint64_t before = before_[hash_of(content, 0)]++;
    return key_ ? keyed(std::to_string(before) + '\n' + content)
                : hash_of(content, 1 + before);
  }

 private:
  std::uint64_t keyed(const std::string& content) const {
    const Secret hash =
        derive_secret(*key_, "id of a logged list", sha256_of(content));
    std::uint64_t id = 0;
    std::memcpy(&id, hash.data(), sizeof id);
    return id;
  }

  const Dataset& rows_;
  const std::optional<Secret>& key_;
  std::map<std::uint64_t, std::uint64_t> before_;
};

}  // namespace

std::vector<RecordedSearch> read_member_log(const Scenario& scenario,
                                            const MemberLogFiles& files,
                                            Index columns, LetorNotes& notes,
                                            const std::optional<Secret>& key) {
  const std::string file = files.clicks.string();
  const std::string features = files.features.string();
  const Dataset rows = rows_of(scenario, features, columns, notes);
  const JoinedSessions joined = join_sessions(read_session_file(file), rows);
  if (joined.log->sessions() == 0)
    throw DataError(file + ": " +
                    why_nothing_joins(joined.joined, features, false));
  report_join(file, joined);
  const ListPropensities propensities(scenario, *joined.log, file);
  const auto longest = static_cast<std::size_t>(scenario.clicks.list);
  ContentIds ids(rows, key);
  std::vector<double> room;
  std::vector<RecordedSearch> searches;
  for (Index session = 0; session < joined.log->sessions(); ++session) {
    LoggedList list = joined.log->list(session);
    const std::size_t count = std::min(list.clicks.size(), longest);
    list.clicks = list.clicks.first(count);
    list.documents = list.documents.first(count);
    if (std::ranges::count(list.clicks, 1) == 0) continue;
    RecordedSearch search;
    search.user = joined.users[joined.log->user(session)];
    search.clicks = {list.clicks.begin(), list.clicks.end()};
    search.scores = propensities.of(list);
    const auto values = rows.features_of(list.query, room);
    for (const std::uint32_t document : list.documents)
      for (Index column = 0; column < columns; ++column)
        search.rows.push_back(static_cast<float>(values(document, column)));
    search.id = ids.next(list, search.user);
    searches.push_back(std::move(search));
  }
  return searches;
}

}  // namespace fedltr
