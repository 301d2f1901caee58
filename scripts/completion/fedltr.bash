# bash completion of fedltr: the program knows what can follow.
_fedltr() {
  local line=${COMP_LINE:0:COMP_POINT} words word
  read -ra words <<<"$line"
  [[ $line == *' ' ]] && words+=('')
  word=${words[-1]}
  mapfile -t COMPREPLY < <("${words[0]}" complete "${words[@]:1}" 2>/dev/null)
  if [ ${#COMPREPLY[@]} -eq 0 ]; then
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")
    return
  fi
  # bash takes `key=value` for two words and replaces the second.
  if [[ $word == *=* && $COMP_WORDBREAKS == *=* ]]; then
    COMPREPLY=("${COMPREPLY[@]#"${word%%=*}="}")
  fi
  [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace
  return 0
}
complete -F _fedltr fedltr
