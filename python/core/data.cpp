// LETOR data.
#include <algorithm>
#include <numeric>

#include "algorithms/core/require.hpp"
#include "algorithms/data/letor.hpp"
#include "algorithms/data/normalize.hpp"
#include "algorithms/data/synthetic.hpp"
#include "core/convert.hpp"

namespace fedltr::python {
namespace {

using Shared = std::shared_ptr<Dataset>;

std::vector<Index> places_of(const Dataset& data) {
  std::vector<Index> queries(static_cast<std::size_t>(data.documents()));
  for (Index query = 0; query < data.queries(); ++query)
    std::fill(queries.begin() + data.begin(query),
              queries.begin() + data.end(query), query);
  return queries;
}

std::vector<std::string> query_names(const Dataset& data) {
  std::vector<std::string> names;
  for (Index query = 0; query < data.queries(); ++query)
    names.emplace_back(data.query_name(query));
  return names;
}

std::vector<std::string> document_names(const Dataset& data) {
  std::vector<std::string> names;
  const Names& all = data.document_names();
  for (std::size_t i = 0; i < all.size(); ++i) names.emplace_back(all[i]);
  return names;
}

/// Gives queries other numbers of documents, `mean` on average, as
/// synthetic.documents does.
void scale_documents(double mean, DataShape& shape) {
  auto& counts = shape.document_counts;
  double now = 0;
  for (std::size_t i = 0; i + 1 < counts.size(); ++i)
    now += (counts[i] + counts[i + 1]) / 2 / double(counts.size() - 1);
  for (double& count : counts) count *= mean / now;
}

DataShape shape_like(const std::string& like, Index queries, Index documents,
                     Index features, int grades) {
  if (like == "custom")
    return custom_shape(queries > 0 ? queries : 500,
                        documents > 0 ? documents : 20,
                        features > 0 ? features : 20, grades > 0 ? grades : 3);
  const auto found = std::ranges::find(data_shapes(), like, &DataShape::name);
  require(found != data_shapes().end(), "no data set is called '" + like + "'");
  require(features == 0 && grades == 0,
          "features and grades are those of the data set; custom takes others");
  DataShape shape = *found;
  if (queries > 0) shape.queries = queries;
  if (documents > 0) scale_documents(static_cast<double>(documents), shape);
  return shape;
}

Shared make_synthetic(const std::string& like, Index queries, Index documents,
                      Index features, int grades, double noise,
                      std::uint64_t seed) {
  return std::make_shared<Dataset>(synthesize(
      shape_like(like, queries, documents, features, grades), noise, seed));
}

Shared from_arrays(const std::vector<std::string>& queries,
                   const std::vector<Index>& sizes, const MatrixView& features,
                   const Array<std::uint8_t>& labels,
                   const std::vector<std::string>& documents) {
  const auto grades = view_of(labels);
  require(features.outerStride() == features.cols(), "rows are not together");
  require(std::ssize(grades) == features.rows(), "expected a label a row");
  require(features.allFinite(), "features: expected finite numbers");
  for (const std::uint8_t grade : grades)
    require(grade <= kLargestLabel, "labels: expected 0 to 31");
  require(documents.empty() || std::ssize(documents) == features.rows(),
          "expected a name for each document");
  require(queries.size() == sizes.size(), "expected a size for each query");
  require(
      std::accumulate(sizes.begin(), sizes.end(), Index{0}) == features.rows(),
      "the queries' sizes don't add up to the rows");
  auto data = std::make_shared<Dataset>(features.cols());
  Index first = 0;
  for (std::size_t query = 0; query < queries.size(); ++query) {
    const Index size = sizes[query];
    require(size >= 1, "a query has at least one document");
    Names names;
    for (Index i = 0; i < size && !documents.empty(); ++i)
      names.push_back(documents[static_cast<std::size_t>(first + i)]);
    data->add_query(queries[query],
                    {features.data() + first * features.cols(),
                     static_cast<std::size_t>(size * features.cols())},
                    grades.subspan(static_cast<std::size_t>(first),
                                   static_cast<std::size_t>(size)),
                    names);
    first += size;
  }
  return data;
}

}  // namespace

namespace {

void bind_sets(py::module_& module) {
  py::class_<Dataset, Shared>(module, "Dataset",
                              "Queries with documents, features and labels.")
      .def(py::init(&from_arrays), py::arg("queries"), py::arg("sizes"),
           py::arg("features"), py::arg("labels"),
           py::arg("documents") = std::vector<std::string>())
      .def("__len__", &Dataset::queries)
      // Views of the set's own memory, which keep it alive.
      .def_property_readonly("features", &Dataset::all_features,
                             py::return_value_policy::reference_internal,
                             "#documents x #features, read-only, no copy.")
      .def_property_readonly(
          "labels",
          [](const py::object& self) {
            const auto labels = self.cast<const Dataset&>().labels();
            py::array_t<std::uint8_t> view(
                static_cast<py::ssize_t>(labels.size()), labels.data(), self);
            view.attr("flags").attr("writeable") = false;
            return view;
          },
          "Grades, read-only, no copy.")
      .def_property_readonly("queries", &query_names)
      .def_property_readonly(
          "query_of",
          [](const Dataset& data) { return to_array(places_of(data)); },
          "Place of each document's query.")
      .def_property_readonly("documents", &document_names,
                             "Names; empty where the source has none.")
      .def(
          "select",
          [](const Dataset& data, const std::vector<Index>& places) {
            for (const Index query : places)
              require(query >= 0 && query < data.queries(), "no such query");
            return std::make_shared<Dataset>(select_queries(data, places));
          },
          py::arg("queries"), "The set of some of its queries.")
      .def(
          "normalized",
          [](const Dataset& data) {
            auto copy = std::make_shared<Dataset>(data);
            normalize_query_minmax(*copy);
            return copy;
          },
          "With each feature of each query's documents in [0, 1].");
}

void bind_reader(py::module_& module) {
  py::class_<LetorReader>(module, "LetorReader",
                          "Reads LETOR rows from pieces of text.")
      .def(py::init([](bool merge) {
             return LetorReader(merge ? ReturningQueries::kMerge
                                      : ReturningQueries::kRefuse);
           }),
           py::arg("merge") = false)
      .def("begin_file", &LetorReader::begin_file, py::arg("name"))
      .def(
          "feed",
          [](LetorReader& reader, const py::bytes& piece) {
            reader.feed(std::string_view(piece));
          },
          py::arg("piece"))
      .def("end_file", &LetorReader::end_file)
      .def_property_readonly("zero_seen", &LetorReader::zero_seen)
      .def_property_readonly("largest_id", &LetorReader::largest_id)
      .def(
          "take",
          [](LetorReader& reader, std::uint32_t first_id, Index features) {
            require(first_id <= (reader.zero_seen() ? 0U : 1U) &&
                        features + first_id > reader.largest_id() &&
                        features <= kLargestFeatureId + 1,
                    "an index has no column");
            return std::make_shared<Dataset>(reader.take(first_id, features));
          },
          py::arg("first_id"), py::arg("features"));
}

void bind_synthetic(py::module_& module) {
  module.def("synthesize", &make_synthetic, py::arg("like") = "mq2008",
             py::arg("queries") = 0, py::arg("documents") = 0,
             py::arg("features") = 0, py::arg("grades") = 0,
             py::arg("noise") = 1.0, py::arg("seed") = 1,
             "A synthetic set like a public one; 0: as there.");
}

}  // namespace

void bind_data(py::module_& module) {
  py::register_exception<DataError>(module, "DataError", PyExc_ValueError);
  bind_sets(module);
  bind_reader(module);
  bind_synthetic(module);
}

}  // namespace fedltr::python
