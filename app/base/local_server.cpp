#include "app/base/local_server.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <limits>
#include <semaphore>
#include <stdexcept>
#include <thread>

#include <fcntl.h>
#include <httplib.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "algorithms/core/require.hpp"
#include "app/base/errors.hpp"
#include "app/base/idle_clients.hpp"
#include "app/base/signals.hpp"
#include "app/base/text.hpp"

namespace fedltr {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kPatience{5};
constexpr std::chrono::seconds kFarewell{1};
constexpr std::chrono::milliseconds kUntilOlder{5};
constexpr int kMillisecondsUntilBetter = 500;

/// A connection with a deadline and a maximum of bytes for a whole request:
/// the library bounds one read and one line, not their number.
class BoundedStream final : public httplib::Stream {
 public:
  /// @param stop  readable once no more requests are to be read
  BoundedStream(int socket, int stop) : socket_(socket), stop_(stop) {}

  /// Lets the client send that many more bytes.
  void allow(std::size_t bytes) { left_ += bytes; }

  /// True if the client has closed the connection, or its sending half.
  bool has_left() const {
    pollfd other{socket_, POLLRDHUP, 0};
    return poll(&other, 1, 0) > 0 && other.revents != 0;
  }

  /// Ends the answer, if there is one, and discards what the client still
  /// sends: a connection that is closed with unread bytes is reset, and the
  /// answer may be lost.
  void part() {
    if (!is_answering_) return;
    shutdown(socket_, SHUT_WR);
    deadline_ = Clock::now() + kFarewell;
    left_ = std::numeric_limits<std::size_t>::max();
    while (fill()) continue;
  }

  ssize_t read(char* to, std::size_t size) override {
    is_answering_ = false;  // so far it was only "100 Continue"
    if (begin_ == end_ && !fill()) return -1;
    const std::size_t count = std::min(size, end_ - begin_);
    std::memcpy(to, bytes_.data() + begin_, count);
    begin_ += count;
    return static_cast<ssize_t>(count);
  }

  ssize_t write(const char* from, std::size_t size) override {
    if (!std::exchange(is_answering_, true))
      deadline_ = Clock::now() + kPatience;
    if (!wait_for(POLLOUT)) return -1;
    return send(socket_, from, size, MSG_NOSIGNAL | MSG_DONTWAIT);
  }

  bool is_readable() const override { return begin_ < end_; }
  bool is_writable() const override { return true; }
  void get_remote_ip_and_port(std::string&, int&) const override {}
  void get_local_ip_and_port(std::string&, int&) const override {}
  /// The library compares it with the bound of select(), which is not used.
  socket_t socket() const override { return -1; }

 private:
  /// Reads what has arrived. @return false at the end or a bound
  bool fill() {
    if (left_ == 0 || !wait_for(POLLIN)) return false;
    const ssize_t count = recv(socket_, bytes_.data(),
                               std::min(bytes_.size(), left_), MSG_DONTWAIT);
    if (count <= 0) return false;
    begin_ = 0;
    end_ = static_cast<std::size_t>(count);
    left_ -= end_;
    return true;
  }

  bool wait_for(short event) const {
    const auto time = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline_ - Clock::now());
    if (time.count() <= 0) return false;
    std::array<pollfd, 2> wanted = {
        pollfd{socket_, event, 0},
        pollfd{event == POLLIN ? stop_ : -1, POLLIN, 0}};
    return poll(wanted.data(), wanted.size(), static_cast<int>(time.count())) >
               0 &&
           wanted[1].revents == 0;
  }

  int socket_;
  int stop_;
  Clock::time_point deadline_ = Clock::now() + kPatience;
  std::size_t left_ = kMaxHeadBytes;  ///< bytes that may still arrive
  bool is_answering_ = false;
  std::array<char, 32768> bytes_{};  // a body of 100 kB in few reads
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

/// The library's threads. With all of them at work, it accepts no connection
/// but drops idle ones.
class BoundedPool final : public httplib::ThreadPool {
 public:
  explicit BoundedPool(IdleClients& idle)
      : ThreadPool(LocalServer::kMaxConnections), idle_(idle) {}

  void enqueue(std::function<void()> work) override {
    for (bool is_free = free_.try_acquire(); !is_free;
         is_free = free_.try_acquire_for(kUntilOlder))
      idle_.drop_oldest();
    ThreadPool::enqueue([this, work = std::move(work)] {
      work();
      free_.release();
    });
  }

