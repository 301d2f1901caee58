#include "algorithms/silo/silo_messages.hpp"

#include <limits>
#include <set>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/silo/count_answers.hpp"
#include "algorithms/silo/data_owner.hpp"
#include "algorithms/silo/querier.hpp"
#include "tests/support/decoded.hpp"
#include "tests/support/small_text.hpp"

namespace fedltr::messages_test {
using namespace fedltr::test;

namespace {

/// One question and its answers, as bytes.
struct Exchange {
  SiloProtocol protocol;
  std::uint32_t documents = 0;
  std::size_t terms = 0;
  std::size_t told = 0;
  ByteVector question;
  ByteVector top;
  ByteVector counts;
};

Exchange exchange(const std::string& noise, bool naive) {
  Exchange e{small_protocol(noise, naive), 0, 0, 0, {}, {}, {}};
  const TermSpots spots = small_spots(e.protocol.shape);
  DataOwner owner(small_collection(), small_shares()[0], e.protocol, spots, 2);
  e.documents = owner.documents();
  Rng rng(1, Purpose::kTest);
  const Bits bits = [&] { return rng(); };
  Querier asker(e.protocol, spots,
                small_collection().query(small_shares()[1].queries[0]), bits);
  e.terms = asker.terms();
  const Question question = asker.top_question();
  e.question = encode(question);
  const TopAnswer top = owner.answer_top(question, 1, bits);
  e.top = encode(top);
  std::vector<std::vector<TopDocument>> found;
  const auto best = asker.best(top, e.documents, found);
  e.told = best.size();
  e.counts = encode(owner.answer_counts(asker.count_question(best), 1, bits));
  return e;
}

template <class Decode>
void check_decoder(const ByteVector& bytes, const Decode& decode) {
  CHECK_NOTHROW(decode(std::span<const std::uint8_t>(bytes)));
  for (std::size_t size = 0; size < bytes.size();
       size += 1 + bytes.size() / 200)
    CHECK_THROWS_AS(decode(std::span(bytes).first(size)),
                    std::invalid_argument);
  ByteVector longer = bytes;
  longer.push_back(0);
  CHECK_THROWS_AS(decode(std::span<const std::uint8_t>(longer)),
                  std::invalid_argument);
  // Any message of a peer is decoded or rejected, without other effects.
  Rng rng(2, Purpose::kTest);
  for (int trial = 0; trial < 300; ++trial) {
    ByteVector changed = bytes;
    for (int k = 0; k < 3; ++k)
      changed[rng.below(changed.size())] = static_cast<std::uint8_t>(rng());
    try {
      decode(std::span<const std::uint8_t>(changed));
    } catch (const std::invalid_argument&) {
    }
  }
}

}  // namespace

TEST_CASE("messages read back; cut, lengthened and changed ones are refused") {
  for (const char* noise : {"off", "paper", "sound", "median-only"})
    for (const bool naive : {false, true}) {
      CAPTURE(noise);
      const Exchange e = exchange(noise, naive);
      using Bytes = std::span<const std::uint8_t>;
      check_decoder(e.question, [&](Bytes bytes) {
        decode_question(bytes, e.protocol, e.documents, QuestionKind::kTop);
      });
      check_decoder(e.top, [&](Bytes bytes) {
        decode_top_answer(bytes, e.protocol, e.terms, e.documents);
      });
      REQUIRE(e.told > 0);
      check_decoder(e.counts, [&](Bytes bytes) {
        check_count_answers(bytes, e.protocol, e.terms, e.told);
      });
    }
}

TEST_CASE("an answer of other sizes than the question's is refused unpacked") {
  const Exchange e = exchange("off", false);
  const auto answer = [&] {
    return decode_top_answer(e.top, e.protocol, e.terms, e.documents);
  };
  const auto is_valid = [&](const TopAnswer& told) {
    try {
      require_valid(told, e.protocol, e.terms, e.documents);
      return true;
    } catch (const std::invalid_argument&) {
      return false;
    }
  };
  CHECK(is_valid(answer()));
  TopAnswer told = answer();
  told.lists.pop_back();
  CHECK_FALSE(is_valid(told));
  told = answer();
  told.lists[0].rows.emplace_back();
  CHECK_FALSE(is_valid(told));
  told = answer();
  told.lists[0].rows[0].clear();
  for (std::uint32_t d = 0; d <= e.protocol.capacity; ++d)
    told.lists[0].rows[0].push_back({d, 1});
  CHECK_FALSE(is_valid(told));
  told = answer();
  told.best.emplace_back();
  CHECK_FALSE(is_valid(told));
}

TEST_CASE("signs are sent only where they are needed") {
  const TermSpots spots = small_spots({SketchKind::kCount, 7, 50});
  const auto says = [&](const std::string& noise, bool naive, SketchKind kind) {
    SiloProtocol protocol = small_protocol(noise, naive);
    protocol.shape.kind = kind;
    Rng rng(1, Purpose::kTest);
    const Querier asker(protocol, spots, small_collection().query(0),
                        [&] { return rng(); });
    const auto signs = [&](const Question& asked, QuestionKind about) {
      const ByteVector bytes = encode(asked);
      const Question read = decode_question(bytes, protocol, 100, about);
      CHECK(read.terms[0].negative == asked.terms[0].negative);
      return !read.terms[0].negative.empty();
    };
    return std::pair(
        signs(asker.top_question(), QuestionKind::kTop),
        signs(asker.count_question({1, 4}), QuestionKind::kCounts));
  };
  using Said = std::pair<bool, bool>;
  CHECK(says("paper", false, SketchKind::kCount) == Said(true, false));
  CHECK(says("paper", true, SketchKind::kCount) == Said(false, false));
  CHECK(says("paper", false, SketchKind::kCountMin) == Said(false, false));
  CHECK(says("median-only", true, SketchKind::kCount) == Said(true, true));
  CHECK(says("median-only", false, SketchKind::kCountMin) ==
        Said(false, false));
}

TEST_CASE("a question names its real rows under median-only noise alone") {
  const Exchange paper = exchange("paper", false);
  CHECK(decode_question(paper.question, paper.protocol, paper.documents,
                        QuestionKind::kTop)
            .rows.empty());
  const Exchange median = exchange("median-only", false);
  CHECK(decode_question(median.question, median.protocol, median.documents,
                        QuestionKind::kTop)
            .rows.size() == 5);
}

TEST_CASE(
    "messages take the bytes of the papers' costs, except packed counts") {
  const std::size_t z = 7;
  for (const char* noise : {"off", "median-only"}) {
    const bool estimates = std::string(noise) == "median-only";
    const Exchange e = exchange(noise, true);
    // Columns, and signs and real rows if the owner estimates.
    CHECK(e.question.size() ==
          4 + e.terms * z * (estimates ? 5 : 4) + 4 + (estimates ? 20 : 0) + 4);
    CHECK(e.top.size() == e.terms * e.documents * 8 * (estimates ? 1 : z));
    // Lengths of two fields, and counts: an estimate, or a group (which is at
    // least a form and a number) in place of 8 z bytes.
    const std::size_t sizes = e.told * (1 + 16);
    const std::size_t groups = e.told * 2 * e.terms;
    if (estimates) CHECK(e.counts.size() == sizes + 8 * groups);
    if (estimates) continue;
    CHECK(e.counts.size() >= sizes + 9 * groups);
    CHECK(e.counts.size() <= sizes + 15 * groups);
  }
  CHECK(encode(PartyKey()).size() == 37);
  CHECK(encode(Frequencies{{}, {1, 2}}).size() == 48);
  CHECK(encode(GradientStep{1, Vector::Zero(3)}).size() == 25);
  CHECK(encode(LocalModel{{Vector::Zero(3)}}).size() == 24);
  CHECK(encode(TrainAlone()).empty());
}

TEST_CASE("parameters are as many as asked for, and finite") {
  CHECK_NOTHROW(require_parameters(Vector::Zero(3), 3));
  CHECK_THROWS_AS(require_parameters(Vector::Zero(2), 3),
                  std::invalid_argument);
  Vector spoiled = Vector::Zero(3);
  spoiled(1) = std::numeric_limits<double>::infinity();
  CHECK_THROWS_WITH(require_parameters(spoiled, 3),
                    "holds a number that is not finite");
}

}  // namespace fedltr::messages_test
