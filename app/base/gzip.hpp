#pragma once

#include <memory>
#include <string>
#include <string_view>

struct z_stream_s;  // zlib's

namespace fedltr {

/// Compresses a text that arrives in pieces (gzip, RFC 1952, without name and
/// time); equal pieces give equal bytes.
class Gzip {
 public:
  enum class Effort { kLeast, kUsual };

  explicit Gzip(Effort effort = Effort::kUsual);

  /// Appends compressed bytes, holding some back for end().
  void add(std::string_view text, std::string& packed);
  void end(std::string& packed);

 private:
  void pack(std::string_view text, int flush, std::string& packed);

  std::unique_ptr<z_stream_s, void (*)(z_stream_s*)> stream_;
};

}  // namespace fedltr
