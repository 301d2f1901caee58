#include "app/data/member_rows.hpp"

#include <algorithm>
#include <iterator>

#include "algorithms/core/hash.hpp"
#include "algorithms/core/rng.hpp"
#include "app/base/errors.hpp"
#include "app/base/files.hpp"
#include "app/data/feature_names.hpp"
#include "app/data/letor_input.hpp"
#include "app/data/member_log.hpp"
#include "app/data/search_log.hpp"
#include "app/data/synthetic_data.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

/// The same for a query wherever its rows are, so that two processes hold out
/// the same queries.
bool is_held_out(const Scenario& scenario, std::string_view query) {
  const auto hash = hash_of(query, scenario.run.seed);
  Rng rng(scenario.run.seed, Purpose::kHoldOut,
          static_cast<std::uint32_t>(hash),
          static_cast<std::uint32_t>(hash >> 32));
  return rng.uniform() < scenario.members.hold_out;
}

fs::path folder_of(const Scenario& scenario, const std::string& member) {
  return scenario.members.folder / member;
}

void require_present(const fs::path& file) {
  if (!fs::exists(file))
    throw DataError(file.string() + ": there is no such file");
}

std::shared_ptr<const Dataset> chosen(const Dataset& rows,
                                      const std::vector<Index>& queries) {
  return std::make_shared<const Dataset>(select_queries(rows, queries));
}

/// Holds queries of a member's rows out.
/// @param where  of the rows, for messages
MemberRows divide(const Scenario& scenario, const std::string& name,
                  const Dataset& rows, const std::string& where) {
  const bool none_teach = scenario.members.has_real_users();
  std::vector<Index> learnt;
  std::vector<Index> held_out;
  for (Index query = 0; query < rows.queries(); ++query)
    (none_teach || is_held_out(scenario, rows.query_name(query)) ? held_out
                                                                 : learnt)
        .push_back(query);
  if (learnt.empty() && !none_teach)
    throw DataError(where + ": no query is left to learn from; the " +
                    std::to_string(held_out.size()) +
                    " in it are held out (members.hold-out)");
  const auto most = scenario.members.at_most;
  if (scenario.members.unit == PrivacyUnit::kQuery && learnt.size() > most)
    throw DataError(where + ": has " + std::to_string(learnt.size()) +
                    " queries to learn from, more than members.at-most = " +
                    std::to_string(most));
  const int agreed = scenario.members.grades;
  if (agreed > 0 && highest_label(rows) >= agreed)
    throw DataError(where + ": has grade " +
                    std::to_string(highest_label(rows)) +
                    ", and members.grades = " + std::to_string(agreed) +
                    " allows 0 to " + std::to_string(agreed - 1));
  return {name, chosen(rows, learnt), chosen(rows, held_out), {}};
}

/// Deals synthetic queries out among the members, in turn.
void deal_synthetic(const Scenario& scenario, LoadedData& loaded) {
  const Dataset all = kept(make_synthetic(scenario), keeping_of(scenario));
  const auto count = std::ssize(scenario.members.names);
  for (Index i = 0; i < count; ++i) {
    std::vector<Index> own;
    for (Index query = i; query < all.queries(); query += count)
      own.push_back(query);
    const std::string& name =
        scenario.members.names[static_cast<std::size_t>(i)];
    loaded.members.push_back(
        divide(scenario, name, select_queries(all, own), name));
  }
  loaded.files.push_back(
      {"synthetic " + scenario.synthetic.like, digest_of_rows(all)});
}

/// Reads the searches of the last member: of a log of clicks those that
/// fedltr member --log would add to its searches.log, if it has none.
void read_searches(const Scenario& scenario, const fs::path& folder,
                   const SearchColumns& columns, LoadedData& loaded) {
  SearchRecord& record = loaded.members.back().searches;
  const fs::path log = folder / kSearchLog;
  const MemberLogFiles files{folder / kMemberClicks, folder / kMemberRows};
  if (fs::exists(log)) {
    record = read_search_log(log, columns);
    loaded.files.push_back({log.string(), sha256_of_file(log)});
  } else if (scenario.members.learns_from_log() && fs::exists(files.clicks)) {
    std::ranges::move(
        read_member_log(scenario, files, columns.features, loaded.notes, {}),
        std::back_inserter(record.waiting));
    loaded.files.push_back(
        {files.clicks.string(), sha256_of_file(files.clicks)});
  }
}

