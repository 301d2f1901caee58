#include "actors/silo/router.hpp"

#include <doctest/doctest.h>

namespace fedltr::router_test {
namespace {

const SiloProtocol& protocol() {
  static const SiloProtocol made = [] {
    SiloProtocol p;
    p.shape = {SketchKind::kCount, 3, 8};
    p.obfuscation = {3};
    p.noise = make_sketch_noise("off", {1, 3, 8});
    p.top.documents = 4;
    p.capacity = 8;
    return p;
  }();
  return made;
}

/// Parties 0 and 2 of three are present, with 10 documents each.
Router router() {
  return {protocol(), 3, {{0, 10}, {2, 10}}};
}

template <class Body>
SiloMessage message(std::uint32_t from, std::uint32_t to, std::uint32_t number,
                    const Body& body) {
  SiloMessage made = message_of(body, number);
  made.from = from;
  made.to = to;
  return made;
}

SiloMessage top_question(std::uint32_t from, std::uint32_t to,
                         std::uint32_t number) {
  TopQuestion question;
  question.terms = {{{1, 2, 3}, {0, 1, 0}}};
  return message(from, to, number, question);
}

SiloMessage count_question(std::uint32_t from, std::uint32_t to,
                           std::uint32_t number) {
  CountQuestion question;
  question.terms = {{{1, 2, 3}, {}}};
  question.documents = {4};
  return message(from, to, number, question);
}

SiloMessage top_answer(std::uint32_t from, std::uint32_t to,
                       std::uint32_t number) {
  TopAnswer answer;
  answer.lists.emplace_back();
  answer.lists[0].rows = {{{4, 1}}, {}, {}};
  return message(from, to, number, answer);
}

SiloMessage counts(std::uint32_t from, std::uint32_t to, std::uint32_t number) {
  CountAnswers answers;
  answers.documents.emplace_back();
  return message(from, to, number, PackedCounts{encode(answers)});
}

/// Has a router take a question or an answer.
bool take(Router& router, const SiloMessage& message) {
  if (const auto* question = std::get_if<TopQuestion>(&message.body()))
    return router.take(message, *question);
  if (const auto* question = std::get_if<CountQuestion>(&message.body()))
    return router.take(message, *question);
  if (const auto* answer = std::get_if<TopAnswer>(&message.body()))
    router.take(message, *answer);
  else
    router.take(message, body_of<PackedCounts>(message));
  return true;
}

}  // namespace

TEST_CASE("questions and their answers pass, one after the other") {
  Router r = router();
  CHECK(take(r, top_question(0, 2, 0)));
  CHECK(r.waits(0));
  CHECK_FALSE(r.waits(2));
  take(r, top_answer(2, 0, 0));
  CHECK_FALSE(r.waits(0));
  CHECK(take(r, count_question(0, 2, 1)));
  take(r, counts(2, 0, 1));
  CHECK_FALSE(r.waits(0));
}

TEST_CASE("asking an excluded party is no party's fault") {
  Router r = router();
  CHECK_FALSE(take(r, top_question(0, 1, 0)));
  CHECK_FALSE(r.waits(0));
}

TEST_CASE("questions to oneself, to unknown parties, and again are refused") {
  Router r = router();
  CHECK_THROWS_WITH(take(r, top_question(0, 0, 0)),
                    "asked itself or an unknown party");
  CHECK_THROWS_WITH(take(r, top_question(0, 3, 0)),
                    "asked itself or an unknown party");
  take(r, top_question(0, 2, 0));
  CHECK_THROWS_WITH(take(r, top_question(0, 2, 2)),
                    "asked before the last answer came");
  take(r, top_answer(2, 0, 0));
  CHECK_THROWS_WITH(take(r, top_question(0, 2, 0)), "asked the same again");
}

TEST_CASE("a question beyond its owner's documents is refused") {
  Router r{protocol(), 3, {{0, 10}, {2, 4}}};
  CHECK_THROWS_AS(take(r, count_question(0, 2, 1)), std::invalid_argument);
  CHECK(take(r, count_question(2, 0, 1)));
}

TEST_CASE("an answer of another kind, number or party is refused") {
  Router r = router();
  take(r, top_question(0, 2, 4));
  const char* why = "answered an unknown question";
  CHECK_THROWS_WITH(take(r, top_answer(2, 0, 3)), why);
  CHECK_THROWS_WITH(take(r, counts(2, 0, 4)), why);
  CHECK_THROWS_WITH(take(r, top_answer(0, 2, 4)), why);
  CHECK(r.waits(0));
  take(r, top_answer(2, 0, 4));
  CHECK_THROWS_WITH(take(r, top_answer(2, 0, 4)), why);
}

TEST_CASE("an invalid answer is refused") {
  Router r = router();
  take(r, top_question(0, 2, 0));
  TopAnswer shorter = body_of<TopAnswer>(top_answer(2, 0, 0));
  shorter.lists[0].rows.pop_back();
  CHECK_THROWS_AS(take(r, message(2, 0, 0, shorter)), std::invalid_argument);
  CHECK(r.waits(0));
}

TEST_CASE("an excluded party is neither awaited nor blamed") {
  Router r = router();
  take(r, top_question(0, 2, 0));
  take(r, top_question(2, 0, 0));
  r.exclude(2);
  CHECK_FALSE(r.waits(0));
  CHECK_NOTHROW(take(r, top_answer(0, 2, 0)));
  CHECK_FALSE(take(r, top_question(0, 2, 2)));
}

TEST_CASE("a party asks another a bounded number of questions in a run") {
  Router routed = router();
  const std::uint32_t most = 1U << 16;
  CHECK(take(routed, top_question(0, 2, most - 1)));
  Router fresh = router();
  CHECK_THROWS_WITH(take(fresh, top_question(0, 2, most)),
                    "asked more than 65536 questions of one party");
  // Four a document, of the party that has more.
  Router large(protocol(), 3, {{0, 30000}, {2, 10}});
  CHECK(take(large, top_question(0, 2, 119999)));
  CHECK_THROWS_AS(take(large, top_question(2, 0, 120000)),
                  std::invalid_argument);
  SiloProtocol session = protocol();
  session.bounds_questions = false;
  Router open(session, 3, {{0, 10}, {2, 10}});
  CHECK(take(open, top_question(0, 2, most)));
  session.session_queries = 5;  // two questions each
  Router bounded(session, 3, {{0, 10}, {2, 10}});
  CHECK(take(bounded, top_question(0, 2, 9)));
  Router over(session, 3, {{0, 10}, {2, 10}});
  CHECK_THROWS_WITH(take(over, top_question(0, 2, 10)),
                    "asked more than 10 questions of one party");
}

TEST_CASE("messages without content are taken like those that they were") {
  const auto without_content = [](const SiloMessage& whole) {
    SiloMessage left(
        Delivered{static_cast<std::uint8_t>(whole.type()), 1, 0, {}},
        whole.size());
    left.from = whole.from;
    left.to = whole.to;
    left.request = whole.request;
    return left;
  };
  const auto retake = [](Router& r, const SiloMessage& left) {
    return r.take(left, body_of<Delivered>(left));
  };
  Router r = router();
  CHECK(retake(r, without_content(top_question(0, 2, 4))));
  CHECK(r.owes(2));
  CHECK_THROWS_WITH(retake(r, without_content(top_question(0, 2, 5))),
                    "asked before the last answer came");
  CHECK(retake(r, without_content(top_answer(2, 0, 4))));
  CHECK_FALSE(r.waits(0));
  CHECK_THROWS_WITH(retake(r, without_content(top_answer(2, 0, 4))),
                    "answered an unknown question");
  CHECK_THROWS_WITH(take(r, top_question(0, 2, 4)), "asked the same again");
  // Whole messages may follow.
  CHECK(retake(r, without_content(top_question(0, 2, 5))));
  CHECK_NOTHROW(take(r, top_answer(2, 0, 5)));
}

}  // namespace fedltr::router_test
