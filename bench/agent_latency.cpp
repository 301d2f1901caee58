// Measures the latency of /rank of a member's agent, at a fixed rate of
// requests:
//
//   agent_latency ADDRESS:PORT TOKEN-FILE RATE SECONDS CANDIDATES FEATURES
//
// Requests start on a fixed schedule, whether earlier ones are answered or not,
// so that a slow answer counts for those that it delays. Each makes a
// connection of its own, as the agent closes them.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <spdlog/fmt/fmt.h>
#include <sys/socket.h>
#include <unistd.h>

#include "app/base/files.hpp"
#include "app/base/sockets.hpp"
#include "app/base/text.hpp"

namespace {

using namespace fedltr;
using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::duration<double, std::milli>;

constexpr std::size_t kThreads = 32;
constexpr int kSecondsToDial = 10;
constexpr std::size_t kMostOfToken = 1024;

/// A question of random rows, as bytes of HTTP.
std::string request_of(const Address& address, const std::string& token,
                       int candidates, int features) {
  std::mt19937_64 chance(1);
  std::string documents;
  std::string rows;
  for (int i = 0; i < candidates; ++i) {
    documents += fmt::format("{}\"document-{}\"", i == 0 ? "" : ", ", i);
    rows += i == 0 ? "[" : ", [";
    for (int j = 0; j < features; ++j)
      rows += fmt::format("{}{:.6f}", j == 0 ? "" : ", ",
                          std::ldexp(static_cast<double>(chance() >> 11), -53));
    rows += "]";
  }
  const std::string body =
      fmt::format("{{\"user\": \"u\", \"documents\": [{}], \"rows\": [{}]}}",
                  documents, rows);
  return fmt::format(
      "POST /rank HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\n"
      "Connection: close\r\nContent-Length: {}\r\n\r\n{}",
      address.text(), token, body.size(), body);
}

/// Sends a request, and reads its answer to the end.
/// @return  true if the answer is 200
bool is_answered(const Address& address, const std::string& request) {
  const int socket = dial(address, kSecondsToDial);
  fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) & ~O_NONBLOCK);
  std::string answer;
  std::array<char, 65536> bytes;
  bool is_sent = true;
  for (std::size_t sent = 0; is_sent && sent < request.size();) {
    const ssize_t count = send(socket, request.data() + sent,
                               request.size() - sent, MSG_NOSIGNAL);
    is_sent = count > 0;
    sent += is_sent ? static_cast<std::size_t>(count) : 0;
  }
  for (ssize_t count;
       (count = recv(socket, bytes.data(), bytes.size(), 0)) > 0;)
    answer.append(bytes.data(), static_cast<std::size_t>(count));
  close(socket);
  return is_sent && answer.starts_with("HTTP/1.1 200 ");
}

/// The times of all requests.
class Load {
 public:
  Load(Address address, std::string request, double rate, double seconds)
      : address_(std::move(address)),
        request_(std::move(request)),
        interval_(1000 / rate),
        count_(static_cast<std::size_t>(rate * seconds)) {
    times_.reserve(count_);
  }

  void run() {
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < kThreads; ++i)
      threads.emplace_back([this] { work(); });
    for (std::thread& each : threads) each.join();
    std::ranges::sort(times_);
  }

  std::size_t failed() const { return failed_; }
  double quantile(double share) const {
    const auto place =
        static_cast<std::size_t>(share * static_cast<double>(times_.size()));
    return times_.at(std::min(times_.size() - 1, place)).count();
  }

 private:
  void work() {
    for (std::size_t i; (i = started_++) < count_;) {
      const auto due = begin_ + std::chrono::duration_cast<Clock::duration>(
                                    static_cast<double>(i) * interval_);
      std::this_thread::sleep_until(due);
      const bool is_good = is_answered(address_, request_);
      const Milliseconds taken = Clock::now() - due;
      const std::lock_guard lock(mutex_);
      failed_ += !is_good;
      times_.push_back(taken);
    }
  }

  Address address_;
  std::string request_;
  Milliseconds interval_;
  std::size_t count_;
  Clock::time_point begin_ = Clock::now() + std::chrono::milliseconds(500);
  std::atomic<std::size_t> started_ = 0;
  std::mutex mutex_;  ///< of the members below
  std::vector<Milliseconds> times_;
  std::size_t failed_ = 0;
};

}  // namespace

int main(int count, char** arguments) try {
  if (count != 7) {
    std::cerr
        << "agent_latency ADDRESS:PORT TOKEN-FILE RATE SECONDS CANDIDATES "
           "FEATURES\n";
    return 2;
  }
  const Address address = parse_address("ADDRESS", arguments[1]);
  const std::string token = trim(file_text(arguments[2], kMostOfToken));
  const int candidates = std::atoi(arguments[5]);
  const int features = std::atoi(arguments[6]);
  const std::string request = request_of(address, token, candidates, features);
  Load load(address, request, std::atof(arguments[3]), std::atof(arguments[4]));
  load.run();
  std::cout << fmt::format(
      "{} x {}, {} bytes; {} failed; ms: p50 {:.2f}, p99 {:.2f}, p99.9 {:.2f}, "
      "max {:.2f}\n",
      candidates, features, request.size(), load.failed(), load.quantile(.5),
      load.quantile(.99), load.quantile(.999), load.quantile(1));
  return 0;
} catch (const std::exception& error) {
  std::cerr << "error: " << error.what() << "\n";
  return 1;
}
