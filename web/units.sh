# Sources of a run without actors, for compilers that lack the program's libraries: a
# unit's name, and the sources that are compiled as one. The linker leaves out what
# nothing calls, so sources that need OpenSSL may be named but not used.
units=(
  "core algorithms/core/*.cpp"
  "clicks algorithms/clicks/*.cpp"
  "online algorithms/online/*.cpp"
  "ranking algorithms/ranking/{conventions,evaluation,linear,metrics,neural,plackett_luce,ranker,trec_metrics}.cpp"
  "aggregation algorithms/aggregation/*.cpp"
  "attacks algorithms/attacks/*.cpp"
  "data algorithms/data/{dataset,feature_table,keeping,letor_stream,normalize,quantiles,session_log,synthetic,synthetic_log}.cpp"
  "federation algorithms/federation/*.cpp"
  "heterogeneity algorithms/heterogeneity/{data_sharing,population,root_data,turns}.cpp"
  "privacy algorithms/privacy/{accountant,fixed_point,gamma_laplace,gaussian,ledger,privacy_loss}.cpp"
  "statistics algorithms/statistics/{pca,radix_sort}.cpp"
  "unbiased algorithms/unbiased/{doubly_robust,dual_learning,inverse_propensity,log_learner,naive,pairwise_debiasing,regression_em,roomy_ranker}.cpp"
  "unlearning algorithms/unlearning/*.cpp"
  "actors actors/plan.cpp actors/alone/*.cpp actors/client/{client_memory,client_training,collusion,local_client}.cpp actors/cohort/{cohort_memory,cohort_round,late_updates}.cpp actors/runtime/score_models.cpp actors/server/{aggregator,checkpointer,evaluation_queue,participants,privacy_meter,round_collector,round_totals,secure_aggregation,training_state,unlearning_progress}.cpp"
  "client c/client.cpp"
  "study web/study.cpp"
  "all_methods web/all_methods.cpp"
)

# need PROGRAM PACKAGE: ends the script if a program is missing.
need() {
  command -v "$1" >/dev/null && return
  echo "$1 is missing: install Debian's package $2" >&2
  exit 1
}

# unit_is_new OBJECT SOURCES...: writes the unit OBJECT's .cpp; true if the object is
# older than it or anything it includes.
unit_is_new() {
  local object=$1 one=${1%.o}.cpp
  eval "printf '#include \"%s\"\n' ${*:2}" >"$one.new"
  if cmp -s "$one.new" "$one"; then rm "$one.new"; else mv "$one.new" "$one"; fi
  [ -f "$object" ] && [ "$object" -nt "$one" ] || return 0
  local file
  for file in $(sed -e 's/^[^:]*://' -e 's/\\$//' "${object%.o}.d"); do
    [ "$file" -nt "$object" ] && return 0
  done
  return 1
}

version_of_tree() {
  sed -n 's/^project(fedltr VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt
}
