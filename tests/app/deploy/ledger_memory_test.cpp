#include "app/deploy/ledger_memory.hpp"

#include "actors/silo/machine_fault.hpp"
#include "app/base/errors.hpp"
#include "tests/support/log_text.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::ledger_memory_test {
using namespace fedltr::test;

namespace {

const std::vector<std::string> kMembers = {"own", "a", "b"};

LedgerSetup run_named(const std::string& name) {
  LedgerSetup setup;
  setup.run = name;
  setup.members = kMembers;
  setup.documents = {"d0"};
  setup.config.guarantee.pure = 1;
  return setup;
}

/// Enters one answer to a member; returns the ledger's head.
LedgerHead answered(AnswerLedger& ledger) {
  ReleaseLedger account(run_named("").config, 1, 3, 1);
  ledger.open(account);
  CHECK(account.charge(0, 1));
  SiloMessage message = message_of(TopAnswer());
  message.to = 1;
  ledger.enter(message, account);
  return ledger.head();
}

}  // namespace

TEST_CASE("a memory lies beside its ledger, one of a name") {
  CHECK(LedgerMemory::file_beside("/x/ledger.csv") == "/x/ledger-heads.csv");
  CHECK(LedgerMemory::file_beside("north.csv") == "north-heads.csv");
}

TEST_CASE("the heads that a party remembers are there for its next run") {
  const TemporaryFolder folder;
  const auto file = folder / "ledger-heads.csv";
  CHECK(LedgerMemory::text_in(file).empty());
  {
    LedgerMemory memory(file, "");
    CHECK(memory.at_start("a") == LedgerHead());
    memory.remember("a", {3, 0xabc});
    memory.remember("a", {5, 0xdef});
    memory.remember("b", {1, 1});
    CHECK(memory.at_start("a") == LedgerHead());
  }
  const std::string text = LedgerMemory::text_in(file);
  CHECK(text ==
        "member,lines,chain\na,5,0000000000000def\nb,1,0000000000000001\n");
  // A process that resumes sends what it knew first, and keeps what came since.
  {
    const LedgerMemory resumed(file, "member,lines,chain\na,3,abc\n");
    CHECK(resumed.at_start("a") == LedgerHead{3, 0xabc});
    CHECK(resumed.at_start("b") == LedgerHead());
  }
  CHECK(LedgerMemory::text_in(file) == text);
}

TEST_CASE("a file that is no memory is refused by its line") {
  const TemporaryFolder folder;
  for (const char* line : {"a,1", "a,x,1", "a,1,xyz", "a,1,", "a,1,2,3"}) {
    CAPTURE(line);
    const auto file = folder.write(
        "m.csv", std::string("member,lines,chain\n") + line + "\n");
    CHECK_THROWS_WITH_AS(LedgerMemory::text_in(file),
                         doctest::Contains("m.csv:2: is no line"), DataError);
  }
}

TEST_CASE("a party is stopped by a loss, and continues if it accepts it") {
  const TemporaryFolder folder;
  const auto file = folder / "ledger.csv";
  LedgerMemory memory(folder / "m.csv", "");
  LedgerHead head;
  {
    AnswerLedger ledger(file, run_named("one"));
    head = answered(ledger);
  }
  std::string lost;
  {
    AnswerLedger ledger(file, run_named("two"));
    ledger_hooks(ledger, memory, kMembers, false, lost).check(1, head);
    CHECK(lost.empty());
  }
  std::filesystem::remove(file);
  {
    AnswerLedger ledger(file, run_named("three"));
    const auto hooks = ledger_hooks(ledger, memory, kMembers, false, lost);
    hooks.check(2, LedgerHead());  // never asked
    CHECK_THROWS_AS(hooks.check(1, head), MachineFault);
    has(lost, "ledger.csv: has 0 lines, but a remembers one of 1 lines");
    has(lost, "--accept-loss");
    const auto accepting = ledger_hooks(ledger, memory, kMembers, true, lost);
    accepting.check(1, head);
    hooks.check(1, head);
    CHECK(hooks.head().lines == 0);  // of answers
    CHECK(answered(ledger).lines == 2);
  }
  AnswerLedger ledger(file, run_named("four"));
  ledger_hooks(ledger, memory, kMembers, false, lost).check(1, head);
}

TEST_CASE("a process that resumes a run gets older heads again") {
  const TemporaryFolder folder;
  const LogText log;
  {
    LedgerMemory memory(folder / "m.csv", "");
    memory.remember("a", {1, 1});
    memory.remember("a", {6, 2});
  }
  { LedgerMemory(folder / "m.csv", "").remember("a", {1, 1}); }
  CHECK(log.text().empty());
  has(read_text(folder / "m.csv"), "a,6,");
}

TEST_CASE("a member whose ledger became shorter is named") {
  const TemporaryFolder folder;
  LedgerMemory memory(folder / "m.csv", "");
  const LogText log;
  memory.remember("a", {5, 1});
  memory.remember("a", {6, 2});
  CHECK(log.text().empty());
  memory.remember("a", {1, 3});
  has(log.text(), "a has lost lines of its ledger: it has 1, it had 6");
}

}  // namespace fedltr::ledger_memory_test
