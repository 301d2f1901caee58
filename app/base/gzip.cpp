#include "app/base/gzip.hpp"

#include <stdexcept>

#include <zlib.h>

namespace fedltr {
namespace {

constexpr std::size_t kMaxInput = 1 << 30;  ///< zlib counts in 32 bits
constexpr std::size_t kGrowth = 1 << 18;
constexpr int kGzipWindow = 15 + 16;  ///< zlib's window, with gzip's header

void end_stream(z_stream* stream) {
  deflateEnd(stream);
  delete stream;
}

}  // namespace

Gzip::Gzip(Effort effort) : stream_(new z_stream_s(), end_stream) {
  const int level =
      effort == Effort::kLeast ? Z_BEST_SPEED : Z_DEFAULT_COMPRESSION;
  if (deflateInit2(stream_.get(), level, Z_DEFLATED, kGzipWindow, 8,
                   Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::runtime_error("zlib can't pack: out of memory");
}

void Gzip::add(std::string_view text, std::string& packed) {
  while (!text.empty()) {
    const std::string_view piece = text.substr(0, kMaxInput);
    pack(piece, Z_NO_FLUSH, packed);
    text.remove_prefix(piece.size());
  }
}

void Gzip::end(std::string& packed) {
  pack({}, Z_FINISH, packed);
}

void Gzip::pack(std::string_view text, int flush, std::string& packed) {
  // zlib only reads; its interface lacks const.
  stream_->next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream_->avail_in = static_cast<uInt>(text.size());
  do {
    const std::size_t before = packed.size();
    packed.resize(before + kGrowth);
    stream_->next_out = reinterpret_cast<Bytef*>(packed.data() + before);
    stream_->avail_out = kGrowth;
    deflate(stream_.get(), flush);
    packed.resize(packed.size() - stream_->avail_out);
  } while (stream_->avail_out == 0);
}

}  // namespace fedltr
