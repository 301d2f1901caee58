#include "app/deploy/search_socket.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "algorithms/core/archive.hpp"
#include "app/base/errors.hpp"
#include "app/base/notice.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxRequestBytes = std::size_t{1} << 16;
constexpr std::size_t kMaxReplyBytes = std::size_t{1} << 28;
constexpr std::chrono::seconds kTimeToAsk{10};
constexpr int kOpenQuestions = 16;
constexpr int kMillisecondsOfPatience = 5000;
constexpr int kMillisecondsUntilBetter = 100;
constexpr int kSecondsMore = 5;  ///< for the party to send its answer

sockaddr_un address_of(const fs::path& file) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string name = file.string();
  if (name.size() >= sizeof address.sun_path)
    throw UsageError(name +
                     ": too long a name for a socket: expected at most " +
                     std::to_string(sizeof address.sun_path - 1) + " bytes");
  std::memcpy(address.sun_path, name.c_str(), name.size() + 1);
  return address;
}

/// True if the listener is this user, or root: others may write in a folder
/// that they made.
bool is_own(int socket) {
  ucred other{};
  socklen_t size = sizeof other;
  return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &other, &size) == 0 &&
         (other.uid == geteuid() || other.uid == 0);
}

[[noreturn]] void fail(const fs::path& file) {
  throw std::runtime_error(file.string() + ": " + std::strerror(errno));
}

/// Reads until the other side has sent all; nullopt if that is too much, or if
/// the connection breaks.
std::optional<std::string> read_all(int socket, std::size_t most) {
  std::string text;
  std::array<char, 1 << 14> piece{};
  while (true) {
    const auto size = read(socket, piece.data(), piece.size());
    if (size == 0) return text;
    if (size < 0 && errno == EINTR) continue;
    if (size < 0 || text.size() + static_cast<std::size_t>(size) > most)
      return std::nullopt;
    text.append(piece.data(), static_cast<std::size_t>(size));
  }
}

bool write_all(int socket, std::string_view text) {
  while (!text.empty()) {
    const auto size = send(socket, text.data(), text.size(), MSG_NOSIGNAL);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(size));
  }
  return shutdown(socket, SHUT_WR) == 0;
}

/// True if the other side has closed, not only finished sending.
bool is_gone(int socket) {
  pollfd other{socket, 0, 0};
  return poll(&other, 1, 0) > 0 && (other.revents & POLLHUP) != 0;
}

void set_patience(int socket, int option, std::chrono::microseconds time) {
  using std::chrono::seconds;
  const auto whole = std::chrono::duration_cast<seconds>(time);
  const timeval patience{whole.count(), (time - whole).count()};
  setsockopt(socket, SOL_SOCKET, option, &patience, sizeof patience);
}

/// Time that a user waits, from the first attempt to connect.
class Deadline {
 public:
  explicit Deadline(const fs::path& file, std::uint32_t seconds)
      : file_(file),
        seconds_(seconds),
        end_(std::chrono::steady_clock::now() +
             std::chrono::seconds(seconds + kSecondsMore)) {}

  /// @returns  milliseconds; at least one
  std::chrono::milliseconds left() const {
    const auto time = std::chrono::duration_cast<std::chrono::milliseconds>(
        end_ - std::chrono::steady_clock::now());
    return std::max(time, std::chrono::milliseconds(1));
  }

  /// @throws NetworkError  if nothing comes in time
  void wait_for_answer(int socket) const {
    pollfd answer{socket, POLLIN, 0};
    const auto all = static_cast<int>(left().count());
    if (poll(&answer, 1, std::min(all, kMillisecondsOfPatience)) != 0) return;
    notice("waits for the other members, at most " + std::to_string(seconds_) +
           " s (--timeout)");
    if (poll(&answer, 1, static_cast<int>(left().count())) == 0) give_up();
  }

  [[noreturn]] void give_up() const {
    throw NetworkError(file_.string() + ": no answer in " +
                       std::to_string(seconds_) +
                       " s: the party is busy with other questions, or hangs");
  }

 private:
  fs::path file_;
  std::uint32_t seconds_;
  std::chrono::steady_clock::time_point end_;
};

