#include "actors/consortium/consortium_wire.hpp"

#include "actors/link/frames.hpp"

namespace fedltr::consortium {
namespace {

constexpr std::size_t kMostNamed = 3;

}  // namespace

std::string differing_keys(const AgreedKeys& here, const AgreedKeys& there) {
  AgreedKeys all = here;
  all.insert(there.begin(), there.end());
  std::string names;
  std::size_t count = 0;
  for (const auto& [name, digest] : all) {
    const auto a = here.find(name);
    const auto b = there.find(name);
    if (a != here.end() && b != there.end() && a->second == b->second) continue;
    if (++count <= kMostNamed)
      names += (names.empty() ? "" : ", ") + printable(name);
  }
  if (count > kMostNamed)
    names += " and " + std::to_string(count - kMostNamed) + " more";
  return names;
}

}  // namespace fedltr::consortium
