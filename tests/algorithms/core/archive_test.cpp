#include "algorithms/core/archive.hpp"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

namespace fedltr::archive_test {
namespace {

enum class Colour : std::uint8_t { kRed, kGreen };

constexpr Colour last_of(Colour) {
  return Colour::kGreen;
}

struct Point {
  std::uint32_t x = 0;
  double y = 0;

  auto fields(auto&& f) { return f(x, y); }
};

struct Nothing {
  auto fields(auto&& f) { return f(); }
};

struct Sample {
  std::uint32_t number = 0;
  double real = 0;
  bool yes = false;
  std::string text;
  Vector vector;
  Matrix matrix;
  Parameters parameters;
  std::vector<std::uint64_t> numbers;
  std::vector<bool> flags;
  std::deque<Vector> history;
  std::vector<std::string> texts;
  Colour colour = Colour::kRed;
  std::vector<Point> points;
  std::variant<Nothing, Point, Colour> either;

  void exchange(Archive& archive) {
    archive(number, real, yes, text, vector, matrix, parameters, numbers, flags,
            history, texts, colour, points, either);
  }
};

Sample some() {
  Sample sample;
  sample.number = 7;
  sample.real = std::numeric_limits<double>::quiet_NaN();
  sample.yes = true;
  sample.text = std::string("a\0b", 3);
  sample.vector = Vector::LinSpaced(3, -0.0, 5e-324);
  sample.matrix = Matrix{{1, 2, 3}, {4, 5, INFINITY}};
  sample.parameters = Parameters(Vector::Constant(2, -INFINITY));
  sample.numbers = {1, ~std::uint64_t{0}};
  sample.flags = {true, false, true};
  sample.history = {Vector::Ones(2), Vector()};
  sample.texts = {"", "x"};
  sample.colour = Colour::kGreen;
  sample.points = {{1, 0.5}, {2, -0.0}};
  sample.either = Point{3, 7};
  return sample;
}

}  // namespace

TEST_CASE("archives read back with the same bits") {
  Sample sample = some();
  const std::string bytes = archived(sample);
  Sample back;
  Archive archive(bytes);
  archive(back);
  archive.finish();
  CHECK(archived(back) == bytes);
  CHECK(back.matrix == sample.matrix);
  CHECK(back.history[0] == sample.history[0]);
  CHECK(back.flags == sample.flags);
  CHECK(back.colour == Colour::kGreen);
  CHECK(back.points[1].x == 2);
  CHECK(std::get<Point>(back.either).y == 7);
}

TEST_CASE("types that list their fields take no more bytes than they do") {
  Point point{1, 2};
  std::uint32_t x = 1;
  double y = 2;
  Archive fields;
  fields(x, y);
  CHECK(archived(point) == fields.take());
  Nothing nothing;
  CHECK(archived(nothing).empty());
}

TEST_CASE("a number that names nothing is refused") {
  CHECK(unarchived<Colour>(std::string_view("\1", 1)) == Colour::kGreen);
  CHECK_THROWS_AS(unarchived<Colour>("\2"), ArchiveError);
  CHECK_THROWS_AS(unarchived<bool>("\2"), ArchiveError);
  using Either = std::variant<Nothing, Colour>;
  CHECK(unarchived<Either>(std::string_view("\0", 1)).index() == 0);
  CHECK(std::get<Colour>(unarchived<Either>(std::string_view("\1\0", 2))) ==
        Colour::kRed);
  CHECK_THROWS_AS(unarchived<Either>("\1\2"), ArchiveError);
  CHECK_THROWS_AS(unarchived<Either>("\2"), ArchiveError);
}

TEST_CASE("a value is read from just its bytes") {
  Point point{1, 2};
  const std::string bytes = archived(point);
  CHECK(unarchived<Point>(bytes).y == 2);
  CHECK_THROWS_AS(unarchived<Point>(bytes + "x"), ArchiveError);
}

TEST_CASE("an archive that ends anywhere too early is refused") {
  Sample sample = some();
  const std::string bytes = archived(sample);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    Sample back;
    Archive archive(std::string_view(bytes).substr(0, size));
    CHECK_THROWS_AS(archive(back), ArchiveError);
  }
  Archive longer(bytes);
  std::uint32_t first = 0;
  longer(first);
  CHECK_THROWS_AS(longer.finish(), ArchiveError);
}

