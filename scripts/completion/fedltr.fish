# fish completion of fedltr: the program knows what can follow.
function __fedltr_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l found ($words[1] complete $words[2..-1] 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c fedltr -f -a '(__fedltr_complete)'
