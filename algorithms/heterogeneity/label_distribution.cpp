#include "algorithms/heterogeneity/label_distribution.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/core/require.hpp"

namespace fedltr {

const Parameter kLabelsPerClient =
    whole_parameter("labels-per-client", 1, 1, 31, "#R, labels of each client");

namespace {

const Parameter kOverlap = flag_parameter(
    "overlap", false,
    "yes: a client holds every document of its labels, as other clients do; "
    "no: each document is one client's");

void split_by_label(const SplitInput& input, Split& split) {
  const int size = input.options.parameters.whole<int>(kLabelsPerClient);
  require(size <= input.grades,
          "label-distribution can't give a client " + std::to_string(size) +
              " labels: the data has " + std::to_string(input.grades));
  const double needed = count_combinations(input.grades, size);
  require(input.clients >= needed,
          "is too few for label-distribution: " + std::to_string(size) +
              " of " + std::to_string(input.grades) +
              " labels per client make " +
              std::to_string(static_cast<std::uint64_t>(needed)) +
              " combinations, and each needs a client");
  const auto combinations = label_combinations(input.grades, size);
  if (input.options.iid) return;
  Rng rng = split_rng(input, SplitStream::kLabels);
  std::vector<std::vector<Index>> held(input.clients);
  auto by_label = documents_by_label(*input.train, input.grades);
  for (int label = 0; label < input.grades; ++label) {
    std::vector<std::size_t> owners;
    for (std::size_t client = 0; client < held.size(); ++client)
      if (std::ranges::count(combinations[client % combinations.size()], label))
        owners.push_back(client);
    auto& documents = by_label[label];
    if (input.options.parameters.flag(kOverlap)) {
      for (const std::size_t owner : owners)
        held[owner].insert(held[owner].end(), documents.begin(),
                           documents.end());
      continue;
    }
    shuffle(std::span(documents), rng);
    for (std::size_t i = 0; i < documents.size(); ++i)
      held[owners[i % owners.size()]].push_back(documents[i]);
  }
  split.holdings = hold_documents(input.train, std::move(held));
  split.holding_kinds = combinations.size();
}

}  // namespace

double count_combinations(int grades, int size) {
  double count = 1;
  for (int i = 1; i <= size; ++i) count = count * (grades - size + i) / i;
  return std::round(count);
}

std::vector<std::vector<int>> label_combinations(int grades, int size) {
  std::vector<std::vector<int>> all;
  std::vector<int> chosen;
  const auto choose = [&](const auto& next, int from) -> void {
    if (std::ssize(chosen) == size) return all.push_back(chosen);
    for (int label = from; label < grades; ++label) {
      chosen.push_back(label);
      next(next, label + 1);
      chosen.pop_back();
    }
  };
  choose(choose, 0);
  return all;
}

std::vector<Holding> hold_documents(
    const std::shared_ptr<const Dataset>& data,
    std::vector<std::vector<Index>>&& documents) {
  std::vector<Holding> holdings;
  for (auto& held : documents) {
    std::ranges::sort(held);
    auto own = std::make_shared<const Dataset>(select_documents(*data, held));
    holdings.push_back({std::move(own), std::nullopt, std::move(held)});
  }
  return holdings;
}

std::vector<std::vector<Index>> documents_by_label(const Dataset& data,
                                                   int grades) {
  std::vector<std::vector<Index>> by_label(grades);
  const auto labels = data.labels();
  for (std::size_t i = 0; i < labels.size(); ++i)
    by_label.at(labels[i]).push_back(i);
  return by_label;
}

SplitMethod label_distribution_split() {
  return {"label-distribution",
          "type 2: a client holds only documents of some labels",
          "Wang (2025), section 4.4",
          {kLabelsPerClient, kOverlap},
          split_by_label,
          {.assigns_data = true, .by_label = true}};
}

}  // namespace fedltr
