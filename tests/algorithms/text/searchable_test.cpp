#include "algorithms/text/searchable.hpp"

#include <doctest/doctest.h>

namespace fedltr::searchable_test {
namespace {

Collection of(const std::vector<std::string>& documents,
              const std::string& query = "wing") {
  CollectionBuilder builder;
  int number = 0;
  for (const std::string& text : documents)
    builder.add_document(std::to_string(number++), "", text);
  builder.add_query("q", query);
  return builder.take();
}

}  // namespace

TEST_CASE("documents without a term hold no text") {
  CHECK_FALSE(has_text(of({"", "--", "the of"})));
  CHECK(has_text(of({"", "wing"})));
  CollectionBuilder titles;
  titles.add_document("a", "wing", "");
  CHECK(has_text(titles.take()));
}

TEST_CASE("Chinese, Japanese and Thai as they are written are not split") {
  CHECK(is_unsegmented(
      of({"我们研究了跨语言信息检索的方法，并且提出了一种新的模型。",
          "这个问题在实践中非常重要而且困难。"})));
  CHECK(is_unsegmented(
      of({"検索エンジンは文書を順位付けするために使われます。"})));
  CHECK(is_unsegmented(of({"การค้นคืนสารสนเทศเป็นศาสตร์แห่งการค้นหา"})));
}

TEST_CASE("words that are separated pass, however long those of others are") {
  CHECK_FALSE(is_unsegmented(of({"我们 研究 了 跨 语言 信息 检索 的 方法"})));
  CHECK_FALSE(is_unsegmented(of({"Donaudampfschifffahrtsgesellschaft fährt"})));
  CHECK_FALSE(
      is_unsegmented(of({"the word 我们研究了跨语言信息检索 in a long "
                         "English text on aircraft wings and flow"})));
  CHECK_FALSE(is_unsegmented(of({""})));
}

TEST_CASE("a search finds something if a query's term is in a document") {
  CHECK(finds_anything(of({"shock", "wings"})));
  CHECK_FALSE(finds_anything(of({"shock", "layer"})));
  CHECK_FALSE(finds_anything(of({"shock"}, "")));
}

TEST_CASE("queries are distinguished by their judgements") {
  CollectionBuilder builder;
  builder.add_document("a", "", "wing");
  builder.add_document("b", "", "flow");
  for (const char* name : {"1", "2", "3", "4"}) builder.add_query(name, "wing");
  builder.add_judgement("1", "a", 0);
  builder.add_judgement("1", "b", 2);
  builder.add_judgement("2", "a", 0);
  builder.add_judgement("3", "a", -2);
  CHECK(builder.notes().negative_grades == 1);
  const QueryCounts counts = count_queries(builder.take());
  CHECK(counts.relevant == 1);
  CHECK(counts.irrelevant == 2);
  CHECK(counts.unjudged == 1);
}

}  // namespace fedltr::searchable_test
