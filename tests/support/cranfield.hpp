#pragma once

#include <fstream>
#include <memory>
#include <optional>

#include "algorithms/text/collection.hpp"
#include "algorithms/text/readers.hpp"
#include "tests/support/golden.hpp"

namespace fedltr::test {

/// The Cranfield collection in BEIR's layout, for the suite `shared`.
inline std::shared_ptr<const Collection> cranfield(
    const TokenOptions& options = {}) {
  const auto folder = shared_file("data/cranfield");
  CollectionBuilder builder(options);
  std::ifstream documents(folder / "corpus.jsonl");
  read_beir_documents(documents, "corpus.jsonl", [&](const TextDocument& d) {
    builder.add_document(d.name, d.title, d.body);
  });
  std::ifstream queries(folder / "queries.jsonl");
  read_beir_queries(queries, "queries.jsonl", [&](const TextQuery& q) {
    builder.add_query(q.name, q.text);
  });
  std::ifstream judgements(folder / "qrels/test.tsv");
  read_judgements(judgements, "test.tsv", [&](const TextJudgement& j) {
    builder.add_judgement(j.query, j.document, j.grade);
  });
  return std::make_shared<const Collection>(builder.take());
}

}  // namespace fedltr::test
