// Text and silos on one core: terms of text, synthetic documents, features,
// retrieval, training steps.
#include <benchmark/benchmark.h>

#include "algorithms/silo/experiment.hpp"
#include "algorithms/text/synthetic_text.hpp"

namespace fedltr {
namespace {

SyntheticTextOptions papers_documents(std::uint32_t documents) {
  SyntheticTextOptions options;
  options.documents = documents;
  options.queries = 200;
  return options;
}

const Collection& texts() {
  static const Collection made = synthesize_text(papers_documents(10000));
  return made;
}

/// Makes about 1 MB of words with natural frequencies, with capitals and marks.
std::string text() {
  std::string written;
  for (std::size_t d = 0; written.size() < (1 << 20); ++d)
    for (const TermCount& entry : texts().terms(Field::kBody, d)) {
      // Letters for digits, so that the stemmer has work.
      for (const char c : SyntheticText::term_name(entry.term))
        written += c == 'w' ? 'W' : static_cast<char>("aeioustnrl"[c - '0']);
      written += entry.term % 3 == 0   ? "ing, "
                 : entry.term % 3 == 1 ? "s "
                                       : " ";
    }
  return written;
}

void BM_tokenize(benchmark::State& state, const TokenOptions& options) {
  const std::string input = text();
  Tokenizer tokenizer(options);
  std::size_t terms = 0;
  for (auto _ : state)
    tokenizer.for_each_term(input, [&](std::string_view) { ++terms; });
  state.SetBytesProcessed(state.iterations() *
                          static_cast<std::int64_t>(input.size()));
  state.counters["terms"] = benchmark::Counter(static_cast<double>(terms),
                                               benchmark::Counter::kIsRate);
}
BENCHMARK_CAPTURE(BM_tokenize, plain, TokenOptions{"none", "none"});
BENCHMARK_CAPTURE(BM_tokenize, english, TokenOptions{});

void BM_build_collection(benchmark::State& state) {
  const std::string input = text();
  for (auto _ : state) {
    CollectionBuilder builder;
    for (int d = 0; d < 100; ++d)
      builder.add_document(std::to_string(d), "",
                           std::string_view(input).substr(
                               static_cast<std::size_t>(d) * 10000, 10000));
    benchmark::DoNotOptimize(builder.take());
  }
  state.SetBytesProcessed(state.iterations() * 1000000);
}
BENCHMARK(BM_build_collection)->Unit(benchmark::kMillisecond);

void BM_synthesize_text(benchmark::State& state) {
  const auto options = papers_documents(2000);
  for (auto _ : state) benchmark::DoNotOptimize(synthesize_text(options));
  state.SetItemsProcessed(state.iterations() * options.documents);
}
BENCHMARK(BM_synthesize_text)->Unit(benchmark::kMillisecond);

void BM_exact_features(benchmark::State& state) {
  const CollectionStatistics statistics(texts());
  ExactFeatures features(texts(), statistics);
  for (auto _ : state)
    benchmark::DoNotOptimize(features.of(texts().judgements()));
  state.SetItemsProcessed(
      state.iterations() *
      static_cast<std::int64_t>(texts().judgements().size()));
}
BENCHMARK(BM_exact_features)->Unit(benchmark::kMillisecond);

void BM_features_of_counts(benchmark::State& state) {
  const std::vector<TermStatistics> terms = {
      {100, 1e-4}, {20, 1e-5}, {3, 1e-6}};
  const FieldFeatures features({10000, 1000}, terms);
  const std::vector<double> counts = {3.5, 1, -0.5};
  std::array<double, kFieldFeatures> values{};
  for (auto _ : state) {
    features.write(counts, 900, 400, values);
    benchmark::DoNotOptimize(values);
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(BM_features_of_counts);

void BM_split_by_topic(benchmark::State& state) {
  const auto& split = find(party_splits(), "topic").make;
  for (auto _ : state)
    benchmark::DoNotOptimize(split_into_parties(texts(), split, {}));
  state.SetItemsProcessed(state.iterations() *
                          static_cast<std::int64_t>(texts().documents()));
}
BENCHMARK(BM_split_by_topic)->Unit(benchmark::kMillisecond);

/// Steps of one party with 64 labelled and 64 cross instances of 16 features.
void BM_joint_step(benchmark::State& state, const char* name) {
  const auto model = find(pointwise_models(), name).make(kTextFeatures, 3);
  Rng rng(1, Purpose::kTest);
  TrainingSet set{Matrix(2000, kTextFeatures), Vector(2000)};
  for (double& value : set.features.reshaped()) value = rng.normal();
  for (double& label : set.labels) label = static_cast<double>(rng.below(3));
  const TrainingOptions options;
  const PartyTrainer party(model, options, 0, set, set);
  Vector parameters = Vector::Zero(model->parameters());
  std::uint32_t step = 0;
  for (auto _ : state)
    parameters -=
        0.01 * party.joint_gradient(parameters, step++, Instances::kWithCross);
  benchmark::DoNotOptimize(parameters);
  state.SetItemsProcessed(state.iterations());
  state.counters["instances"] =
      benchmark::Counter(static_cast<double>(state.iterations()) * 128,
                         benchmark::Counter::kIsRate);
}
BENCHMARK_CAPTURE(BM_joint_step, softmax, "softmax");
BENCHMARK_CAPTURE(BM_joint_step, regression, "regression");

}  // namespace
}  // namespace fedltr