TEST_CASE("any byte that is not what was written is survived") {
  Sample sample = some();
  const std::string bytes = archived(sample);
  for (std::size_t place = 0; place < bytes.size(); ++place)
    for (const char wrong : {'\xff', '\x7f', '\x01'}) {
      std::string damaged = bytes;
      damaged[place] = wrong;
      Sample back;
      Archive archive(damaged);
      try {
        archive(back);
      } catch (const ArchiveError&) {
      }
    }
}

TEST_CASE("a size asks for no more memory than there are bytes") {
  Archive writer;
  std::uint64_t huge = std::uint64_t{1} << 60;
  writer(huge);
  const std::string bytes = writer.take();
  std::vector<double> numbers;
  std::vector<std::string> texts;
  Matrix matrix;
  for (int kind = 0; kind < 2; ++kind) {
    Archive archive(bytes);
    if (kind == 0)
      CHECK_THROWS_AS(archive(numbers), ArchiveError);
    else
      CHECK_THROWS_AS(archive(texts), ArchiveError);
  }
  Archive sizes;
  std::uint32_t rows = 0xffffffff;
  sizes(rows, rows);
  const std::string shape = sizes.take();
  Archive archive(shape);
  CHECK_THROWS_AS(archive(matrix), ArchiveError);
}

TEST_CASE("a map is read as it is written: keys ascend, each once") {
  using Map = std::map<std::uint8_t, std::uint16_t>;
  Map map = {{1, 10}, {2, 20}, {9, 90}};
  const std::string bytes = archived(map);
  CHECK(bytes.size() == 8 + 3 * 3);
  CHECK(unarchived<Map>(bytes) == map);
  Map none;
  CHECK(unarchived<Map>(archived(none)).empty());
  for (const char key : {'\1', '\0'}) {  // once more, or out of order
    std::string other = bytes;
    other[8 + 3] = key;
    CHECK_THROWS_WITH_AS(unarchived<Map>(other), "keys that do not ascend",
                         ArchiveError);
  }
}

TEST_CASE("reading replaces earlier values") {
  std::vector<std::string> texts = {"a"};
  const std::string bytes = archived(texts);
  std::vector<std::string> others = {"x", "y", "z"};
  Archive archive(bytes);
  archive(others);
  CHECK(others == texts);
  std::map<int, int> one = {{1, 1}};
  const std::string map_bytes = archived(one);
  std::map<int, int> two = {{2, 2}, {3, 3}};
  Archive second(map_bytes);
  second(two);
  CHECK(two == one);
}

TEST_CASE("a vector is no matrix, and a shape of nothing is kept") {
  Matrix row{{1, 2}};
  CHECK_THROWS_WITH_AS(unarchived<Vector>(archived(row)), "no vector",
                       ArchiveError);
  Vector vector{{1, 2, 3}};
  CHECK(unarchived<Matrix>(archived(vector)) == vector);
  Matrix flat(0, 7);
  Matrix thin(7, 0);
  CHECK(unarchived<Matrix>(archived(flat)).cols() == 7);
  CHECK(unarchived<Matrix>(archived(thin)).rows() == 7);
  Vector empty;
  CHECK(unarchived<Vector>(archived(empty)).size() == 0);
}

TEST_CASE("numbers begin with the lowest byte, lists with their size") {
  std::uint32_t number = 0x01020304;
  CHECK(archived(number) == "\4\3\2\1");
  std::string text = "ab";
  CHECK(archived(text) == std::string("\2\0\0\0\0\0\0\0ab", 10));
  std::vector<std::uint16_t> numbers = {1, 256};
  CHECK(archived(numbers) == std::string("\2\0\0\0\0\0\0\0\1\0\0\1", 12));
  double one = 1;
  CHECK(archived(one) == std::string("\0\0\0\0\0\0\xF0\x3F", 8));
}

TEST_CASE("only reading can fail, and it gives the reason") {
  Archive writer;
  CHECK_FALSE(writer.reading());
  CHECK_NOTHROW(writer.expect(false, "anything"));
  Archive reader("abc");
  CHECK(reader.reading());
  CHECK_THROWS_WITH_AS(reader.expect(false, "a reason"), "a reason",
                       ArchiveError);
  std::uint32_t number = 0;
  CHECK_THROWS_WITH_AS(reader(number), "it ends too early", ArchiveError);
  CHECK_THROWS_WITH_AS(reader.finish(), "more data than expected",
                       ArchiveError);
  CHECK_THROWS_WITH_AS(
      unarchived<std::string>(std::string_view("\3\0\0\0\0\0\0\0ab", 10)),
      "a list is longer than the rest", ArchiveError);
}

}  // namespace fedltr::archive_test
