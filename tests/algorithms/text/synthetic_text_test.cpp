#include "algorithms/text/synthetic_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/ranking/metrics.hpp"
#include "algorithms/text/exact_features.hpp"

namespace fedltr::synthetic_text_test {
using List = std::vector<TermCount>;

namespace {

SyntheticTextOptions small() {
  SyntheticTextOptions options;
  options.documents = 600;
  options.terms = 200;
  options.vocabulary = 4000;
  options.topics = 5;
  options.queries = 40;
  options.depths = {30, 5};
  return options;
}

std::vector<TermCount> list(Terms terms) {
  return {terms.begin(), terms.end()};
}

/// nDCG@10 over all documents, ranked by a feature.
double mean_ndcg(const Collection& texts, std::size_t feature) {
  const CollectionStatistics statistics(texts);
  ExactFeatures features(texts, statistics);
  double sum = 0;
  for (std::uint32_t q = 0; q < texts.queries(); ++q) {
    std::vector<std::pair<double, std::uint8_t>> ranked;
    for (std::uint32_t d = 0; d < texts.documents(); ++d) {
      std::array<double, kFeatureColumns> row{};
      features.write(q, d, row);
      ranked.emplace_back(-row[feature], 0);
    }
    for (const Judgement& j : texts.judgements_of(q))
      ranked[j.document].second = j.grade;
    std::ranges::stable_sort(ranked, {},
                             &std::pair<double, std::uint8_t>::first);
    std::vector<std::uint8_t> labels;
    for (const auto& entry : ranked) labels.push_back(entry.second);
    sum += ndcg(labels, labels, 10);
  }
  return sum / static_cast<double>(texts.queries());
}

}  // namespace

TEST_CASE("an alias table draws by its weights") {
  const std::vector<double> weights = {1, 0, 5, 2, 0.5, 1.5};
  const AliasTable table(weights);
  Rng rng(1, Purpose::kTest);
  std::array<int, 6> counts{};
  for (int i = 0; i < 100000; ++i) ++counts[table.draw(rng())];
  // Five standard deviations.
  for (std::size_t i = 0; i < weights.size(); ++i)
    CHECK(std::abs(counts[i] - 1e4 * weights[i]) <=
          5 * std::sqrt(1e4 * weights[i]));
  CHECK_THROWS_AS(AliasTable(std::vector{0.0}), std::invalid_argument);
  CHECK_THROWS_AS(AliasTable(std::vector{1.0, -1.0}), std::invalid_argument);
}

TEST_CASE("synthetic texts have the size asked for") {
  const SyntheticTextOptions options = small();
  const Collection texts = synthesize_text(options);
  CHECK(texts.documents() == options.documents);
  CHECK(texts.queries() == options.queries);
  CHECK(texts.dictionary().size() == options.vocabulary);
  double length = 0;
  for (std::size_t d = 0; d < texts.documents(); ++d) {
    length += texts.length(Field::kBody, d);
    CHECK(texts.length(Field::kBody, d) >= 100);
    CHECK(texts.length(Field::kBody, d) <= 300);
    CHECK(texts.length(Field::kTitle, d) >= 4);
    CHECK(texts.length(Field::kTitle, d) <= 8);
  }
  CHECK(length / 600 == doctest::Approx(200).epsilon(0.05));
  int full = 0;
  for (std::size_t q = 0; q < texts.queries(); ++q) {
    CHECK(texts.query(q).size() >= 2);
    CHECK(texts.query(q).size() <= 5);
    std::map<int, int> grades;
    for (const Judgement& j : texts.judgements_of(q)) ++grades[j.grade];
    CHECK(grades[2] == 5);
    CHECK(grades[1] <= 25);
    CHECK(grades[0] == 0);
    full += grades[1] == 25;
  }
  CHECK(full >= 30);  // rare terms occur in fewer documents
}

TEST_CASE("synthetic texts' frequencies follow Zipf's law where all share") {
  SyntheticTextOptions options = small();
  options.documents = 2000;
  const Collection texts = synthesize_text(options);
  std::vector<double> times(options.vocabulary);
  for (std::size_t d = 0; d < texts.documents(); ++d)
    for (const TermCount& entry : texts.terms(Field::kBody, d))
      times[entry.term] += entry.count;
  // Half of the terms; ranks 1 to 3 of 4000.
  double harmonic = 0;
  for (int r = 1; r <= 4000; ++r) harmonic += 1.0 / r;
  for (int r = 1; r <= 3; ++r)
    CHECK(times[static_cast<std::size_t>(r - 1)] ==
          doctest::Approx(2000 * 200 * 0.5 / harmonic / r).epsilon(0.03));
}

TEST_CASE("a document hangs on its number and the seed alone") {
  SyntheticTextOptions options = small();
  const Collection few = synthesize_text(options);
  options.documents = 700;
  options.queries = 7;
  const SyntheticText more(options);
  SyntheticText::Document document;
  for (const std::uint32_t d : {13U, 599U, 0U}) {
    more.draw(d, document);
    CHECK(list(document.body.take()) == list(few.terms(Field::kBody, d)));
    CHECK(list(document.title.take()) == list(few.terms(Field::kTitle, d)));
  }
  options.seed = 2;
  SyntheticText(options).draw(13, document);
  CHECK(list(document.body.take()) != list(few.terms(Field::kBody, 13)));
}

TEST_CASE("texts are the same in whatever order their blocks are drawn") {
  SyntheticTextOptions options = small();
  options.documents = 2500;
  options.terms = 20;
  const Collection texts = synthesize_text(options);
  const Collection backwards =
      synthesize_text(options, [](std::size_t count, const auto& work) {
        while (count-- > 0) work(count);
      });
  CHECK(std::ranges::equal(texts.judgements(), backwards.judgements()));
  for (std::size_t d = 0; d < texts.documents(); ++d)
    for (const Field field : kAllFields)
      CHECK(list(texts.terms(field, d)) == list(backwards.terms(field, d)));
}

TEST_CASE("features can learn synthetic texts' relevance, but not perfectly") {
  const Collection texts = synthesize_text(small());
  const double bm25 = mean_ndcg(texts, 12);
  CHECK(bm25 > 0.4);
  CHECK(bm25 < 0.95);
  CHECK(mean_ndcg(texts, 8) < 0.2);  // the length has no information
  SyntheticTextOptions noisy = small();
  noisy.noise = 4;
  CHECK(mean_ndcg(synthesize_text(noisy), 12) < bm25 - 0.1);
}

TEST_CASE("grades are by relevance, of documents with a term of the query") {
  const SyntheticTextOptions options = small();
  const Collection collection = synthesize_text(options);
  const SyntheticText texts(options);
  for (const std::uint32_t q : {0U, 17U}) {
    const auto query = texts.query(q);
    std::vector<std::pair<double, std::uint32_t>> all;
    for (std::uint32_t d = 0; d < options.documents; ++d) {
      SyntheticText::Document document;
      texts.draw(d, document);
      const Terms title = document.title.take();
      const Terms body = document.body.take();
      if (std::ranges::any_of(query.terms, [&](TermId term) {
            return count_of(title, term) + count_of(body, term) > 0;
          }))
        all.emplace_back(-texts.relevance(query, q, document, d, title, body),
                         d);
    }
    std::ranges::sort(all);
    for (const Judgement& j : collection.judgements_of(q)) {
      const auto rank =
          std::ranges::find(all, j.document,
                            &std::pair<double, std::uint32_t>::second) -
          all.begin();
      CHECK(j.grade == (rank < 5 ? 2 : 1));
      CHECK(rank < 30);
    }
  }
}

TEST_CASE("impossible synthetic texts are refused") {
  SyntheticTextOptions options = small();
  options.vocabulary = 99;
  CHECK_THROWS_WITH(SyntheticText{options},
                    "synthetic texts need at least 20 terms per topic");
  options = small();
  options.depths = {5, 30};
  CHECK_THROWS_WITH(SyntheticText{options}, "depths of grades must fall");
  options = small();
  options.terms = 3;
  CHECK_THROWS_WITH(SyntheticText{options},
                    "synthetic texts need at least 20 terms per document");
}

TEST_CASE("every impossible option of synthetic texts is refused") {
  const auto fault = [](auto change) {
    SyntheticTextOptions options = small();
    change(options);
    try {
      SyntheticText{options};
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::string size = "synthetic texts need documents and queries";
  CHECK(fault([](auto& o) { o.documents = 0; }) == size);
  CHECK(fault([](auto& o) { o.queries = 0; }) == size);
  CHECK(fault([](auto& o) { o.topics = 0; }) == "synthetic texts need a topic");
  const std::string negative = "zipf and noise must not be negative";
  CHECK(fault([](auto& o) { o.zipf = -0.1; }) == negative);
  CHECK(fault([](auto& o) { o.noise = -1; }) == negative);
  CHECK(fault([](auto& o) { o.noise = std::nan(""); }) == negative);
  CHECK(fault([](auto& o) { o.depths = {}; }) == "depths of grades must fall");
  CHECK(fault([](auto& o) { o.zipf = o.noise = 0; }).empty());
  CHECK(fault([](auto& o) { o.depths = {5, 5}; }).empty());
}

TEST_CASE("queries and documents use terms of their topics") {
  const SyntheticTextOptions options = small();
  const SyntheticText texts(options);
  const std::uint32_t shared = 400;  // the first tenth
  const auto topic = [&](TermId term) {
    REQUIRE(term >= shared);
    return (term - shared) % options.topics;
  };
  std::array<int, 5> of_topic{};
  for (std::uint32_t q = 0; q < 500; ++q) {
    const auto query = texts.query(q);
    ++of_topic[query.topic];
    std::set<TermId> different;
    for (const TermId term : query.terms) {
      CHECK(topic(term) == query.topic);
      CHECK(term < options.vocabulary);
      CHECK(different.insert(term).second);
    }
  }
  // 100 each; five standard deviations.
  for (const int count : of_topic) CHECK(std::abs(count - 100) < 45);
  SyntheticText::Document document;
  for (std::uint32_t d = 0; d < 50; ++d) {
    texts.draw(d, document);
    CHECK(document.key_terms.size() == 8);
    CHECK(document.main_share >= 0.5);
    CHECK(document.main_share <= 1);
    for (const TermId term : document.key_terms) {
      const bool main = topic(term) == document.main_topic;
      const bool second = topic(term) == document.second_topic;
      CHECK((main || second));
    }
    std::int32_t length = 0;
    for (const TermCount& entry : document.body.take()) length += entry.count;
    CHECK(length == static_cast<std::int32_t>(document.length));
    for (const TermCount& entry : document.title.take())
      CHECK(entry.term >= shared);
  }
}

TEST_CASE("relevance without noise is affinity and occurrence, by hand") {
  SyntheticTextOptions options = small();
  options.noise = 0;
  options.zipf = 0;  // every shared term has the same share, topical ones too
  const SyntheticText texts(options);
  SyntheticText::Document document;
  document.main_topic = 1;
  document.second_topic = 3;
  document.main_share = 0.75;
  document.length = 400;  // twice the mean: saturation 1.2 * 2
  const SyntheticText::Query query{1, {401, 406}};
  const List title = {{406, 1}};
  const List body = {{401, 3}, {406, 1}};
  // Terms weigh the same: the mean of 3 / 5.4 and 1 / 3.4 + 1 / 2, times 6.
  CHECK(texts.relevance(query, 0, document, 0, title, body) ==
        doctest::Approx(0.75 + 6 * (3 / 5.4 + 1 / 3.4 + 0.5) / 2));
  const SyntheticText::Query second{3, {401}};
  CHECK(texts.relevance(second, 0, document, 0, {}, {}) == 0.25);
  const SyntheticText::Query other{2, {401}};
  CHECK(texts.relevance(other, 0, document, 0, {}, {}) == 0);
  // Both topics the same: the shares add up.
  document.second_topic = 1;
  CHECK(texts.relevance(query, 0, document, 0, {}, {}) == 1);
}

TEST_CASE("relevance's noise has mean 0, variance 1 and a stream a pair") {
  SyntheticTextOptions options = small();
  options.noise = 1;
  const SyntheticText texts(options);
  const SyntheticText::Query query{4, {400}};
  SyntheticText::Document document;
  document.length = 200;
  document.second_topic = 1;
  std::set<double> values;
  double sum = 0;
  double squares = 0;
  for (std::uint32_t q = 0; q < 100; ++q)
    for (std::uint32_t d = 0; d < 100; ++d) {
      const double noise = texts.relevance(query, q, document, d, {}, {});
      values.insert(noise);
      CHECK(std::abs(noise) < 3.5);
      sum += noise;
      squares += noise * noise;
    }
  CHECK(values.size() == 10000);
  CHECK(std::abs(sum / 1e4) < 0.05);               // five standard deviations
  CHECK(std::abs(squares / 1e4 - 1) < 5 * 0.013);  // of z^2, kurtosis 2.7
}

TEST_CASE("grades follow depths, and equal depths leave a grade empty") {
  SyntheticTextOptions options = small();
  options.queries = 10;
  const auto counts = [&](std::vector<std::uint32_t> depths) {
    options.depths = std::move(depths);
    const Collection made = synthesize_text(options);
    std::map<int, int> grades;
    for (const Judgement& j : made.judgements_of(0)) ++grades[j.grade];
    return grades;
  };
  CHECK(counts({8, 5, 1}) == std::map<int, int>{{1, 3}, {2, 4}, {3, 1}});
  CHECK(counts({4, 4}) == std::map<int, int>{{2, 4}});
  CHECK(counts({1}) == std::map<int, int>{{1, 1}});
}

}  // namespace fedltr::synthetic_text_test
