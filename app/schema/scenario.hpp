#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/core/linalg.hpp"
#include "algorithms/core/parameter.hpp"
#include "algorithms/federation/faults.hpp"
#include "algorithms/federation/timeline.hpp"
#include "algorithms/federation/weighting.hpp"
#include "algorithms/heterogeneity/data_sharing.hpp"
#include "algorithms/heterogeneity/split.hpp"
#include "algorithms/ranking/evaluation.hpp"
#include "algorithms/ranking/ranker.hpp"
#include "algorithms/unlearning/schedule.hpp"
#include "app/schema/silo_settings.hpp"

namespace fedltr {

enum class Format { kAuto, kSynthetic, kLetor, kBeir, kMsMarco };
enum class Normalize { kNone, kQueryMinmax };
enum class EvaluateOn { kTest, kValidation, kTrain };
enum class PrivacyMode { kPaper, kSound };
enum class LocalObjective { kPlain, kFedProx, kFedPer };

/// A scenario, resolved: what a file, its includes, --set and the defaults say.
/// The keys that fill it, their defaults, bounds and help are in keys().
struct Scenario {
  struct {
    std::string name;
    std::uint64_t seed = 0;
    std::uint32_t repeats = 0;
    std::size_t threads = 0;
    std::vector<std::size_t> speedup;  ///< numbers of threads to compare
    bool weak = false;                 ///< clients grow with the threads
    std::filesystem::path out;
    bool rankings = false;  ///< of final models are written, too
  } run;
  struct {
    Format format = Format::kAuto;
    std::vector<std::filesystem::path> train;
    std::vector<std::filesystem::path> test;
    std::vector<std::filesystem::path> validation;
    std::filesystem::path folds;
    int fold = 0;  ///< 0 = all
    Normalize normalize = Normalize::kNone;
    Storage storage = Storage::kFloat64;
    bool merge = false;
    std::vector<std::filesystem::path> intents;
    std::filesystem::path users;
    std::filesystem::path feature_names;
  } data;
  struct {
    std::string like;
    Index queries = 0;
    Index documents = 0;
    Index features = 0;
    int grades = 0;
    double noise = 0;
    std::uint64_t seed = 0;
  } synthetic;
  struct {
    std::string model;
    ParameterValues parameters;
    Initial init = Initial::kZero;
  } ranker;
  struct {
    std::string method;
    ParameterValues parameters;
  } learner;
  struct {
    std::uint32_t clients = 0;
    std::uint32_t interactions = 0;
    std::uint32_t rounds = 0;
    double participation = 0;
    Weighting weighting = Weighting::kInteractions;
    std::optional<std::string> server;  ///< none: the learner's usual one
    std::optional<double> server_rate;  ///< none: that of server and learner
    std::vector<std::uint32_t> absent;
    LocalObjective local = LocalObjective::kPlain;
    double mu = 0;
    DataSharing sharing;
  } federation;
  struct {
    std::vector<std::string> kinds;
    SplitOptions options;
  } heterogeneity;
  struct {
    std::string rule;
    std::optional<std::uint32_t> malicious;  ///< none: as many as attack
    std::string pre_aggregation;
    ParameterValues parameters;
  } aggregation;
  struct {
    std::string kind;
    double clients = 0;     ///< a number, or a share of all
    bool is_share = false;  ///< which of the two
    bool full = false;      ///< knowledge
    ParameterValues parameters;
    bool baseline = true;
  } attack;
  struct {
    std::string method;
    std::vector<std::uint32_t> clients;  ///< ascending
    std::uint32_t after = 0;             ///< round; 0 = the last one
    UnlearningOptions options;
    bool evidence = true;
    std::uint64_t memory = 0;  ///< megabytes
  } unlearning;
  struct {
    std::vector<TimelineEntry> entries;
  } timeline;
  FaultOptions faults;
  struct {
    std::string model;
    ParameterValues parameters;
  } clicks;
  struct {
    std::string mechanism;
    PrivacyMode mode = PrivacyMode::kPaper;
    ParameterValues parameters;
    double delta = 0;
    double budget = 0;  ///< 0 = none
    std::uint32_t shares = 0;
    bool system_randomness = false;
    bool secure = false;         ///< aggregation
    double secure_range = 0;     ///< largest number a client adds to a sum
    double secure_dropouts = 0;  ///< share of a round's clients, also below
    double secure_colluders = 0;
  } privacy;
  struct {
    std::vector<std::string> metrics;
    std::uint32_t every = 0;
    EvaluateOn on = EvaluateOn::kTest;
    EmptyQuery empty = EmptyQuery::kSkip;
    Ties ties = Ties::kInput;
    std::string err_grade;
    int relevant_from = 0;
    double discount = 0;
  } evaluation;
  struct {
    std::uint32_t every = 0;  ///< rounds; 0 = off
    double seconds = 0;       ///< 0 = off
  } checkpoint;

