#pragma once

#include <set>

#include "algorithms/core/rng.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::test {

using Words = std::vector<std::string>;

/// Texts of invented words; a document with both words of a query is relevant.
class Texts {
 public:
  explicit Texts(const TemporaryFolder& folder) {
    Rng rng(7, Purpose::kSynthetic);
    std::string corpus;
    std::string queries;
    std::string qrels = "query-id\tcorpus-id\tscore\n";
    std::vector<std::set<std::string>> held(kDocuments);
    for (int d = 0; d < kDocuments; ++d) {
      std::string text;
      for (int i = 0; i < 12; ++i) {
        const std::string each = word(rng);
        text += each + " ";
        held[d].insert(each);
      }
      corpus += R"({"_id": "d)" + std::to_string(d) + R"(", "title": ")" +
                word(rng) + R"(", "text": ")" + text + "\"}\n";
    }
    for (int q = 0; q < kQueries; ++q) {
      const std::string one = word(rng);
      const std::string other = word(rng);
      const std::string name = "q" + std::to_string(q);
      queries += R"({"_id": ")" + name + R"(", "text": ")" + one + " " + other +
                 "\"}\n";
      for (int d = 0; d < kDocuments; ++d)
        if (held[d].contains(one) && held[d].contains(other))
          qrels += name + "\td" + std::to_string(d) + "\t1\n";
    }
    folder.write("texts/corpus.jsonl", corpus);
    folder.write("texts/queries.jsonl", queries);
    folder.write("texts/qrels/test.tsv", qrels);
  }

 private:
  static constexpr int kDocuments = 60;
  static constexpr int kQueries = 18;

  static std::string word(Rng& rng) {
    static const std::vector<std::string> all = {
        "bavodu", "cemira", "dolqua", "fenzor", "gratux",
        "hovelm", "jistra", "kulpen", "lomwax", "mirdof"};
    return all[static_cast<std::size_t>(rng.uniform() * 10)];
  }
};

/// A simulation of three silos, and its texts.
struct TrainedSilos {
  TemporaryFolder folder;
  Texts texts{folder};
  std::string data = (folder / "texts").string();

  explicit TrainedSilos(const std::string& recipe) {
    const Outcome run = run_text(
        folder,
        "[silo]\nparties = 3\nrows = 9\ncolumns = 64\nfrequency-columns = 512\n"
        "top = 8\ncandidates = 20\n[run]\nrankings = yes\n",
        "run", {"data.folder=" + data, "silo.recipe=" + recipe});
    REQUIRE_MESSAGE(run.code == 0, run.err);
  }
  std::string model() const { return (folder / "run").string(); }
  std::string ranking(const std::string& method) const {
    return read_text(folder /
                     ("run/methods/" + method + "/ranking-f1-r1.trec"));
  }
};

inline Words lines_of(const std::string& text) {
  Words lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Error message of an invalid command line.
inline std::string refusal(const std::vector<std::string>& arguments,
                           int code = 2) {
  const Outcome outcome = fedltr_command(arguments);
  CHECK(outcome.code == code);
  CHECK(outcome.out.empty());
  return outcome.err;
}

}  // namespace fedltr::test
