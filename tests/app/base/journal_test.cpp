#include "app/base/journal.hpp"

#include <csignal>

#include <sys/resource.h>
#include <sys/stat.h>

#include "app/base/errors.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::journal_test {
using namespace fedltr::test;

std::vector<std::string> records_of(const std::filesystem::path& file) {
  Journal journal(file);
  std::vector<std::string> records;
  while (const auto record = journal.next()) records.push_back(*record);
  CHECK(records.size() == journal.found());
  return records;
}

std::filesystem::path written(const TemporaryFolder& folder) {
  Journal journal(folder / "j");
  journal.append("one");
  journal.append("");
  journal.append(std::string(100000, 'x'));
  CHECK(journal.records() == 3);
  return folder / "j";
}

void write_bytes(const std::filesystem::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
  std::filesystem::permissions(file, std::filesystem::perms::owner_read |
                                         std::filesystem::perms::owner_write);
}

TEST_CASE("a journal has what was appended, and resumes") {
  const TemporaryFolder folder;
  const auto file = written(folder);
  struct stat found {};
  REQUIRE(stat(file.c_str(), &found) == 0);
  CHECK((found.st_mode & 0777) == 0600);
  {
    Journal journal(file);
    CHECK(journal.found() == 3);
    CHECK(journal.next() == "one");
    journal.append("two");
    journal.rewind();
    CHECK(journal.next() == "one");
  }
  const auto records = records_of(file);
  REQUIRE(records.size() == 4);
  CHECK(records[1].empty());
  CHECK(records[2] == std::string(100000, 'x'));
  CHECK(records[3] == "two");
}

TEST_CASE("a journal that is cut anywhere has the complete records before") {
  const TemporaryFolder folder;
  const std::string whole = read_text(written(folder));
  // The first line has 17 bytes; each record has 12 more before it.
  const std::vector<std::pair<std::size_t, std::size_t>> cuts = {
      {0, 0},  {5, 0},  {17, 0}, {20, 0}, {31, 0},
      {32, 1}, {43, 1}, {44, 2}, {60, 2}, {whole.size() - 1, 2}};
  for (const auto& [size, records] : cuts) {
    CAPTURE(size);
    write_bytes(folder / "cut", whole.substr(0, size));
    CHECK(records_of(folder / "cut").size() == records);
    {
      Journal journal(folder / "cut");
      journal.append("more");
    }
    CHECK(records_of(folder / "cut").back() == "more");
    CHECK(records_of(folder / "cut").size() == records + 1);
  }
}

TEST_CASE("a journal changes while its records are visited") {
  const TemporaryFolder folder;
  Journal journal(written(folder));
  std::vector<std::size_t> sizes;
  journal.each([&](const std::string& record) {
    sizes.push_back(record.size());
    journal.append("more");
    journal.keep_only([](const std::string& each) { return each == "more"; });
  });
  CHECK(sizes == std::vector<std::size_t>{3, 0, 100000});
  CHECK(journal.records() == 3);
}

TEST_CASE("room that a file system made and never filled is no record") {
  const TemporaryFolder folder;
  const std::string whole = read_text(written(folder));
  write_bytes(folder / "room", whole + std::string(50, '\0'));
  CHECK(records_of(folder / "room").size() == 3);
  CHECK(read_text(folder / "room") == whole);
  // A partial tail: the beginning of a heading.
  write_bytes(folder / "part", whole + "\5" + std::string(49, '\0'));
  CHECK(records_of(folder / "part").size() == 3);
  CHECK(read_text(folder / "part") == whole);
}

TEST_CASE("a damaged journal is refused, and stays as it is") {
  const TemporaryFolder folder;
  const std::string whole = read_text(written(folder));
  // The first record's size, its sums, and its bytes.
  for (const std::size_t at : {17, 18, 22, 26, 30}) {
    CAPTURE(at);
    std::string damaged = whole;
    damaged[at] ^= 1;
    write_bytes(folder / "damaged", damaged);
    CHECK_THROWS_AS(Journal(folder / "damaged"), CheckpointError);
    CHECK(read_text(folder / "damaged") == damaged);
  }
  for (const std::string other : {"a,b\n1,2\n", "x", "a text that is longer"}) {
    write_bytes(folder / "other", other);
    CHECK_THROWS_AS(Journal(folder / "other"), CheckpointError);
    CHECK(read_text(folder / "other") == other);
  }
}

