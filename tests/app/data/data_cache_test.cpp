#include "app/data/data_cache.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "app/base/files.hpp"
#include "app/base/stop_reading.hpp"
#include "app/data/data_source.hpp"
#include "app/schema/reader.hpp"
#include "tests/support/log_text.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::data_cache_test {
using namespace fedltr::test;

namespace {

namespace fs = std::filesystem;

constexpr auto kRefuse = ReturningQueries::kRefuse;

/// Sets an environment variable for a test case; null unsets it.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* const old = std::getenv(name)) old_ = old;
    set(value);
  }
  ~Variable() { set(old_ ? old_->c_str() : nullptr); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

  void set(const char* value) const {
    if (value)
      setenv(name_, value, 1);
    else
      unsetenv(name_);
  }

 private:
  const char* name_;
  std::optional<std::string> old_;
};

/// A file and its cache folder.
struct Kept {
  TemporaryFolder folder;
  Files files;
  fs::path caches;

  explicit Kept(const std::string& text)
      : files{folder.write("set.txt", text)},
        caches(fs::path(files[0]).parent_path() / "caches") {}

  /// Entry of the file, as if it were old.
  CacheEntry entry() const {
    CacheEntry entry = cache_entry(files, kRefuse, caches, 0);
    entry.settled = true;
    return entry;
  }
  /// Parses the text.
  CachedSet parsed(std::uint32_t first = 1, Index features = 3) const {
    LetorReader reader;
    reader.begin_file(files[0]);
    reader.feed(file_text(files[0]));
    reader.end_file();
    CachedSet set{Dataset(),           first,
                  reader.largest_id(), reader.zero_seen(),
                  reader.notes(),      {sha256_of_file(files[0])}};
    set.data = reader.take(first, features);
    return set;
  }
  bool write() const { return write_cached(entry(), files, kRefuse, parsed()); }
};

constexpr const char* kText =
    "2 qid:a 1:0.1 2:-3 # docid = d1\n"
    "0 qid:a 3:1e-320 2:NULL\n"
    "31 qid:b 1:1e300 2:0.30000000000000004 # docid = d3\n";

void check_equal(const Dataset& one, const Dataset& other) {
  REQUIRE(one.queries() == other.queries());
  REQUIRE(one.features() == other.features());
  for (Index query = 0; query < one.queries(); ++query) {
    CHECK(one.query_name(query) == other.query_name(query));
    CHECK(one.end(query) == other.end(query));
  }
  CHECK(std::ranges::equal(one.labels(), other.labels()));
  const auto a = one.all_features();
  const auto b = other.all_features();
  REQUIRE(a.rows() == b.rows());
  CHECK(std::memcmp(a.data(), b.data(), sizeof(double) * a.size()) == 0);
  REQUIRE(one.document_names().size() == other.document_names().size());
  for (std::size_t i = 0; i < one.document_names().size(); ++i)
    CHECK(one.document_names()[i] == other.document_names()[i]);
}

std::string bytes_of(const fs::path& file) {
  std::ifstream input(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(input), {}};
}

}  // namespace

TEST_CASE("a cache gives back every bit of what was read") {
  const Kept kept(kText);
  REQUIRE(kept.write());
  const auto cached = read_cached(kept.entry());
  REQUIRE(cached);
  const CachedSet parsed = kept.parsed();
  check_equal(cached->data, parsed.data);
  CHECK(cached->largest_id == 3);
  CHECK_FALSE(cached->zero_seen);
  CHECK(cached->notes.features ==
        std::vector<FeatureNotes>{{}, {0, 0, 1, 1e300}, {1}});
  CHECK(cached->sha256 == parsed.sha256);
}

TEST_CASE("documents without names have none in a cache either") {
  const Kept kept("1 qid:1 1:1 2:2 3:3\n");
  REQUIRE(kept.write());
  CHECK(read_cached(kept.entry())->data.document_names().empty());
}

TEST_CASE("a cache is read as it is to be kept, and stays as it was") {
  const Kept kept_file(kText);
  REQUIRE(kept_file.write());
  for (const Normalize how : {Normalize::kNone, Normalize::kQueryMinmax,
                              Normalize::kQueryZscore, Normalize::kLog1p})
    for (const Storage storage : {Storage::kFloat64, Storage::kFloat32,
                                  Storage::kSparse64, Storage::kSparse32}) {
      const Keeping keeping{{how}, storage};
      const Dataset read = read_cached(kept_file.entry(), keeping)->data;
      const Dataset expected = kept(kept_file.parsed().data, keeping);
      CHECK(read.storage() == storage);
      CHECK(read.bytes() == expected.bytes());
      CHECK(read.loss().rounded == expected.loss().rounded);
      check_equal(kept_as(Storage::kFloat64, read),
                  kept_as(Storage::kFloat64, expected));
    }
  check_equal(read_cached(kept_file.entry())->data, kept_file.parsed().data);
}

