#include "core/lent_methods.hpp"

#include <limits>
#include <set>
#include <stdexcept>

#include "algorithms/core/require.hpp"

namespace fedltr::python {
namespace {

class LentRule final : public RobustRule {
 public:
  LentRule(PythonThread& python, CallableRule& rule)
      : python_(python), rule_(rule) {}

  Vector aggregate(const LocalModels& local,
                   std::span<double> selection) override {
    Vector combined = local.global;
    std::ranges::fill(selection, 1.0);
    python_.call([&] { combined = rule_.aggregate(local, selection); });
    return combined;
  }

 private:
  PythonThread& python_;
  CallableRule& rule_;
};

class LentAttack final : public Attack {
 public:
  LentAttack(PythonThread& python, CallableAttack& attack)
      : python_(python), attack_(attack) {}

  Matrix craft(const AttackInput& input) override {
    Matrix crafted = input.honest.topRows(input.attackers);
    python_.call([&] { crafted = attack_.craft(input); });
    return crafted;
  }

 private:
  PythonThread& python_;
  CallableAttack& attack_;
};

class LentClicks final : public ClickModel {
 public:
  LentClicks(PythonThread& python, const CallableClicks& user, int grades)
      : python_(python), user_(user) {
    const auto given = user.click_probabilities();
    probabilities_.assign(given.begin(), given.end());
    if (given.empty()) probabilities_.resize(static_cast<std::size_t>(grades));
    require(std::ssize(probabilities_) >= grades,
            "a click model has a probability for each grade");
  }

  void click(Labels shown, Rng& rng,
             std::span<std::uint8_t> clicks) const override {
    std::ranges::fill(clicks, std::uint8_t{0});
    python_.call([&] { user_.click(shown, rng, clicks); });
  }
  std::span<const double> click_probabilities() const override {
    return probabilities_;
  }

 private:
  PythonThread& python_;
  const CallableClicks& user_;
  std::vector<double> probabilities_;
};

/// Returns a vector made in Python.
/// @param what  named in the error for another size, or numbers not finite
Vector vector_of(const py::object& made, Index size, const char* what) {
  auto vector = made.cast<Vector>();
  require(vector.size() == size && vector.allFinite(),
          std::string(what) + ": expected " + std::to_string(size) +
              " finite numbers");
  return vector;
}

class LentRanker final : public Ranker {
 public:
  /// @param ranker  outlives this
  LentRanker(PythonThread& python, const py::object& ranker)
      : python_(python), ranker_(ranker) {
    python_.call([&] { size_ = ranker_.attr("size").cast<Index>(); });
    require(size_ > 0, "a ranker's size is its number of parameters");
  }

  Index size() const override { return size_; }

  void score(const VectorView& parameters, const MatrixView& features,
             Eigen::Ref<Vector> scores) const override {
    scores.setZero();
    python_.call([&] {
      scores =
          vector_of(ranker_.attr("score")(Vector(parameters), Matrix(features)),
                    features.rows(), "score");
    });
  }

  void step_from(const Activations&, const VectorView& parameters,
                 const MatrixView& features, std::span<const Index> documents,
                 std::span<const double> weights,
                 Eigen::Ref<Vector> into) const override {
    Matrix chosen(std::ssize(documents), features.cols());
    for (Index i = 0; i < chosen.rows(); ++i)
      chosen.row(i) = features.row(documents[static_cast<std::size_t>(i)]);
    python_.call([&] {
      into += vector_of(
          ranker_.attr("step")(Vector(parameters), chosen,
                               Vector(Eigen::Map<const Vector>(
                                   weights.data(), std::ssize(weights)))),
          size_, "step");
    });
  }

  Vector draw_initial(Rng& rng) const override {
    Vector drawn = Vector::Zero(size_);
    python_.call([&] {
      drawn = vector_of(ranker_.attr("initial")(std::make_shared<Rng>(rng)),
                        size_, "initial");
    });
    return drawn;
  }

 private:
  PythonThread& python_;
  const py::object& ranker_;
  Index size_ = 0;
};

/// A client's round in Python. The object is only touched with Python's lock;
/// after an error it is not released.
class LentLearning final : public LocalLearning {
 public:
  LentLearning(PythonThread& python, const py::function& begin,
               const VectorView& global, Index searches, Rng& rng,
               Eigen::Ref<Vector> message)
      : python_(python), message_(message) {
    message_ = global;
    python_.call([&] {
      client_ =
          begin(Vector(global), searches, std::make_shared<Rng>(rng)).release();
    });
  }
  ~LentLearning() override {
    python_.call([this] { client_.dec_ref(); });
  }
  LentLearning(const LentLearning&) = delete;
  LentLearning& operator=(const LentLearning&) = delete;

