#include "app/base/files.hpp"

#include <set>

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <zlib.h>

#include "algorithms/data/letor.hpp"
#include "app/base/errors.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/small_disk.hpp"

namespace fedltr::files_test {
using namespace fedltr::test;
namespace fs = std::filesystem;

namespace {

void write_gzip(const fs::path& file, const std::string& text) {
  const gzFile out = gzopen(file.c_str(), "wb");
  gzwrite(out, text.data(), static_cast<unsigned>(text.size()));
  gzclose(out);
}

std::set<std::string> names_in(const TemporaryFolder& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder.text()))
    names.insert(entry.path().filename().string());
  return names;
}

std::string fault_of(const fs::path& file) {
  return error_of<DataError>([&] { file_text(file); });
}

}  // namespace

TEST_CASE("a file is read to its end, packed or not") {
  const TemporaryFolder folder;
  const std::string text(3'000'000, 'x');  // more than one piece
  CHECK(file_text(folder.write("a.txt", text)) == text);
  write_gzip(folder / "a.gz", text);
  CHECK(file_text(folder / "a.gz") == text);
  CHECK(file_text(folder.write("empty", "")).empty());
}

TEST_CASE("an unreadable file is named with the reason") {
  const TemporaryFolder folder;
  has(fault_of(folder / "none"), "none: can't be opened: No such file");
  has(fault_of(folder.text()), "is a folder, expected a file");
  write_gzip(folder / "cut.gz", std::string(100'000, 'x') + "y");
  std::string packed = read_text(folder / "cut.gz");
  folder.write("cut.gz", packed.substr(0, packed.size() / 2));
  has(fault_of(folder / "cut.gz"), "cut.gz: can't be read");
}

TEST_CASE("a packed file is reported with the program that unpacks it") {
  const TemporaryFolder folder;
  const std::string xz(
      "\xFD"
      "7zXZ\0",
      6);
  const std::vector<std::pair<std::string, std::string>> table = {
      {"BZh91AY&SY", "bunzip2"},      {xz, "unxz"},
      {"\x28\xB5\x2F\xFD", "unzstd"}, {"Rar!\x1A\x07", "unrar x"},
      {"7z\xBC\xAF\x27\x1C", "7z x"}, {"PK\x03\x04", "unzip"}};
  for (const auto& [begin, program] : table)
    CHECK(fault_of(folder.write("a", begin + " and more"))
              .ends_with("/a: is packed; of packed files only gzip is read: "
                         "use " +
                         program + " first"));
  for (const char* const text : {"BZh is a word", "BZh"})
    CHECK(fault_of(folder.write("a", text)) == "");
  const auto zip_of = [](const std::string& first_name) {
    std::string zip("PK\x03\x04", 4);
    zip += std::string(22, '\0') + static_cast<char>(first_name.size());
    return zip + std::string(3, '\0') + first_name + "...";
  };
  for (const char* const first : {"[Content_Types].xml", "docProps/app.xml"})
    CHECK(fault_of(folder.write("t.xlsx", zip_of(first)))
              .ends_with("/t.xlsx: is a workbook, as Excel writes it: save its "
                         "table as CSV, for fedltr data convert"));
  CHECK(fault_of(folder.write("d.npz", zip_of("X.npy")))
            .ends_with("/d.npz: is an archive of NumPy arrays: fedltr data "
                       "convert FILE.npz:X --labels FILE.npz:y --query-ids "
                       "FILE.npz:q reads arrays of the names X, y and q"));
}

TEST_CASE("SHA-256 is FIPS 180-4's, of a text in any pieces and of a file") {
  const std::string expected =
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  Sha256 whole;
  whole.add("abc", 3);
  CHECK(whole.hex() == expected);
  Sha256 pieces;
  pieces.add("a", 1);
  pieces.add("bc", 2);
  CHECK(pieces.hex() == expected);
  const TemporaryFolder folder;
  CHECK(sha256_of_file(folder.write("f", "abc")) == expected);
  write_gzip(folder / "g", "abc");  // the bytes on disk
  CHECK(sha256_of_file(folder / "g") != expected);
}

TEST_CASE("the digest of numbers is that of their bytes") {
  const Vector numbers = Vector::LinSpaced(3, 0.1, 0.7);
  Sha256 a;
  a.add(numbers);
  Sha256 b;
  b.add(numbers.data(), 3 * sizeof(double));
  CHECK(a.hex() == b.hex());
}

TEST_CASE("a file appears complete, and a failed write leaves the old one") {
  const TemporaryFolder folder;
  write_whole(folder / "f", "first");
  write_whole(folder / "f", "second");
  CHECK(read_text(folder / "f") == "second");
  CHECK(names_in(folder) == std::set<std::string>{"f"});
  CHECK_THROWS_WITH_AS(write_whole(folder / "no/f", "x"),
                       doctest::Contains("can't be created"),
                       std::runtime_error);
  // A folder at the file's path can't be replaced.
  fs::create_directories(folder / "d/e");
  CHECK_THROWS_AS(write_whole(folder / "d", "x"), std::runtime_error);
  CHECK(names_in(folder) == std::set<std::string>{"f", "d"});
  CHECK(fs::is_directory(folder / "d/e"));
}

TEST_CASE("SHA-256 is FIPS 180-4's, over blocks and for nothing") {
  CHECK(Sha256().hex() ==
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  const TemporaryFolder folder;
  // Larger than one piece of reading.
  CHECK(sha256_of_file(folder.write("a", std::string(1'000'000, 'a'))) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  const std::string twice(2'000'000, 'a');
  Sha256 pieces;
  for (std::size_t at = 0; at < twice.size(); at += 40'000)
    pieces.add(twice.data() + at, 40'000);
  CHECK(sha256_of_file(folder.write("b", twice)) == pieces.hex());
  CHECK_THROWS_WITH_AS(sha256_of_file(folder / "none"),
                       doctest::Contains("none: can't be opened: No such"),
                       DataError);
  CHECK_THROWS_WITH_AS(sha256_of_file(folder.text()),
                       doctest::Contains("is a folder, expected a file"),
                       DataError);
}

TEST_CASE("a full disk leaves the earlier file, and no other beside it") {
  const TemporaryFolder folder;
  folder.write("f", "before");
  std::string what;
  {
    const SmallDisk disk(1000);
    try {
      write_whole(folder / "f", std::string(5000, 'x'));  // writes 1000
    } catch (const std::runtime_error& error) {
      what = error.what();
    }
  }
  CHECK(what == (folder / "f").string() + ": can't be written: File too large");
  CHECK(read_text(folder / "f") == "before");
  CHECK(names_in(folder) == std::set<std::string>{"f"});
}

TEST_CASE("another file beside it is not touched") {
  const TemporaryFolder folder;
  folder.write("f.tmp", "somebody's");
  folder.write("f.partial", "somebody's");
  write_whole(folder / "f", "new");
  CHECK(read_text(folder / "f") == "new");
  for (const char* name : {"f.tmp", "f.partial"})
    CHECK(read_text(folder / name) == "somebody's");
  sync_folder(folder.text());
  sync_folder(folder / "none");  // without an error
}

TEST_CASE("the later of two writers of one file wins completely") {
  const TemporaryFolder folder;
  const std::string long_text(3'000'000, 'a');
  WholeFile first(folder / "f");
  first.write(long_text);
  {
    WholeFile failing(folder / "f");
    failing.write("half");
  }
  WholeFile second(folder / "f");
  second.write("short");
  second.commit();
  CHECK(read_text(folder / "f") == "short");
  first.write("end");
  first.commit();
  CHECK(read_text(folder / "f") == long_text + "end");
  CHECK(names_in(folder) == std::set<std::string>{"f"});
}

TEST_CASE("names of files without one are known") {
  CHECK(is_unnamed(".fedltr-17"));
  for (const char* name : {".fedltr", ".fedltr-", ".fedltr-new", "f-17"})
    CHECK_FALSE(is_unnamed(name));
}

TEST_CASE("no link at a file's name is followed") {
  const TemporaryFolder folder;
  const std::string others = folder.write("others", "not ours");
  fs::create_symlink(others, folder / "f");
  write_whole(folder / "f", "new");
  CHECK(read_text(folder / "others") == "not ours");
  CHECK(read_text(folder / "f") == "new");
  CHECK_FALSE(fs::is_symlink(folder / "f"));
  // Through a hard link the file is protected as well.
  fs::create_hard_link(others, folder / "g");
  write_whole(folder / "g", "newer");
  CHECK(read_text(folder / "others") == "not ours");
}

TEST_CASE("devices and pipes, which may never end, are no files") {
  const TemporaryFolder folder;
  REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
  for (const std::string& name :
       {(folder / "pipe").string(), std::string("/dev/zero"),
        std::string("/dev/null")}) {
    has(fault_of(name), name + ": is a device or a pipe, expected a file on");
    CHECK_THROWS_AS(sha256_of_file(name), DataError);
  }
}

TEST_CASE("no device and no pipe is replaced by a file") {
  const TemporaryFolder folder;
  const fs::path pipe = folder / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  CHECK_THROWS_WITH_AS(write_whole(pipe, "x"),
                       doctest::Contains("is a device or a pipe"), UsageError);
  CHECK(fs::is_fifo(pipe));
  fs::create_symlink("/dev/null", folder / "link");
  CHECK_THROWS_AS(write_whole(folder / "link", "x"), UsageError);
  CHECK(fs::is_symlink(folder / "link"));
}

TEST_CASE("a packed text that unpacks without end is refused") {
  const TemporaryFolder folder;
  const gzFile out = gzopen((folder / "bomb.gz").c_str(), "wb1");
  const std::string piece(1 << 20, '\n');
  for (int i = 0; i < 260; ++i)
    REQUIRE(gzwrite(out, piece.data(), 1 << 20) == 1 << 20);
  gzclose(out);
  PackedFile bomb(folder / "bomb.gz");
  const auto read_all = [&] {
    while (!bomb.next().empty()) {
    }
  };
  CHECK_THROWS_WITH_AS(
      read_all(), doctest::Contains("more than 200 times its size"), DataError);
}

TEST_CASE("bytes behind a packed text are no text") {
  const TemporaryFolder folder;
  write_gzip(folder / "two.gz", "one ");
  const std::string first = read_text(folder / "two.gz");
  write_gzip(folder / "two.gz", "two");
  // Concatenated gzip files are one text (RFC 1952, section 2.2).
  folder.write("two.gz", first + read_text(folder / "two.gz"));
  CHECK(file_text(folder / "two.gz") == "one two");
  std::string damaged = first;
  damaged[first.size() - 8] ^= 1;  // a byte of the check sum
  folder.write("bad.gz", damaged);
  has(fault_of(folder / "bad.gz"),
      "bad.gz: can't be read: the packed file is damaged");
}

TEST_CASE("a file appears by commit, without it the old one stays") {
  const TemporaryFolder folder;
  const std::string name = folder.write("f", "old");
  {
    WholeFile file(name);
    file.write("new");
    CHECK(read_text(name) == "old");
  }
  CHECK(read_text(name) == "old");
  CHECK(names_in(folder) == std::set<std::string>{"f"});
  WholeFile file(name);
  file.write("new ");
  file.write("text");
  file.commit();
  CHECK(read_text(name) == "new text");
  CHECK(names_in(folder) == std::set<std::string>{"f"});
}

TEST_CASE("a write error names the file") {
  CHECK_THROWS_WITH(WholeFile("/no/such/folder/f"),
                    "/no/such/folder/f: can't be created: No such file or "
                    "directory");
}

}  // namespace fedltr::files_test
