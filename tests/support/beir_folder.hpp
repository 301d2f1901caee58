#pragma once

#include "tests/support/scenario.hpp"

namespace fedltr::test {

inline constexpr const char* kWords[] = {
    "wing", "flow", "heat", "shock", "layer", "plate", "cone", "lift",
    "drag", "jet",  "nose", "body",  "speed", "sound", "mach"};

/// A BEIR folder: document i is about two words, query j about one of them;
/// documents with that word in their title are relevant.
inline void write_beir(const TemporaryFolder& folder) {
  std::string corpus;
  std::string queries;
  std::string qrels = "query-id\tcorpus-id\tscore\n";
  for (int i = 0; i < 90; ++i) {
    const std::string title = kWords[i % 15];
    std::string body;
    for (int k = 0; k < 12; ++k)
      body += std::string(kWords[(i * 7 + k * k * 3) % 15]) + " ";
    for (int k = 0; k < 1 + i % 4; ++k) body += title + " ";
    corpus += R"({"_id": "d)" + std::to_string(i) + R"(", "title": ")" + title +
              R"(", "text": ")" + body + "\"}\n";
  }
  for (int j = 0; j < 45; ++j) {
    queries += R"({"_id": "q)" + std::to_string(j) + R"(", "text": ")" +
               kWords[j % 15] + "\"}\n";
    for (int i = j % 15; i < 90; i += 15)
      qrels += "q" + std::to_string(j) + "\td" + std::to_string(i) + "\t" +
               std::to_string(1 + i % 2) + "\n";
  }
  folder.write("beir/corpus.jsonl", corpus);
  folder.write("beir/queries.jsonl", queries);
  folder.write("beir/qrels/test.tsv", qrels);
}

inline constexpr const char* kBeirSilo = R"(
[data]
folder = beir
[silo]
parties = 3
rows = 9
columns = 64
frequency-columns = 512
epsilon = 2
top = 6
local-iterations = 60
joint-iterations = 60
)";

struct BeirFolder {
  TemporaryFolder folder;
  BeirFolder() { write_beir(folder); }
  Outcome run(const std::string& out,
              const std::vector<std::string>& settings = {},
              const std::string& threads = "2") const {
    return run_text(folder, kBeirSilo, out, settings, threads);
  }
};

}  // namespace fedltr::test
