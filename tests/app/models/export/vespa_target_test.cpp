// Vespa's rank profile, evaluated by its grammar: functions, sums and products,
// sigmoid, relu, and normalize_linear after LinearNormalizer.java.
#include "app/models/export/vespa_target.hpp"

#include <map>

#include "tests/support/exports.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/shared.hpp"

namespace fedltr::vespa_target_test {
using namespace fedltr::test;

namespace {

/// Values of an expression for the documents of a query.
using Values = Eigen::ArrayXd;

class RankProfile {
 public:
  RankProfile(const std::string& text, const ExportedModel& model) {
    for (std::size_t j = 0; j < model.identifiers.size(); ++j)
      columns_[model.identifiers[j]] = static_cast<Index>(j);
    for (std::size_t at = text.find("function "); at != std::string::npos;
         at = text.find("function ", at + 1)) {
      const std::size_t open = text.find("()", at);
      functions_[text.substr(at + 9, open - at - 9)] = expression(text, open);
    }
    const std::size_t phase = text.find("-phase {");
    REQUIRE(phase != std::string::npos);
    global_ = text.substr(phase - 6, 6) == "global";
    score_ = expression(text, phase);
  }

  Vector score(const Matrix& documents) {
    documents_ = documents;
    known_.clear();
    return evaluate(score_).matrix();
  }

 private:
  static std::string expression(const std::string& text, std::size_t from) {
    constexpr std::string_view kHead = "expression: ";
    const std::size_t begin = text.find(kHead, from) + kHead.size();
    return text.substr(begin, text.find('\n', begin) - begin);
  }

  Values evaluate(const std::string& text) {
    const std::string text_before = text_;
    const std::size_t at_before = at_;
    text_ = text;
    at_ = 0;
    const Values values = sum();
    REQUIRE_MESSAGE(at_ == text_.size(), text_.substr(at_));
    text_ = text_before;
    at_ = at_before;
    return values;
  }
  bool take(char sign) {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    if (at_ == text_.size() || text_[at_] != sign) return false;
    ++at_;
    return true;
  }
  Values sum() {
    Values values = product();
    while (true) {
      if (take('+'))
        values += product();
      else if (take('-'))
        values -= product();
      else
        return values;
    }
  }
  Values product() {
    Values values = operand();
    while (true) {
      if (take('*'))
        values *= operand();
      else if (take('/'))
        values /= operand();
      else
        return values;
    }
  }
  Values operand() {
    if (take('-')) return -operand();
    if (take('(')) {
      const Values inner = sum();
      REQUIRE(take(')'));
      return inner;
    }
    if (std::isdigit(text_.at(at_))) {
      std::size_t length = 0;
      const double number = std::stod(text_.substr(at_), &length);
      at_ += length;
      return Values::Constant(documents_.rows(), number);
    }
    return call(word());
  }
  std::string word() {
    const std::size_t from = at_;
    while (at_ < text_.size() &&
           (std::isalnum(text_[at_]) || text_[at_] == '_'))
      ++at_;
    REQUIRE_MESSAGE(at_ > from, text_.substr(from));
    return text_.substr(from, at_ - from);
  }
  Values call(const std::string& name) {
    if (!take('(')) return function_values(name);
    Values result;
    if (name == "attribute")
      result = documents_.col(columns_.at(word())).array();
    else if (name == "normalize_linear")
      result = normalized(function_values(word()));  // its argument is a name
    else if (name == "sigmoid")
      result = sum().unaryExpr(&sigmoid_of);
    else if (name == "relu")
      result = sum().max(0);
    else
      FAIL(name);
    REQUIRE(take(')'));
    return result;
  }
  Values function_values(const std::string& name) {
    if (!known_.contains(name)) known_[name] = evaluate(functions_.at(name));
    return known_[name];
  }
  Values normalized(const Values& values) {
    CHECK(global_);
    const double least = values.minCoeff();
    const double most = values.maxCoeff();
    if (most <= least) return Values::Constant(values.size(), 0.5);
    return 0.5 + 1 / (most - least) * (values - (least + most) * 0.5);
  }

  std::map<std::string, Index> columns_;
  std::map<std::string, std::string> functions_;
  std::string score_;
  bool global_ = false;
  Matrix documents_;
  std::map<std::string, Values> known_;
  std::string text_;
  std::size_t at_ = 0;
};

ForeignScorer read_vespa(const Exported& files, const ExportedModel& model) {
  const auto profile =
      std::make_shared<RankProfile>(files.files.at(0).text, model);
  return
      [profile](const Matrix& documents) { return profile->score(documents); };
}

}  // namespace

TEST_CASE("Vespa ranks every query as the model does") {
  check_order("vespa", read_vespa, raw_queries(7));
  check_order("vespa", read_vespa, raw_queries(5, -60));
}

TEST_CASE("Vespa ranks a part of MQ2008 as the model does" *
          doctest::test_suite(test::kShared)) {
  check_order("vespa", read_vespa, mq2008_part(), 1e-12);
}

TEST_CASE("Vespa's profile of a linear ranker, by hand") {
  ModelFile file = random_model("linear", 2, Normalize::kQueryMinmax);
  file.parameters = Vector{{1, -2.5}};
  file.signature = "abc";
  ExportedModel model = exported(file, std::nullopt);
  CHECK(export_to(vespa_target(), model).files[0].text ==
        R"(rank-profile my_run inherits default {
    # A ranker, exported by fedltr 0.1.0, scenario my_run, signature abc.
    function raw_title_0() {
        expression: attribute(title_0)
    }
    function raw_title_1() {
        expression: attribute(title_1)
    }
    global-phase {
        expression: 0.0 + 1.0 * normalize_linear(raw_title_0) - 2.5 * normalize_linear(raw_title_1)
    }
}
)");
  set_bounds(model, {{-1, 3}, {0, 1}});
  const std::string text = export_to(vespa_target(), model).files[0].text;
  has(text, "expression: (raw_title_0 - (-1.0)) / 4.0\n");
  has(text, "second-phase {\n        expression: 0.0 + 1.0 * unit_title_0 - ");
}

TEST_CASE("Vespa's other half at a constant feature would change a network") {
  const ExportedModel network = exported(
      random_model("neural", 3, Normalize::kQueryMinmax), std::nullopt);
  CHECK_THROWS_WITH_AS(
      export_to(vespa_target(), network),
      "--to vespa: can't scale this ranker's features to [0, 1] by query, as "
      "in training; --data FILE uses fixed bounds instead and prints their "
      "cost, or use ranklib, onnx, json or c",
      UsageError);
}

}  // namespace fedltr::vespa_target_test
