#include "app/data/convert/log_remarks.hpp"

#include <doctest/doctest.h>

namespace fedltr::log_remarks_test {
namespace {

using Lines = std::vector<std::string>;

JoinNotes half_joined() {
  JoinNotes joined;
  joined.searches = {2, 1234};
  joined.queries = {1, 2};
  joined.documents = {4, 6};
  joined.clicks = {0, 0};
  joined.lost_queries = {"belt", "hat"};
  joined.other_queries = {"red_shoes"};
  joined.lost_documents = {"b1"};
  joined.other_documents = {"B-1", "B-2"};
  return joined;
}

}  // namespace

TEST_CASE("a log without anything odd has no remark") {
  CHECK(log_remarks({}).empty());
}

TEST_CASE("actions and positions come first, with their counts") {
  ClickNotes notes;
  notes.actions = {{"'impression'", "shown", 6000},
                   {"'click'", "clicked", 5},
                   {"(none)", "ignored", 1}};
  notes.first_position = 0;
  notes.begins_there = {3, 1000};
  CHECK(log_remarks(notes) ==
        Lines{"actions    'impression' 6,000 shown, 'click' 5 clicked, (none) "
              "1 ignored",
              "positions  from 0, where 3 of 1,000 searches begin"});
}

TEST_CASE("each thing that was left out or changed has a line with its count") {
  const auto only = [](std::uint64_t ClickNotes::*count) {
    ClickNotes notes;
    notes.*count = 1234;
    const Lines lines = log_remarks(notes);
    REQUIRE(lines.size() == 1);
    return lines[0];
  };
  CHECK(only(&ClickNotes::from_queries) ==
        "1,234 searches show the list of their query");
  CHECK(only(&ClickNotes::clicks_only).find("--actions NAME=show") !=
        std::string::npos);
  CHECK(only(&ClickNotes::shared_places)
            .starts_with("1,234 searches have two documents at one position"));
  CHECK(only(&ClickNotes::without_query) ==
        "1,234 events named no query, and were left out");
  CHECK(only(&ClickNotes::without_document) ==
        "1,234 events named no document, and were left out");
  CHECK(only(&ClickNotes::without_place)
            .starts_with("1,234 events named no position, and were left out; "
                         "ubi_queries"));
  CHECK(only(&ClickNotes::requests)
            .starts_with("1,234 search requests are no events"));
  CHECK(only(&ClickNotes::moved) ==
        "1,234 documents of a search are at several positions: the first "
        "counts, or that of their click");
  CHECK(only(&ClickNotes::closed) ==
        "1,234 searches have positions that these left empty: the documents "
        "below move up");
  CHECK(only(&ClickNotes::outside) ==
        "1,234 clicks on documents that are not in the list were left out");
  CHECK(only(&ClickNotes::without_list) ==
        "1,234 searches show no document and were left out");
  CHECK(only(&ClickNotes::without_text) ==
        "1,234 searches have no user_query and were left out");
  CHECK(only(&ClickNotes::separated).find("without time begin where") !=
        std::string::npos);
  CHECK(only(&ClickNotes::repeated).find("searches more than rows show") !=
        std::string::npos);
  CHECK(only(&ClickNotes::several_clicks) ==
        "1,234 documents have several clicks, which count as one");
  CHECK(only(&ClickNotes::renamed).find("'red shoes' is red_shoes") !=
        std::string::npos);
}

TEST_CASE("actions that are named but of no event have a line") {
  ClickNotes notes;
  notes.absent_actions = {"nosuch", "buy"};
  CHECK(log_remarks(notes) ==
        Lines{"no event has the action 'nosuch', 'buy' of --actions"});
}

TEST_CASE("a log whose events never click has a line with the option") {
  ClickNotes notes;
  notes.actions = {{"'view'", "shown", 2}, {"'item_click'", "ignored", 1}};
  CHECK(log_remarks(notes) ==
        Lines{"actions    'view' 2 shown, 'item_click' 1 ignored",
              "no event clicks; --actions NAME=click names an action that "
              "does"});
}

TEST_CASE("clicks outside a list name one, and the list") {
  ClickNotes notes;
  notes.outside = 2;
  notes.outside_example = "zz";
  notes.outside_list = {"a", "b\n"};
  const std::string example = "'zz' is not among 'a', 'b?'";
  CHECK(log_remarks(notes) ==
        Lines{"2 clicks on documents that are not in the list were left out, "
              "as " +
              example});
  CHECK(why_no_clicks(notes) ==
        "none of 2 clicked documents is in its query's list: " + example +
            "; object_id and query_response_hit_ids may be of different "
            "fields");
}

TEST_CASE("a join prints its shares, and examples of what has no rows") {
  CHECK(join_remarks({}).empty());
  CHECK(join_remarks(half_joined()) ==
        Lines{"with rows  2 of 1,234 searches, 1 of 2 queries, 4 of 6 shown "
              "documents",
              "no rows of queries such as 'belt', 'hat'",
              "no rows of shown documents such as 'b1'"});
}

TEST_CASE("a log without searches has the reason that helps most") {
  ClickNotes notes;
  CHECK(why_no_searches(notes) == "");
  notes.actions = {{"'buy'", "ignored", 7}};
  CHECK(why_no_searches(notes) ==
        "actions: 'buy' 7 ignored; --actions NAME=show,NAME=click changes what "
        "they mean");
  notes.without_list = 3;
  CHECK(why_no_searches(notes).find("3 queries have no list of documents") ==
        0);
  notes.requests = 2;
  notes.without_list = 0;
  CHECK(why_no_searches(notes).starts_with("2 search requests"));
  notes.without_query = 2;
  notes.without_place = 3;
  CHECK(why_no_searches(notes) ==
        "2 events named no query (query_id), 3 named no position "
        "(event_attributes.position.ordinal); ubi_queries as another INPUT has "
        "lists, whose documents need none");
  notes.without_text = 1;
  CHECK(why_no_searches(notes) ==
        "none of 1 searches has a user_query; ubi_queries as another INPUT has "
        "them");
}

TEST_CASE("nothing joins by queries, or else by documents") {
  JoinNotes joined = half_joined();
  CHECK(why_nothing_joins(joined, "f.txt", true) ==
        "none of the log's 6 shown documents has a row in f.txt, where "
        "documents of 1 of its queries are 'B-1', 'B-2'; the log's are 'b1'");
  joined.queries.some = 0;
  const std::string queries =
      "none of the log's 2 queries has rows in f.txt, where queries are "
      "'red_shoes'; the log's are 'belt', 'hat'";
  CHECK(why_nothing_joins(joined, "f.txt", false) == queries);
  CHECK(why_nothing_joins(joined, "f.txt", true) ==
        queries +
            "; --qid takes another name of a query, as user_query in UBI");
  joined.lost_queries = {"7.0"};
  joined.other_queries = {"9", "7"};
  CHECK(why_nothing_joins(joined, "f.txt", false)
            .ends_with("the log's are '7.0'; write 7.0 as 7, as pandas' "
                       "astype(int) does"));
  joined.other_queries.clear();
  CHECK(why_nothing_joins(joined, "f.txt", false).find("queries are none;") !=
        std::string::npos);
}

}  // namespace fedltr::log_remarks_test
