#pragma once

#include <algorithm>
#include <cctype>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "app/models/export/target.hpp"

namespace fedltr::test {

/// The rules by which other systems accept files, written after their sources:
/// each function returns the first fault, or "".

/// Vespa's SchemaParser.jj, rule rankProfile(), and RankingExpressionParser.jj,
/// as far as rank profiles of rankers need them.
class VespaGrammar {
 public:
  static std::string fault(const std::string& profile) {
    return VespaGrammar(profile).first_fault();
  }

 private:
  explicit VespaGrammar(const std::string& text) : text_(text) {}

  std::string first_fault() {
    try {
      profile();
      return "";
    } catch (const std::runtime_error& error) {
      return error.what();
    }
  }

  [[noreturn]] void refuse(const std::string& expected) const {
    const std::size_t line =
        std::count(text_.begin(), text_.begin() + at_, '\n');
    throw std::runtime_error("line " + std::to_string(line + 1) +
                             ": expected " + expected);
  }

  void profile() {
    word("rank-profile");
    name();
    word("inherits");
    name();
    block([&] { profile_item(); });
  }

  void profile_item() {
    if (taken("function")) {
      name();
      sign("(");
      sign(")");
      block([&] { expression_line(); });
    } else if (taken("second-phase")) {
      block([&] { expression_line(); });
    } else if (taken("global-phase")) {
      global_ = true;
      block([&] { expression_line(); });
    } else {
      refuse("function or phase");
    }
  }

  /// lbrace() (item (<NL>)*)* <RBRACE>
  template <class Item>
  void block(const Item& item) {
    line_ends();
    sign("{");
    line_ends();
    while (!taken("}")) {
      item();
      line_ends();
    }
  }

  /// Skips spaces and comments, but not the end of a line.
  void skip() {
    while (at_ < text_.size() &&
           std::string_view(" \t\r\f").find(text_[at_]) != text_.npos)
      ++at_;
    if (at_ < text_.size() && text_[at_] == '#')
      while (at_ < text_.size() && text_[at_] != '\n') ++at_;
  }
  void line_ends() {
    for (skip(); at_ < text_.size() && text_[at_] == '\n'; skip()) ++at_;
  }
  bool taken(std::string_view token) {
    skip();
    if (!std::string_view(text_).substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  void sign(std::string_view token) {
    if (!taken(token)) refuse(std::string(token));
  }
  void word(std::string_view token) { sign(token); }

  std::string name() {
    skip();
    const std::size_t from = at_;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) ||
            text_[at_] == '_'))
      ++at_;
    if (at_ == from || std::isdigit(static_cast<unsigned char>(text_[from])))
      refuse("an identifier");
    return text_.substr(from, at_ - from);
  }

  /// <EXPRESSION_SL>: the rest of the line, without braces.
  void expression_line() {
    word("expression:");
    const std::size_t end = text_.find('\n', at_);
    if (end == text_.npos ||
        text_.substr(at_, end - at_).find_first_of("{}#") != text_.npos)
      refuse("an expression on one line");
    expression();
    if (at_ != end) refuse("an operator");
  }

  void expression() {
    do {
      value();
    } while (operator_taken());
  }
  bool operator_taken() {
    for (const char* each : {"+", "-", "*", "/"})
      if (taken(each)) return true;
    return false;
  }
  void value() {
    taken("-");
    skip();
    if (at_ < text_.size() &&
        std::isdigit(static_cast<unsigned char>(text_[at_]))) {
      std::size_t length = 0;
      std::stod(text_.substr(at_), &length);
      at_ += length;
    } else if (taken("(")) {
      expression();
      sign(")");
    } else {
      feature();
    }
  }
  /// A feature, or a function of one argument.
  void feature() {
    const std::string name_of = name();
    static const std::set<std::string> constants = {"true", "false"};
    static const std::set<std::string> unknown = {"unpack_bits"};
    if (constants.contains(name_of)) refuse("a feature, not a constant");
    if (unknown.contains(name_of)) refuse("an identifier");
    if (name_of == "normalize_linear" && !global_)
      refuse("normalize_linear in the global phase only");
    if (!taken("(")) return;
    expression();
    sign(")");
  }

  const std::string& text_;
  std::size_t at_ = 0;
  bool global_ = false;
};

/// Members that an object has beyond the known ones, or lacks of the mandatory.
inline std::string member_fault(const nlohmann::json& object,
                                const std::set<std::string>& mandatory,
                                const std::set<std::string>& optional = {}) {
  if (!object.is_object()) return "no object";
  for (const std::string& each : mandatory)
    if (!object.contains(each)) return each + " is missing";
  for (const auto& [name, value] : object.items())
    if (!mandatory.contains(name) && !optional.contains(name))
      return name + " is unknown";
  return "";
}

