#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "algorithms/privacy/key_agreement.hpp"
#include "algorithms/silo/codec.hpp"
#include "algorithms/silo/key_proof.hpp"
#include "algorithms/silo/protocol.hpp"
#include "algorithms/text/collection.hpp"

// The messages of silos, a struct each, in the order of a run. Parties never
// talk directly: every message passes the relay, which reads the messages that
// are not sealed (columns, cells, sums, models) and never holds a hash key or a
// term.
//
//   relay -> party  BeginKeys       answered by PartyKey
//   relay -> party  PartyKeys       the first of the parties then sends
//   party -> party  WrappedKey      to each other party; all then send
//   party -> party  SealedHead      what it remembers of the other's ledger;
//                                   only in a consortium that asks
//   party -> relay  Frequencies     masked, with a confirmation of the hash key
//   relay -> party  FrequencySum
//   relay -> party  AskMoments      answered by MaskedMoments; unless
//                                   nothing is scaled by their sum
//   relay -> party  MomentSum       empty if it was not asked for; starts
//                                   questions:
//   party -> party  TopQuestion     answered by TopAnswer
//   party -> party  CountQuestion   answered by PackedCounts; before each
//   party -> party  SealedHead      answer, that of the owner's ledger
//   party -> relay  QuestionsDone   all its questions are answered
//   relay -> party  TrainAlone      answered by Trained, or LocalModel
//   relay -> party  Generator       the mean of local models
//   relay -> party  GradientStep    answered by Gradient
//   relay -> party  FinalModel      a method's joint model
//   relay -> party  AskMetrics      answered by SealedMetrics; only if
//   relay -> party  MetricsOfOthers metrics are shared: sealed for it
//   relay -> party  EndSilo
// and on errors
//   party -> relay  SiloRefusal     another party's message is invalid
//   party -> relay  Silence         a simulated party lets a deadline pass
//   relay -> party  Excluded        a party is excluded
namespace fedltr {

/// Types of messages, in the order of SiloBody.
enum class MessageType : std::uint8_t {
  kBeginKeys,
  kPartyKey,
  kPartyKeys,
  kWrappedKey,
  kFrequencies,
  kFrequencySum,
  kTopQuestion,
  kTopAnswer,
  kCountQuestion,
  kCountAnswers,
  kReady,
  kAskMoments,
  kMoments,
  kMomentSum,
  kTrainAlone,
  kTrained,
  kLocalModel,
  kGenerator,
  kGradientStep,
  kGradient,
  kFinalModel,
  kEnd,
  kRefusal,
  kSilence,
  kExcluded,
  kAskMetrics,
  kMetrics,
  kMetricsOfOthers,
  kLedgerHead,
};
inline constexpr std::size_t kMessageTypes = 29;

/// A message whose type is its only content.
struct EmptyMessage {
  auto fields(auto&& f) { return f(); }
};

/// Numbers modulo 2^64, masked or summed.
struct RingNumbers {
  std::vector<std::uint64_t> numbers;
  auto fields(auto&& f) { return f(rest(numbers)); }
};

/// SiloParameters of a model, or its gradient.
struct SiloParameters {
  Vector values;
  auto fields(auto&& f) { return f(rest(values)); }
};

// Keys -----------------------------------------------------------------------

struct BeginKeys {
  static constexpr const char* kName = "begin of keys";
  std::vector<std::uint32_t> parties;  ///< remaining ones, ascending
  auto fields(auto&& f) { return f(rest(parties)); }
};

struct PartyKey {
  static constexpr const char* kName = "public key";
  PublicKey key{};
  std::uint32_t documents = 0;         ///< number of documents of the party
  std::optional<KeyProof> proof = {};  ///< nullopt without a lasting key
  auto fields(auto&& f) { return f(key, documents, proof); }
};

struct PartyKeys {
  static constexpr const char* kName = "public keys";
  std::vector<PartyKey> keys;  ///< in the order of BeginKeys
  auto fields(auto&& f) { return f(rest(keys)); }
};

struct WrappedKey {
  static constexpr const char* kName = "wrapped key";
  ByteVector bytes;  ///< of wrap_key()
  auto fields(auto&& f) { return f(rest(bytes)); }
};

struct Frequencies {
  static constexpr const char* kName = "frequencies";
  Secret confirmation{};               ///< key_confirmation()
  std::vector<std::uint64_t> numbers;  ///< OwnFrequencies::ring(), masked
  auto fields(auto&& f) { return f(confirmation, rest(numbers)); }
};

struct FrequencySum : RingNumbers {
  static constexpr const char* kName = "sum of frequencies";
};

// Questions ------------------------------------------------------------------

/// Sizes that both sides know, so that questions and answers omit them.
struct AnswerSizes {
  std::size_t rows = 0;      ///< of a document's sketch
  std::size_t signs = 0;     ///< SiloProtocol::says_signs(): the rows, else 0
  std::size_t floors = 0;    ///< Count-Min: the rows, else 0
  std::size_t terms = 0;     ///< asked about
  std::size_t values = 0;    ///< of a term in a document
  std::size_t answered = 0;  ///< documents whose counts were requested
  std::size_t capacity = 0;  ///< of a list
  // Sizes of a TopAnswer; all but one are 0.
  std::size_t lists = 0;
  std::size_t best = 0;
  std::size_t naive = 0;
};

/// Sizes that follow from the protocol.
AnswerSizes sizes_of(const SiloProtocol& protocol);
/// Sizes of a question.
AnswerSizes sizes_of(const SiloProtocol& protocol, QuestionKind kind);
/// Sizes of a TopAnswer.
/// @param terms   number of terms asked about
/// @param values  number of values of a term: SiloProtocol::values() for each
///                document of the owner
AnswerSizes sizes_of(const SiloProtocol& protocol, std::size_t terms,
                     std::size_t values);

/// The cells to read for one term.
struct AskedTerm {
  std::vector<std::uint32_t> columns;
  std::vector<std::uint8_t> negative;  ///< if SiloProtocol::says_signs(), else
                                       ///< empty
  auto fields(auto&& f) {
    return f(known(columns, &AnswerSizes::rows),
             known(negative, &AnswerSizes::signs));
  }
};

/// One query's question to one owner; `median-only` includes the real rows,
/// which have the same places for all terms.
struct Question {
  std::vector<AskedTerm> terms;
  std::vector<std::uint32_t> rows;       ///< median-only
  std::vector<std::uint32_t> documents;  ///< for counts; empty = the top K
  auto fields(auto&& f) { return f(terms, rows, documents); }
};
struct TopQuestion : Question {
  static constexpr const char* kName = "top-K question";
};
struct CountQuestion : Question {
  static constexpr const char* kName = "question for counts";
};

auto fields_of(TopDocument& x, auto&& f) {
  return f(x.document, x.count);
}
auto fields_of(RtkAnswer& x, auto&& f) {
  return f(known(x.floors, &AnswerSizes::floors),
           packed(x.rows, &AnswerSizes::rows, &AnswerSizes::capacity));
}

/// Answers to a reverse top-K question: one of the three.
struct TopAnswer {
  static constexpr const char* kName = "top-K answer";
  std::vector<RtkAnswer> lists;                ///< RTK, by term
  std::vector<std::vector<TopDocument>> best;  ///< RTK, median-only, by term
  /// NAIVE: #terms by #documents by #rows (median-only: by 1).
  std::vector<double> rows;
  auto fields(auto&& f) {
    return f(rest(lists, &AnswerSizes::lists), rest(best, &AnswerSizes::best),
             rest(rows, &AnswerSizes::naive));
  }
};

/// A document's public numbers, and per field and term one cell of each row
/// (median-only: an estimate).
struct DocumentCounts {
  std::array<std::uint32_t, kFields> length{};
  std::array<std::uint32_t, kFields> distinct{};
  std::array<std::vector<std::vector<double>>, kFields> terms;
  auto fields(auto&& f) {
    static_assert(kFields == 2);
    return f(length, distinct,
             packed(terms[0], &AnswerSizes::terms, &AnswerSizes::values),
             packed(terms[1], &AnswerSizes::terms, &AnswerSizes::values));
  }
};

/// The content of PackedCounts.
struct CountAnswers {
  /// In the order of the question; nullopt if the document's budget is spent.
  std::vector<std::optional<DocumentCounts>> documents;
  auto fields(auto&& f) { return f(known(documents, &AnswerSizes::answered)); }
};

/// CountAnswers, as CountAnswersWriter packs them: a small part of the numbers
/// that CountAnswersReader unpacks, one document at a time.
struct PackedCounts {
  static constexpr const char* kName = "counts";
  ByteVector bytes;
  auto fields(auto&& f) { return f(rest(bytes)); }
};

struct QuestionsDone {
  static constexpr const char* kName = "end of questions";
  /// 1: has labelled instances to train with; 0: only answers others.
  std::uint8_t learns = 1;
  auto fields(auto&& f) { return f(learns); }
};

// Moments --------------------------------------------------------------------

struct AskMoments : EmptyMessage {
  static constexpr const char* kName = "request of moments";
};
struct MaskedMoments : RingNumbers {
  static constexpr const char* kName = "moments";
};
struct MomentSum : RingNumbers {
  static constexpr const char* kName = "sum of moments";
};

// Training -------------------------------------------------------------------

struct TrainAlone : EmptyMessage {
  static constexpr const char* kName = "request to train alone";
};
struct Trained : EmptyMessage {
  static constexpr const char* kName = "end of training alone";
};
struct LocalModel : SiloParameters {
  static constexpr const char* kName = "local model";
};
struct Generator : SiloParameters {
  static constexpr const char* kName = "label generator";
};
struct GradientStep {
  static constexpr const char* kName = "request of a gradient";
  std::uint8_t with_cross = 0;  ///< 1 = of cross instances as well
  Vector parameters;
  auto fields(auto&& f) { return f(with_cross, rest(parameters)); }
};
struct Gradient : SiloParameters {
  static constexpr const char* kName = "gradient";
};
struct FinalModel : SiloParameters {
  static constexpr const char* kName = "final model";
};

// Order ----------------------------------------------------------------------

struct EndSilo : EmptyMessage {
  static constexpr const char* kName = "end";
};
struct SiloRefusal {
  static constexpr const char* kName = "refusal";
  std::vector<char> why;
  auto fields(auto&& f) { return f(rest(why)); }
};
struct Silence : EmptyMessage {
  static constexpr const char* kName = "silence";
  /// In place of seconds: its token is withdrawn and the relay does not wait.
  static constexpr std::uint32_t kTokenWithdrawn = ~std::uint32_t{0};
  /// In place of seconds: it holds up a phase that has taken too long.
  static constexpr std::uint32_t kHoldsUp = kTokenWithdrawn - 1;
};
struct Excluded {
  static constexpr const char* kName = "exclusion";
  /// 1: the others continue with its answers; 0: without.
  std::uint8_t stays = 0;
  auto fields(auto&& f) { return f(stays); }
};

// Validate a peer's questions, answers (for counts: count_answers.hpp) and
// parameters. All throw std::invalid_argument with the reason.

/// @param documents  number of documents of the owner
void require_valid(const Question& question, const SiloProtocol& protocol,
                   std::uint32_t documents, QuestionKind kind);
/// @param terms      number of terms asked about
/// @param documents  number of documents of the owner
void require_valid(const TopAnswer& answer, const SiloProtocol& protocol,
                   std::size_t terms, std::uint32_t documents);
void require_finite(std::span<const double> values);
/// @throws std::invalid_argument unless there are `size` finite numbers
void require_parameters(const Vector& values, Index size);

}  // namespace fedltr
