#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "actors/consortium/records.hpp"

namespace fedltr {

/// A question of `fedltr search` to a party's process on the same machine.
struct SearchRequest {
  static constexpr const char* kName = "SearchRequest";
  std::vector<std::string> terms;
  std::uint32_t seconds = 60;  ///< maximum time to wait for the others

  auto fields(auto&& f) { return f(terms, seconds); }
};

/// Documents found at one other member.
struct MemberDocuments {
  static constexpr const char* kName = "MemberDocuments";
  std::string name;
  std::vector<std::uint32_t> documents;  ///< by the member's numbers, from 0
  /// #documents by kFeatureColumns, row by row
  std::vector<double> features;
  std::uint32_t withheld = 0;  ///< documents without a budget left

  auto fields(auto&& f) { return f(name, documents, features, withheld); }
};

struct SearchReply {
  static constexpr const char* kName = "SearchReply";
  std::string problem;  ///< empty if there is none
  std::string own;      ///< the member that was asked
  std::vector<MemberDocuments> members;
  std::vector<std::string> absent = {};  ///< excluded members
  std::vector<std::string> late = {};  ///< members that did not answer in time
  /// Constants of the session's features: k1, b, lambda, mu, delta.
  std::vector<double> constants = {};
  /// Members that were not asked, since the query was asked as often as own
  /// limits allow.
  std::vector<std::string> unasked = {};

  auto fields(auto&& f) {
    return f(problem, own, members, absent, late, constants, unasked);
  }
};

/// @throws UsageError  for a folder whose name is too long for its socket
void require_place_of_socket(const std::filesystem::path& folder);

/// Socket for the questions of a party's own user: `search.socket` in the
/// party's folder, which only its owner can open. Takes one question per
/// connection, one after another.
class SearchSocket {
 public:
  /// May be called on a thread of its own; its exceptions become the reply's
  /// problem.
  using Answer = std::function<SearchReply(const SearchRequest&)>;

  /// @throws UsageError          for a folder whose name is too long
  /// @throws std::runtime_error  if it can't be made
  /// @param turn  held while a question is asked; outlives it; may be null
  SearchSocket(const std::filesystem::path& folder, Answer answer,
               std::mutex* turn = nullptr);
  /// Waits for the answer in progress.
  ~SearchSocket();
  SearchSocket(const SearchSocket&) = delete;
  SearchSocket& operator=(const SearchSocket&) = delete;

 private:
  void serve();
  void answer_one(int connection) const;

  std::filesystem::path file_;
  Answer answer_;
  std::mutex* turn_;
  int listener_ = -1;
  int stop_ = -1;  ///< closing it ends the thread
  int stopped_ = -1;
  std::thread thread_;
};

/// Asks the party whose folder this is.
/// @throws NetworkError  if none answers there, not within the request's time
///                       and some seconds, or with a problem
SearchReply ask_party(const std::filesystem::path& folder,
                      SearchRequest request);

}  // namespace fedltr