TEST_CASE("values named as missing make another key") {
  const Kept kept(kText);
  const auto key = [&](const MissingValues& missing) {
    return cache_entry(kept.files, {kRefuse, missing}, kept.caches, 0).key;
  };
  CHECK(key({}) == kept.entry().key);
  CHECK(key({{1}}) != key({}));
  CHECK(key({{1}}) != key({{2}}));
  CHECK(key({{}, 1}) != key({}));
}

TEST_CASE("a changed file has another key, even with its old date and size") {
  const Kept kept(kText);
  const CacheEntry before = kept.entry();
  REQUIRE(kept.write());
  const auto date = fs::last_write_time(kept.files[0]);
  std::string other = kText;
  other[0] = '1';
  kept.folder.write("set.txt", other);
  fs::last_write_time(kept.files[0], date);
  const CacheEntry after = kept.entry();
  CHECK(after.file == before.file);  // it will be overwritten
  CHECK(after.key != before.key);
  CHECK_FALSE(read_cached(after));
  // Data read before the change is not cached under the changed file.
  CHECK_FALSE(write_cached(before, kept.files, kRefuse, kept.parsed()));
}

TEST_CASE("merged sets, and other files, have caches of their own") {
  const Kept kept(kText);
  const Files two = {kept.files[0], kept.folder.write("b.txt", kText)};
  const auto merge = ReturningQueries::kMerge;
  const auto own = cache_entry(kept.files, kRefuse, kept.caches, 0);
  CHECK(cache_entry(kept.files, merge, kept.caches, 0).file != own.file);
  CHECK(cache_entry(two, kRefuse, kept.caches, 0).file != own.file);
  CHECK(cache_entry({two[1]}, kRefuse, kept.caches, 0).file != own.file);
}

TEST_CASE("no cache of small files, pipes, fresh files, or where it is off") {
  const Kept kept(kText);
  const auto bytes = fs::file_size(kept.files[0]);
  const auto entry = [&](const Files& files, std::uintmax_t least) {
    return cache_entry(files, kRefuse, kept.caches, least);
  };
  CHECK_FALSE(entry(kept.files, bytes).file.empty());
  CHECK(entry(kept.files, bytes + 1).file.empty());
  CHECK(cache_entry(kept.files, kRefuse, "", 0).file.empty());
  CHECK(entry({"/dev/null"}, 0).file.empty());
  CHECK(entry({kept.files[0].string() + ".absent"}, 0).file.empty());
  const CacheEntry fresh = entry(kept.files, 0);
  CHECK_FALSE(fresh.settled);
  CHECK_FALSE(write_cached(fresh, kept.files, kRefuse, kept.parsed()));
  CHECK_FALSE(fs::exists(kept.caches));
}

TEST_CASE("any damaged byte or lost end has the text read, with one line") {
  const Kept kept(kText);
  REQUIRE(kept.write());
  const CacheEntry entry = kept.entry();
  const std::string whole = bytes_of(entry.file);
  const auto reads = [&](const std::string& bytes) {
    std::ofstream(entry.file, std::ios::binary) << bytes;
    return read_cached(entry).has_value();
  };
  CHECK(reads(whole));
  const LogText log;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x40);
    CHECK_FALSE(reads(damaged));
    CHECK_FALSE(reads(whole.substr(0, i)));
  }
  CHECK_FALSE(reads(whole + "x"));
  has(log.text(),
      ".set: a damaged cache (its size differs from its header's); "
      "the text is read instead");
}

TEST_CASE("a stop while a cache is read is no damage") {
  const Kept kept(kText);
  Interrupt interrupt;
  {
    const ReadingWatch watch(interrupt);
    REQUIRE(kept.write());
    const CacheEntry entry = kept.entry();
    const LogText log;
    interrupt.trigger();
    CHECK_THROWS_AS(read_cached(entry), ReadingStopped);
    CHECK(log.text().empty());
  }
  CHECK(read_cached(kept.entry()));
}

TEST_CASE("unfinished files that are a day old go, all others stay") {
  const Kept kept(kText);
  fs::create_directories(kept.caches);
  const std::string cache = kept.entry().file.string();
  const std::string old = cache + ".4194305.tmp";
  const std::string young = cache + ".4194306.tmp";
  // Users' files: another name, no process, no digest.
  const std::vector<std::string> foreign = {
      cache + ".txt", (kept.caches / "mydata.set.2019.txt").string(),
      (kept.caches / "train.set.99999999999").string()};
  const auto yesterday =
      fs::file_time_type::clock::now() - std::chrono::hours(25);
  std::ofstream(young) << "x";
  std::ofstream(old) << "x";
  fs::last_write_time(old, yesterday);
  for (const std::string& each : foreign) {
    std::ofstream(each) << "x";
    fs::last_write_time(each, yesterday);
  }
  REQUIRE(kept.write());
  CHECK_FALSE(fs::exists(old));
  CHECK(fs::exists(young));
  for (const std::string& each : foreign) CHECK(fs::exists(each));
  CHECK(read_cached(kept.entry()));
}

