#include "app/deploy/agreed_lines.hpp"

#include "algorithms/privacy/signature.hpp"
#include "app/base/files.hpp"
#include "app/base/text.hpp"
#include "app/results/manifest.hpp"
#include "app/schema/reader.hpp"

namespace fedltr {

void add_keys(AgreedLines& lines, const Scenario& scenario) {
  for (const Key& key : keys())
    if (decides_results(key) && in_study(key, scenario) && !key.is_path &&
        key.name != "run.name" && key.name != "data.own-rows")
      lines.emplace_back(key.name,
                         key.name + " = " + scenario.text.at(key.name) + "\n");
}

link::Agreed agreed(const AgreedLines& lines) {
  constexpr std::size_t kHexDigits = 16;
  link::Agreed all;
  Sha256 whole;
  for (const auto& [name, line] : lines) {
    whole.add(line.data(), line.size());
    all.keys[name] = parse_hex(digest_of(line).substr(0, kHexDigits)).value();
    if (const std::string begin = name + " = "; line.starts_with(begin))
      all.values[name] =
          line.substr(begin.size(), line.find('\n') - begin.size());
  }
  all.digest = whole.hex();
  return all;
}

}  // namespace fedltr