/// Connects; waits while the queue of connections is full.
void connect_to(const fs::path& file, int socket, const Deadline& deadline) {
  const sockaddr_un address = address_of(file);
  set_patience(socket, SO_SNDTIMEO, deadline.left());
  if (connect(socket, reinterpret_cast<const sockaddr*>(&address),
              sizeof address) == 0)
    return;
  if (errno == EAGAIN) deadline.give_up();
  throw NetworkError(file.string() + ": " + std::strerror(errno) +
                     ": expected `fedltr party --answer` to run with --out " +
                     file.parent_path().string());
}

/// A socket that its destructor closes.
struct Closed {
  int descriptor;
  explicit Closed(int opened) : descriptor(opened) {}
  ~Closed() { close(descriptor); }
  Closed(const Closed&) = delete;
  Closed& operator=(const Closed&) = delete;
};

}  // namespace

void require_place_of_socket(const fs::path& folder) {
  address_of(folder / "search.socket");
}

SearchSocket::SearchSocket(const fs::path& folder, Answer answer,
                           std::mutex* turn)
    : file_(folder / "search.socket"), answer_(std::move(answer)), turn_(turn) {
  const sockaddr_un address = address_of(file_);
  fs::remove(file_);  // left by a process that was killed: the ledger is ours
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) fail(file_);
  stopped_ = ends[0];
  stop_ = ends[1];
  listener_ = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (listener_ < 0 || fchmod(listener_, S_IRUSR | S_IWUSR) != 0 ||
      bind(listener_, reinterpret_cast<const sockaddr*>(&address),
           sizeof address) != 0 ||
      listen(listener_, kOpenQuestions) != 0)
    fail(file_);
  thread_ = std::thread([this] { serve(); });
}

SearchSocket::~SearchSocket() {
  close(stop_);
  thread_.join();
  close(listener_);
  close(stopped_);
  std::error_code ignored;
  fs::remove(file_, ignored);
}

void SearchSocket::serve() {
  while (true) {
    std::array<pollfd, 2> wanted = {pollfd{listener_, POLLIN, 0},
                                    pollfd{stopped_, POLLIN, 0}};
    if (poll(wanted.data(), wanted.size(), -1) < 0 && errno != EINTR) return;
    if (wanted[1].revents != 0) return;
    if (wanted[0].revents == 0) continue;
    const int connection = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (connection < 0) {  // e.g. too many open files: the connection waits
      poll(&wanted[1], 1, kMillisecondsUntilBetter);
      continue;
    }
    const Closed closed(connection);
    answer_one(connection);
  }
}

void SearchSocket::answer_one(int connection) const {
  for (const int option : {SO_RCVTIMEO, SO_SNDTIMEO})
    set_patience(connection, option, kTimeToAsk);
  const auto asked = read_all(connection, kMaxRequestBytes);
  if (!asked) return;
  std::unique_lock<std::mutex> lock;
  if (turn_ != nullptr) lock = std::unique_lock(*turn_);
  // Spends no budget of others on a user that has given up.
  if (is_gone(connection)) return;
  SearchReply reply;
  try {
    reply = answer_(unarchived<SearchRequest>(*asked));
  } catch (const std::exception& error) {
    reply.problem = error.what();
  }
  if (lock) lock.unlock();
  write_all(connection, archived(reply));
}

SearchReply ask_party(const fs::path& folder, SearchRequest request) {
  const fs::path file = folder / "search.socket";
  const Closed socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const Deadline deadline(file, request.seconds);
  connect_to(file, socket.descriptor, deadline);
  if (!is_own(socket.descriptor))
    throw NetworkError(file.string() + ": belongs to another user");
  if (!write_all(socket.descriptor, archived(request)))
    throw NetworkError(file.string() + ": " + std::strerror(errno));
  deadline.wait_for_answer(socket.descriptor);
  set_patience(socket.descriptor, SO_RCVTIMEO, kTimeToAsk);
  const auto told = read_all(socket.descriptor, kMaxReplyBytes);
  if (!told || told->empty())
    throw NetworkError(file.string() + ": the party broke off");
  auto reply = unarchived<SearchReply>(*told);
  if (!reply.problem.empty()) throw NetworkError("the party: " + reply.problem);
  return reply;
}

}  // namespace fedltr