TEST_CASE("a set of few values among zeros is not kept") {
  const Kept kept("1 qid:a 1:1\n0 qid:b 2:1\n");  // 24 bytes
  CHECK(write_cached(kept.entry(), kept.files, kRefuse, kept.parsed(1, 24)));
  CHECK_FALSE(
      write_cached(kept.entry(), kept.files, kRefuse, kept.parsed(1, 25)));
}

TEST_CASE("a folder that can't be made does no harm") {
  const Kept kept(kText);
  const std::string file = kept.folder.write("file", "x");
  CacheEntry entry = kept.entry();
  entry.file = fs::path(file) / "caches" / "a.set";
  CHECK_FALSE(read_cached(entry));
  entry.file = fs::path(file) / "a.set";
  CHECK_FALSE(write_cached(entry, kept.files, kRefuse, kept.parsed()));
}

TEST_CASE("a change of a program's own memory has another key") {
  const Kept kept(kText);
  if (!dates_changes(kept.files[0])) {
    std::cout << "passed over: this file system sets no times\n";
    return;
  }
  const int file = open(kept.files[0].c_str(), O_RDWR | O_CLOEXEC);
  char* const text = static_cast<char*>(
      mmap(nullptr, 16, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
  REQUIRE(text != MAP_FAILED);
  text[0] = '1';
  write_back(kept.files);
  const std::string key = kept.entry().key;
  usleep(50000);  // beyond the resolution of file times
  text[0] = '0';
  CHECK(kept.entry().key != key);
  munmap(text, 16);
  close(file);
}

TEST_CASE("only its owner may look into the folder of caches") {
  const Kept kept(kText);
  REQUIRE(kept.write());
  CHECK(fs::status(kept.caches).permissions() == fs::perms::owner_all);
  CHECK(fs::status(kept.entry().file).permissions() ==
        (fs::perms::owner_read | fs::perms::owner_write));
  // No other file remains.
  CHECK(std::distance(fs::directory_iterator(kept.caches), {}) == 1);
}

TEST_CASE("the environment names the folder of caches") {
  const Variable own(kCacheVariable, nullptr);
  const Variable base("XDG_CACHE_HOME", nullptr);
  const Variable home("HOME", "/home/u");
  CHECK(cache_folder() == "/home/u/.cache/fedltr");
  base.set("relative");
  CHECK(cache_folder() == "/home/u/.cache/fedltr");
  base.set("/x");
  CHECK(cache_folder() == "/x/fedltr");
  own.set("/here");
  CHECK(cache_folder() == "/here");
  own.set(kNoCaches);
  CHECK(cache_folder().empty());
  own.set(nullptr);
  base.set(nullptr);
  home.set(nullptr);
  CHECK(cache_folder().empty());
}

TEST_CASE("a large file is parsed once, and both times gives the same set") {
  const TemporaryFolder folder;
  std::string text;
  for (int query = 0; text.size() < kMinCachedBytes; ++query)
    for (int i = 0; i < 50; ++i)
      text += std::to_string((query + i) % 3) +
              " qid:" + std::to_string(query) + " 2:0." +
              std::to_string(query * 7 + i) + " 3:" + std::to_string(i) +
              " # docid = some-long-name-of-" + std::to_string(query) + "-" +
              std::to_string(i) + "\n";
  const std::string train = folder.write("train.txt", text);
  const std::string test = folder.write("test.txt", "1 qid:t 1:1 4:0.5\n");
  const std::string sha(64, 'a');
  const std::string zero = folder.write("zero.txt", "1 qid:t 0:1 3:0.5\n");
  const std::string caches = folder / "caches";
  const Variable own(kCacheVariable, caches.c_str());
  const auto load = [&](const std::string& other) {
    return load_data(
        default_scenario({"data.train=" + train, "data.test=" + other}));
  };
  // The file is new: its cache is kept only if treated as old.
  const LoadedData first = load(test);
  CHECK(first.caches.empty());
  CacheEntry entry = cache_entry({train}, kRefuse);
  entry.settled = true;
  REQUIRE(write_cached(entry, {train}, kRefuse,
                       {*first.folds[0].train, 1, 3, false, {}, {sha}}));
  if (!dates_changes(train)) {
    std::cout << "passed over: this file system sets no times\n";
    CHECK(load(test).caches.empty());
    return;
  }
  const LoadedData again = load(test);
  CHECK(again.caches == Files{entry.file});
  check_equal(*again.folds[0].train, *first.folds[0].train);
  CHECK(again.files[0].sha256 == sha);  // from when it was parsed
  // Together with another set it has other columns than when it was cached.
  const LoadedData from_zero = load(zero);
  own.set("off");
  check_equal(*from_zero.folds[0].train, *load(zero).folds[0].train);
  CHECK(from_zero.zero_based);
  CHECK(load(test).caches.empty());
  own.set("OFF");
  CHECK(load(test).caches.empty());
  CHECK_FALSE(std::filesystem::exists("OFF"));
}

}  // namespace fedltr::data_cache_test
