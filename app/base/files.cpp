#include "app/base/files.hpp"

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <new>
#include <random>
#include <utility>

#include <fcntl.h>
#include <openssl/evp.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "algorithms/core/hexadecimal.hpp"
#include "algorithms/data/letor.hpp"
#include "app/base/errors.hpp"
#include "app/base/stop_reading.hpp"
#include "app/base/text.hpp"

namespace fedltr {
namespace {

constexpr std::size_t kPiece = 1 << 20;
/// Maximum unpacked size if it also exceeds kMaxPacking times the packed size.
constexpr z_off_t kMaxUnpacked = 256 << 20;
constexpr z_off_t kMaxPacking = 200;

std::string system_says() {
  return std::strerror(errno);
}

/// Closes a file descriptor on destruction.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&&) = delete;

  int number() const { return number_; }
  /// Leaves closing it to the caller.
  int release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

/// True for a device, a pipe or a socket.
bool is_special(const std::filesystem::file_status& status) {
  return exists(status) && !is_regular_file(status) && !is_directory(status);
}

/// True for a pipe with a name, whose writer may never come; not for one that
/// this process was started with, which may have no path of its own.
bool is_named_pipe(const std::filesystem::path& file) {
  std::error_code absent;
  const std::string& name = file.native();
  if (name == "/dev/stdin" || name.starts_with("/dev/fd/") ||
      name.starts_with("/proc/"))
    return false;
  return std::filesystem::is_fifo(file, absent) &&
         !std::filesystem::canonical(file, absent).empty();
}

/// A file that is open for reading, and its size on disk.
struct OpenFile {
  Descriptor descriptor;
  std::size_t size;
};

/// Refuses folders, and unless they are allowed, devices, which may never end,
/// and pipes, which may never begin.
OpenFile open_to_read(const std::filesystem::path& file,
                      Pipes pipes = Pipes::kRefused) {
  const bool refused = pipes == Pipes::kRefused || is_named_pipe(file);
  OpenFile opened{
      Descriptor(open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY |
                                        (refused ? O_NONBLOCK : 0))),
      0};
  struct stat status {};
  if (opened.descriptor.number() < 0 ||
      fstat(opened.descriptor.number(), &status) != 0)
    throw DataError(file.string() + ": can't be opened: " + system_says());
  if (S_ISDIR(status.st_mode))
    throw DataError(file.string() + ": is a folder, expected a file");
  if (refused && !S_ISREG(status.st_mode))
    throw DataError(file.string() +
                    ": is a device or a pipe, expected a file on disk");
  opened.size = static_cast<std::size_t>(status.st_size);
  return opened;
}

/// Folder of links to this process's open files; it may be missing.
const std::string kDescriptors = "/proc/self/fd/";

bool can_name_descriptors() {
  static const bool can = access(kDescriptors.c_str(), X_OK) == 0;
  return can;
}

constexpr std::string_view kUnnamed = ".fedltr-";

/// Returns an unused name in a file's folder: 64 random bits.
std::filesystem::path name_beside(const std::filesystem::path& file) {
  std::random_device random;
  const std::uint64_t number = (std::uint64_t{random()} << 32U) | random();
  return file.parent_path() / (std::string(kUnnamed) + std::to_string(number));
}

/// Returns the program that unpacks a file with this start, or "".
std::string unpacker_of(std::string_view begin) {
  if (begin.starts_with("BZh") && begin.find("1AY&SY") == 4) return "bunzip2";
  if (begin.starts_with(std::string_view("\xFD"
                                         "7zXZ\0",
                                         6)))
    return "unxz";
  if (begin.starts_with("\x28\xB5\x2F\xFD")) return "unzstd";
  if (begin.starts_with("Rar!\x1A\x07")) return "unrar x";
  if (begin.starts_with("7z\xBC\xAF\x27\x1C")) return "7z x";
  if (begin.starts_with("PK\x03\x04")) return "unzip";
  return "";
}

/// Returns the name of a zip archive's first file, or "".
std::string_view first_in_zip(std::string_view begin) {
  constexpr std::size_t kNameSize = 26;  // in the file's header, then its name
  constexpr std::size_t kName = 30;
  if (begin.size() < kName || unpacker_of(begin) != "unzip") return "";
  const auto low = static_cast<unsigned char>(begin[kNameSize]);
  const auto high = static_cast<unsigned char>(begin[kNameSize + 1]);
  return begin.substr(kName, low + 256U * high);
}

bool is_workbook(std::string_view begin) {
  const std::string_view name = first_in_zip(begin);
  return name == "[Content_Types].xml" || name.starts_with("xl/") ||
         name.starts_with("docProps/") || name == "_rels/.rels";
}

/// Returns the remedy for a packed file with this start, or "".
std::string packed_remedy(std::string_view begin) {
  if (first_in_zip(begin).ends_with(".npy"))
    return "is an archive of NumPy arrays: fedltr data convert FILE.npz:X "
           "--labels FILE.npz:y --query-ids FILE.npz:q reads arrays of the "
           "names X, y and q";
  if (is_workbook(begin))
    return "is a workbook, as Excel writes it: save its table as CSV, for "
           "fedltr data convert";
  const std::string program = unpacker_of(begin);
  if (program.empty()) return "";
  return "is packed; of packed files only gzip is read: use " + program +
         " first";
}

}  // namespace

