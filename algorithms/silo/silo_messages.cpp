#include "algorithms/silo/silo_messages.hpp"

#include <algorithm>

namespace fedltr {
namespace {

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

}  // namespace

AnswerSizes sizes_of(const SiloProtocol& protocol) {
  AnswerSizes sizes;
  sizes.rows = protocol.shape.rows;
  sizes.values = protocol.values();
  sizes.capacity = protocol.capacity;
  if (protocol.shape.kind == SketchKind::kCountMin) sizes.floors = sizes.rows;
  return sizes;
}

AnswerSizes sizes_of(const SiloProtocol& protocol, QuestionKind kind) {
  AnswerSizes sizes = sizes_of(protocol);
  sizes.signs = protocol.says_signs(kind) ? sizes.rows : 0;
  return sizes;
}

AnswerSizes sizes_of(const SiloProtocol& protocol, std::size_t terms,
                     std::size_t values) {
  AnswerSizes sizes = sizes_of(protocol);
  if (protocol.naive)
    sizes.naive = terms * values;
  else
    (protocol.noise.estimates_only ? sizes.best : sizes.lists) = terms;
  return sizes;
}

void require_finite(std::span<const double> values) {
  double zero = 0;  // NaN if a value is not finite
  for (const double value : values) zero += value - value;
  require(zero == 0, "holds a number that is not finite");
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

void require_valid(const TopAnswer& answer, const SiloProtocol& protocol,
                   std::size_t terms, std::uint32_t documents) {
  SizeChecker(sizes_of(protocol, terms, documents * protocol.values()))
      .check(answer);
  require_finite(answer.rows);
  for (const auto& best : answer.best) require_best(best, protocol, documents);
  for (const RtkAnswer& lists : answer.lists)
    require_lists(lists, protocol, documents);
}

void require_parameters(const Vector& values, Index size) {
  require(values.size() == size, "holds the wrong number of parameters");
  require(values.allFinite(), "holds a number that is not finite");
}

}  // namespace fedltr
