#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/core/linalg.hpp"
#include "algorithms/core/parameter.hpp"
#include "algorithms/data/missing.hpp"
#include "algorithms/data/normalize.hpp"
#include "algorithms/federation/faults.hpp"
#include "algorithms/federation/federation_options.hpp"
#include "algorithms/federation/timeline.hpp"
#include "algorithms/heterogeneity/data_sharing.hpp"
#include "algorithms/heterogeneity/split.hpp"
#include "algorithms/ranking/evaluation.hpp"
#include "algorithms/ranking/ranker.hpp"
#include "algorithms/unlearning/schedule.hpp"
#include "app/schema/key.hpp"
#include "app/schema/members_settings.hpp"
#include "app/schema/picture_settings.hpp"
#include "app/schema/silo_settings.hpp"

namespace fedltr {

struct OwnMethods;

enum class Format { kAuto, kSynthetic, kLetor, kBeir, kMsMarco };
enum class EvaluateOn { kTest, kValidation, kTrain };
enum class PrivacyMode { kPaper, kSound };
enum class LocalObjective { kPlain, kFedProx, kFedPer };

/// Values of [run].
struct RunSettings {
  std::string name;
  std::uint64_t seed = 0;
  std::uint32_t repeats = 0;
  std::size_t threads = 0;
  std::vector<std::size_t> speedup;  ///< numbers of threads to compare
  bool weak = false;                 ///< clients increase with threads
  std::filesystem::path out;
  bool rankings = false;  ///< also write those of final models
};

/// Values of [data].
struct DataSettings {
  Format format = Format::kAuto;
  std::vector<std::filesystem::path> train;
  std::vector<std::filesystem::path> test;
  std::vector<std::filesystem::path> validation;
  std::filesystem::path folds;
  int fold = 0;  ///< 0 = all
  Normalize normalize = Normalize::kNone;
  MissingValues missing;
  Storage storage = Storage::kFloat64;
  bool merge = false;
  std::vector<std::filesystem::path> intents;
  std::filesystem::path users;
  std::filesystem::path log;
  std::vector<std::filesystem::path> weights;
  std::filesystem::path feature_names;
};

/// Values of [synthetic].
struct SyntheticSettings {
  std::string like;
  Index queries = 0;
  Index documents = 0;
  Index features = 0;
  int grades = 0;
  double noise = 0;
  std::uint64_t seed = 0;
};

/// Values of [ranker].
struct RankerSettings {
  std::string model;
  ParameterValues parameters;
  Initial init = Initial::kZero;
  std::filesystem::path from;  ///< model or run folder to start from; or empty
};

/// Values of [learner].
struct LearnerSettings {
  std::string method;
  ParameterValues parameters;
};

/// Values of [federation].
struct FederationSettings : FederationOptions {
  std::optional<std::string> server;  ///< empty: the learner's default
  std::optional<double> server_rate;  ///< empty: their default
  LocalObjective local = LocalObjective::kPlain;
  double mu = 0;
  DataSharing sharing;
};

/// Values of [heterogeneity].
struct HeterogeneitySettings {
  std::vector<std::string> kinds;
  SplitOptions options;
};

/// Values of [aggregation].
struct AggregationSettings {
  std::string rule;
  std::optional<std::uint32_t> malicious;  ///< empty: number of attackers
  bool warns = false;  ///< a rule outside its condition runs, with a warning
  std::string pre_aggregation;
  double momentum = 0;  ///< factor, from 0 to below 1
  ParameterValues parameters;
};

/// Values of [attack].
struct AttackSettings {
  std::string kind;
  double clients = 0;     ///< a number, or a share of all
  bool is_share = false;  ///< true for a share
  bool full = false;      ///< knowledge is full
  ParameterValues parameters;
  bool baseline = true;
};

/// Values of [unlearning].
struct UnlearningSettings {
  std::string method;
  std::vector<std::uint32_t> clients;  ///< ascending
  std::uint32_t after = 0;             ///< round; 0 = the last one
  UnlearningOptions options;
  bool evidence = true;
  std::uint64_t memory = 0;  ///< megabytes
};

/// Values of [timeline].
struct TimelineSettings {
  std::vector<TimelineEntry> entries;
};

/// Values of [clicks].
struct ClickSettings {
  std::string model;
  Index list = 0;  ///< documents that a user is shown
  ParameterValues parameters;
};

/// Values of [logging].
struct LoggingSettings {
  Index sessions = 0;  ///< of a simulated log; 0 = none
  Index queries = 0;   ///< that its ranker learned from; 0 = random lists
  double temperature = 0;
  double swaps = 0;
  std::string propensities;
  std::filesystem::path curve;
  double epsilon = 0;  ///< of the sums behind propensities; 0 = no noise
};

/// Values of [privacy].
struct PrivacySettings {
  std::string mechanism;
  PrivacyMode mode = PrivacyMode::kPaper;
  ParameterValues parameters;
  double delta = 0;
  double budget = 0;         ///< 0 = none
  std::uint64_t period = 0;  ///< seconds after which it is renewed; 0 = never
  std::uint32_t shares = 0;
  bool system_randomness = false;
  bool secure = false;         ///< aggregation
  double secure_range = 0;     ///< largest number a client adds to a sum
  double secure_dropouts = 0;  ///< share of a round's clients, also below
  double secure_colluders = 0;
  bool secure_lies = false;  ///< of the server, that sums withstand
};

/// Values of [evaluation].
struct EvaluationSettings {
  std::vector<std::string> metrics;
  std::uint32_t every = 0;
  EvaluateOn on = EvaluateOn::kTest;
  EmptyQuery empty = EmptyQuery::kSkip;
  Ties ties = Ties::kInput;
  std::string err_grade;
  int relevant_from = 0;
  std::vector<double> gains;  ///< by grade; empty: 2^grade - 1
  double discount = 0;
  /// With FedPer: the clients' mean output layer, instead of each its own.
  bool mean_layer = false;
  std::string validate;        ///< metric of the validation queries, or empty
  bool keep_best = false;      ///< the model with the best value of it
  std::uint32_t patience = 0;  ///< evaluations without a better one; 0 = any
  double min_delta = 0;        ///< by which a value is better
};

/// Values of [checkpoint].
struct CheckpointSettings {
  std::uint32_t every = 0;  ///< rounds; 0 = off
  double seconds = 0;       ///< 0 = off
  bool keep = false;        ///< the state at the end, for more rounds
};

/// A named point of a [grid] at which a scenario is.
struct NamedPoint {
  std::string key;   ///< grid.LIST, its list of points
  std::string name;  ///< of the point
  /// Keys that points of this list set, in the order of their names.
  std::vector<std::string> sets;
};

/// A scenario, resolved from a file, its includes, --set and the defaults.
/// keys() holds the keys that fill it, their defaults, bounds and help.
struct Scenario {
  RunSettings run;
  DataSettings data;
  SyntheticSettings synthetic;
  RankerSettings ranker;
  LearnerSettings learner;
  FederationSettings federation;
  HeterogeneitySettings heterogeneity;
  AggregationSettings aggregation;
  AttackSettings attack;
  UnlearningSettings unlearning;
  TimelineSettings timeline;
  FaultOptions faults;
  ClickSettings clicks;
  LoggingSettings logging;
  PrivacySettings privacy;
  EvaluationSettings evaluation;
  CheckpointSettings checkpoint;
  SiloSettings silo;
  MembersSettings members;
  FigureSettings figure;
  TableSettings table;

