// Preloaded into a program, fails one of its file calls: the $FAIL_AT-th, or
// with FAIL_ON=1 that one and all after it, with the error number $FAIL_WITH;
// with FAIL_WITH=0 a write is torn: half of it reaches the file, and the call
// returns that size. Without FAIL_AT it only counts, and appends one line per
// call to the file $FAIL_LOG.
//
// It counts calls that make, open, write, sync, rename and remove files and
// folders below $FAIL_BELOW; with FAIL_READ=1 also reads.
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

namespace {

std::atomic<long> calls = 0;

long number(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? 0 : std::atol(value);
}

template <class Function>
Function* real(Function*, const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

bool below(const char* path) {
  static const std::string folder = std::getenv("FAIL_BELOW");
  std::string whole = path;
  if (path[0] != '/') {
    char here[4096] = "";
    whole = std::string(getcwd(here, sizeof here)) + "/" + path;
  }
  return whole.compare(0, folder.size(), folder) == 0;
}

bool below(int file) {
  char path[4096] = "";
  const std::string link = "/proc/self/fd/" + std::to_string(file);
  return readlink(link.c_str(), path, sizeof path - 1) > 0 && below(path);
}

std::string path_in(int folder, const char* name) {
  if (name[0] == '/' || folder == AT_FDCWD) return name;
  char path[4096] = "";
  const std::string link = "/proc/self/fd/" + std::to_string(folder);
  if (readlink(link.c_str(), path, sizeof path - 1) <= 0) return name;
  return std::string(path) + "/" + name;
}

void note(const char* call, const char* what) {
  static const char* const path = std::getenv("FAIL_LOG");
  if (path == nullptr) return;
  static const int log = real(&open, "open")(
      path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  const std::string line = std::string(call) + " " + what + "\n";
  if (real(&write, "write")(log, line.data(), line.size()) < 0) std::abort();
}

/// Counts this call; returns true, with errno set, if it must fail.
bool fails(const char* call, const char* what = "") {
  static const long at = number("FAIL_AT"), with = number("FAIL_WITH");
  static const bool on = number("FAIL_ON") != 0;
  const long now = ++calls;
  const bool is_it = at != 0 && (now == at || (on && now > at));
  if (at == 0 || is_it) note(call, what);
  if (is_it) errno = static_cast<int>(with);
  return is_it;
}

bool counts(const char* path, int flags) {
  const bool writes = (flags & (O_WRONLY | O_RDWR | O_CREAT)) != 0;
  return (writes || number("FAIL_READ") != 0) && below(path);
}

mode_t mode_of(int flags, std::va_list more) {
  return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, mode_t) : 0;
}

/// True if the failing call has no error number: it is done by half.
bool torn() {
  return errno == 0;
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
  std::va_list more;
  va_start(more, flags);
  const mode_t mode = mode_of(flags, more);
  va_end(more);
  if (counts(path, flags) && fails("open", path) && !torn()) return -1;
  return real(&open, "open")(path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  std::va_list more;
  va_start(more, flags);
  const mode_t mode = mode_of(flags, more);
  va_end(more);
  if (counts(path, flags) && fails("open", path) && !torn()) return -1;
  return real(&open64, "open64")(path, flags, mode);
}

FILE* fopen(const char* path, const char* mode) {
  const int flags = mode[0] == 'r' && mode[1] != '+' ? O_RDONLY : O_WRONLY;
  if (counts(path, flags) && fails("open", path) && !torn()) return nullptr;
  return real(&fopen, "fopen")(path, mode);
}

FILE* fopen64(const char* path, const char* mode) {
  const int flags = mode[0] == 'r' && mode[1] != '+' ? O_RDONLY : O_WRONLY;
  if (counts(path, flags) && fails("open", path) && !torn()) return nullptr;
  return real(&fopen64, "fopen64")(path, mode);
}

ssize_t write(int file, const void* data, size_t size) {
  if (below(file) && fails("write")) {
    if (!torn()) return -1;
    size = (size + 1) / 2;
  }
  return real(&write, "write")(file, data, size);
}

ssize_t writev(int file, const iovec* parts, int count) {
  if (below(file) && fails("write")) {
    if (!torn()) return -1;
    return real(&write, "write")(file, parts[0].iov_base, parts[0].iov_len);
  }
  return real(&writev, "writev")(file, parts, count);
}

ssize_t read(int file, void* data, size_t size) {
  static const bool reading = number("FAIL_READ") != 0;
  if (reading && below(file) && fails("read")) {
    if (!torn()) return -1;
    size = (size + 1) / 2;
  }
  return real(&read, "read")(file, data, size);
}

int fsync(int file) {
  if (below(file) && fails("sync") && !torn()) return -1;
  return real(&fsync, "fsync")(file);
}

int close(int file) {
  const bool mine =
      below(file) && (fcntl(file, F_GETFL) & O_ACCMODE) != O_RDONLY;
  const int result = real(&close, "close")(file);
  return mine && fails("close") && !torn() ? -1 : result;
}

int rename(const char* from, const char* to) noexcept {
  if (below(to) && fails("rename", to) && !torn()) return -1;
  return real(&rename, "rename")(from, to);
}

int link(const char* from, const char* to) noexcept {
  if (below(to) && fails("link", to) && !torn()) return -1;
  return real(&link, "link")(from, to);
}

int renameat(int from_folder, const char* from, int to_folder,
             const char* to) noexcept {
  const std::string whole = path_in(to_folder, to);
  if (below(whole.c_str()) && fails("rename", whole.c_str()) && !torn())
    return -1;
  return real(&renameat, "renameat")(from_folder, from, to_folder, to);
}

int linkat(int from_folder, const char* from, int to_folder, const char* to,
           int flags) noexcept {
  const std::string whole = path_in(to_folder, to);
  if (below(whole.c_str()) && fails("link", whole.c_str()) && !torn())
    return -1;
  return real(&linkat, "linkat")(from_folder, from, to_folder, to, flags);
}

int unlinkat(int folder, const char* path, int flags) noexcept {
  const std::string whole = path_in(folder, path);
  if (below(whole.c_str()) && fails("remove", whole.c_str()) && !torn())
    return -1;
  return real(&unlinkat, "unlinkat")(folder, path, flags);
}

int mkdirat(int folder, const char* path, mode_t mode) noexcept {
  const std::string whole = path_in(folder, path);
  if (below(whole.c_str()) && fails("mkdir", whole.c_str()) && !torn())
    return -1;
  return real(&mkdirat, "mkdirat")(folder, path, mode);
}

int remove(const char* path) noexcept {
  if (below(path) && fails("remove", path) && !torn()) return -1;
  return real(&remove, "remove")(path);
}

int unlink(const char* path) noexcept {
  if (below(path) && fails("remove", path) && !torn()) return -1;
  return real(&unlink, "unlink")(path);
}

int mkdir(const char* path, mode_t mode) noexcept {
  if (below(path) && fails("mkdir", path) && !torn()) return -1;
  return real(&mkdir, "mkdir")(path, mode);
}

}  // extern "C"