// gzread returns plain files unchanged.
PackedFile::PackedFile(std::filesystem::path file, Pipes pipes,
                       std::size_t most)
    : file_(std::move(file)),
      most_(most),
      input_(nullptr, gzclose),
      piece_(kPiece, '\0') {
  OpenFile opened = open_to_read(file_, pipes);
  if (opened.size > most_) refuse_size();
  input_.reset(gzdopen(opened.descriptor.number(), "rb"));
  if (!input_) throw std::bad_alloc();
  (void)opened.descriptor.release();
  gzbuffer(input_.get(), kPiece);
}

void PackedFile::refuse_size() const {
  throw DataError(file_.string() + ": is larger than the " +
                  with_commas(most_) + " bytes that are allowed");
}

std::span<char> PackedFile::next() {
  throw_if_stopped();
  const int count = gzread(input_.get(), piece_.data(), kPiece);
  int error = Z_OK;
  const char* const what = gzerror(input_.get(), &error);
  if (count < 0 || (error != Z_OK && error != Z_STREAM_END))
    throw DataError(file_.string() + ": can't be read: " +
                    (error == Z_ERRNO        ? system_says()
                     : error == Z_BUF_ERROR  ? "the packed file is cut off"
                     : error == Z_DATA_ERROR ? "the packed file is damaged"
                                             : what));
  const z_off_t unpacked = gztell(input_.get());
  if (static_cast<std::size_t>(unpacked) > most_) refuse_size();
  if (unpacked == count && count > 0) {
    const std::string remedy =
        packed_remedy({piece_.data(), static_cast<std::size_t>(count)});
    if (!remedy.empty()) throw DataError(file_.string() + ": " + remedy);
  }
  const z_off_t read = gzoffset(input_.get());  // -1 for a pipe
  if (unpacked > kMaxUnpacked && read >= 0 && unpacked / kMaxPacking > read)
    throw DataError(file_.string() + ": unpacks to more than " +
                    std::to_string(kMaxPacking) +
                    " times its size, as no text does");
  return std::span(piece_).first(static_cast<std::size_t>(count));
}

std::string file_text(const std::filesystem::path& file, std::size_t most) {
  std::string text;
  PackedFile input(file, Pipes::kRefused, most);
  for (auto piece = input.next(); !piece.empty(); piece = input.next())
    text.append(piece.begin(), piece.end());
  return text;
}

Sha256::Sha256() : context_(EVP_MD_CTX_new(), EVP_MD_CTX_free) {
  // This fails only if out of memory, and then later calls would crash.
  if (!context_ ||
      EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) != 1)
    throw std::bad_alloc();
}