TEST_CASE("a journal that others can read, or that has two names, is refused") {
  const TemporaryFolder folder;
  const auto file = written(folder);
  std::filesystem::create_hard_link(file, folder / "other");
  CHECK_THROWS_AS(Journal{file}, UsageError);
  std::filesystem::remove(folder / "other");
  CHECK(records_of(file).size() == 3);
  std::filesystem::permissions(file, std::filesystem::perms::others_read,
                               std::filesystem::perm_options::add);
  CHECK_THROWS_AS(Journal{file}, UsageError);
}

TEST_CASE("a journal belongs to one process at a time, and can be removed") {
  const TemporaryFolder folder;
  {
    Journal journal(folder / "j");
    CHECK_THROWS_AS(Journal(folder / "j"), UsageError);
    journal.append("one");
    journal.clear();
    CHECK(journal.records() == 0);
    journal.append("two");
  }
  CHECK(records_of(folder / "j") == std::vector<std::string>{"two"});
  Journal(folder / "j").remove();
  CHECK_FALSE(std::filesystem::exists(folder / "j"));
}

TEST_CASE("dropped records leave the file, and a kill meanwhile leaves all") {
  const TemporaryFolder folder;
  const auto file = written(folder);
  // Left by a kill of an earlier attempt.
  write_bytes(folder / "j.new", "fedltr journal 1\nhalf of a record");
  {
    Journal journal(file);
    CHECK_FALSE(std::filesystem::exists(folder / "j.new"));
    journal.append("appended");
    // One that fails leaves nothing for the next one.
    CHECK_THROWS(journal.keep_only([](const std::string& record) {
      return record == "appended" ? throw std::runtime_error("full") : true;
    }));
    journal.keep_only(
        [](const std::string& record) { return record != "one"; });
    CHECK(journal.records() == 3);
    CHECK(journal.next() == "");
    std::size_t visited = 0;
    journal.each([&](const std::string&) { ++visited; });
    CHECK(visited == 3);
    CHECK_THROWS_AS(Journal{file}, UsageError);
    journal.append("later");
  }
  CHECK(read_text(file).find("one") == std::string::npos);
  CHECK_FALSE(std::filesystem::exists(folder / "j.new"));
  CHECK(records_of(file) == std::vector<std::string>{"",
                                                     std::string(100000, 'x'),
                                                     "appended", "later"});
}

TEST_CASE("records are replaced by others, in their order") {
  const TemporaryFolder folder;
  const auto file = written(folder);
  {
    Journal journal(file);
    journal.append("two");
    const auto bytes =
        journal.rewrite([](std::string record) -> std::optional<std::string> {
          if (record.empty()) return std::nullopt;
          return record.substr(0, 2);
        });
    CHECK(bytes == std::filesystem::file_size(file));
    journal.append("three");
  }
  CHECK(records_of(file) ==
        std::vector<std::string>{"on", "xx", "tw", "three"});
}

/// A maximum size of files; a write beyond it fails.
struct SizeLimit {
  explicit SizeLimit(rlim_t bytes) {
    getrlimit(RLIMIT_FSIZE, &before);
    handler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit tight = before;
    tight.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &tight);
  }
  ~SizeLimit() {
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
  }
  SizeLimit(const SizeLimit&) = delete;
  SizeLimit& operator=(const SizeLimit&) = delete;

  rlimit before{};
  void (*handler)(int) = nullptr;
};

TEST_CASE("records that can't be replaced stay, and more can follow") {
  const TemporaryFolder folder;
  const auto file = written(folder);
  Journal journal(file);
  {
    const SizeLimit limit(200);
    CHECK_THROWS(journal.rewrite(
        [](std::string record) { return std::optional(record + record); }));
  }
  CHECK_FALSE(std::filesystem::exists(folder / "j.new"));
  journal.append("more");
  std::vector<std::string> records;
  journal.each([&](const std::string& record) { records.push_back(record); });
  CHECK(records ==
        std::vector<std::string>{"one", "", std::string(100000, 'x'), "more"});
}

TEST_CASE("after a failure nothing is appended behind part of a record") {
  const TemporaryFolder folder;
  Journal journal(folder / "j");
  journal.append("one");
  {
    const SizeLimit limit(std::filesystem::file_size(folder / "j") + 20);
    CHECK_THROWS_AS(journal.append(std::string(100, 'x')), std::runtime_error);
  }
  CHECK_THROWS_WITH_AS(journal.append("two"),
                       doctest::Contains("could not be written before"),
                       std::runtime_error);
  CHECK_THROWS_AS(journal.sync(), std::runtime_error);
}

}  // namespace fedltr::journal_test