  /// Number of a retraining baseline whose updates are hidden: it repeats its
  /// scenario's searches with noise of its own. 0: no such baseline. Set by no
  /// key.
  std::uint32_t retraining = 0;

  /// First sentence of the scenario file's comment and, in a second line, its
  /// paragraph that begins with "Reproduced: ", if any; set by no key.
  std::string question = {};

  /// Named points of the grid; set by no key.
  std::vector<NamedPoint> named_points = {};

  /// Methods in place of those that the keys name; null: none. Set by no key.
  std::shared_ptr<const OwnMethods> own;

  KeyTexts text;
};

const std::vector<Key>& keys();

/// Sets a key's value and text; nothing else may change either.
/// @throws std::invalid_argument  with the reason
void set(Scenario& scenario, const Key& key, const Value& value);
/// Sets the key of that name, with paths relative to the working directory.
void set(Scenario& scenario, const std::string& key, const std::string& text);
/// Resets the keys of a section ("attack.") to their defaults.
void reset(Scenario& scenario, const std::string& section);

/// True if searches are those of a log, recorded or simulated.
bool has_session_log(const Scenario& scenario);

/// Number of clients that take part in a round.
std::uint32_t participants_of(const Scenario& scenario);
/// Number of participants if `there` clients are present.
std::uint32_t participants_of(const Scenario& scenario, std::uint32_t there);
/// Maximum sum of the weights of one aggregate.
double max_weight(const Scenario& scenario);
/// Number of clients that ever attack, or of attacking parties of a [silo].
std::uint32_t attackers_of(const Scenario& scenario);
/// Number of malicious clients that the rule assumes: as given, otherwise the
/// number of attackers (in a [silo] at least 1), limited by the rule's
/// condition, or with `aggregation.condition = warn` to one below the number of
/// models.
std::uint32_t assumed_malicious(const Scenario& scenario);

/// Clients that leave after a round of training, from unlearning.clients and
/// the timeline. Rounds are ascending and unique.
struct Leaving {
  std::uint32_t after = 1;
  std::vector<std::uint32_t> clients;  ///< ascending
};
std::vector<Leaving> unlearned_clients_of(const Scenario& scenario);
/// True if clients store updates for the method of unlearning.
bool stores_updates(const Scenario& scenario);

/// True if clients join or leave by the timeline, without being unlearned.
bool has_moves(const Scenario& scenario);

/// True for a key of [figure] or [table], which decides no result.
bool is_of_picture(const Key& key);
/// True for keys of [learner] and [clicks].
bool is_of_users(const Key& key);
/// True for those of them that real users do without.
bool is_of_simulated_users(const Key& key);

/// Returns the key of that name or old name, the first if several share it;
/// nullptr if there is none.
const Key* find_key(const std::string& name);

/// Returns the known name nearest to this one.
std::string nearest_name(const std::string& name,
                         const std::vector<std::string>& known);

/// A conflict between several keys.
struct Conflict {
  std::string key;  ///< key to blame
  std::string what;
};
/// Returns the first rule that a scenario breaks, if any.
std::optional<Conflict> find_conflict(const Scenario& scenario);

Study study_of(const Scenario& scenario);
/// True if a study is in a set.
bool is_among(Study one, Study set);
/// True if a key belongs to the scenario's study.
bool in_study(const Key& key, const Scenario& scenario);
/// Returns a key's default in a study; it may differ for silos.
std::string fallback_of(const Key& key, Study study);
/// Returns a key's default in a scenario; of a parameter, that of its method.
std::string default_text(const Key& key, const Scenario& scenario);
/// Value of synthetic.like for a custom shape, and for texts.
inline constexpr const char* kCustomData = "custom";
inline constexpr const char* kTextData = "text";
/// Returns the format of texts, auto resolved; kBeir for any folder, also in MS
/// MARCO's layout.
Format text_format(const Scenario& scenario);

}  // namespace fedltr
