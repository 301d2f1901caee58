// Sets that no reader of text makes, but whose checksum fits, as of a writer
// with a fault. `data_cache_test` damages files.
#include "app/data/cached_set.hpp"

#include <bit>
#include <cmath>
#include <functional>
#include <limits>

#include <sys/stat.h>

#include "algorithms/core/archive.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/small_disk.hpp"

namespace fedltr::cached_set_test {
using namespace fedltr::test;

namespace {

namespace fs = std::filesystem;

constexpr const char* kKey = "key";

/// Two queries of two and one documents with two features.
struct Parts {
  std::vector<double> values = {0.5, -0.0, 5e-324, -1e300, 1.0 / 3, 0};
  std::vector<std::uint8_t> labels = {0, 31, 2};
  std::vector<std::string> queries = {"a", ""};
  Names documents;

  Dataset data() const {
    Dataset data(2);
    const std::span<const double> all(values);
    const std::span<const std::uint8_t> grades(labels);
    Names names[2];
    if (!documents.empty()) {
      names[0].push_back(documents[0]);
      names[0].push_back(documents[1]);
      names[1].push_back(documents[2]);
    }
    data.add_query(queries[0], all.first(4), grades.first(2), names[0]);
    data.add_query(queries[1], all.last(2), grades.last(1), names[1]);
    return data;
  }
  CachedSet set() const {
    return {
        data(), 1, 2, false, {{{}, {3, 1, 4, -1e300}}}, {std::string(64, 'f')}};
  }
};

struct Written {
  TemporaryFolder folder;
  fs::path file = folder / "a.set";

