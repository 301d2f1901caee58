#include "scenarios/convert/packed_output.hpp"

#include <filesystem>
#include <stdexcept>

#include <zlib.h>

namespace fedltr {
namespace {

constexpr std::size_t kKept = 1 << 20;
constexpr int kGzip = 15 + 16;  ///< zlib's window, with gzip's header

}  // namespace

PackedOutput::PackedOutput(const std::string& file)
    : folder_(std::filesystem::path(file).parent_path().string()), file_(file) {
  if (folder_.empty()) folder_ = ".";
  if (!file.ends_with(".gz")) return;
  packer_ = std::make_unique<z_stream_s>();
  if (deflateInit2(packer_.get(), Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzip, 8,
                   Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::runtime_error(file + ": can't be packed");
}

PackedOutput::~PackedOutput() {
  if (packer_) deflateEnd(packer_.get());
}

void PackedOutput::write(std::string_view text) {
  kept_.append(text);
  if (kept_.size() >= kKept) flush(false);
}

void PackedOutput::flush(bool last) {
  if (!packer_) {
    file_.write(kept_);
    return kept_.clear();
  }
  packer_->next_in = reinterpret_cast<Bytef*>(kept_.data());
  packer_->avail_in = static_cast<uInt>(kept_.size());
  packed_.resize(kKept);
  do {
    packer_->next_out = reinterpret_cast<Bytef*>(packed_.data());
    packer_->avail_out = static_cast<uInt>(packed_.size());
    deflate(packer_.get(), last ? Z_FINISH : Z_NO_FLUSH);
    file_.write({packed_.data(), packed_.size() - packer_->avail_out});
  } while (packer_->avail_out == 0);
  kept_.clear();
}

void PackedOutput::commit() {
  flush(true);
  file_.commit();
  sync_folder(folder_);
}

}  // namespace fedltr
