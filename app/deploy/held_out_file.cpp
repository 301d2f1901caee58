#include "app/deploy/held_out_file.hpp"

#include <spdlog/fmt/fmt.h>

#include "app/base/csv.hpp"
#include "app/base/files.hpp"
#include "app/results/number_text.hpp"

namespace fedltr {

void write_held_out(const std::filesystem::path& folder,
                    const std::string& metric,
                    const std::vector<HeldOutPoint>& curve) {
  std::string text = "opened,members,queries," + metric + "\n";
  for (const HeldOutPoint& point : curve) {
    const CsvValue row[] = {point.opened, point.members, point.queries,
                            point.mean};
    append_csv_row(text, row);
  }
  write_whole(folder / kHeldOutFile, text);
}

std::string held_out_text(const std::string& metric,
                          const HeldOutPoint& point) {
  return fmt::format("held-out {} {} on {:.0f} queries of {} members", metric,
                     metric_text(point.mean), point.queries, point.members);
}

}  // namespace fedltr
