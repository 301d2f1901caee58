// Preloaded into a program, records its requests to the disk in the file
// $DISK_LOG, one line per call: "sync PATH", "move FROM TO", "remove PATH",
// "folder PATH". They show what a power failure may undo.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
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
  return std::filesystem::absolute(path).lexically_normal();
}

/// Path of an open file; `/folder/#NUMBER` for an unnamed one.
std::string path_of(int file) {
  if (file == AT_FDCWD) return std::filesystem::current_path();
  char target[4096] = "";
  const std::string link = "/proc/self/fd/" + std::to_string(file);
  if (readlink(link.c_str(), target, sizeof target - 1) <= 0) return "";
  const std::string path = target;
  return path.substr(0, path.find(" (deleted)"));
}

std::string path_in(int folder, const char* name) {
  return (std::filesystem::path(path_of(folder)) / name).lexically_normal();
}

}  // namespace

extern "C" {

int fsync(int file) {
  if (const std::string path = path_of(file); !path.empty())
    note("sync " + path);
  return real(&fsync, "fsync")(file);
}

int linkat(int from_folder, const char* from, int to_folder, const char* to,
           int flags) noexcept {
  const std::string number =
      std::string(from).substr(std::string(from).rfind('/') + 1);
  note("move " + path_of(std::atoi(number.c_str())) + " " +
       path_in(to_folder, to));
  return real(&linkat, "linkat")(from_folder, from, to_folder, to, flags);
}

int renameat(int from_folder, const char* from, int to_folder,
             const char* to) noexcept {
  note("move " + path_in(from_folder, from) + " " + path_in(to_folder, to));
  return real(&renameat, "renameat")(from_folder, from, to_folder, to);
}

int unlinkat(int folder, const char* path, int flags) noexcept {
  note("remove " + path_in(folder, path));
  return real(&unlinkat, "unlinkat")(folder, path, flags);
}

int mkdirat(int folder, const char* path, mode_t mode) noexcept {
  note("folder " + path_in(folder, path));
  return real(&mkdirat, "mkdirat")(folder, path, mode);
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
