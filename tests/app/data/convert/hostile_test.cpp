// Damaged files, by accident or on purpose.
#include "algorithms/core/rng.hpp"
#include "app/data/convert/convert.hpp"
#include "tests/app/data/convert/convert_support.hpp"
#include "tests/support/npy.hpp"
#include "tests/support/npz.hpp"

namespace fedltr::hostile_test {
using namespace fedltr::test;

namespace {

struct GoodInput {
  std::string name;
  std::string text;
  std::vector<std::string> arguments;  ///< `@` is the file
  std::string array = {};              ///< ":X": of an archive
};

/// Arguments that convert a file of such an input.
std::vector<std::string> arguments_of(const GoodInput& good,
                                      const std::string& file) {
  std::vector<std::string> arguments = {file + good.array};
  for (const std::string& each : good.arguments)
    arguments.push_back(each.starts_with('@') ? file + each.substr(1) : each);
  return arguments;
}

std::string little_archive(Packing packing) {
  return npz({{"X.npy", npy<float>("<f4", "(2, 2)", {1, 0.5, -4, 0})},
              {"q.npy", npy<char>("|S2", "(2,)", {'a', 0, 'b', 'c'})}},
             packing);
}

std::vector<GoodInput> good_inputs() {
  const std::string event =
      R"({"action_name":"click","query_id":"q","client_id":"u","timestamp":"t",)"
      R"("event_attributes":{"object":{"object_id":"d"},"position":{"ordinal":)";
  return {
      {"letor.txt",
       "2 qid:a 1:0.5 3:1e-3 # docid = x\n0 qid:a 2:-4\n1 qid:b 1:1 2:2 3:3\n",
       {"--from", "letor"}},
      {"xgboost.txt",
       "2 qid:1 0:0.5 3:1e-3\n0 qid:2 2:-4 65534:1\n",
       {"--from", "xgboost"}},
      {"table.csv",
       "label,qid,\"x, y\",z\n1,a,0.5,\"2\"\n0,b,,1e9\n",
       {"--from", "csv"}},
      {"table.tsv", "label\tqid\tx\n1\ta\t0.5\n0\tb\t7\n", {"--from", "tsv"}},
      {"log.csv",
       "qid,docno,position,click,user,timestamp\nq,\"d\",1,1,u,5\nq,e,2,0,u,"
       "5\n",
       {"--from", "clicks", "--to", "clicks"}},
      {"events.jsonl",
       event + "1}}}\n" + event + "2}}}\n",
       {"--from", "ubi", "--to", "clicks"}},
      {"answer.json",
       R"({"took": 1, "hits": {"hits": [{"_source": )" + event +
           R"(0}}}}, {"_source": {"query_id": "q", "user_query": "x y",)"
           R"("query_response_hit_ids": ["d", "e"]}}]}})",
       {"--from", "ubi", "--to", "clicks", "--qid", "user_query"}},
      {"events.csv",
       "action_name,query_id,object_id,rank\nclick,q,\"d\",0\nview,q,e,1\n",
       {"--from", "ubi", "--to", "clicks"}},
      {"x.npy",
       npy<std::int32_t>("<i4", "(3,)", {7, 7, 9}),
       {"--unlabelled", "--query-ids", "@"}},
      {"stored.npz",
       little_archive(Packing::kStored),
       {"--unlabelled", "--query-ids", "@:q"},
       ":X"},
      {"deflated.npz",
       little_archive(Packing::kDeflated),
       {"--unlabelled", "--query-ids", "@:q"},
       ":X"}};
}

/// Changes, removes or doubles some bytes of a text.
std::string damaged(std::string text, Rng& rng) {
  using namespace std::string_literals;
  const std::string bytes = "\0\n\r\t \",:#{}[]09eE+-.\xFF"s;
  const auto any = [&](std::size_t size) {
    return static_cast<std::size_t>(rng.uniform() * static_cast<double>(size));
  };
  for (std::size_t times = 1 + any(4); times > 0 && !text.empty(); --times) {
    const std::size_t at = any(text.size());
    switch (any(4)) {
      case 0:
        text[at] = bytes[any(bytes.size())];
        break;
      case 1:
        text.erase(at, 1 + any(8));
        break;
      case 2:
        text.insert(at, text.substr(any(text.size()), any(12)));
        break;
      default:
        text.insert(at, 1, bytes[any(bytes.size())]);
    }
  }
  return text;
}

}  // namespace

TEST_CASE("whatever is damaged, a file is converted or refused in one line") {
  const Conversion files;
  Rng rng(7, Purpose::kSynthetic, 1);
  for (const GoodInput& good : good_inputs()) {
    const std::vector<std::string> arguments =
        arguments_of(good, files.folder.write(good.name, good.text));
    const std::string text = files.text(arguments);
    int refused = 0;
    for (int i = 0; i < 150; ++i) {
      const std::string bad = damaged(good.text, rng);
      files.folder.write(good.name, bad);
      std::filesystem::remove(files.out);
      const Outcome outcome = files.convert(arguments);
      CHECK_MESSAGE((outcome.code == 0 || outcome.code == 3), bad);
      CHECK(std::filesystem::exists(files.out) == (outcome.code == 0));
      if (outcome.code == 0) continue;
      ++refused;
      CHECK_MESSAGE(std::ranges::count(outcome.err, '\n') == 1, outcome.err);
      CHECK_MESSAGE(outcome.err.find(good.name) != std::string::npos,
                    outcome.err);
    }
    CHECK(refused > 20);
  }
}

TEST_CASE("a set that was converted from damaged files can be read") {
  const Conversion files;
  Rng rng(8, Purpose::kSynthetic, 1);
  const GoodInput good = good_inputs()[0];
  for (int i = 0; i < 100; ++i) {
    const std::string file =
        files.folder.write("l.txt", damaged(good.text, rng));
    if (files.convert({file, "--from", "letor", "--force"}).code != 0) continue;
    const Outcome info = fedltr_command({"data", "info", files.out});
    // info refuses a set without any feature.
    CHECK_MESSAGE((info.code == 0 ||
                   info.err.find("no row has a feature") != std::string::npos),
                  info.err);
  }
}

}  // namespace fedltr::hostile_test