/// With real users there is nothing to rehearse without searches, and nothing
/// to measure it by without judged queries.
void require_users(const Scenario& scenario, const LoadedData& loaded) {
  const std::string folder = scenario.members.folder.string();
  if (std::ranges::none_of(loaded.members, [](const MemberRows& member) {
        return member.searches.searches() > 0;
      }))
    throw DataError(folder + ": no member has searches with clicks in a " +
                    kSearchLog +
                    (scenario.members.learns_from_log()
                         ? ", which fedltr member --log writes, or in a " +
                               std::string(kMemberClicks)
                         : ", which fedltr member --agent writes"));
  if (std::ranges::none_of(loaded.members, [](const MemberRows& member) {
        return member.held_out->queries() > 0;
      }))
    throw DataError(folder + ": no member has judged queries in a " +
                    kMemberRows + ", by which to measure the model");
}

/// Reads the folders of all members.
void read_folders(const Scenario& scenario, LoadedData& loaded) {
  const MembersSettings& members = scenario.members;
  const auto names = read_feature_names(members.features);
  const SearchColumns columns = search_columns(scenario, names);
  loaded.files.push_back(
      {members.features.string(), sha256_of_file(members.features)});
  for (const std::string& name : members.names) {
    const fs::path folder = folder_of(scenario, name);
    loaded.members.push_back(read_member_rows(
        scenario, folder, name, columns.features, loaded.notes, &loaded.files));
    if (members.has_real_users())
      read_searches(scenario, folder, columns, loaded);
  }
}

/// Joins all members' queries of one kind.
Dataset together(const std::vector<MemberRows>& members,
                 std::shared_ptr<const Dataset> MemberRows::*kind) {
  Dataset all(members[0].train->features(), members[0].train->storage());
  for (const MemberRows& rows : members) append_queries(all, *(rows.*kind));
  return all;
}

}  // namespace

MemberRows read_member_rows(const Scenario& scenario, const fs::path& folder,
                            const std::string& name, Index features,
                            LetorNotes& notes, std::vector<DataFile>* files) {
  const fs::path file = folder / kMemberRows;
  Dataset rows(features);
  if (scenario.members.has_real_users() && !fs::exists(file)) {
    require_present(folder);
    return divide(scenario, name, rows, file.string());
  }
  require_present(file);
  notes += stream_letor(
      {file.string()}, 1, features,
      [&](const Dataset& part) { append_queries(rows, part); },
      OtherFeatures::kRefuse, MissingLabels::kRefuse, scenario.data.missing);
  if (files) files->push_back({file.string(), sha256_of_file(file)});
  return divide(scenario, name, kept(std::move(rows), keeping_of(scenario)),
                file.string());
}

LoadedData load_member_rows(const Scenario& scenario) {
  LoadedData loaded;
  const bool has_searches = scenario.members.has_real_users();
  if (has_searches && scenario.members.folder.empty())
    throw UsageError("members.folder is missing: with members.source = " +
                     scenario.text.at("members.source") +
                     ", fedltr run rehearses with the " +
                     (scenario.members.learns_from_log()
                          ? kMemberClicks + std::string(" or searches.log")
                          : std::string(kSearchLog)) +
                     " of each member below it");
  scenario.members.folder.empty() ? deal_synthetic(scenario, loaded)
                                  : read_folders(scenario, loaded);
  if (has_searches) require_users(scenario, loaded);
  Dataset train = together(loaded.members, &MemberRows::train);
  Dataset held_out = together(loaded.members, &MemberRows::held_out);
  for (const Dataset* each : {&train, &held_out})
    if (each->queries() > 0)
      loaded.grades = std::max(loaded.grades, highest_label(*each) + 1);
  Fold fold;
  if (train.queries() > 0)
    fold.train = std::make_shared<const Dataset>(std::move(train));
  if (held_out.queries() > 0)
    fold.evaluation = std::make_shared<const Dataset>(std::move(held_out));
  if (!fold.train) fold.train = fold.evaluation;
  if (!fold.evaluation) fold.evaluation = fold.train;
  loaded.folds.push_back(std::move(fold));
  return loaded;
}

void check_rows_of_members(const Scenario& scenario) {
  const MembersSettings& members = scenario.members;
  if (!members.features.empty()) {
    require_present(members.features);
    read_feature_names(members.features);
  }
  if (members.folder.empty()) return;
  if (members.has_real_users()) return;
  for (const std::string& name : members.names)
    require_present(folder_of(scenario, name) / kMemberRows);
}

}  // namespace fedltr
