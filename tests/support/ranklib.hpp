#pragma once

#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/core/linalg.hpp"

namespace fedltr::test {

/// A model file read and scored after RankLib's LinearRegRank.java and
/// RankNet.java.
class RankLibModel {
 public:
  explicit RankLibModel(const std::string& text) {
    std::istringstream lines(text);
    std::vector<std::string> kept;
    for (std::string line; std::getline(lines, line);)
      if (!line.starts_with("##")) kept.push_back(line);
    network_ = text.starts_with("## RankNet\n");
    if (network_)
      read_network(kept);
    else
      read_line(kept.at(0));
  }

  /// @param x  in single precision, as in a DataPoint
  double eval(const Eigen::RowVectorXf& x) const {
    REQUIRE(x.size() == weights_.cols());
    double score = network_ ? 0 : constant_;
    for (Index u = 0; u < weights_.rows(); ++u) {
      double sum = 0;
      for (Index j = 0; j < x.size(); ++j) {
        if (!network_) score += weights_(u, j) * x(j);
        sum += weights_(u, j) * x(j);
      }
      if (network_) score += output_(u) / (1 + std::exp(-(sum + bias_(u))));
    }
    return network_ ? 1 / (1 + std::exp(-(score + constant_))) : score;
  }

 private:
  /// "0:constant 1:weight ..."
  void read_line(const std::string& line) {
    std::istringstream pairs(line);
    std::vector<double> weights;
    for (std::string pair; pairs >> pair;) {
      const std::size_t colon = pair.find(':');
      const int id = std::stoi(pair.substr(0, colon));
      const double value = std::stod(pair.substr(colon + 1));
      if (id == 0) {
        constant_ = value;
        continue;
      }
      CHECK(id == std::ssize(weights) + 1);
      weights.push_back(value);
    }
    weights_ = Eigen::Map<Matrix>(weights.data(), 1, std::ssize(weights));
  }

  /// Features, number of hidden layers, their neurons, then one line per
  /// neuron.
  void read_network(const std::vector<std::string>& lines) {
    const Index features = std::ranges::count(lines.at(0), ' ') + 1;
    REQUIRE(lines.at(1) == "1");
    const Index units = std::stoi(lines.at(2));
    weights_.setZero(units, features);
    bias_.setZero(units);
    output_.setZero(units);
    REQUIRE(std::ssize(lines) == 3 + features + 1 + units);
    for (std::size_t i = 3; i < lines.size(); ++i) {
      std::istringstream words(lines[i]);
      Index layer = 0;
      Index neuron = 0;
      words >> layer >> neuron;
      if (layer == 1) {
        words >> output_(neuron);
        continue;
      }
      for (Index u = 0; u < units; ++u)
        words >> (neuron < features ? weights_(u, neuron) : bias_(u));
      if (neuron == features) words >> constant_;  // the output's
    }
  }

  bool network_ = false;
  Matrix weights_;
  Vector bias_;
  Vector output_;
  double constant_ = 0;
};

}  // namespace fedltr::test
