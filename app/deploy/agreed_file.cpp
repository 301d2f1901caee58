#include "app/deploy/agreed_file.hpp"

#include <ctime>

#include <spdlog/fmt/chrono.h>
#include <spdlog/fmt/fmt.h>

#include "app/base/files.hpp"
#include "app/deploy/agreement.hpp"

namespace fedltr {

void add_agreed(const std::filesystem::path& folder,
                const MembersAgreement& agreement, const std::string& by) {
  if (agreement.rehearsal) return;
  std::filesystem::create_directories(folder);
  append_rows(folder / "agreed.csv", "time,agreement,version,by\n",
              fmt::format("{:%Y-%m-%dT%H:%M:%SZ},{},{},{}\n",
                          fmt::gmtime(time(nullptr)), agreement.digest,
                          program_version(), by));
}

}  // namespace fedltr
