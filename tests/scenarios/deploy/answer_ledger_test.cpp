#include "scenarios/deploy/answer_ledger.hpp"

#include "algorithms/data/letor.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::answer_ledger_test {
using namespace fedltr::test;

namespace {

SiloMessage answer(std::uint32_t to, std::uint32_t request) {
  SiloMessage message;
  message.code = static_cast<std::uint8_t>(MessageType::kTopAnswer);
  message.to = to;
  message.request = request;
  message.payload = Payload(ByteVector(5));
  return message;
}

}  // namespace

TEST_CASE("A ledger has each answer on disk, and goes on in the next run") {
  const TemporaryFolder folder;
  const auto file = folder / "ledger.csv";
  const std::vector<std::string> members = {"a", "b"};
  {
    AnswerLedger ledger(file, members, "one");
    CHECK(ledger.earlier() == 0);
    ledger.enter(answer(1, 4));
    CHECK(read_text(folder / "ledger.csv") ==
          "run,asker,answer,question,bytes\none,b,top-K answer,4,5\n");
  }
  {
    AnswerLedger ledger(file, members, "two");
    CHECK(ledger.earlier() == 1);
    ledger.enter(answer(0, 0));
  }
  CHECK(read_text(folder / "ledger.csv") ==
        "run,asker,answer,question,bytes\none,b,top-K answer,4,5\n"
        "two,a,top-K answer,0,5\n");
}

TEST_CASE("A ledger's cut line stays and counts; another file is refused") {
  const TemporaryFolder folder;
  folder.write("cut.csv", "run,asker,answer,question,bytes\none,b,top");
  AnswerLedger ledger(folder / "cut.csv", {"a"}, "two");
  CHECK(ledger.earlier() == 1);
  ledger.enter(answer(0, 1));
  CHECK(read_text(folder / "cut.csv") ==
        "run,asker,answer,question,bytes\none,b,top\ntwo,a,top-K answer,1,5\n");
  folder.write("other.csv", "a,b\n1,2\n");
  CHECK_THROWS_AS(AnswerLedger(folder / "other.csv", {"a"}, "x"), DataError);
  CHECK(read_text(folder / "other.csv") == "a,b\n1,2\n");
}

}  // namespace fedltr::answer_ledger_test
