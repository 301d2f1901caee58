#include "scenarios/base/files.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>

#include <fcntl.h>
#include <openssl/evp.h>
#include <unistd.h>
#include <zlib.h>

#include "algorithms/core/hexadecimal.hpp"
#include "algorithms/data/letor.hpp"

namespace fedltr {
namespace {

constexpr std::size_t kPiece = 1 << 20;
/// A packed text may unpack to so many bytes, or to so many times its size.
constexpr z_off_t kMaxUnpacked = 256 << 20;
constexpr z_off_t kMaxPacking = 200;

std::string system_says() {
  return std::strerror(errno);
}

/// Closes a file descriptor whatever happens.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return number_; }
  int close() {
    if (number_ < 0) return 0;
    const int result = ::close(number_);
    number_ = -1;
    return result;
  }

 private:
  int number_;
};

/// A device may never end, and a pipe never begin.
void refuse_special(const std::filesystem::path& file) {
  std::error_code ignored;
  const auto status = std::filesystem::status(file, ignored);
  if (std::filesystem::is_directory(status))
    throw DataError(file.string() + ": is a folder, expected a file");
  if (std::filesystem::exists(status) &&
      !std::filesystem::is_regular_file(status))
    throw DataError(file.string() +
                    ": is a device or a pipe, expected a file on disk");
}

}  // namespace

// gzread passes plain files through.
PackedFile::PackedFile(std::filesystem::path file)
    : file_(std::move(file)), input_(nullptr, gzclose), piece_(kPiece, '\0') {
  refuse_special(file_);
  input_.reset(gzopen(file_.c_str(), "rb"));
  if (!input_)
    throw DataError(file_.string() + ": can't be opened: " + system_says());
  gzbuffer(input_.get(), kPiece);
}

std::span<char> PackedFile::next() {
  const int count = gzread(input_.get(), piece_.data(), kPiece);
  int error = Z_OK;
  const char* const what = gzerror(input_.get(), &error);
  if (count < 0 || (error != Z_OK && error != Z_STREAM_END))
    throw DataError(file_.string() + ": can't be read: " +
                    (error == Z_ERRNO       ? system_says()
                     : error == Z_BUF_ERROR ? "the packed file is cut off"
                                            : what));
  const z_off_t unpacked = gztell(input_.get());
  if (unpacked > kMaxUnpacked &&
      unpacked / kMaxPacking > gzoffset(input_.get()))
    throw DataError(file_.string() + ": unpacks to more than " +
                    std::to_string(kMaxPacking) +
                    " times its size, as no text does");
  return std::span(piece_).first(static_cast<std::size_t>(count));
}

std::string file_text(const std::filesystem::path& file) {
  std::string text;
  PackedFile input(file);
  for (auto piece = input.next(); !piece.empty(); piece = input.next())
    text.append(piece.begin(), piece.end());
  return text;
}

Sha256::Sha256() : context_(EVP_MD_CTX_new(), EVP_MD_CTX_free) {
  EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr);
}

void Sha256::add(const void* bytes, std::size_t size) {
  EVP_DigestUpdate(context_.get(), bytes, size);
}

void Sha256::add(const Vector& values) {
  add(values.data(), sizeof(double) * static_cast<std::size_t>(values.size()));
}

std::string Sha256::hex() {
  std::array<unsigned char, 32> digest{};
  EVP_DigestFinal_ex(context_.get(), digest.data(), nullptr);
  return hexadecimal(digest);
}

std::string sha256_of_file(const std::filesystem::path& file) {
  refuse_special(file);
  Descriptor input(open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (input.number() < 0)
    throw DataError(file.string() + ": can't be opened: " + system_says());
  Sha256 digest;
  std::string piece(kPiece, '\0');
  while (true) {
    const ssize_t count = read(input.number(), piece.data(), piece.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0)
      throw DataError(file.string() + ": can't be read: " + system_says());
    if (count == 0) return digest.hex();
    digest.add(piece.data(), static_cast<std::size_t>(count));
  }
}

void write_whole(const std::filesystem::path& file, std::string_view text) {
  const std::filesystem::path beside = file.string() + ".tmp";
  const auto fail = [&](const char* step) {
    const std::string what = system_says();
    unlink(beside.c_str());
    throw std::runtime_error(file.string() + ": can't be " + step + ": " +
                             what);
  };
  // What a killed process left goes, and so does a link: where it leads to
  // nothing is written.
  unlink(beside.c_str());
  Descriptor output(open(beside.c_str(),
                         O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                         0644));
  if (output.number() < 0) fail("created");
  while (!text.empty()) {
    const ssize_t count = write(output.number(), text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("written");
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  if (fsync(output.number()) != 0) fail("synced");
  if (output.close() != 0) fail("closed");
  if (rename(beside.c_str(), file.c_str()) != 0) fail("renamed");
}

void sync_folder(const std::filesystem::path& folder) {
  const Descriptor opened(
      open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // Some file systems know no such thing; the names are there all the same.
  if (opened.number() >= 0) (void)fsync(opened.number());
}

}  // namespace fedltr
