#include <fstream>
#include <sstream>

#include "algorithms/data/letor.hpp"
#include "algorithms/data/user_log.hpp"
#include "algorithms/text/readers.hpp"
#include "app/base/errors.hpp"
#include "app/base/json.hpp"
#include "app/data/cached_set.hpp"
#include "app/data/convert/click_csv.hpp"
#include "app/data/convert/csv_input.hpp"
#include "app/data/convert/group_sizes.hpp"
#include "app/data/convert/log_remarks.hpp"
#include "app/data/convert/npy_file.hpp"
#include "app/data/convert/sparse_rows.hpp"
#include "app/data/convert/tripclick_log.hpp"
#include "app/data/convert/ubi_events.hpp"
#include "app/data/model_file.hpp"
#include "app/data/trec_files.hpp"
#include "app/deploy/certificate.hpp"
#include "app/deploy/certificate_request.hpp"
#include "app/deploy/pem.hpp"
#include "app/schema/reader.hpp"
#include "fuzz/input_file.hpp"
#include "fuzz/targets.hpp"
#include "tests/support/npy.hpp"
#include "tests/support/npz.hpp"

namespace fedltr {
namespace {

using Bytes = std::string_view;
using test::npy;
using test::npz;
using test::Packing;

ConvertInput input_of(Bytes bytes) {
  ConvertInput input;
  input.files = {as_file(bytes).string()};
  return input;
}

/// Reads a stream by lines, whatever it visits.
template <class Visited>
auto streamed(void (*read)(std::istream&, const std::string&,
                           const std::function<void(const Visited&)>&)) {
  return [read](Bytes bytes) {
    std::istringstream stream{std::string(bytes)};
    read(stream, "input", [](const Visited&) {});
  };
}

void read_letor(Bytes bytes) {
  LetorReader reader;
  reader.begin_file("input");
  for (std::size_t at = 0; at < bytes.size(); at += 31)
    reader.feed(bytes.substr(at, 31));
  reader.end_file();
  const std::uint32_t first = reader.zero_seen() ? 0 : 1;
  // A set that was read is written back the same.
  if (reader.largest_id() > 64) return;
  const Dataset data = reader.take(first, reader.largest_id() + 1 - first);
  std::ostringstream text;
  std::vector<Index> queries(static_cast<std::size_t>(data.queries()));
  for (std::size_t i = 0; i < queries.size(); ++i)
    queries[i] = static_cast<Index>(i);
  write_letor(text, data, queries);
}

void read_model(Bytes bytes) {
  const ModelFile model = read_model_file(as_file(bytes, ".json"));
  // parse(print(x)) = x
  const std::string text = model_text(model);
  if (model_text(read_model_file(as_file(text, ".json"))) != text) std::abort();
}

void read_certificates(Bytes bytes) {
  const std::string text(bytes);
  try {
    (void)pem::parse_certificate("input", text);
  } catch (const std::exception&) {
  }
  try {
    (void)pem::parse_key("input", text);
  } catch (const std::exception&) {
  }
  try {
    (void)pem::read_request(as_file(bytes));
  } catch (const NetworkError&) {
  } catch (const UsageError&) {
  }
}

/// Reads JSON as an HTTP request has it, which gives what a file would.
void read_request(Bytes bytes) {
  const std::string text(bytes);
  const Json value = json_if_valid(text);
  const Json expected = Json::parse(text, nullptr, false);
  if (value.is_discarded() != expected.is_discarded() ||
      json_line(value) != json_line(expected))
    std::abort();
}

/// Reads rows whose queries are in a second file, which is the first line.
void read_groups(Bytes bytes) {
  const std::size_t end = std::min(bytes.find('\n'), bytes.size());
  ConvertInput input = input_of(bytes.substr(end));
  input.groups = as_file(bytes.substr(0, end), ".group").string();
  InputNotes notes;
  read_grouped_rows(
      input, [](const auto&) {}, notes);
}

/// Reads all rows of an array, with their numbers or texts.
void read_array(const std::string& name) {
  NpyFile array(name, NpyTexts::kAllowed);
  std::vector<double> row(array.columns());
  for (std::uint64_t i = 0; i < array.rows(); ++i)
    if (array.has_texts())
      (void)array.next_text();
    else
      array.next(row);
  array.end();
}

std::string cache_seed() {
  CachedSet set;
  LetorReader reader;
  reader.begin_file("input");
  reader.feed("2 qid:1 1:0.5 2:1\n0 qid:1 1:1\n");
  reader.end_file();
  set.data = reader.take(1, 2);
  set.largest_id = 2;
  set.sha256 = {std::string(64, 'a')};
  const auto file = as_file("");
  write_set(file, "key", set);
  std::ostringstream bytes;
  bytes << std::ifstream(file, std::ios::binary).rdbuf();
  return bytes.str();
}

std::vector<std::string> certificate_seeds() {
  const openssl::Key key = pem::make_key();
  return {pem::certify_itself(key.get()), pem::pem_of(key.get()),
          pem::make_request("alice", key.get(), pem::make_token())};
}

const char* const kLetor =
    "\xef\xbb\xbf"
    "2 qid:1 1:0.5 2:-3e-2 # docid = A\r\n0.0 qid:1 2:NULL 1:1 "
    "#docid=B\n1 qid:x-2 0:1 46:1e300\n";
const char* const kModel = R"({"model": "linear", "features": 3,
 "parameters": [1, -0.5, 1e-3], "first_index": 1, "grades": 3,
 "names": ["a", "b", "c"], "normalize": "query-minmax"})";
