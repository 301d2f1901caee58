#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "actors/consortium/records.hpp"

namespace fedltr {

/// What `fedltr search` asks a party's process on the same machine.
struct SearchRequest {
  static constexpr const char* kName = "SearchRequest";
  std::vector<std::string> terms;
  std::uint32_t seconds = 60;  ///< to wait for the others at most

  template <class F>
  auto fields(F&& f) {
    return f(terms, seconds);
  }
};

/// What one other member's documents hold.
struct MemberDocuments {
  static constexpr const char* kName = "MemberDocuments";
  std::string name;
  std::vector<std::uint32_t> documents;  ///< by the member's numbers, from 0
  /// #documents by kFeatureColumns, row by row
  std::vector<double> features;
  std::uint32_t withheld = 0;  ///< documents that no budget was left for

  template <class F>
  auto fields(F&& f) {
    return f(name, documents, features, withheld);
  }
};

struct SearchReply {
  static constexpr const char* kName = "SearchReply";
  std::string problem;  ///< empty: none
  std::string own;      ///< the member that was asked
  std::vector<MemberDocuments> members;
  std::vector<std::string> absent;  ///< members that have been left out
  std::vector<std::string> late;    ///< members that did not answer in time

  template <class F>
  auto fields(F&& f) {
    return f(problem, own, members, absent, late);
  }
};

/// @throws UsageError  for a folder whose name is too long for its socket
void require_place_of_socket(const std::filesystem::path& folder);

/// Where a party's process hears its own user's questions: `search.socket` in
/// its folder, which its owner alone can open. One question a connection, one
/// after another.
class SearchSocket {
 public:
  /// May be called by a thread of its own; what it throws is the problem.
  using Answer = std::function<SearchReply(const SearchRequest&)>;

  /// @throws UsageError          for a folder whose name is too long
  /// @throws std::runtime_error  if it can't be made
  SearchSocket(const std::filesystem::path& folder, Answer answer);
  /// Waits for the question that is being answered.
  ~SearchSocket();
  SearchSocket(const SearchSocket&) = delete;
  SearchSocket& operator=(const SearchSocket&) = delete;

 private:
  void serve();
  void answer_one(int connection) const;

  std::filesystem::path file_;
  Answer answer_;
  int listener_ = -1;
  int stop_ = -1;  ///< closing it ends the thread
  int stopped_ = -1;
  std::thread thread_;
};

/// Asks the party that answers in this folder.
/// @throws NetworkError  if none does, not in the request's time and some
///                       seconds, or with the problem that it tells
SearchReply ask_party(const std::filesystem::path& folder,
                      SearchRequest request);

}  // namespace fedltr
