#include "actors/link/agreed_keys.hpp"

#include "actors/link/frames.hpp"

namespace fedltr::link {
namespace {

constexpr std::size_t kMostNamed = 3;

std::string with_value(const std::string& name, const Agreed& here) {
  const auto found = here.values.find(name);
  if (found == here.values.end()) return printable(name);
  return name + " = " + printable(found->second);
}

}  // namespace

std::string differing_keys(const Agreed& here, const AgreedKeys& there) {
  AgreedKeys all = here.keys;
  all.insert(there.begin(), there.end());
  std::string names;
  std::size_t count = 0;
  for (const auto& [name, digest] : all) {
    const auto a = here.keys.find(name);
    const auto b = there.find(name);
    if (a != here.keys.end() && b != there.end() && a->second == b->second)
      continue;
    if (++count <= kMostNamed)
      names += (names.empty() ? "" : ", ") + with_value(name, here);
  }
  if (count > kMostNamed)
    names += " and " + std::to_string(count - kMostNamed) + " more";
  return names;
}

std::string objection_to(const Agreed& here, const std::string& digest,
                         const AgreedKeys& keys, const std::string& side) {
  if (digest == here.digest) return "";
  const std::string differing = differing_keys(here, keys);
  return "it has agreed to something else" +
         (differing.empty() ? ": its digest is " + printable(digest) +
                                  ", the " + side + "'s " + here.digest
                            : ", which differs from the " + side +
                                  "'s agreement in " + differing);
}

std::string with_own_values(const std::string& objection, const Agreed& here) {
  std::string own;
  const auto names = [text = objection + ","](const std::string& key) {
    return text.find(" " + key + " = ") != std::string::npos ||
           text.find(" " + key + ",") != std::string::npos ||
           text.find(" " + key + " and ") != std::string::npos;
  };
  for (const auto& [name, value] : here.values)
    if (names(name))
      own += (own.empty() ? "; here " : ", ") + with_value(name, here);
  return objection + own;
}

}  // namespace fedltr::link
