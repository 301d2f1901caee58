#include "app/cli/search/live_search.hpp"

#include <algorithm>
#include <cmath>

#include "app/base/errors.hpp"
#include "app/base/text.hpp"
#include "app/deploy/search_socket.hpp"

namespace fedltr {
namespace {

/// Rows of a query, in construction.
struct Rows {
  std::vector<double> values;
  std::vector<std::uint8_t> labels;
  Names names;
};

Rows rows_of(const Dataset& own) {
  Rows rows;
  if (own.queries() == 0) return rows;
  const auto features = own.features_of(0);
  rows.values.assign(features.data(), features.data() + features.size());
  rows.labels.assign(own.labels().begin(), own.labels().end());
  for (std::size_t i = 0; i < rows.labels.size(); ++i)
    rows.names.push_back(own.document_names()[i]);
  return rows;
}

void require_whole(const MemberDocuments& member) {
  constexpr auto kColumns = static_cast<std::size_t>(kFeatureColumns);
  if (member.features.size() != member.documents.size() * kColumns ||
      !std::ranges::all_of(member.features,
                           [](double value) { return std::isfinite(value); }))
    throw NetworkError("the party's answer is invalid");
}

/// Returns the first of k1, b, lambda, mu and delta that a session has other
/// than a model: both values in words, or an empty text.
std::string other_constant(const FeatureConstants& model,
                           const std::vector<double>& session) {
  const std::pair<const char*, double> all[] = {{"k1", model.k1},
                                                {"b", model.b},
                                                {"lambda", model.lambda},
                                                {"mu", model.mu},
                                                {"delta", model.delta}};
  if (session.size() != std::size(all))
    throw NetworkError("the party's answer is invalid");
  for (std::size_t c = 0; c < session.size(); ++c)
    if (session[c] != all[c].second)
      return std::string("silo.") + all[c].first + " = " + exact(session[c]) +
             ", the model's with " + exact(all[c].second);
  return "";
}

}  // namespace

LiveData LiveSearch::with_others(const Dataset& own,
                                 const Collection& collection,
                                 std::uint32_t query) {
  LiveData live{Dataset(kind_.features), {}};
  Rows rows = rows_of(own);
  live.members.assign(rows.labels.size(), member_);
  const SearchReply reply =
      ask_party(folder_, {collection.words_of_query(query), seconds_});
  if (!member_.empty() && reply.own != member_)
    throw UsageError("--live " + folder_.string() + ": answers for " +
                     reply.own + ", the model is of " + member_);
  if (const auto other = other_constant(constants_, reply.constants);
      !other.empty())
    throw UsageError("--live " + folder_.string() +
                     ": its session's features are with " + other);
  for (const std::string& member : reply.absent) ++absent_[member];
  for (const std::string& member : reply.late) ++late_[member];
  unasked_ += reply.unasked.empty() ? 0 : 1;
  own_only_ += std::ranges::all_of(reply.members,
                                   [](const MemberDocuments& member) {
                                     return member.documents.empty();
                                   })
                   ? 1
                   : 0;
  for (const MemberDocuments& member : reply.members) {
    require_whole(member);
    withheld_[member.name] += member.withheld;
    silent_[member.name] +=
        member.documents.empty() && member.withheld == 0 ? 1 : 0;
    for (std::size_t i = 0; i < member.documents.size(); ++i) {
      const auto begin = member.features.begin() +
                         static_cast<Index>(i) * kFeatureColumns + kind_.first;
      rows.values.insert(rows.values.end(), begin, begin + kind_.features);
      rows.labels.push_back(0);
      rows.names.push_back(member.name + "#" +
                           std::to_string(member.documents[i]));
      live.members.push_back(member.name);
    }
  }
  if (!rows.labels.empty())
    live.data.add_query(collection.query_names()[query], rows.values,
                        rows.labels, rows.names);
  return live;
}

void LiveSearch::print_notes(std::ostream& out) const {
  for (const auto& [member, queries] : absent_)
    out << "fedltr: note: " << member << " was excluded: " << queries
        << " queries were answered without it\n";
  for (const auto& [member, queries] : silent_)
    if (queries > 0)
      out << "fedltr: note: " << member << " returns nothing for " << queries
          << " queries: none of its documents has their words, or its budget "
             "is spent\n";
  for (const auto& [member, documents] : withheld_)
    if (documents > 0)
      out << "fedltr: note: " << member << " withholds " << documents
          << " documents: the budget for them is spent\n";
  if (unasked_ > 0)
    out << "fedltr: note: " << unasked_
        << " queries were not asked of the others: they have been asked as "
           "often as questions-a-query allows\n";
  if (own_only_ > 0)
    out << "fedltr: note: " << own_only_
        << " queries were answered from own documents only\n";
}

void LiveSearch::require_all_in_time() const {
  if (late_.empty()) return;
  std::string who;
  for (const auto& [member, queries] : late_)
    who += (who.empty() ? "" : ", ") + member + " (" + std::to_string(queries) +
           " queries)";
  throw NetworkError("no answer in " + std::to_string(seconds_) + " s from " +
                     who + ": the results lack it");
}

std::size_t place_of_document(const std::string& text,
                              const std::string& member,
                              std::size_t documents) {
  const std::size_t mark = text.rfind('#');
  const auto place = parse_whole(text.substr(mark + 1));  // npos + 1 is 0
  const bool is_other =
      !member.empty() && mark != text.npos && text.substr(0, mark) != member;
  if (!place || *place >= documents || is_other)
    throw UsageError("--document " + text + ": expected " +
                     (member.empty() ? "MEMBER" : member) +
                     "#NUMBER, from 0 to " + std::to_string(documents - 1));
  return *place;
}

}  // namespace fedltr
