#include "app/data/convert/log_remarks.hpp"

#include <algorithm>

#include <spdlog/fmt/fmt.h>

#include "algorithms/data/lines.hpp"
#include "app/base/text.hpp"

namespace fedltr {
namespace {

std::string listed(const std::vector<std::string>& names) {
  std::vector<std::string> quoted;
  for (const std::string& name : names) quoted.push_back(in_quotes(name));
  return join(quoted, ", ");
}

std::string share_of(const CountedPart& share, const char* items) {
  return with_commas(share.some) + " of " + with_commas(share.all) + " " +
         items;
}

std::string actions_in(const std::vector<ActionNote>& actions) {
  std::vector<std::string> texts;
  for (const ActionNote& action : actions)
    texts.push_back(action.name + " " + with_commas(action.events) + " " +
                    action.meaning);
  return join(texts, ", ");
}

std::string outside_in(const ClickNotes& notes) {
  return in_quotes(notes.outside_example) + " is not among " +
         listed(notes.outside_list);
}

/// True if a name is another one with .0 behind it.
bool differ_by_point(const std::vector<std::string>& some,
                     const std::vector<std::string>& others) {
  return std::ranges::any_of(some, [&](const std::string& name) {
    return std::ranges::any_of(others, [&](const std::string& other) {
      return name == other + ".0" || other == name + ".0";
    });
  });
}

/// True if there are events of actions, and none is a click.
bool has_no_click(const std::vector<ActionNote>& actions) {
  return !actions.empty() &&
         std::ranges::count(actions, "clicked", &ActionNote::meaning) == 0;
}

/// Says what events lack; empty if they lack nothing.
std::string what_events_lack(const ClickNotes& notes) {
  std::vector<std::string> parts;
  const auto add = [&](std::uint64_t count, const char* what) {
    if (count > 0)
      parts.push_back(with_commas(count) + (parts.empty() ? " events" : "") +
                      " named no " + what);
  };
  add(notes.without_query, "query (query_id)");
  add(notes.without_document, "document (event_attributes.object.object_id)");
  add(notes.without_place,
      "position (event_attributes.position.ordinal); ubi_queries as another "
      "INPUT has lists, whose documents need none");
  return join(parts, ", ");
}

}  // namespace

std::vector<std::string> log_remarks(const ClickNotes& notes) {
  std::vector<std::string> lines;
  if (!notes.actions.empty())
    lines.push_back("actions    " + actions_in(notes.actions));
  if (!notes.absent_actions.empty())
    lines.push_back("no event has the action " + listed(notes.absent_actions) +
                    " of --actions");
  if (notes.first_position)
    lines.push_back(fmt::format("positions  from {}, where {} begin",
                                *notes.first_position,
                                share_of(notes.begins_there, "searches")));
  const auto remark = [&](std::uint64_t count, const std::string& text) {
    if (count > 0) lines.push_back(with_commas(count) + " " + text);
  };
  remark(notes.from_queries, "searches show the list of their query");
  remark(notes.clicks_only,
         "searches show only what was clicked, as no event shows a document; "
         "ubi_queries as another INPUT has lists, --actions NAME=show names an "
         "action that shows");
  if (has_no_click(notes.actions))
    lines.push_back(
        "no event clicks; --actions NAME=click names an action that does");
  remark(notes.requests,
         "search requests are no events or queries, and were left out");
  remark(notes.without_query, "events named no query, and were left out");
  remark(notes.without_document, "events named no document, and were left out");
  remark(notes.without_place,
         "events named no position, and were left out; ubi_queries as another "
         "INPUT has lists, whose documents need none");
  remark(notes.moved,
         "documents of a search are at several positions: the first counts, or "
         "that of their click");
  remark(notes.closed,
         "searches have positions that these left empty: the documents below "
         "move up");
  remark(
      notes.outside,
      "clicks on documents that are not in the list were "
      "left out" +
          (notes.outside_example.empty() ? "" : ", as " + outside_in(notes)));
  remark(notes.without_list, "searches show no document and were left out");
  remark(notes.without_text, "searches have no user_query and were left out");
  remark(notes.shared_places, kSharedPlaces);
  remark(notes.separated,
         "searches without time begin where a document or a position recurs");
  remark(notes.repeated,
         "searches more than rows show: each list is of several searches");
  remark(notes.blank_clicks,
         "documents have no value of a click, which counts as none");
  remark(notes.several_clicks,
         "documents have several clicks, which count as one");
  remark(notes.renamed,
         "queries are of several words, which rows call by one: 'red shoes' is "
         "red_shoes, or red%20shoes by --quote-names");
  return lines;
}

std::vector<std::string> join_remarks(const JoinNotes& joined) {
  if (joined.queries.all == 0) return {};
  std::vector<std::string> parts;
  const auto add = [&](const CountedPart& share, const char* items) {
    if (share.all > 0) parts.push_back(share_of(share, items));
  };
  add(joined.searches, "searches");
  add(joined.queries, "queries");
  add(joined.documents, "shown documents");
  add(joined.clicks, "clicks");
  std::vector<std::string> lines = {"with rows  " + join(parts, ", ")};
  if (!joined.lost_queries.empty())
    lines.push_back("no rows of queries such as " +
                    listed(joined.lost_queries));
  if (!joined.lost_documents.empty())
    lines.push_back("no rows of shown documents such as " +
                    listed(joined.lost_documents));
  return lines;
}

std::string why_no_searches(const ClickNotes& notes) {
  if (notes.without_text > 0)
    return "none of " + with_commas(notes.without_text) +
           " searches has a user_query; ubi_queries as another INPUT has them";
  if (const std::string lack = what_events_lack(notes); !lack.empty())
    return lack;
  if (notes.without_list > 0)
    return with_commas(notes.without_list) +
           " queries have no list of documents (query_response_hit_ids), and "
           "no event shows or clicks one; events are another INPUT";
  if (notes.requests > 0)
    return with_commas(notes.requests) +
           " search requests, which show nothing; expected the log that UBI "
           "makes of them: ubi_events, ubi_queries";
  if (!notes.actions.empty())
    return "actions: " + actions_in(notes.actions) +
           "; --actions NAME=show,NAME=click changes what they mean";
  return "";
}

std::string why_no_clicks(const ClickNotes& notes) {
  return "none of " + with_commas(notes.outside) +
         " clicked documents is in its query's list: " + outside_in(notes) +
         "; object_id and query_response_hit_ids may be of different fields";
}

std::string why_nothing_joins(const JoinNotes& joined, const std::string& rows,
                              bool by_name) {
  std::string text;
  if (joined.queries.some == 0) {
    text =
        "none of the log's " + with_commas(joined.queries.all) +
        " queries has rows in " + rows + ", where queries are " +
        (joined.other_queries.empty() ? "none" : listed(joined.other_queries)) +
        "; the log's are " + listed(joined.lost_queries);
    if (differ_by_point(joined.lost_queries, joined.other_queries))
      text += "; write 7.0 as 7, as pandas' astype(int) does";
    if (by_name)
      text += "; --qid takes another name of a query, as user_query in UBI";
    return text;
  }
  return "none of the log's " + with_commas(joined.documents.all) +
         " shown documents has a row in " + rows + ", where documents of " +
         with_commas(joined.queries.some) + " of its queries are " +
         listed(joined.other_documents) + "; the log's are " +
         listed(joined.lost_documents);
}

}  // namespace fedltr