 private:
  IdleClients& idle_;
  std::counting_semaphore<> free_{LocalServer::kMaxConnections};
};

std::string lower_case(std::string text) {
  for (char& letter : text)
    if (letter >= 'A' && letter <= 'Z') letter += 'a' - 'A';
  return text;
}

/// Leaves the library nothing to interpret: neither types and encodings of a
/// body, nor parts of an answer or their compression, nor a pattern of a path.
void simplify(httplib::Request& request) {
  for (const char* name : {"Accept-Encoding", "Content-Type", "Range"})
    request.headers.erase(name);
  request.ranges.clear();
  request.path = "/";
}

/// Restores a signal's handling: the library ignores SIGPIPE for the whole
/// program, which then would not end with the reader of its output.
class KeptSignal {
 public:
  explicit KeptSignal(int signal) : signal_(signal) {
    sigaction(signal, nullptr, &before_);
  }
  ~KeptSignal() { sigaction(signal_, &before_, nullptr); }
  KeptSignal(const KeptSignal&) = delete;
  KeptSignal& operator=(const KeptSignal&) = delete;

 private:
  int signal_;
  struct sigaction before_ {};
};

void write_answer(const HttpAnswer& answer, httplib::Response& response) {
  response.status = answer.status;
  response.set_content(answer.body, answer.type + "; charset=utf-8");
  for (const auto& [name, value] : answer.headers)
    response.set_header(name, value);
}

}  // namespace

HttpAnswer text_problem(int status, const std::string& why) {
  return {status, "text/plain", std::to_string(status) + ": " + why + "\n"};
}

/// Only this file includes the library's header, which compiles for seconds.
class LocalServer::Server final : public httplib::Server {
 public:
  Server(Address address, HttpService service)
      : address_(std::move(address)), service_(std::move(service)) {
    listener_ = listen_at(address_);
    stop_ = eventfd(0, EFD_CLOEXEC);
    if (stop_ < 0) {
      close(listener_);
      throw NetworkError(address_.text() + ": " + std::strerror(errno));
    }
    new_task_queue = [this] { return new BoundedPool(idle_); };
    set_payload_max_length(service_.max_body);
    set_default_headers({{"Cache-Control", "no-store"},
                         {"X-Content-Type-Options", "nosniff"},
                         {"Content-Security-Policy", "frame-ancestors 'none'"},
                         {"Cross-Origin-Resource-Policy", "same-origin"},
                         {"Referrer-Policy", "no-referrer"}});
    set_handlers();
    thread_ = deaf_thread([this] { serve(); });
  }

  ~Server() override {
    is_stopping_ = true;
    eventfd_write(stop_, 1);
    shutdown(listener_, SHUT_RDWR);  // ends accept(), also of copies
    thread_.join();
    close(listener_);
    close(stop_);
  }

  const Address& address() const { return address_; }

 private:
  void set_handlers() {
    set_pre_routing_handler([this](const auto& asked, auto& response) {
      const auto refused = refusal(asked);
      if (refused) write_answer(*refused, response);
      return refused ? HandlerResponse::Handled : HandlerResponse::Unhandled;
    });
    const Handler answer = [this](const auto& asked, auto& response) {
      write_answer(service_.answer(request_of(asked)), response);
    };
    Get("/", answer);
    Post("/", answer);
    set_exception_handler([this](const auto&, auto& response, auto thrown) {
      try {
        std::rethrow_exception(thrown);
      } catch (const std::exception& failed) {
        write_answer(service_.problem(500, failed.what()), response);
      } catch (...) {
        write_answer(service_.problem(500, "unknown"), response);
      }
    });
    set_error_handler(HandlerWithResponse([this](const auto&, auto& response) {
      if (!response.body.empty()) return HandlerResponse::Unhandled;
      write_answer(
          service_.problem(response.status,
                           "expected a valid request of HTTP/1.1, whole "
                           "within 5 seconds, whose head has at most " +
                               std::to_string(kMaxHeadBytes) + " bytes"),
          response);
      // After Handled, the library would apply Range and Accept-Encoding, which
      // it has read if the head is invalid.
      response.set_header("Content-Length",
                          std::to_string(response.body.size()));
      return HandlerResponse::Unhandled;
    }));
    set_post_routing_handler([](const auto&, auto& response) {
      response.headers.erase("Accept-Ranges");
    });
  }

