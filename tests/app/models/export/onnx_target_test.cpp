// The ONNX graph, read back field by field and run by the operators'
// definitions in double precision.
#include "app/models/export/onnx_target.hpp"

#include <bit>
#include <cstring>
#include <map>

#include "tests/support/exports.hpp"
#include "tests/support/shared.hpp"

namespace fedltr::onnx_target_test {
using namespace fedltr::test;

namespace {

/// A message of protocol buffers, read: numbers and texts by field, in order.
struct ReadMessage {
  std::multimap<int, std::uint64_t> numbers;
  std::multimap<int, std::string> texts;

  explicit ReadMessage(const std::string& bytes) {
    std::size_t at = 0;
    const auto varint = [&] {
      std::uint64_t value = 0;
      for (int shift = 0;; shift += 7) {
        const auto byte = static_cast<std::uint8_t>(bytes.at(at++));
        value |= std::uint64_t{byte & 0x7fU} << shift;
        if (byte < 0x80) return value;
      }
    };
    while (at < bytes.size()) {
      const std::uint64_t key = varint();
      const int field = static_cast<int>(key >> 3);
      if ((key & 7) == 0) {
        numbers.emplace(field, varint());
        continue;
      }
      REQUIRE((key & 7) == 2);
      const std::uint64_t size = varint();
      REQUIRE(at + size <= bytes.size());
      texts.emplace(field, bytes.substr(at, size));
      at += size;
    }
  }
  std::string text(int field) const {
    REQUIRE(texts.count(field) == 1);
    return texts.find(field)->second;
  }
  std::uint64_t number(int field) const {
    REQUIRE(numbers.count(field) == 1);
    return numbers.find(field)->second;
  }
  std::vector<std::string> all(int field) const {
    std::vector<std::string> found;
    const auto [from, to] = texts.equal_range(field);
    for (auto each = from; each != to; ++each) found.push_back(each->second);
    return found;
  }
};

using Tensor =
    Eigen::Array<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Repeats rows or columns to this size, as ONNX broadcasts.
Tensor broadcast(const Tensor& from, Index rows, Index columns) {
  return from.replicate(rows / from.rows(), columns / from.cols());
}

class OnnxRuntime {
 public:
  explicit OnnxRuntime(const std::string& bytes) {
    const ReadMessage model(bytes);
    CHECK(model.number(1) == 8);
    const ReadMessage operators(model.text(8));
    CHECK(operators.number(2) == 13);
    const ReadMessage graph(model.text(7));
    for (const std::string& each : graph.all(5))
      add_constant(ReadMessage(each));
    for (const std::string& each : graph.all(1)) nodes_.emplace_back(each);
    CHECK(ReadMessage(graph.text(11)).text(1) == "features");
    CHECK(ReadMessage(graph.text(12)).text(1) == "score");
  }

  Vector score(const Matrix& documents) const {
    auto values = constants_;
    values["features"] = documents.array();
    for (const ReadMessage& node : nodes_) {
      std::vector<Tensor> inputs;
      for (const std::string& name : node.all(1))
        inputs.push_back(values.at(name));
      values[node.text(2)] = run(node, inputs);
    }
    const Tensor& score = values.at("score");
    REQUIRE(score.cols() == 1);
    return score.col(0).matrix();
  }

 private:
  void add_constant(const ReadMessage& tensor) {
    std::vector<Index> shape;
    const auto [from, to] = tensor.numbers.equal_range(1);
    for (auto each = from; each != to; ++each)
      shape.push_back(static_cast<Index>(each->second));
    CHECK(tensor.number(2) == 11);
    const std::string raw = tensor.text(10);
    // A vector is a row, as in broadcasting.
    Tensor values(shape.size() == 2 ? shape[0] : 1, shape.back());
    REQUIRE(raw.size() == static_cast<std::size_t>(values.size()) * 8);
    static_assert(std::endian::native == std::endian::little);
    std::memcpy(values.data(), raw.data(), raw.size());
    constants_[tensor.text(8)] = values;
  }

