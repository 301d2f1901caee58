// Preloaded into a program, writes what it asks of the disk into the file
// $DISK_LOG, a line a call: "sync PATH", "move FROM TO", "remove PATH",
// "folder PATH". What a loss of power may undo follows from it.
#include <cstdio>
#include <cstdlib>
#include <string>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

void note(const std::string& line) {
  static const int log =
      open(std::getenv("DISK_LOG"), O_WRONLY | O_CREAT | O_APPEND, 0600);
  const std::string text = line + "\n";
  if (write(log, text.data(), text.size()) < 0) std::abort();
}

template <class Function>
Function* real(Function*, const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

std::string whole(const char* path) {
  if (path[0] == '/') return path;
  char folder[4096] = "";
  return std::string(getcwd(folder, sizeof folder)) + "/" + path;
}

}  // namespace

extern "C" {

int fsync(int file) {
  char path[4096] = "";
  const std::string link = "/proc/self/fd/" + std::to_string(file);
  if (readlink(link.c_str(), path, sizeof path - 1) > 0)
    note(std::string("sync ") + path);
  return real(&fsync, "fsync")(file);
}

int rename(const char* from, const char* to) noexcept {
  note("move " + whole(from) + " " + whole(to));
  return real(&rename, "rename")(from, to);
}

int remove(const char* path) noexcept {
  note("remove " + whole(path));
  return real(&remove, "remove")(path);
}

int mkdir(const char* path, mode_t mode) noexcept {
  note("folder " + whole(path));
  return real(&mkdir, "mkdir")(path, mode);
}

}  // extern "C"