/// StoredFeatureSet.java, StoredFeature.java, RestCreateModelFromSet.java,
/// StoredLtrModel.java, StoredFeatureNormalizers.java with its two definitions
/// and LinearRankerParser.java, the same in both plugins.
inline std::string plugin_fault(const Exported& files) {
  using Json = nlohmann::json;
  const Json root = Json::parse(files.files.at(0).text);
  std::set<std::string> names;
  for (const Json& each : root.at("featureset").at("features")) {
    const std::string wrong = member_fault(each, {"name", "template"},
                                           {"params", "template_language"});
    if (!wrong.empty()) return "feature: " + wrong;
    if (!names.insert(each["name"]).second) return "feature defined twice";
  }
  const Json whole = Json::parse(files.files.at(1).text);
  if (auto wrong = member_fault(whole, {"model"}, {"validation"});
      !wrong.empty())
    return wrong;
  if (auto wrong = member_fault(whole["model"], {"name", "model"});
      !wrong.empty())
    return wrong;
  const Json& model = whole["model"]["model"];
  if (auto wrong =
          member_fault(model, {"type", "definition"}, {"feature_normalizers"});
      !wrong.empty())
    return wrong;
  const Json norms = model.value("feature_normalizers", Json::object());
  for (const auto& [feature, norm] : norms.items()) {
    if (!names.contains(feature)) return feature + " not found in feature set";
    if (norm.size() != 1) return "multiple feature normalizers";
    if (norm.contains("min_max")) {
      const float least = norm["min_max"].at("minimum");
      const float most = norm["min_max"].at("maximum");
      if (least < 0 || most < 0) return "must be positive";
      if (least >= most) return "minimum must be smaller than maximum";
    } else if (norm.contains("standard")) {
      const Json& given = norm["standard"];
      if (auto wrong = member_fault(given, {"mean", "standard_deviation"});
          !wrong.empty())
        return wrong;
      if (given["standard_deviation"].get<float>() <= 0)
        return "standard deviation must be positive";
    } else {
      return "unknown normalizer";
    }
  }
  if (model["type"] == "model/ranklib") return "";
  if (model["type"] != "model/linear") return "unknown type";
  const Json weights = Json::parse(model["definition"].get<std::string>());
  for (const auto& [feature, weight] : weights.items()) {
    if (!names.contains(feature)) return feature + " is unknown";
    if (!weight.is_number()) return "expected a float";
  }
  return "";
}

/// ManagedFeatureStore.java, ManagedModelStore.java, LTRScoringModel.java,
/// LinearModel.java, NeuralNetworkModel.java, MinMaxNormalizer.java.
inline std::string solr_fault(const Exported& files) {
  using Json = nlohmann::json;
  std::set<std::string> names;
  std::string store;
  for (const Json& each : Json::parse(files.files.at(0).text)) {
    if (auto wrong = member_fault(each, {"name", "class", "params"}, {"store"});
        !wrong.empty())
      return "feature: " + wrong;
    if (!names.insert(each["name"]).second) return "feature twice";
    if (!each["params"].contains("field")) return "field must be provided";
    store = each.value("store", "_DEFAULT_");
  }
  const Json model = Json::parse(files.files.at(1).text);
  if (auto wrong = member_fault(model, {"name", "class", "features", "params"},
                                {"store"});
      !wrong.empty())
    return wrong;
  if (model.value("store", "_DEFAULT_") != store) return "another store";
  const bool linear = model["class"] == "org.apache.solr.ltr.model.LinearModel";
  // Each parameter is a setter of the class.
  if (auto wrong =
          member_fault(model["params"], {linear ? "weights" : "layers"});
      !wrong.empty())
    return wrong;
  std::set<std::string> used;
  for (const Json& each : model["features"]) {
    const std::string name = each.at("name");
    if (!names.contains(name)) return name + " not found in store";
    if (!used.insert(name).second) return "duplicated feature " + name;
    if (linear && !model["params"]["weights"].contains(name))
      return "lacks weight for " + name;
    if (!each.contains("norm")) continue;
    const Json& params = each["norm"].at("params");
    if (!params.at("min").is_string() || !params.at("max").is_string())
      return "setMin and setMax of JSON take texts";
    if (std::stof(params["max"].get<std::string>()) -
            std::stof(params["min"].get<std::string>()) ==
        0)
      return "delta must not be zero";
  }
  if (used.empty()) return "no features declared";
  if (linear) return "";
  std::size_t inputs = used.size();
  for (const Json& layer : model["params"]["layers"]) {
    if (auto wrong = member_fault(layer, {"matrix", "bias", "activation"});
        !wrong.empty())
      return wrong;
    const std::set<std::string> known = {"relu", "leakyrelu", "sigmoid", "tanh",
                                         "identity"};
    if (!known.contains(layer["activation"])) return "invalid activation";
    if (layer["matrix"].size() != layer["bias"].size()) return "bias mismatch";
    for (const Json& row : layer["matrix"])
      if (row.size() != inputs) return "dimension mismatch";
    inputs = layer["matrix"].size();
  }
  return inputs == 1 ? "" : "the output matrix must have a single row";
}

}  // namespace fedltr::test
