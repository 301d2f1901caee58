#include "app/models/export/onnx_target.hpp"

#include <bit>
#include <cmath>
#include <limits>

#include "app/base/text.hpp"
#include "app/models/export/protobuf.hpp"

namespace fedltr {
namespace {

// Numbers of fields and enumerators, from onnx.proto.
namespace onnx {
constexpr std::uint64_t kDouble = 11;        // TensorProto.DataType
constexpr std::uint64_t kAttributeInt = 2;   // AttributeProto.AttributeType
constexpr std::uint64_t kAttributeInts = 7;  // AttributeProto.AttributeType
constexpr std::uint64_t kIrVersion = 8;
constexpr std::uint64_t kOperators = 13;
}  // namespace onnx

struct OnnxGraph {
  ProtobufMessage message;

  /// Adds a node with one output; an attribute, if any, is a complete message.
  void node(const char* operation, const std::vector<std::string>& inputs,
            const char* output,
            const std::vector<ProtobufMessage>& attributes = {}) {
    ProtobufMessage made;
    for (const std::string& input : inputs) made.text(1, input);
    made.text(2, output).text(3, output).text(4, operation);
    for (const ProtobufMessage& each : attributes) made.message(5, each);
    message.message(1, made);
  }

  /// Adds a constant, row by row. As packed double_data: not all readers take
  /// raw_data of doubles.
  void constant(const char* name, const Matrix& values,
                const std::vector<Index>& shape) {
    std::string bytes;
    for (Index i = 0; i < values.rows(); ++i)
      for (Index j = 0; j < values.cols(); ++j) {
        const auto bits = std::bit_cast<std::uint64_t>(values(i, j));
        for (int shift = 0; shift < 64; shift += 8)
          bytes += static_cast<char>(bits >> shift & 0xff);
      }
    ProtobufMessage tensor;
    for (const Index size : shape)
      tensor.number(1, static_cast<std::uint64_t>(size));
    tensor.number(2, onnx::kDouble).text(8, name).text(10, bytes);
    message.message(5, tensor);
  }
};

ProtobufMessage attribute(const char* name, std::uint64_t value) {
  ProtobufMessage made;
  made.text(1, name).number(3, value).number(20, onnx::kAttributeInt);
  return made;
}

ProtobufMessage attributes_list(const char* name, std::uint64_t only) {
  ProtobufMessage made;
  made.text(1, name).number(8, only).number(20, onnx::kAttributeInts);
  return made;
}

/// Describes an input or output: a tensor of doubles, #documents by `columns`.
ProtobufMessage value_info(const char* name, Index columns) {
  ProtobufMessage documents;
  documents.text(2, "documents");
  ProtobufMessage size;
  size.number(1, static_cast<std::uint64_t>(columns));
  ProtobufMessage shape;
  shape.message(1, documents).message(1, size);
  ProtobufMessage tensor;
  tensor.number(1, onnx::kDouble).message(2, shape);
  ProtobufMessage type;
  type.message(1, tensor);
  ProtobufMessage made;
  made.text(1, name).message(2, type);
  return made;
}

/// Adds the nodes that scale `features` to [0, 1] by minimum and maximum over
/// the documents given together. A range of 0 is divided by the smallest normal
/// float instead, which is no 0 in single precision either, nor is its half. It
/// is not added to the range: ONNX Runtime drops an addition of what is 0 in
/// single precision. All are halved, as a difference may exceed all doubles.
void add_by_query(OnnxGraph& graph) {
  const auto first_axis = attributes_list("axes", 0);
  const auto keep = attribute("keepdims", 1);
  const Matrix tiny =
      Matrix::Constant(1, 1, 0.5 * std::numeric_limits<float>::min());
  graph.constant("tiny", tiny, {1});
  graph.constant("half", Matrix::Constant(1, 1, 0.5), {1});
  graph.node("Mul", {"features", "half"}, "halves");
  graph.node("ReduceMin", {"halves"}, "least", {first_axis, keep});
  graph.node("ReduceMax", {"halves"}, "most", {first_axis, keep});
  graph.node("Sub", {"most", "least"}, "range");
  graph.node("Max", {"range", "tiny"}, "divisor");
  graph.node("Sub", {"halves", "least"}, "above");
  graph.node("Div", {"above", "divisor"}, "x");
}

/// Adds the nodes that bring `features` to mean 0 and deviation 1 over the
/// documents given together, the deviation by one document fewer; a constant
/// feature becomes 0. Powers of two keep the squares within all doubles.
void add_zscore_by_query(OnnxGraph& graph, Index features) {
  const auto number = [&](const char* name, double value) {
    graph.constant(name, Matrix::Constant(1, 1, value), {1});
  };
  number("zero", 0);
  number("one", 1);
  number("columns", static_cast<double>(features));
  number("large", 1e100);
  number("small", 1e-100);
  number("down", std::ldexp(1.0, -600));
  number("up", std::ldexp(1.0, 600));
  const std::vector<ProtobufMessage> over = {attributes_list("axes", 0),
                                             attribute("keepdims", 1)};
  graph.node("ReduceMin", {"features"}, "least", over);
  graph.node("ReduceMax", {"features"}, "most", over);
  graph.node("Greater", {"most", "least"}, "varies");
  graph.node("Neg", {"least"}, "below");
  graph.node("Max", {"below", "most"}, "largest");
  graph.node("Greater", {"largest", "large"}, "is_large");
  graph.node("Less", {"largest", "small"}, "is_small");
  graph.node("Where", {"is_small", "up", "one"}, "up_or_one");
  graph.node("Where", {"is_large", "down", "up_or_one"}, "power");
  graph.node("Mul", {"features", "power"}, "sized");
  graph.node("ReduceMean", {"sized"}, "mean", over);
  graph.node("Sub", {"sized", "mean"}, "centred");
  graph.node("Mul", {"centred", "centred"}, "squares");
  graph.node("ReduceMean", {"squares"}, "variance", over);
  graph.node("Size", {"features"}, "size");
  graph.node("Cast", {"size"}, "numbers", {attribute("to", onnx::kDouble)});
  graph.node("Div", {"numbers", "columns"}, "documents");
  graph.node("Sub", {"documents", "one"}, "others");
  graph.node("Max", {"others", "one"}, "fewer");
  graph.node("Div", {"documents", "fewer"}, "factor");
  graph.node("Mul", {"variance", "factor"}, "unbiased");
  graph.node("Sqrt", {"unbiased"}, "deviation");
  graph.node("Where", {"varies", "deviation", "one"}, "divisor");
  graph.node("Div", {"centred", "divisor"}, "standard");
  graph.node("Where", {"varies", "standard", "zero"}, "x");
}

/// Adds the nodes that take sign(x) log(1 + |x|), exact as log1p_of() in
/// algorithms/data/normalize.cpp.
void add_logs(OnnxGraph& graph) {
  graph.constant("one", Matrix::Ones(1, 1), {1});
  graph.node("Abs", {"features"}, "size");
  graph.node("Add", {"size", "one"}, "plus");
  graph.node("Equal", {"plus", "one"}, "is_tiny");
  graph.node("Sub", {"plus", "one"}, "rounded");
  graph.node("Where", {"is_tiny", "one", "rounded"}, "divisor");
  graph.node("Div", {"size", "divisor"}, "share");
  graph.node("Log", {"plus"}, "log");
  graph.node("Mul", {"log", "share"}, "corrected");
  graph.node("Where", {"is_tiny", "size", "corrected"}, "log1p");
  graph.node("Sign", {"features"}, "sign");
  graph.node("Mul", {"log1p", "sign"}, "x");
}

void add_bounds(OnnxGraph& graph, const std::vector<FeatureRange>& bounds) {
  const Index features = std::ssize(bounds);
  Matrix least(1, features);
  Matrix range(1, features);
  for (Index j = 0; j < features; ++j) {
    const auto [low, high] = bounds[static_cast<std::size_t>(j)];
    least(0, j) = low;
    range(0, j) = high - low;
  }
  graph.constant("least", least, {features});
  graph.constant("range", range, {features});
  graph.node("Sub", {"features", "least"}, "above");
  graph.node("Div", {"above", "range"}, "x");
}

/// Adds the nodes that scale features. @return  name of their output
std::string add_scaling(OnnxGraph& graph, const ExportedModel& model) {
  if (!model.bounds.empty())
    add_bounds(graph, model.bounds);
  else if (model.by_query_minmax())
    add_by_query(graph);
  else if (model.scaling == Normalize::kQueryZscore)
    add_zscore_by_query(graph, model.weights.cols());
  else if (model.scaling == Normalize::kLog1p)
    add_logs(graph);
  else
    return "features";
  return "x";
}

/// Adds the nodes that compute `score` from x.
void add_ranker(OnnxGraph& graph, const ExportedModel& model,
                const std::string& x) {
  const Index features = model.weights.cols();
  const Index units = model.weights.rows();
  if (!model.activation) {
    graph.constant("weights", model.weights, {features, 1});
    if (model.bias(0) == 0) {
      graph.node("MatMul", {x, "weights"}, "score");
      return;
    }
    graph.constant("bias", model.bias, {1});
    graph.node("MatMul", {x, "weights"}, "sum");
    graph.node("Add", {"sum", "bias"}, "score");
    return;
  }
  graph.constant("weights", model.weights, {units, features});
  graph.constant("bias", model.bias, {units});
  graph.constant("output", model.output, {units, 1});
  graph.node("Gemm", {x, "weights", "bias"}, "units", {attribute("transB", 1)});
  graph.node(*model.activation == Activation::kSigmoid ? "Sigmoid" : "Relu",
             {"units"}, "active");
  graph.node("MatMul", {"active", "output"}, "score");
}

ProtobufMessage onnx_property(const char* key, const std::string& value) {
  ProtobufMessage made;
  made.text(1, key).text(2, value);
  return made;
}

std::string onnx_bytes(const ExportedModel& model) {
  OnnxGraph graph;
  add_ranker(graph, model, add_scaling(graph, model));
  graph.message.text(2, model.name)
      .message(11, value_info("features", model.weights.cols()))
      .message(12, value_info("score", 1));
  ProtobufMessage operators;
  operators.text(1, "").number(2, onnx::kOperators);
  ProtobufMessage made;
  made.number(1, onnx::kIrVersion)
      .text(2, "fedltr")
      .message(7, graph.message)
      .message(8, operators)
      .message(14, onnx_property("origin", model.origin))
      .message(14, onnx_property("features", join(model.identifiers, "\n")));
  return made.bytes();
}

Exported write_onnx(const ExportedModel& model) {
  const std::string file = model.name + ".onnx";
  return {{{file, onnx_bytes(model)}},
          "scores, = onnxruntime.InferenceSession('" + file +
              "').run(['score'], {'features': x})\n" +
              (model.by_query() ? "x: float64, the documents of one query\n"
                                : "x: float64, a document a row\n")};
}

}  // namespace

ExportTarget onnx_target() {
  return {"onnx",
          "ONNX: a graph for ONNX Runtime and other programs",
          "onnx/onnx, onnx.proto: IR version 8, operator set 13",
          {},
          write_onnx,
          {.by_query = ByQuery::kAll,
           .scales = true,
           .differs = "another order of addition, at about the 15th digit",
           .query_zscore_differs =
               "this costs the digits that a feature's mean in a query has "
               "more than its deviation"}};
}

}  // namespace fedltr