  static HttpRequest request_of(const httplib::Request& asked) {
    HttpRequest request{asked.method, asked.target, "", asked.body,
                        [&asked] { return !asked.progress(0, 0); }};
    if (asked.get_header_value_count("Authorization") == 1)
      request.authorization = asked.get_header_value("Authorization");
    return request;
  }

  bool is_own(std::string host) const {
    host = lower_case(host);
    const std::string port = ":" + std::to_string(address_.port);
    if (address_.port == 80 && !host.ends_with(port)) host += port;
    return host == lower_case(address_.text()) ||
           host == numeric_address(listener_).text() ||
           host == "localhost" + port;
  }

  /// Returns the answer to a request that is refused by its head.
  std::optional<HttpAnswer> refusal(const httplib::Request& asked) const {
    if (asked.version != "HTTP/1.1" ||
        asked.get_header_value_count("Host") != 1)
      return service_.problem(400, "expected HTTP/1.1 with one Host");
    if (!is_own(asked.get_header_value("Host")))
      return service_.problem(403, "this is " + address_.text() + " only");
    if (service_.refuse)
      if (auto refused = service_.refuse(request_of(asked))) return refused;
    if (std::ranges::find(service_.methods, asked.method) ==
        service_.methods.end()) {
      const std::string allowed = join(service_.methods, ", ");
      HttpAnswer refused = service_.problem(405, allowed + " only");
      refused.headers.emplace_back("Allow", allowed);
      return refused;
    }
    return asked.method == "POST" ? refusal_of_body(asked) : std::nullopt;
  }

  std::optional<HttpAnswer> refusal_of_body(
      const httplib::Request& asked) const {
    if (asked.has_header("Content-Encoding"))
      return service_.problem(415, "expected a body without Content-Encoding");
    if (asked.has_header("Transfer-Encoding") ||
        asked.get_header_value_count("Content-Length") != 1)
      return service_.problem(411, "expected one Content-Length");
    const std::string length = asked.get_header_value("Content-Length");
    if (length.empty() ||
        length.find_first_not_of("0123456789") != std::string::npos)
      return service_.problem(400, "expected a Content-Length of digits");
    if (parse_whole(length).value_or(
            std::numeric_limits<std::uint64_t>::max()) > service_.max_body)
      return service_.problem(413, "expected a body of at most " +
                                       std::to_string(service_.max_body) +
                                       " bytes");
    return {};
  }

  /// The library closes its copy of the listening socket when accepting fails,
  /// e.g. with too many open files; a later copy may do.
  void serve() {
    while (!is_stopping_) {
      svr_sock_ = fcntl(listener_, F_DUPFD_CLOEXEC, 0);
      listen_after_bind();
      pollfd stopped{stop_, POLLIN, 0};
      poll(&stopped, 1, kMillisecondsUntilBetter);
    }
  }

  bool process_and_close_socket(socket_t socket) override {
    BoundedStream stream(socket, stop_);
    bool closes = true;
    try {
      idle_.begin(socket, false);
      process_request(stream, true, closes, [&](httplib::Request& request) {
        if (!idle_.end(socket)) throw std::runtime_error("was dropped");
        simplify(request);
        request.progress = [&](auto...) { return !stream.has_left(); };
        stream.allow(service_.max_body);
      });
      idle_.end(socket);
      idle_.begin(socket, true);
      stream.part();
    } catch (const std::exception&) {  // e.g. no memory: ends this one only
    }
    idle_.end(socket);
    close(socket);
    return true;
  }

  Address address_;
  HttpService service_;
  IdleClients idle_;
  int listener_ = -1;
  int stop_ = -1;  ///< becomes readable to end the threads
  std::atomic<bool> is_stopping_ = false;
  std::thread thread_;
};

LocalServer::LocalServer(Address address, HttpService service) {
  require(is_loopback(address), "a local server needs a loopback address");
  const KeptSignal kept(SIGPIPE);
  server_ = std::make_unique<Server>(std::move(address), std::move(service));
}

LocalServer::~LocalServer() = default;

const Address& LocalServer::address() const {
  return server_->address();
}

}  // namespace fedltr
