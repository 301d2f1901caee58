#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include "app/base/local_server.hpp"
#include "app/study/watch/live_study.hpp"

namespace fedltr {

/// A study's page at http://127.0.0.1:PORT/, which reloads itself on changes:
/// `fedltr run --watch`. study() has to receive the study's events.
class Watch {
 public:
  /// @param port  0: any free port
  /// @throws NetworkError
  Watch(std::string study, std::uint16_t port);
  /// If a browser has opened the page, waits up to 3 seconds for it to fetch
  /// the last state.
  ~Watch();

  std::string address() const;
  LiveStudy& study() { return live_; }
  /// @param how  a sentence on the study's end; without it: an error
  void end(const std::string& how) { live_.end(how); }

 private:
  using Clock = std::chrono::steady_clock;
  struct Page {
    std::string text;
    bool is_last = false;  ///< of the study's end
  };

  HttpAnswer answer(const HttpRequest& request);
  Page page_of(std::uint64_t version);

  std::string name_;
  LiveStudy live_;
  std::atomic<Clock::duration::rep> asked_ = 0;  ///< time of the last request
  std::atomic<bool> has_looked_ = false;  ///< a browser has fetched the page
  std::atomic<bool> knows_end_ = false;   ///< it has fetched the last page
  std::mutex mutex_;                      ///< of the page
  Page page_;                             ///< last version
  std::optional<std::uint64_t> page_version_;
  LocalServer server_;  ///< last member: its threads use the others
};

}  // namespace fedltr
