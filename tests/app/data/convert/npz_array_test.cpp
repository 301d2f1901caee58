// NumPy's archives, also through the command line.
#include "app/data/convert/npz_array.hpp"

#include "tests/app/data/convert/convert_support.hpp"
#include "tests/support/npy.hpp"
#include "tests/support/npz.hpp"

namespace fedltr::npz_array_test {
using namespace fedltr::test;

namespace {

const std::string kX = npy<double>("<f8", "(3, 2)", {1, 0.5, 0, 4, -2, 3});
const std::string kY = npy<std::int64_t>("<i8", "(3,)", {2, 0, 1});
const std::string kGroups = npy<std::int32_t>("<i4", "(2,)", {2, 1});
const std::string kQueries = npy<char>("|S1", "(3,)", {'a', 'a', 'b'});
const std::string kRows =
    "2 qid:1 1:1 2:0.5\n0 qid:1 1:0 2:4\n1 qid:2 1:-2 2:3\n";

std::string archive(Packing packing = Packing::kStored) {
  return npz({{"X.npy", kX},
              {"y.npy", kY},
              {"groups.npy", kGroups},
              {"qid.npy", kQueries}},
             packing);
}

std::string replaced(std::string text, const std::string& old,
                     const std::string& by) {
  for (std::size_t at = text.find(old); at != std::string::npos;
       at = text.find(old, at + by.size()))
    text.replace(at, old.size(), by);
  return text;
}

struct Archives : Conversion {
  /// Error of the features X of an archive of these bytes.
  std::string refusal(const std::string& bytes,
                      const std::string& array = ":X") const {
    const std::string d = folder.write("d.npz", bytes);
    const std::string y = folder.write("y.npy", kY);
    return fault(
        {d + array, "--labels", y, "--groups", folder.write("g.npy", kGroups)});
  }
};

}  // namespace

TEST_CASE("an array of an archive is named behind a colon") {
  CHECK_FALSE(npz_name("d.npy").has_value());
  CHECK_FALSE(npz_name("C:d.txt").has_value());
  const auto whole = npz_name("of.npz:1/d.npz");
  REQUIRE(whole.has_value());
  CHECK(whole->archive == "of.npz:1/d.npz");
  CHECK(whole->array.empty());
  const auto array = npz_name("of.npz:1/d.npz:a:b");
  REQUIRE(array.has_value());
  CHECK(array->archive == "of.npz:1/d.npz");
  CHECK(array->array == "a:b");
}

TEST_CASE("arrays of an archive are read as .npy files are") {
  const Archives files;
  for (const Packing packing : {Packing::kStored, Packing::kDeflated}) {
    const std::string d = files.folder.write("d.npz", archive(packing));
    CHECK(files.text({d + ":X", "--labels", d + ":y", "--groups",
                      d + ":groups"}) == kRows);
    CHECK(files.text(
              {d + ":X", "--labels", d + ":y", "--query-ids", d + ":qid"}) ==
          "2 qid:a 1:1 2:0.5\n0 qid:a 1:0 2:4\n1 qid:b 1:-2 2:3\n");
    // Options may name other files, and a lone array needs no name.
    const std::string one =
        files.folder.write("one.npz", npz({{"arr_0.npy", kX}}, packing));
    CHECK(files.text({one, "--labels", files.folder.write("y.npy", kY),
                      "--groups", d + ":groups"}) == kRows);
  }
}

TEST_CASE("a missing array is named with those that are there") {
  const Archives files;
  has(files.refusal(archive(), ":Z"),
      "d.npz: has no array 'Z'; it holds 'X', 'y', 'groups', 'qid'");
  has(files.refusal(archive(), ""),
      "d.npz: holds 'X', 'y', 'groups', 'qid': name one array as "
      "FILE.npz:ARRAY");
  has(files.refusal(npz({{"X.txt", kX}})), "d.npz: holds no array (.npy)");
  std::vector<std::pair<std::string, std::string>> many;
  for (char name = 'a'; name < 'm'; ++name)
    many.emplace_back(std::string(1, name) + ".npy", kY);
  has(files.refusal(npz(many)), "'i', 'j', ...");
  has(files.refusal(npz({{"a\nb\x1b.npy", kY}})), "it holds 'a?b?'");
}

TEST_CASE("hostile archives are refused in one line") {
  const Archives files;
  const std::string good = archive();
  has(files.refusal(""), "d.npz: can't be read as an archive of NumPy arrays");
  has(files.refusal("no zip"), "can't be read as an archive of NumPy arrays");
  has(files.refusal(replaced(good, "y.npy", "X.npy")),
      "d.npz: holds array 'X' 2 times");
  // A number that changed has another sum.
  std::string changed = good;
  changed[changed.find(kX) + kX.size() - 1] ^= 1;
  has(files.refusal(changed), "d.npz: is damaged: CRC error");
  for (std::size_t size = 0; size < good.size(); size += 7) {
    CAPTURE(size);
    files.refusal(good.substr(0, size));
  }
  std::filesystem::create_directory(files.folder / "f.npz");
  const std::string y = files.folder.write("y.npy", kY);
  has(files.fault(
          {(files.folder / "f.npz").string(), "--labels", y, "--query-ids", y}),
      "f.npz: is a folder, expected a file");
  has(files.fault({(files.folder / "none.npz").string() + ":X", "--labels", y,
                   "--query-ids", y}),
      "none.npz: can't be opened: No such file");
}

TEST_CASE("an archive that unpacks to far more than its size is refused") {
  const Archives files;
  const std::string zeros = files.folder.write("zeros", "");
  std::filesystem::resize_file(zeros, 320 << 20);  // takes no place
  const std::string d = (files.folder / "d.npz").string();
  zip_t* const zip = zip_open(d.c_str(), ZIP_CREATE, nullptr);
  REQUIRE(zip != nullptr);
  zip_file_add(zip, "X.npy", zip_source_file(zip, zeros.c_str(), 0, 0), 0);
  REQUIRE(zip_close(zip) == 0);
  // Its directory claims more than the file has.
  std::string archive = read_text(d);
  const auto claim = archive.rfind("PK\x01\x02") + 20;
  archive.replace(claim, 4, "\xF0\xFF\xFF\x7F");
  files.folder.write("d.npz", archive);
  NpzArray array({d, ""});
  std::uint64_t bytes = 0;
  std::string fault;
  try {
    for (auto piece = array.next(); !piece.empty(); piece = array.next())
      bytes += piece.size();
  } catch (const DataError& error) {
    fault = error.what();
  }
  has(fault,
      "unpacks to more than 200 times its size; if it is meant to, "
      "unzip it first");
  CHECK(bytes <= std::uint64_t{256} << 20);
}

TEST_CASE("an archive is no place for the result") {
  const Archives files;
  const std::string d = files.folder.write("d.npz", archive());
  const Outcome outcome =
      convert_files({d + ":X", "--labels", d + ":y", "--groups", d + ":groups",
                     "--out", d, "--force"});
  CHECK(outcome.code == 2);
  has(outcome.err, "d.npz: is an input, so no result may replace it");
}

}  // namespace fedltr::npz_array_test