  void show(Search& search) override {
    const auto longest = static_cast<Index>(search.ranking().size());
    search.show(std::vector<Index>{0});
    python_.call([&] {
      features_ = py::cast(Matrix(search.features())).release();
      const auto ranking =
          client_.attr("show")(features_).cast<std::vector<Index>>();
      const std::set<Index> shown(ranking.begin(), ranking.end());
      require(!ranking.empty() && std::ssize(ranking) <= longest &&
                  shown.size() == ranking.size() && *shown.begin() >= 0 &&
                  *shown.rbegin() < search.candidates(),
              "show: expected 1 to " + std::to_string(longest) +
                  " different rows of the features");
      search.show(ranking);
    });
  }

  void learn(Search& search) override {
    python_.call([&] {
      const auto features = py::reinterpret_steal<py::object>(features_);
      const auto clicks = std::as_const(search).clicks();
      client_.attr("learn")(
          features,
          std::vector<Index>(search.ranking().begin(), search.ranking().end()),
          std::vector<bool>(clicks.begin(), clicks.end()));
    });
  }

  void end() override {
    python_.call([&] {
      message_ = vector_of(client_.attr("model"), message_.size(), "model");
    });
  }

 private:
  PythonThread& python_;
  Eigen::Ref<Vector> message_;
  py::handle client_;
  py::handle features_;  ///< of the open search
};

class LentLearner final : public Learner {
 public:
  /// @param begin  outlives this
  LentLearner(PythonThread& python, const py::function& begin)
      : python_(python), begin_(begin) {}

  std::unique_ptr<LocalLearning> begin(
      const VectorView& global, Index searches, LearnerStreams& streams,
      Eigen::Ref<Vector> message) const override {
    return std::make_unique<LentLearning>(python_, begin_, global, searches,
                                          streams.exploration, message);
  }

 private:
  PythonThread& python_;
  const py::function& begin_;
};

/// Returns the largest number of malicious clients that a function withstands,
/// of which nothing is known: any.
std::int64_t any_number(std::int64_t) {
  return std::numeric_limits<std::int64_t>::max();
}

RankerMethod lend_ranker(Ideas& ideas, PythonThread& python) {
  const auto make = [&](const RankerShape& shape) {
    const py::object* made = nullptr;
    python.call([&] {
      made = &ideas.rankers.emplace_back((*ideas.ranker)(shape.features));
    });
    if (!made) throw std::runtime_error("the given ranker was not made");
    return std::make_shared<const LentRanker>(python, *made);
  };
  return {"the given ranker", "", "", {}, make};
}

}  // namespace

Ideas::Ideas(const py::dict& given) {
  const auto function = [&](const char* name) -> std::optional<py::function> {
    if (!given.contains(name) || given[name].is_none()) return std::nullopt;
    return given[name].cast<py::function>();
  };
  if (const auto f = function("rule")) rule.emplace(*f);
  if (const auto f = function("attack")) attack.emplace(*f);
  if (const auto f = function("clicks"))
    clicks.emplace(*f, given["probabilities"].cast<std::vector<double>>());
  learner = function("learner");
  ranker = function("ranker");
}

std::shared_ptr<const OwnMethods> lend(Ideas& ideas, PythonThread& python) {
  auto own = std::make_shared<OwnMethods>();
  if (ideas.rule) {
    const auto make = [&](const RuleOptions&) {
      return std::make_unique<LentRule>(python, *ideas.rule);
    };
    own->rule =
        RuleMethod{"the given rule", "", "", {}, make, {"", any_number}};
  }
  if (ideas.attack) {
    const auto make = [&](const AttackOptions&) {
      return std::make_unique<LentAttack>(python, *ideas.attack);
    };
    own->attack = AttackMethod{"the given attack", "", "", {}, make, kOnModels};
  }
  if (ideas.clicks) {
    const auto make = [&](const ClickOptions& options) {
      return std::make_shared<const LentClicks>(python, *ideas.clicks,
                                                options.grades);
    };
    own->clicks = ClickMethod{"the given user", "", "", {}, make};
  }
  if (ideas.learner) {
    const auto make = [&](const LearnerOptions&,
                          const std::shared_ptr<const Ranker>&) {
      return std::make_shared<const LentLearner>(python, *ideas.learner);
    };
    own->learner = LearnerMethod{"the given learner", "", "", {}, make};
  }
  if (ideas.ranker) own->ranker = lend_ranker(ideas, python);
  return own;
}

}  // namespace fedltr::python
