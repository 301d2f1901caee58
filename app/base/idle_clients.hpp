#pragma once

#include <chrono>
#include <mutex>
#include <vector>

namespace fedltr {

/// Connections on which a server waits for its clients: for the head of a
/// request, or for their end once it has answered. Threads may call all
/// functions at once.
class IdleClients {
 public:
  /// Time in which no connection is dropped.
  static constexpr std::chrono::milliseconds kLeast{50};

  /// @param socket    stays open until end()
  /// @param answered  if it waits for the end
  void begin(int socket, bool answered);
  /// @return  false if it does not wait, or has been dropped
  bool end(int socket);
  /// Shuts down the connection that has waited longest, if any has for kLeast.
  /// One that has sent part of a head stays until it is read.
  void drop_oldest();

 private:
  struct Client {
    int socket = -1;
    bool answered = false;
    std::chrono::steady_clock::time_point since;
  };

  std::mutex mutex_;
  std::vector<Client> clients_;  ///< the longest first
};

}  // namespace fedltr