  explicit Written(const CachedSet& set) { write_set(file, kKey, set); }
  std::optional<CachedSet> read(std::size_t files = 1,
                                const char* key = kKey) const {
    return read_set(file, key, files);
  }
};

/// Reason for which a set is refused; empty if it is read.
std::string refusal(const std::function<std::optional<CachedSet>()>& read) {
  try {
    return read() ? "" : "has another key or layout";
  } catch (const ArchiveError& error) {
    return error.what();
  }
}

std::string refusal_of(const std::function<void(CachedSet&)>& change) {
  CachedSet set = Parts().set();
  change(set);
  const Written written(set);
  return refusal([&] { return written.read(); });
}

std::string refusal_of_parts(const std::function<void(Parts&)>& change) {
  return refusal_of([&](CachedSet& set) {
    Parts parts;
    change(parts);
    set.data = parts.data();
  });
}

}  // namespace

TEST_CASE("a set is read as it was written, to the bit") {
  Parts parts;
  for (const char* name : {"d1", "", "d,3\n"}) parts.documents.push_back(name);
  const Written written(parts.set());
  const auto read = written.read();
  REQUIRE(read);
  const Dataset& data = read->data;
  REQUIRE(data.queries() == 2);
  CHECK(data.query_name(0) == "a");
  CHECK(data.query_name(1).empty());
  CHECK(data.end(0) == 2);
  CHECK(std::ranges::equal(data.labels(), parts.labels));
  for (Index i = 0; i < 6; ++i)
    CHECK(std::bit_cast<std::uint64_t>(data.all_features()(i / 2, i % 2)) ==
          std::bit_cast<std::uint64_t>(
              parts.values[static_cast<std::size_t>(i)]));
  REQUIRE(data.document_names().size() == 3);
  CHECK(data.document_names()[2] == "d,3\n");
  CHECK(read->first_id == 1);
  CHECK(read->largest_id == 2);
  CHECK(read->notes.features == parts.set().notes.features);
  CHECK(read->sha256 == std::vector<std::string>{std::string(64, 'f')});
}

TEST_CASE("a set with another key or layout is not read, and no fault") {
  const Written written(Parts().set());
  CHECK(written.read());
  CHECK_FALSE(written.read(1, "other"));
  CHECK_FALSE(written.read(1, ""));
  std::string bytes = read_text(written.file);
  bytes[kSetLayout.size() - 2] = '2';
  written.folder.write("a.set", bytes);
  CHECK_FALSE(written.read());
}

TEST_CASE("a set of another number of files is refused") {
  const Written written(Parts().set());
  for (const std::size_t files : {0, 2})
    CHECK(refusal([&] { return written.read(files); }) ==
          "it is of another number of files");
}

TEST_CASE("contents that no text has are refused, though the checksum fits") {
  CHECK(refusal_of([](CachedSet&) {}).empty());
  CHECK(refusal_of([](CachedSet& set) { set.data = Dataset(2); }) ==
        "queries without documents");
  CHECK(refusal_of([](CachedSet& set) { set.sha256 = {"f"}; }) ==
        "impossible digests");
  for (const FeatureNotes& each : std::vector<FeatureNotes>{
           {-1}, {1, 2}, {0, 0, -1}, {0, 0, 1, std::nan("")}})
    CHECK(refusal_of([&](CachedSet& set) { set.notes.of(2) = each; }) ==
          "impossible counts");
  CHECK(refusal_of([](CachedSet& set) { set.notes.of(3).missing = 1; }) ==
        "impossible counts");
  for (const auto& change : std::vector<std::function<void(CachedSet&)>>{
           [](CachedSet& set) { set.first_id = 2; },
           [](CachedSet& set) { set.largest_id = 3; },
           [](CachedSet& set) { set.largest_id = 65536; },
           [](CachedSet& set) { set.zero_seen = true; }})
    CHECK(refusal_of(change) == "impossible features");
  // Columns from 0 hold one index less.
  CHECK(refusal_of([](CachedSet& set) {
          set.first_id = 0;
          set.largest_id = 1;
          set.zero_seen = true;
        }).empty());
  CHECK(refusal_of_parts([](Parts& parts) { parts.queries[1] = "a"; }) ==
        "impossible names");
  CHECK(refusal_of_parts([](Parts& parts) { parts.labels[2] = 32; }) ==
        "impossible grades");
  for (const double value :
       {std::nan(""), std::numeric_limits<double>::infinity()})
    CHECK(refusal_of_parts([&](Parts& parts) { parts.values[5] = value; }) ==
          "impossible values");
}

TEST_CASE("a file of another size is refused before memory is taken") {
  const Written written(Parts().set());
  const std::string bytes = read_text(written.file);
  const auto refusal_of_bytes = [&](const std::string& changed) {
    written.folder.write("a.set", changed);
    return refusal([&] { return written.read(); });
  };
  CHECK(refusal_of_bytes(bytes).empty());
  CHECK(refusal_of_bytes(bytes + "x") == "its size differs from its header's");
  CHECK(refusal_of_bytes(bytes.substr(0, bytes.size() - 1)) ==
        "its size differs from its header's");
  CHECK(refusal_of_bytes(bytes.substr(0, kSetLayout.size() + 20)) ==
        "it is cut off");
  // The size of the contents follows the layout.
  std::string huge = bytes;
  huge[kSetLayout.size() + 7] = '\x7f';
  CHECK(refusal_of_bytes(huge) == "impossible size");
  huge = bytes;
  huge[kSetLayout.size() + 2] = '\x01';
  CHECK(refusal_of_bytes(huge) == "it is cut off");
}

TEST_CASE("a set is written for its owner only, completely or not at all") {
  const Written written(Parts().set());
  struct stat status {};
  REQUIRE(stat(written.file.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
  const std::string before = read_text(written.file);
  {
    const SmallDisk full(before.size() - 1);
    CHECK_THROWS_AS(write_set(written.file, "other", Parts().set()),
                    std::exception);
  }
  CHECK(read_text(written.file) == before);
  CHECK(std::distance(fs::directory_iterator(written.folder.text()), {}) == 1);
  CHECK_THROWS_AS(write_set(written.folder / "none/a.set", kKey, Parts().set()),
                  std::exception);
}

}  // namespace fedltr::cached_set_test
