#include "app/deploy/compared_file.hpp"

#include <spdlog/spdlog.h>

#include "app/base/csv.hpp"
#include "app/base/files.hpp"

namespace fedltr {

void write_compared(const std::filesystem::path& folder,
                    const std::vector<HeldOutPoint>& points) {
  std::string text =
      "opened,kept,members,users,preference,lower,upper,verdict\n";
  for (const HeldOutPoint& point : points) {
    const CsvValue row[] = {
        point.opened, point.kept,  point.members, point.queries,
        point.mean,   point.lower, point.upper,   name_of(point.verdict)};
    append_csv_row(text, row);
  }
  write_whole(folder / kComparedFile, text);
}

std::string compared_text(const HeldOutPoint& point) {
  return fmt::format(
      "preference {:.3f} of {:.0f} users of {} members, since model {} was "
      "kept; {:.3f} to {:.3f} with 95 %",
      point.mean, point.queries, point.members, point.kept, point.lower,
      point.upper);
}

void log_compared(std::uint32_t epoch, const HeldOutPoint& point) {
  const std::string told = fmt::format("epoch {}  model {}  {}", epoch,
                                       point.opened, compared_text(point));
  switch (point.verdict) {
    case ModelVerdict::kOpen:
      return spdlog::info("{}", told);
    case ModelVerdict::kKept:
      return spdlog::info("{}: it is better, and kept", told);
    case ModelVerdict::kWithdrawn:
      spdlog::warn(
          "{}: it is WORSE (below 1/2 with 99.9 %), and withdrawn: model {} "
          "ranks and learns again",
          told, point.kept);
  }
}

}  // namespace fedltr