  SiloSettings silo;

  /// Number of a retraining baseline whose updates are hidden: it has the
  /// searches of the scenario that it is of, and noise of its own. 0: none. No
  /// key says so.
  std::uint32_t retraining = 0;

  /// Every key's text, as `fedltr check` prints it; paths made absolute.
  std::map<std::string, std::string> text;
};

/// What a key was given: its text, and the folder relative paths are from.
struct Value {
  std::string text;
  std::filesystem::path base;
};

/// What a scenario is about: clients that learn from clicks, or parties that
/// search together.
enum class Study { kBoth, kFederation, kSilo };

/// One line of the table that reader, help, check and defaults follow from.
struct Key {
  std::string name = {};      ///< section.key
  std::string fallback = {};  ///< default, as text
  std::string allowed = {};   ///< for the user
  std::string help = {};
  /// Throws std::invalid_argument with what is wrong.
  std::function<void(Scenario&, const Value&)> set = {};
  bool is_path = false;
  bool is_list = false;  ///< comma-separated, so it can't be in a grid
  /// Whether it has any effect in this scenario; given where it has none at any
  /// point of the grid, it is refused. Empty: always.
  std::function<bool(const Scenario&)> applies = {};
  std::string needs = {};  ///< what it would take
  bool repeats = false;    ///< may stand on several lines of a file
  Study study = Study::kBoth;
  std::optional<std::string> silo_fallback = {};  ///< where silos have another
  std::vector<std::string> old_names = {};        ///< which go on working

  // Of a method's parameter, for which methods may have different defaults:
  std::vector<std::string> defaults = {};  ///< all of them
  std::string common_default = {};         ///< for help, if not the fallback
  /// Default of the method a scenario chose.
  std::function<std::string(const Scenario&)> default_in = {};

  bool is_parameter() const { return static_cast<bool>(default_in); }
  const std::string& shown_default() const {
    return common_default.empty() ? fallback : common_default;
  }
};

const std::vector<Key>& keys();

/// Clients that take part in a round.
std::uint32_t participants_of(const Scenario& scenario);
/// Of so many who are there.
std::uint32_t participants_of(const Scenario& scenario, std::uint32_t there);
/// What the weights of one sum add up to at most.
double max_weight(const Scenario& scenario);
/// Clients that ever attack, or parties of a [silo].
std::uint32_t attackers_of(const Scenario& scenario);
/// Malicious clients the rule assumes: as said, or as many as attack, as far as
/// its condition allows; in a [silo] one at least.
std::uint32_t assumed_malicious(const Scenario& scenario);

/// Who leaves when: by round of training, ascending, a round once; of
/// unlearning.clients and the timeline.
struct Leaving {
  std::uint32_t after = 1;
  std::vector<std::uint32_t> clients;  ///< ascending
};
std::vector<Leaving> unlearned_clients_of(const Scenario& scenario);
/// Whether clients store updates for the method of unlearning.
bool stores_updates(const Scenario& scenario);

/// Whether the timeline has clients join or leave, though they are remembered.
bool has_moves(const Scenario& scenario);

/// Returns the key of that name, or of which it is an old name; nullptr if
/// there is none.
const Key* find_key(const std::string& name);

/// The known name that looks most like this one.
std::string nearest_name(const std::string& name,
                         const std::vector<std::string>& known);

/// Something that no single key can tell.
struct Conflict {
  std::string key;  ///< the one to blame
  std::string what;
};
/// The first rule that a scenario breaks, if any.
std::optional<Conflict> find_conflict(const Scenario& scenario);

/// Whether a key is of the scenario's study.
bool in_study(const Key& key, const Scenario& scenario);
/// A key's default, which may be another one for silos.
std::string fallback_of(const Key& key, bool silo);
/// A key's default in a scenario: of a parameter, that of the method chosen.
std::string default_text(const Key& key, const Scenario& scenario);
/// synthetic.like for a shape of one's own, and for texts.
inline constexpr const char* kCustomData = "custom";
inline constexpr const char* kTextData = "text";
/// Of texts, auto resolved; kBeir is any folder, of MS MARCO's layout, too.
Format text_format(const Scenario& scenario);
bool is_synthetic_text(const Scenario& scenario);

}  // namespace fedltr
