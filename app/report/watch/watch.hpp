#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "app/report/watch/live_study.hpp"
#include "app/report/watch/local_server.hpp"

namespace fedltr {

/// A study's page at http://127.0.0.1:PORT/, which reloads itself when there is
/// something new: `fedltr run --watch`. To be told of the study as its
/// listener.
class Watch {
 public:
  /// @param port  0: any that is free
  /// @throws NetworkError
  Watch(std::string study, std::uint16_t port);
  /// If somebody looks, gives their page up to 3 seconds to fetch the last
  /// state.
  ~Watch();

  std::string address() const;
  LiveStudy& study() { return live_; }
  /// @param how  the study ended, a sentence; without it: by an error
  void end(const std::string& how) { live_.end(how); }

 private:
  using Clock = std::chrono::steady_clock;

  std::string answer(const HttpRequest& request);
  const std::string& page(std::uint64_t version);

  std::string name_;
  LiveStudy live_;
  std::atomic<Clock::duration::rep> asked_ = 0;  ///< last
  std::atomic<bool> has_looked_ = false;         ///< somebody, at the page
  std::atomic<bool> knows_end_ = false;          ///< who looks
  std::string page_;                             ///< as last made
  std::optional<std::uint64_t> page_version_;
  LocalServer server_;  ///< the last member: its thread uses the others
};

}  // namespace fedltr
