#include "app/cli/search/live_search.hpp"

#include <sstream>

#include "app/base/errors.hpp"
#include "app/deploy/search_socket.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::live_search_test {
using namespace fedltr::test;

namespace {

constexpr auto kColumns = static_cast<std::size_t>(kFeatureColumns);

/// Two documents and two queries of one word each.
Collection two_queries() {
  CollectionBuilder builder;
  builder.add_document("x", "", "wing tail");
  builder.add_document("y", "", "wing");
  builder.add_query("first", "wing");
  builder.add_query("second", "tail");
  return builder.take();
}

/// The other member's answer: documents 4 and 6, whose features are 0, 1, 2...
SearchReply two_documents() {
  SearchReply reply;
  reply.own = "south";
  MemberDocuments east{"east", {4, 6}, {}, 0};
  for (std::size_t i = 0; i < 2 * kColumns; ++i)
    east.features.push_back(static_cast<double>(i));
  reply.members.push_back(east);
  return reply;
}

/// A search through a party that gives this answer.
struct Asked {
  TemporaryFolder folder;
  SearchRequest request;
  SearchSocket socket;
  Collection collection = two_queries();
  SiloModelKind kind;
  LiveSearch search;

  explicit Asked(const SearchReply& reply)
      : socket(folder.text(),
               [this, reply](const SearchRequest& asked) {
                 request = asked;
                 SearchReply answer = reply;
                 if (answer.constants.empty())
                   answer.constants = {1.2, 0.75, 0.1, 1000, 0.7};
                 return answer;
               }),
        kind{"some", nullptr, 2, 1},
        search(folder.text(), kind, "south", {}, 7) {}

  LiveData find(const Dataset& own, std::uint32_t query = 0) {
    return search.with_others(own, collection, query);
  }
  std::string notes() const {
    std::ostringstream out;
    search.print_notes(out);
    return out.str();
  }
};

/// One own document with two features.
Dataset one_document() {
  Dataset own(2);
  Names names;
  names.push_back("x");
  own.add_query("first", std::vector<double>{0.5, 0.25},
                std::vector<std::uint8_t>{1}, names);
  return own;
}

}  // namespace

TEST_CASE("a session whose features have other constants is refused") {
  SearchReply reply = two_documents();
  reply.constants = {1.2, 0.5, 0.1, 1000, 0.7};
  Asked other(reply);
  CHECK_THROWS_WITH_AS(
      other.find(one_document()),
      doctest::Contains("its session's features are with silo.b = 0.5, the "
                        "model's with 0.75"),
      UsageError);
  reply.constants = {1.2};
  Asked broken(reply);
  CHECK_THROWS_AS(broken.find(one_document()), NetworkError);
}

TEST_CASE("others' documents follow the own ones, in the model's columns") {
  Asked asked(two_documents());
  const LiveData live = asked.find(one_document());
  CHECK(asked.request.terms == std::vector<std::string>{"wing"});
  CHECK(asked.request.seconds == 7);
  CHECK(live.members == std::vector<std::string>{"south", "east", "east"});
  REQUIRE(live.data.queries() == 1);
  REQUIRE(live.data.documents() == 3);
  CHECK(live.data.document_names()[1] == "east#4");
  CHECK(live.data.document_names()[2] == "east#6");
  const auto features = live.data.features_of(0);
  const auto at = [&](std::size_t row, std::size_t column) {
    return features.data()[row * 2 + column];
  };
  CHECK(at(0, 0) == 0.5);
  CHECK(at(1, 0) == 1);
  CHECK(at(1, 1) == 2);
  CHECK(at(2, 0) == static_cast<double>(kColumns) + 1);
  CHECK(asked.notes() == "");
}

TEST_CASE("a query without an own document has those of others") {
  Asked asked(two_documents());
  const LiveData live = asked.find(Dataset(2), 1);
  CHECK(asked.request.terms == std::vector<std::string>{"tail"});
  CHECK(live.members == std::vector<std::string>{"east", "east"});
  CHECK(live.data.documents() == 2);
  Asked nobody({"", "south", {}, {}, {}, {}, {}});
  const LiveData none = nobody.find(Dataset(2));
  CHECK(none.members.empty());
  CHECK(none.data.queries() == 0);
}

TEST_CASE("queries that own limits keep back are counted") {
  SearchReply reply{"", "south", {}, {}, {}, {}, {}};
  reply.unasked = {"east", "west"};
  Asked asked(reply);
  asked.find(one_document());
  CHECK(asked.notes() ==
        "fedltr: note: 1 queries were not asked of the others: they have been "
        "asked as often as questions-a-query allows\n"
        "fedltr: note: 1 queries were answered from own documents only\n");
}

TEST_CASE("answers of the wrong size or with a NaN are refused") {
  SearchReply cut = two_documents();
  cut.members[0].features.pop_back();
  SearchReply nan = two_documents();
  nan.members[0].features[0] = std::nan("");
  for (const SearchReply& reply : {cut, nan}) {
    Asked asked(reply);
    CHECK_THROWS_WITH_AS(asked.find(one_document()),
                         "the party's answer is invalid", NetworkError);
  }
}

TEST_CASE("a party of another member is not the model's") {
  SearchReply reply = two_documents();
  reply.own = "west";
  Asked asked(reply);
  CHECK_THROWS_WITH_AS(
      asked.find(one_document()),
      doctest::Contains("answers for west, the model is of south"), UsageError);
}

TEST_CASE("members that gave nothing are counted by their reason") {
  SearchReply reply;
  reply.own = "south";
  reply.members = {{"east", {}, {}, 0}, {"west", {}, {}, 3}};
  reply.absent = {"north"};
  reply.late = {"far"};
  Asked asked(reply);
  asked.find(one_document());
  asked.find(one_document());
  CHECK(asked.notes() ==
        "fedltr: note: north was excluded: 2 queries were answered without it\n"
        "fedltr: note: east returns nothing for 2 queries: none of its "
        "documents has their words, or its budget is spent\n"
        "fedltr: note: west withholds 6 documents: the budget for them is "
        "spent\n"
        "fedltr: note: 2 queries were answered from own documents only\n");
  CHECK_THROWS_WITH_AS(asked.search.require_all_in_time(),
                       "no answer in 7 s from far (2 queries): the results "
                       "lack it",
                       NetworkError);
}

TEST_CASE("all are in time unless the party reports a delay") {
  Asked asked(two_documents());
  asked.find(one_document());
  CHECK_NOTHROW(asked.search.require_all_in_time());
}

TEST_CASE("a document's number is looked up by its owner alone") {
  CHECK(place_of_document("south#7", "south", 8) == 7);
  CHECK(place_of_document("7", "south", 8) == 7);
  CHECK(place_of_document("a#b#7", "a#b", 8) == 7);
  CHECK(place_of_document("south#7", "", 8) == 7);
  for (const char* wrong : {"east#7", "south#8", "south#", "south#x", "#7", ""})
    CHECK_THROWS_WITH_AS(
        place_of_document(wrong, "south", 8),
        doctest::Contains("expected south#NUMBER, from 0 to 7"), UsageError);
}

}  // namespace fedltr::live_search_test