  static Tensor run(const ReadMessage& node, const std::vector<Tensor>& in) {
    const std::string operation = node.text(4);
    std::map<std::string, std::uint64_t> attributes;
    for (const std::string& each : node.all(5)) {
      const ReadMessage attribute(each);
      const bool list = attribute.number(20) == 7;
      attributes[attribute.text(1)] = attribute.number(list ? 8 : 3);
    }
    if (operation == "MatMul") return (in[0].matrix() * in[1].matrix()).array();
    if (operation == "Gemm") {
      REQUIRE(attributes ==
              std::map<std::string, std::uint64_t>{{"transB", 1}});
      const Tensor product =
          (in[0].matrix() * in[1].matrix().transpose()).array();
      return product + broadcast(in[2], product.rows(), product.cols());
    }
    if (operation == "Abs") return in[0].abs();
    if (operation == "Log") return in[0].log();
    if (operation == "Neg") return -in[0];
    if (operation == "Sign") return in[0].sign();
    if (operation == "Sqrt") return in[0].sqrt();
    if (operation == "Size")
      return Tensor::Constant(1, 1, static_cast<double>(in[0].size()));
    if (operation == "Cast") {
      REQUIRE(attributes == std::map<std::string, std::uint64_t>{{"to", 11}});
      return in[0];
    }
    if (operation == "ReduceMean") {
      REQUIRE(attributes == std::map<std::string, std::uint64_t>{
                                {"axes", 0}, {"keepdims", 1}});
      return in[0].colwise().mean();
    }
    if (operation == "Sigmoid") return 1 / (1 + (-in[0]).exp());
    if (operation == "Relu") return in[0].max(0.0);
    if (operation == "ReduceMin" || operation == "ReduceMax") {
      REQUIRE(attributes == std::map<std::string, std::uint64_t>{
                                {"axes", 0}, {"keepdims", 1}});
      return operation == "ReduceMin" ? Tensor(in[0].colwise().minCoeff())
                                      : Tensor(in[0].colwise().maxCoeff());
    }
    Index rows = 0;
    Index columns = 0;
    for (const Tensor& each : in) {
      rows = std::max(rows, each.rows());
      columns = std::max(columns, each.cols());
    }
    const Tensor a = broadcast(in[0], rows, columns);
    const Tensor b = broadcast(in[1], rows, columns);
    if (operation == "Where")
      return (a != 0).select(b, broadcast(in.at(2), rows, columns));
    if (operation == "Greater") return (a > b).cast<double>();
    if (operation == "Less") return (a < b).cast<double>();
    if (operation == "Equal") return (a == b).cast<double>();
    if (operation == "Sub") return a - b;
    if (operation == "Div") return a / b;
    if (operation == "Max") return a.max(b);
    if (operation == "Add") return a + b;
    if (operation == "Mul") return a * b;
    FAIL(operation);
    return {};
  }

  std::map<std::string, Tensor> constants_;
  std::vector<ReadMessage> nodes_;
};

ForeignScorer read_onnx(const Exported& files, const ExportedModel&) {
  const auto runtime = std::make_shared<OnnxRuntime>(files.files.at(0).text);
  return
      [runtime](const Matrix& documents) { return runtime->score(documents); };
}

}  // namespace

TEST_CASE("ONNX ranks every query as the model does") {
  check_order("onnx", read_onnx, raw_queries(7));
  check_order("onnx", read_onnx, raw_queries(5, -60));
}

TEST_CASE("ONNX ranks a part of MQ2008 as the model does" *
          doctest::test_suite(test::kShared)) {
  check_order("onnx", read_onnx, mq2008_part(), 1e-12);
}

TEST_CASE("ONNX keeps a feature of little range far from 0") {
  // In single precision, 9e5 to 9e5 + 0.1 are at most three values.
  check_order("onnx", read_onnx, narrow_queries());
}

TEST_CASE("ONNX scales a range that exceeds all doubles") {
  const Dataset wide = wide_queries();
  for (const Scaling scaling :
       {Scaling::kByQuery, Scaling::kZscoreByQuery, Scaling::kLogs}) {
    const ExportCase each = export_case("linear", scaling, wide);
    CAPTURE(each.name);
    const Vector scores = read_onnx(export_to(onnx_target(), each.model),
                                    each.model)(wide.features_of(0));
    QueryRanker ours(each.file, std::nullopt, Ties::kInput);
    ours.rank(each.seen, 0);
    CHECK(distance(scores, ours.scores()) < 1e-14);
  }
}

TEST_CASE("ONNX takes logarithms of numbers of all sizes") {
  ExportedModel model =
      exported(random_model("linear", 1, Normalize::kLog1p), std::nullopt);
  model.weights(0, 0) = 1;
  const Matrix x{{0}, {-1e-300}, {3e-17}, {1e-9}, {-0.5}, {7}, {1e300}};
  const Vector scores = read_onnx(export_to(onnx_target(), model), model)(x);
  for (Index i = 0; i < x.rows(); ++i) {
    CAPTURE(x(i, 0));
    const double log = std::copysign(std::log1p(std::abs(x(i, 0))), x(i, 0));
    CHECK(std::abs(scores(i) - log) <= 1e-15 * std::abs(log));
  }
}

TEST_CASE("the constant of a linear ranker is part of its score in ONNX") {
  ModelFile file = random_model("linear", 2, Normalize::kNone);
  file.parameters = Vector{{1, -2}};
  ExportedModel model = exported(file, std::nullopt);
  model.bias(0) = 0.5;
  const ForeignScorer score = read_onnx(export_to(onnx_target(), model), model);
  CHECK(score(Matrix{{1, 2}, {3, 4}}) == Vector{{-2.5, -4.5}});
}

TEST_CASE("an ONNX file names the owner of its features") {
  const ExportedModel model =
      exported(random_model("neural", 3, Normalize::kNone), std::nullopt);
  const ReadMessage file(export_to(onnx_target(), model).files[0].text);
  CHECK(file.text(2) == "fedltr");
  std::map<std::string, std::string> properties;
  for (const std::string& each : file.all(14)) {
    const ReadMessage property(each);
    properties[property.text(1)] = property.text(2);
  }
  CHECK(properties["features"] == "title_0\ntitle_1\ntitle_2");
  CHECK(properties["origin"].starts_with("fedltr 0.1.0, scenario my_run, "));
}

}  // namespace fedltr::onnx_target_test
