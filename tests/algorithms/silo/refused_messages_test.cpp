// Messages that decode but are invalid, each rejected with its own reason.

#include <cmath>
#include <functional>
#include <limits>

#include <doctest/doctest.h>

#include "algorithms/silo/count_answers.hpp"
#include "tests/support/decoded.hpp"

namespace fedltr::refused_messages_test {
using namespace fedltr::test;

namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();
constexpr std::uint32_t kDocuments = 10;
constexpr const char* kAnotherSize = "has another size than it should have";

/// Three rows of five columns; lists of two documents, the top three.
SiloProtocol protocol(const char* noise, bool naive = false,
                      SketchKind kind = SketchKind::kCount) {
  SiloProtocol made;
  made.shape = {kind, 3, 5};
  made.obfuscation = {2};
  made.noise = make_sketch_noise(noise, {1, 3, 5});
  made.naive = naive;
  made.capacity = 2;
  made.top.documents = 3;
  return made;
}

std::string fault_of(const std::function<void()>& decode) {
  try {
    decode();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

std::string question_fault(const SiloProtocol& protocol, const Question& asked,
                           QuestionKind about = QuestionKind::kTop) {
  return fault_of(
      [&] { decode_question(encode(asked), protocol, kDocuments, about); });
}

std::string top_fault(const SiloProtocol& protocol, const TopAnswer& told,
                      std::size_t terms = 1) {
  return fault_of(
      [&] { decode_top_answer(encode(told), protocol, terms, kDocuments); });
}

}  // namespace

TEST_CASE("questions of columns or documents that are not there are refused") {
  const SiloProtocol sound = protocol("sound");
  const AskedTerm term{{0, 4, 2}, {1, 0, 1}};
  CHECK(question_fault(sound, {{term}, {}, {}}).empty());
  CHECK(question_fault(sound, {{}, {}, {}}) ==
        "asks for no terms, or for too many");
  CHECK(question_fault(sound, {std::vector(1024, term), {}, {}}).empty());
  CHECK(question_fault(sound, {std::vector(1025, term), {}, {}}) ==
        "asks for no terms, or for too many");
  CHECK(question_fault(sound, {{term, {{0, 5, 2}, {0, 0, 0}}}, {}, {}}) ==
        "a query of column 5 to a sketch of 5 columns");
  // Questions for counts: no signs, but ascending documents of the owner.
  const AskedTerm unsigned_term{{0, 4, 2}, {}};
  const auto of = [&](std::vector<std::uint32_t> documents) {
    return question_fault(sound, {{unsigned_term}, {}, std::move(documents)},
                          QuestionKind::kCounts);
  };
  CHECK(of({0, 3, 9}).empty());
  CHECK(of({3, 10}) == "names an unknown document");
  const std::string order = "does not name documents in ascending order";
  CHECK(of({3, 3}) == order);
  CHECK(of({4, 3}) == order);
  const std::string where =
      "must name documents if and only if it asks about counts";
  CHECK(of({}) == where);
  CHECK(question_fault(sound, {{term}, {}, {3}}) == where);
}

TEST_CASE("real rows are named to estimating owners, two and ascending") {
  const SiloProtocol median = protocol("median-only");
  const AskedTerm term{{0, 4, 2}, {1, 0, 1}};
  const auto of = [&](std::vector<std::uint32_t> rows) {
    return question_fault(median, {{term}, std::move(rows), {}});
  };
  CHECK(of({0, 2}).empty());
  const std::string rows = "names the wrong rows";
  CHECK(of({}) == rows);
  CHECK(of({0}) == rows);
  CHECK(of({0, 1, 2}) == rows);
  CHECK(of({2, 0}) == "does not name documents in ascending order");
  CHECK(of({1, 1}) == "does not name documents in ascending order");
  CHECK(of({1, 3}) == "names an unknown document");
  CHECK(question_fault(protocol("sound"), {{term}, {0, 2}, {}}) == rows);
}

TEST_CASE("lists are refused that no owner has") {
  const SiloProtocol sound = protocol("sound");
  const auto told = [](std::vector<Posting> first) {
    TopAnswer answer;
    answer.lists = {{{std::move(first), {}, {{9, -2.5F}}}, {}}};
    return answer;
  };
  CHECK(top_fault(sound, told({{0, 1}, {7, 2}})).empty());
  CHECK(top_fault(sound, told({{0, 1}, {1, 1}, {2, 1}})) ==
        "holds a list beyond alpha K");
  CHECK(top_fault(sound, told({{10, 1}})) ==
        "an answer with document 10 of 10");
  CHECK(top_fault(sound, told({{7, std::nanf("")}})) ==
        "an answer that is not finite");
  // Only one of two terms, or one more.
  CHECK(top_fault(sound, told({}), 2) == kAnotherSize);
  CHECK(top_fault(sound, told({}), 0) == kAnotherSize);
  // A Count-Min sketch also sends floors.
  const SiloProtocol least = protocol("sound", false, SketchKind::kCountMin);
  TopAnswer floors = told({{0, 1}});
  CHECK_FALSE(top_fault(least, floors).empty());
  floors.lists[0].floors = {0, 2, 1};
  CHECK(top_fault(least, floors).empty());
  floors.lists[0].floors[1] = std::nanf("");
  CHECK(top_fault(least, floors) == "an answer that is not finite");
}

TEST_CASE("an owner's own top is refused beyond K, twice or without number") {
  const SiloProtocol median = protocol("median-only");
  const auto of = [&](std::vector<TopDocument> best) {
    TopAnswer answer;
    answer.best = {std::move(best)};
    return top_fault(median, answer);
  };
  CHECK(of({}).empty());
  CHECK(of({{9, -1}, {0, 5}, {3, 0}}).empty());  // in any order
  CHECK(of({{9, 1}, {0, 5}, {3, 0}, {4, 0}}) == "holds more than the top K");
  CHECK(of({{9, 1}, {0, 5}, {9, 0}}) ==
        "does not name documents in ascending order");
  CHECK(of({{10, 1}}) == "names an unknown document");
  CHECK(of({{1, -kFar}}) == "holds a number that is not finite");
}

TEST_CASE("answers about all documents hold a number of each, finite") {
  const SiloProtocol naive = protocol("sound", true);
  TopAnswer answer;
  answer.rows.assign(30, 0.5);
  CHECK(top_fault(naive, answer).empty());
  answer.rows[29] = kFar;
  CHECK(top_fault(naive, answer) == "holds a number that is not finite");
  answer.rows.pop_back();
  CHECK(top_fault(naive, answer) == kAnotherSize);
}

TEST_CASE("counts are refused of lengths that no document has") {
  const SiloProtocol sound = protocol("sound");
  const auto of = [&](std::uint32_t length, std::uint32_t distinct,
                      double cell) {
    DocumentCounts counts;
    counts.length = {4, length};
    counts.distinct = {4, distinct};
    counts.terms = {{{{1, 2, 3}}, {{-1, 0, cell}}}};
    const CountAnswers told{{std::nullopt, counts}};
    return fault_of([&] { check_count_answers(encode(told), sound, 1, 2); });
  };
  CHECK(of(9, 1, 0).empty());
  CHECK(of(0, 0, 0).empty());
  const std::string none = "holds impossible lengths";
  CHECK(of(3, 4, 0) == none);
  CHECK(of(0, 1, 0) == none);
  CHECK(of(3, 0, 0) == none);
  CHECK(of(9, 1, std::nan("")) == "holds a number that is not finite");
  CHECK(of(9, 1, -1e29).empty());
  CHECK(of(9, 1, -1e200) == "holds an impossible count");
}

}  // namespace fedltr::refused_messages_test
