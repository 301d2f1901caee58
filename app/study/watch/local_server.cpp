#include "app/study/watch/local_server.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <list>
#include <stdexcept>

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "app/base/errors.hpp"
#include "app/base/sockets.hpp"

namespace fedltr {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kPatience{5};
constexpr int kTickMilliseconds = 500;

/// One request and its answer.
class Connection {
 public:
  explicit Connection(int socket)
      : socket_(socket), deadline_(Clock::now() + kPatience) {}
  ~Connection() { close(socket_); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  pollfd wanted() const {
    return {socket_, static_cast<short>(answer_.empty() ? POLLIN : POLLOUT), 0};
  }
  bool is_answering() const { return !answer_.empty(); }
  bool is_late() const { return Clock::now() > deadline_; }

  /// Reads or writes without blocking. @return false once it is complete
  template <class Answer>
  bool go_on(const Answer& answer) {
    return answer_.empty() ? receive(answer) : send_more();
  }

 private:
  template <class Answer>
  bool receive(const Answer& answer) {
    char piece[4096];
    const ssize_t count = recv(socket_, piece, sizeof piece, 0);
    if (count <= 0) return count < 0 && (errno == EAGAIN || errno == EINTR);
    request_.append(piece, static_cast<std::size_t>(count));
    try {
      const auto request = parse_request(request_);
      if (!request) return true;
      answer_ = answer(*request);
    } catch (const std::invalid_argument& wrong) {
      answer_ = http_answer("400 Bad Request", "text/plain",
                            std::string("400: ") + wrong.what() + "\n");
    } catch (const std::exception& failed) {
      answer_ = http_answer("500 Internal Server Error", "text/plain",
                            std::string("500: ") + failed.what() + "\n");
    }
    return send_more();
  }

  bool send_more() {
    const ssize_t count = send(socket_, answer_.data() + sent_,
                               answer_.size() - sent_, MSG_NOSIGNAL);
    if (count < 0) return errno == EAGAIN || errno == EINTR;
    sent_ += static_cast<std::size_t>(count);
    if (sent_ < answer_.size()) return true;
    shutdown(socket_, SHUT_WR);
    return false;
  }

  int socket_;
  Clock::time_point deadline_;
  std::string request_;
  std::string answer_;  ///< empty: the request is incomplete
  std::size_t sent_ = 0;
};

/// Starts a thread that blocks all signals; the program's own thread gets them.
std::thread deaf_thread(const std::function<void()>& work) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  std::thread thread(work);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return thread;
}

}  // namespace

LocalServer::LocalServer(std::uint16_t port, HttpHandler handle)
    : handle_(std::move(handle)) {
  Address address{"127.0.0.1", port};
  listener_ = listen_at(address);
  port_ = address.port;
  fcntl(listener_, F_SETFL, fcntl(listener_, F_GETFL) | O_NONBLOCK);
  stop_ = eventfd(0, EFD_CLOEXEC);
  if (stop_ < 0) {
    close(listener_);
    throw NetworkError(std::string("--watch: ") + std::strerror(errno));
  }
  thread_ = deaf_thread([this] { serve(); });
}

LocalServer::~LocalServer() {
  eventfd_write(stop_, 1);
  thread_.join();
  close(listener_);
  close(stop_);
}

std::string LocalServer::answer(const HttpRequest& request) const {
  const std::string port = ":" + std::to_string(port_);
  std::string host = request.host;
  for (char& letter : host)
    if (letter >= 'A' && letter <= 'Z') letter += 'a' - 'A';
  if (port_ == 80 && !host.ends_with(port)) host += port;  // may be omitted
  if (host != "127.0.0.1" + port && host != "localhost" + port)
    return http_answer("403 Forbidden", "text/plain",
                       "403: this is 127.0.0.1" + port + " only\n");
  if (request.method != "GET")
    return http_answer("405 Method Not Allowed\r\nAllow: GET", "text/plain",
                       "405: GET only\n");
  return handle_(request);
}

void LocalServer::serve() {
  std::list<Connection> open;
  const auto reply = [this](const HttpRequest& request) {
    return answer(request);
  };
  bool stopping = false;
  while (!stopping || std::ranges::any_of(open, &Connection::is_answering)) {
    const bool has_room = !stopping && open.size() < kMaxConnections;
    std::vector<pollfd> wanted = {{stopping ? -1 : stop_, POLLIN, 0},
                                  {has_room ? listener_ : -1, POLLIN, 0}};
    for (const Connection& each : open) wanted.push_back(each.wanted());
    if (poll(wanted.data(), wanted.size(), kTickMilliseconds) < 0) continue;
    stopping |= wanted[0].revents != 0;
    auto polled = wanted.begin() + 2;
    for (auto each = open.begin(); each != open.end(); ++polled) {
      const bool over =
          each->is_late() || (polled->revents != 0 && !each->go_on(reply));
      each = over ? open.erase(each) : std::next(each);
    }
    if (wanted[1].revents == 0) continue;
    const int socket =
        accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (socket >= 0)
      open.emplace_back(socket);
    else  // e.g. too many open files: wait before the next try
      poll(nullptr, 0, kTickMilliseconds);
  }
}

}  // namespace fedltr
