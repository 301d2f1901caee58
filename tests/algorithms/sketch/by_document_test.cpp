#include "algorithms/sketch/by_document.hpp"

#include <doctest/doctest.h>

namespace fedltr::by_document_test {
namespace {

/// Documents in the order of visits, and the values of all their postings.
std::pair<std::vector<std::uint32_t>, std::vector<float>> visited(
    const std::vector<std::vector<Posting>>& rows) {
  const PostingsByDocument by_document(rows);
  std::vector<std::uint32_t> documents;
  std::vector<float> values;
  by_document.each([&](std::uint32_t document, auto places) {
    documents.push_back(document);
    for (const auto [row, index] : places)
      values.push_back(rows[row][index].value);
  });
  CHECK(by_document.documents() == documents.size());
  return {documents, values};
}

}  // namespace

TEST_CASE("postings come document by document, and of each row by row") {
  const std::vector<std::vector<Posting>> rows = {
      {{0, 1}, {7, 2}}, {}, {{7, 3}, {2, 4}}};
  const auto [documents, values] = visited(rows);
  CHECK(documents == std::vector<std::uint32_t>{0, 2, 7});
  CHECK(values == std::vector<float>{1, 4, 2, 3});
}

TEST_CASE("a large number of a document takes no memory") {
  const std::uint32_t large = ~std::uint32_t{0};
  const std::vector<std::vector<Posting>> rows = {
      {{large, 1}, {7, 2}}, {{large - 1, 3}}, {{large, 4}}};
  const auto [documents, values] = visited(rows);
  CHECK(documents == std::vector<std::uint32_t>{7, large - 1, large});
  CHECK(values == std::vector<float>{2, 3, 1, 4});
}

TEST_CASE("without postings there is no document") {
  const std::vector<std::vector<Posting>> rows(3);
  const PostingsByDocument by_document(rows);
  CHECK(by_document.documents() == 0);
  by_document.each([](std::uint32_t, auto) { FAIL("a document"); });
}

}  // namespace fedltr::by_document_test
