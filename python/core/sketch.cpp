// Sketches of term counts.
#include "algorithms/sketch/sketch.hpp"

#include <limits>

#include "algorithms/core/require.hpp"
#include "algorithms/sketch/fingerprint.hpp"
#include "core/convert.hpp"

namespace fedltr::python {
namespace {

/// A sketch together with the hashes of the parties that share a seed.
class TermSketch {
 public:
  TermSketch(const std::string& kind, std::uint32_t rows, std::uint32_t columns,
             std::uint64_t seed)
      : key_(simulated_hash_key(seed)),
        fingerprint_(key_),
        hashes_(key_.rows, rows, columns),
        sketch_({sketch_kind(kind), rows, columns}) {}

  void add(const std::string& term, std::int32_t count) {
    require(count >= 0 && count <= kMost - total_,
            "counts: expected at least 0, 2^31 - 1 in all");
    total_ += count;
    sketch_.add(spots(term), count);
  }
  double estimate(const std::string& term) const {
    return sketch_.estimate(spots(term));
  }
  const Sketch& sketch() const { return sketch_; }

 private:
  std::vector<Cell> spots(const std::string& term) const {
    std::vector<Cell> spots(sketch_.shape().rows);
    hashes_.spots(fingerprint_(term), spots);
    return spots;
  }

  static constexpr std::int32_t kMost =
      std::numeric_limits<std::int32_t>::max();

  std::int32_t total_ = 0;
  HashKey key_;
  mutable Fingerprinter fingerprint_;  // of one OpenSSL context
  RowHashes hashes_;
  Sketch sketch_;
};

}  // namespace

void bind_sketch(py::module_& module) {
  py::class_<TermSketch>(module, "Sketch",
                         "A Count sketch (\"count\") or a Count-Min sketch "
                         "(\"count-min\") of how often terms occur. Equal "
                         "seeds have equal hashes.")
      .def(py::init([](const std::string& kind, std::uint32_t rows,
                       std::uint32_t columns, std::uint64_t seed) {
             require(rows >= 1 && rows <= 4096, "rows: expected 1 to 4096");
             require(columns >= 1 && columns <= 1U << 31,
                     "columns: expected 1 to 2^31");
             require(std::uint64_t{rows} * columns <= 1U << 30,
                     "rows x columns: expected at most 2^30");
             return TermSketch(kind, rows, columns, seed);
           }),
           py::arg("kind") = "count", py::arg("rows") = 30,
           py::arg("columns") = 200, py::arg("seed") = 1)
      .def("add", &TermSketch::add, py::arg("term"), py::arg("count") = 1)
      .def("estimate", &TermSketch::estimate, py::arg("term"),
           "Estimated number of times that the term was added.")
      .def_property_readonly(
          "cells",
          [](const py::object& self) {
            const Sketch& sketch = self.cast<const TermSketch&>().sketch();
            py::array_t<std::int32_t> view(
                {sketch.shape().rows, sketch.shape().columns},
                sketch.cells().data(), self);
            view.attr("flags").attr("writeable") = false;
            return view;
          },
          "#rows x #columns, read-only, no copy.");
}

}  // namespace fedltr::python