const char* const kNeural = R"({"model": "neural", "features": 1, "hidden": 2,
 "parameters": [1, 0, 0.5, 2, 1e-3, -1], "output_layers": [[1, 2]],
 "evaluation": {"metrics": ["ndcg@10"], "empty": "skip", "ties": "input",
  "err_highest": 4, "relevant_from": 1, "click": [0, 0.5, 1]}})";
const char* const kScenario = R"([run]
name = x
threads = 2 # a comment
[synthetic]
like = mq2008
[federation]
clients = 10
rounds = 20
[privacy]
mechanism = gaussian
mode = sound
epsilon = 4.5
sensitivity = 5
[timeline]
at = 5 attack
at = 10 honest 0
[grid]
run.seed = 1, 2
[attack]
kind = lie
strength = 2
clients = 2
)";

}  // namespace

std::vector<FuzzTarget> file_targets() {
  return {
      {"letor", read_letor, {kLetor, "1 qid:1 1:1\n"}},
      {"beir-documents",
       streamed<TextDocument>(read_beir_documents),
       {R"({"_id": "a", "title": "t", "text": "b \u00e9"})"
        "\n"}},
      {"beir-queries",
       streamed<TextQuery>(read_beir_queries),
       {R"({"_id": "q", "text": "words"})"
        "\n"}},
      {"beir-judgements",
       streamed<TextJudgement>(read_judgements),
       {"query-id\tcorpus-id\tscore\nq\ta\t1\n", "q\ta\t0.5\n"}},
      {"msmarco-documents",
       streamed<TextDocument>(read_msmarco_documents),
       {"D1\thttp://x\ttitle\tbody of it\n"}},
      {"msmarco-queries",
       streamed<TextQuery>(read_msmarco_queries),
       {"1\twhat is it\n"}},
      {"trec-judgements",
       streamed<TextJudgement>(read_judgements),
       {"1 0 D1 2\n1 0 D2 -1\n"}},
      {"run", streamed<TextRank>(read_run), {"1 Q0 D1 1 0.5 tag\n"}},
      {"trec",
       [](Bytes bytes) {
         if (kind_of(bytes) == TextKind::kRun || is_json_run(bytes))
           (void)parse_run(bytes, "input");
         else
           (void)parse_judged(bytes, "input");
       },
       {"1 Q0 D1 1 0.5 tag\n1 Q0 D2 2 -0.5 tag\n", "1 0 D1 2\n", kLetor,
        R"({"1": {"D1": 0.5}})"}},
      {"users",
       [](Bytes bytes) { (void)parse_user_log(bytes, "input"); },
       {"qid,user,timestamp\n1,\"a \"\"b\"\"\",2020-01-02T03:04:05Z\n"}},
      {"scenario",
       [](Bytes bytes) {
         // Other users' files and folders of results are not for a fuzzer.
         if (bytes.find("include") != Bytes::npos) return;
         (void)read_scenario(as_file(bytes, ".ini"), {});
       },
       {kScenario}},
      {"model", read_model, {kModel, kNeural}},
      {"click-log",
       [](Bytes bytes) {
         ClickNotes notes;
         (void)read_click_csv(input_of(bytes), notes);
       },
       {"qid,docno,position,click,user,timestamp\n1,A,1,0,u,5\n1,B,2,1,u,5\n",
        "click,qid,docno,position\nTrue,a b,A,0\n2,a b,B,1.0\n0,a b,A,0\n"}},
      {"ubi-events",
       [](Bytes bytes) {
         for (const char* const name : {"query_id", "user_query"}) {
           ConvertInput input = input_of(bytes);
           input.log.query = name;
           ClickNotes notes;
           (void)read_ubi_events(input, notes);
           (void)log_remarks(notes);
         }
       },
       {R"({"action_name": "impression", "query_id": "q", "client_id": "c",)"
        R"( "timestamp": "1", "event_attributes": {"object": {"object_id":)"
        R"( "d"}, "position": {"ordinal": 1}}})"
        "\n",
        R"({"index": {}})"
        "\n"
        R"({"query_id": "q", "user_query": "a b", "query_response_hit_ids": )"
        R"(["d", 2]})"
        "\n",
        R"({"hits": {"hits": [{"_source": {"action_name": "view",)"
        R"( "query_id": "q", "event_attributes": {"rank": 0, "object":)"
        R"( {"object_id": "d"}}}}], "total": 1}})",
        "query_id,action_name,object_id,rank\nq,click,d,0\n"}},
      {"tripclick",
       [](Bytes bytes) {
         ClickNotes notes;
         (void)read_tripclick_log(input_of(bytes), notes);
       },
       {R"({"SessionId": "s", "Keywords": "a AND b", "Documents": [1, 2],)"
        R"( "DocumentId": 2, "DateCreated": "/Date(1577836800000)/"})"
        "\n"}},
      {"request",
       read_request,
       {R"({"documents": ["a"], "rows": [[0.1, -1e3, 7, null]], "user": "\u00e9"})",
        "[-0, 18446744073709551616, {\"a\": true, \"a\": []}]"}},
      {"csv",
       [](Bytes bytes) {
         InputNotes notes;
         read_csv_rows(
             input_of(bytes), [](const auto&) {}, notes);
       },
       {"label,qid,f1,f2\n1,q,0.5,\"-2\"\n"}},
      {"rows",
       [](Bytes bytes) {
         InputNotes notes;
         read_letor_rows(
             input_of(bytes), [](const auto&) {}, notes);
       },
       {"2 qid:1 1:0.5 2:-3e-2 # docid = A\r\n0 qid:x-2 2:1 # B\n"}},
      {"grouped-rows", read_groups, {"1\n1 0:0.5 3:1\n"}},
      {"data-cache",
       [](Bytes bytes) { (void)read_set(as_file(bytes), "key", 1); },
       {cache_seed()}},
      {"npy-header",
       [](Bytes bytes) { (void)parse_npy_header(bytes, "input"); },
       {"{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2), }\n"}},
      {"npy",
       [](Bytes bytes) { read_array(as_file(bytes, ".npy")); },
       {npy<double>("<f8", "(3, 2)", {1, 2, 3, 4, 5, 6}),
        npy<float>("<f4", "(2, 2)", {1, 2, 3, 4}, 2, "True"),
        npy<char>("|S2", "(2,)", {'a', 0, 'b', 'c'})}},
      {"npz",
       [](Bytes bytes) { read_array(as_file(bytes, ".npz")); },
       {npz({{"X.npy", npy<float>("<f4", "(2, 2)", {1, 2, 3, 4})}}),
        npz({{"X.npy", npy<float>("<f4", "(2, 2)", {1, 2, 3, 4})}},
            Packing::kDeflated)}},
      {"certificates", read_certificates, certificate_seeds()},
  };
}

}  // namespace fedltr