void Sha256::add(const void* bytes, std::size_t size) {
  if (EVP_DigestUpdate(context_.get(), bytes, size) != 1)
    throw std::bad_alloc();
}

void Sha256::add(const Vector& values) {
  add(values.data(), sizeof(double) * static_cast<std::size_t>(values.size()));
}

std::string Sha256::hex() {
  std::array<unsigned char, 32> digest{};
  if (EVP_DigestFinal_ex(context_.get(), digest.data(), nullptr) != 1)
    throw std::bad_alloc();
  return hexadecimal(digest);
}

std::string sha256_of_file(const std::filesystem::path& file) {
  const OpenFile opened = open_to_read(file);
  const int input = opened.descriptor.number();
  Sha256 digest;
  std::string piece(kPiece, '\0');
  while (true) {
    throw_if_stopped();
    const ssize_t count = read(input, piece.data(), piece.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0)
      throw DataError(file.string() + ": can't be read: " + system_says());
    if (count == 0) return digest.hex();
    digest.add(piece.data(), static_cast<std::size_t>(count));
  }
}

WholeFile::WholeFile(std::filesystem::path file, unsigned mode)
    : file_(std::move(file)) {
  std::error_code absent;
  if (is_special(std::filesystem::status(file_, absent)))
    throw UsageError(file_.string() +
                     ": is a device or a pipe, expected a file");
  const std::filesystem::path folder = file_.parent_path();
  if (can_name_descriptors())
    descriptor_ = open(folder.empty() ? "." : folder.c_str(),
                       O_WRONLY | O_TMPFILE | O_CLOEXEC, mode);
  if (descriptor_ >= 0) return;
  const std::filesystem::path beside = name_beside(file_);
  descriptor_ =
      open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
           mode);
  if (descriptor_ < 0) fail("created");
  beside_ = beside;
}

WholeFile::~WholeFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!beside_.empty()) unlink(beside_.c_str());
}

void WholeFile::fail(const char* step) const {
  throw std::runtime_error(file_.string() + ": can't be " + step + ": " +
                           system_says());
}

void WholeFile::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor_, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("written");
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

/// Returns false if the name can't be taken, e.g. because it exists.
bool WholeFile::take_name(const std::filesystem::path& name) const {
  return linkat(AT_FDCWD, (kDescriptors + std::to_string(descriptor_)).c_str(),
                AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

void WholeFile::commit() {
  if (fsync(descriptor_) != 0) fail("synced");
  if (beside_.empty() && !take_name(file_)) {
    // Unlike rename, link never replaces a file.
    const std::filesystem::path beside = name_beside(file_);
    if (!take_name(beside)) fail("named");
    beside_ = beside;
  }
  // close() can't lose synced data.
  (void)close(std::exchange(descriptor_, -1));
  if (beside_.empty()) return;
  if (rename(beside_.c_str(), file_.c_str()) != 0) fail("renamed");
  beside_.clear();
}

bool is_unnamed(std::string_view file_name) {
  return file_name.starts_with(kUnnamed) &&
         parse_whole(file_name.substr(kUnnamed.size())).has_value();
}

void write_whole(const std::filesystem::path& file, std::string_view text,
                 unsigned mode) {
  WholeFile whole(file, mode);
  whole.write(text);
  whole.commit();
}

void append_rows(const std::filesystem::path& file, const std::string& heading,
                 const std::string& rows) {
  const bool begins =
      !std::filesystem::exists(file) || std::filesystem::is_empty(file);
  std::ofstream stream(file, std::ios::app | std::ios::binary);
  if (!(stream << (begins ? heading : "") << rows) || !stream.flush())
    throw std::runtime_error(file.string() + ": can't be written");
}

void sync_folder(const std::filesystem::path& folder) {
  const Descriptor opened(open(folder.empty() ? "." : folder.c_str(),
                               O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // Some file systems can't sync folders; the names exist regardless.
  if (opened.number() >= 0) (void)fsync(opened.number());
}

}  // namespace fedltr
