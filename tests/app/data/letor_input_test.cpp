#include "app/data/letor_input.hpp"

#include <array>

#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "tests/support/scenario.hpp"

namespace fedltr::letor_input_test {
using namespace fedltr::test;

namespace {

/// A pipe with a text, as the shell's <(command) gives one to a program.
class Pipe {
 public:
  explicit Pipe(const std::string& text) {
    REQUIRE(pipe(ends_.data()) == 0);
    REQUIRE(write(ends_[1], text.data(), text.size()) == std::ssize(text));
    close(ends_[1]);
  }
  ~Pipe() { close(ends_[0]); }

  std::string path() const { return "/dev/fd/" + std::to_string(ends_[0]); }

 private:
  std::array<int, 2> ends_{};
};

}  // namespace

TEST_CASE("a folder stands for its files, by name, without hidden ones") {
  const TemporaryFolder folder;
  const std::string b = folder.write("d/b.txt", "x");
  const std::string a = folder.write("d/a.txt", "x");
  folder.write("d/.hidden", "x");
  folder.write("d/sub/c.txt", "x");
  const std::string one = folder.write("one.txt", "x");
  CHECK(letor_inputs({one, (folder / "d").string(), kStandardInput}) ==
        std::vector<std::string>{one, a, b, "-"});
  std::filesystem::create_directory(folder / "empty");
  CHECK_THROWS_AS(letor_inputs({(folder / "empty").string()}), DataError);
  CHECK_THROWS_WITH_AS(letor_inputs({"no/such"}),
                       "no/such: there is no such file", DataError);
  CHECK(shown_path("-") == "standard input");
  CHECK(opened_path("-") == "/dev/stdin");
  CHECK(opened_path("a") == "a");
}

TEST_CASE("files, also packed ones, are read one after the other") {
  const TemporaryFolder folder;
  const std::string plain =
      folder.write("1.txt", "1 qid:1 1:1\n0 qid:1 1:2\n1 qid:2 2:3\n");
  const std::string packed = (folder / "2.txt.gz").string();
  const auto file = gzopen(packed.c_str(), "wb");
  gzputs(file, "0 qid:3 1:4");
  gzclose(file);
  Dataset all(2);
  stream_letor({plain, packed}, 1, 2,
               [&](const Dataset& data) { append_queries(all, data); });
  REQUIRE(all.queries() == 3);
  CHECK(all.all_features() == Matrix{{1, 0}, {2, 0}, {0, 3}, {4, 0}});
  CHECK_THROWS_AS(stream_letor({plain, plain}, 1, 2, [](const Dataset&) {}),
                  DataError);
}

TEST_CASE("short rows of many columns come in small pieces") {
  const TemporaryFolder folder;
  std::string rows;
  for (int q = 0; q < 2000; ++q)
    rows += "1 qid:" + std::to_string(q) + " 1:1\n";
  const std::string file = folder.write("wide.txt", rows);
  Index most = 0;
  Index queries = 0;
  stream_letor({file}, 0, 65536, [&](const Dataset& data) {
    most = std::max(most, data.documents());
    queries += data.queries();
  });
  CHECK(queries == 2000);
  CHECK(most < 400);  // pieces of half a megabyte
}

TEST_CASE("a pipe is read as a file is, where a user may mean one") {
  const Pipe rows("1 qid:1 1:1\n0 qid:2 1:2\n");
  Index queries = 0;
  stream_letor({rows.path()}, 1, 1,
               [&](const Dataset& data) { queries += data.queries(); });
  CHECK(queries == 2);
  const Pipe run("1 Q0 a 1 2 x\n");
  CHECK(input_text(run.path(), 100) == "1 Q0 a 1 2 x\n");
  CHECK_THROWS_WITH_AS(input_text("/dev/zero", 5'000'000),
                       "/dev/zero: is larger than the 5,000,000 bytes that are "
                       "allowed",
                       DataError);
}

TEST_CASE("a pipe with a name, whose writer may never come, is refused") {
  const TemporaryFolder folder;
  const std::string name = (folder / "pipe").string();
  REQUIRE(mkfifo(name.c_str(), 0600) == 0);
  const std::string refusal =
      name + ": is a device or a pipe, expected a file on disk";
  CHECK_THROWS_WITH_AS(input_text(name, 100), refusal.c_str(), DataError);
  CHECK_THROWS_WITH_AS(stream_letor({name}, 1, 1, [](const Dataset&) {}),
                       refusal.c_str(), DataError);
}

TEST_CASE("lines that end in carriage returns are lines") {
  const TemporaryFolder folder;
  const std::string file =
      folder.write("mac.txt", "1 qid:1 1:1 # a\r0 qid:1 1:2 # b\r0 qid:2 1:3");
  Index documents = 0;
  stream_letor({file}, 1, 1,
               [&](const Dataset& data) { documents += data.documents(); });
  CHECK(documents == 3);
  CHECK(input_text(file, 1000) ==
        "1 qid:1 1:1 # a\n0 qid:1 1:2 # b\n0 qid:2 1:3");
}

}  // namespace fedltr::letor_input_test
