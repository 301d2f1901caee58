#include "algorithms/text/term_vectors.hpp"

#include <cmath>

#include <doctest/doctest.h>

namespace fedltr::term_vectors_test {
namespace {

Collection small() {
  CollectionBuilder builder({"none", "none"});
  builder.add_document("a", "wing", "flow flow heat");
  builder.add_document("b", "wing", "flow flow heat");
  builder.add_document("c", "shock", "layer");
  builder.add_document("d", "", "");
  builder.add_query("q", "shock layer");
  builder.add_judgement("q", "c", 1);
  return builder.take();
}

}  // namespace

TEST_CASE("equal texts are one point, other texts are others") {
  const Collection collection = small();
  const TermVectors vectors(collection);
  CHECK(vectors.document(0) == vectors.document(1));
  CHECK(vectors.document(0).norm() == doctest::Approx(1));
  CHECK(vectors.document(0).dot(vectors.document(2)) < 0.5);
}

TEST_CASE("a query is nearest to the document of its words") {
  const Collection collection = small();
  const TermVectors vectors(collection);
  CHECK(vectors.query(0).dot(vectors.document(2)) == doctest::Approx(1));
  CHECK(vectors.query(0).dot(vectors.document(0)) < 0.5);
}

TEST_CASE("a text without terms is at the origin") {
  const Collection collection = small();
  CHECK(TermVectors(collection).document(3).norm() == 0);
}

TEST_CASE("a term weighs (1 + log count) log(N / df), df of bodies") {
  CollectionBuilder builder({"none", "none"});
  builder.add_document("1", "title", "a a a b c");
  builder.add_document("2", "", "a");
  builder.add_document("3", "a", "c");
  builder.add_document("4", "title", "c");
  for (const char* term : {"a", "b", "c", "a b", "title", "b b"})
    builder.add_query(term, term);
  const Collection collection = builder.take();
  const TermVectors vectors(collection);
  const Vector a = vectors.query(0);
  const Vector b = vectors.query(1);
  const Vector c = vectors.query(2);
  // A term alone is one place, with its sign; these three do not collide.
  for (const Vector& one : {a, b, c}) {
    CHECK(one.cwiseAbs().sum() == 1);
    CHECK(one.cwiseAbs().maxCoeff() == 1);
  }
  REQUIRE(a.dot(b) == 0);
  REQUIRE(a.dot(c) == 0);
  REQUIRE(b.dot(c) == 0);
  // N = 4; df of a, b, c: 2, 1, 3. "title" is in no body: it weighs nothing.
  const double ln2 = std::log(2.0);
  const double weight_a = (1 + std::log(3.0)) * ln2;
  const double weight_b = 2 * ln2;
  const double weight_c = std::log(4.0 / 3);
  Vector expected = weight_a * a + weight_b * b + weight_c * c;
  CHECK((vectors.document(0) - expected.normalized()).norm() < 1e-14);
  expected = ln2 * a + weight_b * b;
  CHECK((vectors.query(3) - expected.normalized()).norm() < 1e-14);
  CHECK(vectors.query(4).norm() == 0);
  CHECK(vectors.query(5) == b);
  // The title's a adds to the body's c.
  expected = ln2 * a + weight_c * c;
  CHECK((vectors.document(2) - expected.normalized()).norm() < 1e-14);
}

TEST_CASE("counts beyond the table weigh by the same formula") {
  CollectionBuilder builder({"none", "none"});
  for (const int count : {63, 64, 1000}) {
    std::string body;
    for (int i = 0; i < count; ++i) body += "a ";
    builder.add_document(std::to_string(count), "", body + "b");
  }
  builder.add_document("none", "", "c");
  builder.add_query("a", "a");
  builder.add_query("b", "b");
  const Collection collection = builder.take();
  const TermVectors vectors(collection);
  const Vector a = vectors.query(0);
  const Vector b = vectors.query(1);
  REQUIRE(a.dot(b) == 0);
  // Both have the same df, so that their ratio is the dampened count.
  std::size_t document = 0;
  for (const double count : {63, 64, 1000}) {
    const Vector vector = vectors.document(document++);
    CHECK(vector.dot(a) / vector.dot(b) ==
          doctest::Approx(1 + std::log(count)));
  }
}

}  // namespace fedltr::term_vectors_test
