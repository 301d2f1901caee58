#include <algorithm>
#include <cmath>
#include <map>

#include <spdlog/fmt/fmt.h>

#include "app/base/svg.hpp"
#include "app/results/matrix.hpp"

namespace fedltr {
namespace {

constexpr int kCellWidth = 86;
constexpr int kCellHeight = 30;
constexpr int kCharacter = 8;  // approximate, of 13 px sans-serif
constexpr int kMargin = 16;
constexpr int kHead = 46;  // title of a panel and names of its columns

/// Name of the last row: each rule's minimum over all attacks.
const std::string kWorst = "worst case";

int place_of(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<int>(std::ranges::find(names, name) - names.begin());
}

int width_of(const std::vector<std::string>& names) {
  std::size_t longest = 0;
  for (const auto& name : names) longest = std::max(longest, name.size());
  return kCharacter * static_cast<int>(longest);
}

/// White for no loss, to dark red for `most`.
std::string colour(double lost, double most) {
  const double share = most > 0 ? std::clamp(lost / most, 0.0, 1.0) : 0;
  const auto mix = [&](int light, int dark) {
    return static_cast<int>(std::lround(light + share * (dark - light)));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", mix(255, 165), mix(250, 15),
                     mix(240, 21));
}

/// The picture and the positions of its parts.
class MatrixPicture {
 public:
  MatrixPicture(const std::vector<MatrixCell>& cells, const std::string& title,
                const std::string& metric)
      : cells_(cells),
        panels_(distinct(cells, &MatrixCell::panel)),
        attacks_(distinct(cells, &MatrixCell::attack)),
        rules_(distinct(cells, &MatrixCell::rule)),
        worst_(worst_cases(cells)),
        left_(kMargin + std::max(width_of(attacks_), width_of({kWorst})) +
              kMargin),
        cell_width_(std::max(kCellWidth, width_of(rules_) + kMargin)),
        panel_height_(kHead + kCellHeight * (worst_row() + !worst_.empty()) +
                      kMargin),
        svg_(
            width_with(title),
            2 * kMargin + 20 + panel_height_ * static_cast<int>(panels_.size()),
            13) {
    find_losses();
    svg_.text(kMargin, kMargin + 8,
              title + ": " + metric + "; darker = farther below the best cell",
              {{"font-weight", "bold"}});
  }

  std::string draw() {
    int top = kMargin + 24;
    for (const std::string& panel : panels_) {
      draw_names(panel, top);
      for (const MatrixCell& cell : cells_)
        if (cell.panel == panel)
          draw_cell(panel, cell.rule, place_of(attacks_, cell.attack),
                    cell.report.attacked.mean, top);
      for (const WorstCase& worst : worst_)
        if (worst.panel == panel)
          draw_cell(panel, worst.rule, worst_row(), worst.attacked.mean, top);
      top += panel_height_;
    }
    return svg_.take();
  }

 private:
  int width_with(const std::string& title) const {
    return std::max(
        left_ + cell_width_ * static_cast<int>(rules_.size()) + kMargin,
        2 * kMargin + kCharacter * static_cast<int>(title.size() + 60));
  }

  /// Finds losses against the best of a panel, e.g. averaging without attack.
  void find_losses() {
    for (const MatrixCell& cell : cells_)
      best_[cell.panel] =
          std::max({best_[cell.panel], cell.report.attacked.mean,
                    cell.report.honest.mean});
    for (const MatrixCell& cell : cells_)
      most_lost_ = std::max(most_lost_, lost(cell));
  }
  double lost(const MatrixCell& cell) const {
    return lost(cell.panel, cell.report.attacked.mean);
  }
  double lost(const std::string& panel, double value) const {
    return best_.at(panel) - value;
  }
  /// Place of the row below those of the attacks.
  int worst_row() const { return static_cast<int>(attacks_.size()); }

  void draw_names(const std::string& panel, int top) {
    svg_.text(kMargin, top + 14, panel);
    for (const std::string& rule : rules_)
      svg_.text(left_ + cell_width_ * place_of(rules_, rule) + cell_width_ / 2,
                top + 36, rule, {{"text-anchor", "middle"}});
    for (const std::string& attack : attacks_)
      svg_.text(kMargin,
                top + kHead + kCellHeight * place_of(attacks_, attack) + 20,
                attack);
    if (!worst_.empty())
      svg_.text(kMargin, top + kHead + kCellHeight * worst_row() + 20, kWorst,
                {{"font-weight", "bold"}});
  }

  void draw_cell(const std::string& panel, const std::string& rule, int row,
                 double value, int top) {
    const int x = left_ + cell_width_ * place_of(rules_, rule);
    const int y = top + kHead + kCellHeight * row;
    const double below = lost(panel, value);
    svg_.add("rect", {{"x", x},
                      {"y", y},
                      {"width", cell_width_},
                      {"height", kCellHeight},
                      {"fill", colour(below, most_lost_)},
                      {"stroke", "white"}});
    SvgAttributes style = {{"text-anchor", "middle"}};
    if (below > 0.55 * most_lost_) style.push_back({"fill", "white"});
    if (row == worst_row()) style.push_back({"font-weight", "bold"});
    svg_.text(x + cell_width_ / 2, y + 20, fmt::format("{:.3f}", value), style);
  }

  const std::vector<MatrixCell>& cells_;
  std::vector<std::string> panels_, attacks_, rules_;
  std::vector<WorstCase> worst_;
  std::map<std::string, double> best_;
  double most_lost_ = 0;
  int left_;
  int cell_width_;
  int panel_height_;
  Svg svg_;
};

}  // namespace

std::string matrix_svg(const std::vector<MatrixCell>& cells,
                       const std::string& title, const std::string& metric) {
  return MatrixPicture(cells, title, metric).draw();
}

}  // namespace fedltr
