#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "actors/silo/envelope.hpp"
#include "algorithms/silo/inquiry.hpp"

namespace fedltr {

/// A party's training queries to all others, concurrently: an Inquiry at each.
///
///   first_questions() --> take() of each answer --> done()
class TrainingAsking {
 public:
  /// @param context  its queries are those of `queries`
  /// @param owners   parties, and their stated numbers of documents
  TrainingAsking(const QueryContext& context,
                 std::vector<std::uint32_t> queries,
                 const std::map<std::uint32_t, std::uint32_t>& owners);
  TrainingAsking(const TrainingAsking&) = delete;
  TrainingAsking& operator=(const TrainingAsking&) = delete;

  /// Leaves out queries that may not be asked; before the first question.
  void ask_only(const std::function<bool(std::uint32_t query)>& may);
  /// Returns messages to send, by owner.
  std::map<std::uint32_t, SiloMessage> first_questions();
  /// Takes an answer; ignores an answer to another question.
  /// @return  next message to the owner that answered, if any
  /// @throws std::invalid_argument  for an invalid answer
  std::optional<SiloMessage> take(const SiloMessage& answer);
  /// Excludes a party, with all of its answers.
  void exclude(std::uint32_t owner) { inquiries_.erase(owner); }
  bool done() const;

  /// All training queries, asked or not.
  const std::vector<std::uint32_t>& queries() const { return queries_; }
  CrossInstances cross() const { return cross_instances(inquiries_); }
  std::vector<FoundTop> found() const;

 private:
  static std::optional<SiloMessage> question(Inquiry& inquiry);

  std::vector<std::uint32_t> queries_;
  std::vector<std::uint32_t> asked_;
  QueryContext context_;
  std::map<std::uint32_t, Inquiry> inquiries_;  ///< by owner
};

}  // namespace fedltr
