#include "algorithms/silo/silo_messages.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "algorithms/silo/metric_messages.hpp"

namespace fedltr {
namespace {

/// All types, in the order of MessageType.
using AllMessages =
    std::tuple<BeginKeys, PartyKey, PartyKeys, WrappedKey, Frequencies,
               FrequencySum, TopQuestion, TopAnswer, CountQuestion,
               CountAnswers, QuestionsDone, AskMoments, MaskedMoments,
               MomentSum, TrainAlone, Trained, LocalModel, Generator,
               GradientStep, Gradient, FinalModel, EndSilo, SiloRefusal,
               Silence, Excluded, AskMetrics, SealedMetrics, MetricsOfOthers>;
static_assert(std::tuple_size_v<AllMessages> == kMessageTypes);

template <std::size_t... i>
constexpr auto names(std::index_sequence<i...>) {
  static_assert(
      ((std::tuple_element_t<i, AllMessages>::kType == MessageType{i}) && ...));
  return std::array{std::tuple_element_t<i, AllMessages>::kName...};
}

void require_documents(std::span<const std::uint32_t> documents,
                       std::uint32_t owned) {
  for (std::size_t i = 0; i < documents.size(); ++i) {
    require(documents[i] < owned, "names an unknown document");
    require(i == 0 || documents[i - 1] < documents[i],
            "does not name documents in ascending order");
  }
}

void require_lists(const RtkAnswer& lists, const SiloProtocol& protocol,
                   std::uint32_t documents) {
  const std::string refusal = why_refused(lists, protocol.shape, documents);
  require(refusal.empty(), refusal);
}

void require_best(std::span<const TopDocument> best,
                  const SiloProtocol& protocol, std::uint32_t documents) {
  require(best.size() <= protocol.top.documents, "holds more than the top K");
  std::vector<std::uint32_t> numbers;
  for (const TopDocument& top : best) {
    require_finite({&top.count, 1});
    numbers.push_back(top.document);
  }
  std::ranges::sort(numbers);
  require_documents(numbers, documents);
}

/// Sizes of a question.
AnswerSizes sizes_of(const SiloProtocol& protocol, QuestionKind kind) {
  AnswerSizes sizes = sizes_of(protocol);
  sizes.signs = protocol.says_signs(kind) ? sizes.rows : 0;
  return sizes;
}

/// Sizes of an answer to a reverse top-K question.
AnswerSizes sizes_of(const SiloProtocol& protocol, std::size_t terms,
                     std::uint32_t documents) {
  AnswerSizes sizes = sizes_of(protocol);
  sizes.naive_values = documents * protocol.values();
  (protocol.naive                  ? sizes.naive
   : protocol.noise.estimates_only ? sizes.best
                                   : sizes.lists) = terms;
  return sizes;
}

}  // namespace

AnswerSizes sizes_of(const SiloProtocol& protocol) {
  AnswerSizes sizes;
  sizes.rows = protocol.shape.rows;
  sizes.values = protocol.values();
  sizes.capacity = protocol.capacity;
  if (protocol.shape.kind == SketchKind::kCountMin) sizes.floors = sizes.rows;
  return sizes;
}

void require_finite(std::span<const double> values) {
  double zero = 0;  // NaN if a value is not finite
  for (const double value : values) zero += value - value;
  require(zero == 0, "holds a number that is not finite");
}

const char* name_of(MessageType type) {
  static constexpr auto table =
      names(std::make_index_sequence<kMessageTypes>());
  const auto place = static_cast<std::size_t>(type);
  return place < table.size() ? table[place] : "unknown message";
}

void require_valid(const Question& question, const SiloProtocol& protocol,
                   std::uint32_t documents, QuestionKind kind) {
  SizeChecker(sizes_of(protocol, kind)).check(question);
  require(!question.terms.empty() && question.terms.size() <= kMaxTerms,
          "asks for no terms, or for too many");
  for (const AskedTerm& term : question.terms) {
    const std::string refusal = why_refused(term.columns, protocol.shape);
    require(refusal.empty(), refusal);
  }
  const std::size_t rows =
      protocol.noise.estimates_only ? protocol.obfuscation.real_rows : 0;
  require(question.rows.size() == rows, "names the wrong rows");
  require_documents(question.rows, protocol.shape.rows);
  require_documents(question.documents, documents);
  require((kind == QuestionKind::kCounts) == !question.documents.empty(),
          "must name documents if and only if it asks about counts");
}

Question decode_question(std::span<const std::uint8_t> bytes,
                         const SiloProtocol& protocol, std::uint32_t documents,
                         QuestionKind kind) {
  Question question = decode<Question>(bytes, sizes_of(protocol, kind));
  require_valid(question, protocol, documents, kind);
  return question;
}

void require_valid(const TopAnswer& answer, const SiloProtocol& protocol,
                   std::size_t terms, std::uint32_t documents) {
  SizeChecker(sizes_of(protocol, terms, documents)).check(answer);
  for (const auto& rows : answer.rows) require_finite(rows);
  for (const auto& best : answer.best) require_best(best, protocol, documents);
  for (const RtkAnswer& lists : answer.lists)
    require_lists(lists, protocol, documents);
}

TopAnswer decode_top_answer(std::span<const std::uint8_t> bytes,
                            const SiloProtocol& protocol, std::size_t terms,
                            std::uint32_t documents) {
  TopAnswer answer =
      decode<TopAnswer>(bytes, sizes_of(protocol, terms, documents));
  require_valid(answer, protocol, terms, documents);
  return answer;
}

void require_parameters(const Vector& values, Index size) {
  require(values.size() == size, "holds the wrong number of parameters");
  require(values.allFinite(), "holds a number that is not finite");
}

}  // namespace fedltr
