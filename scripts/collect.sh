#!/usr/bin/env bash
# Copies the program with the libraries that it needs, so that it runs elsewhere: INTO/bin,
# INTO/lib, INTO/share. The system's own are not among them, the C and the C++ library:
# prints the version of glibc from which on a system has both as all copied files need
# them, by their symbols. Usage: scripts/collect.sh BUILD INTO [FILE...]
#   FILE  another file that needs libraries of INTO/lib (a module of Python); changed in place
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1 into=$2
shift 2

need() { # PROGRAM PACKAGE
  command -v "$1" >/dev/null && return
  echo "$1 is missing: install Debian's package $2" >&2
  exit 1
}
need patchelf patchelf
need objdump binutils
need cmake cmake

rm -rf "$into/bin" "$into/lib" "$into/share"
mkdir -p "$into/bin" "$into/lib" "$into/share/fedltr"
cp "$build/fedltr" "$into/bin/fedltr"
git ls-files -z 'scenarios/*.ini' deploy | tar --null -T - -c | tar -x -C "$into/share/fedltr"

# Libraries of the system: those of glibc, and the compiler's, which Debian builds for its
# own glibc while all systems keep them compatible.
of_system='^(linux-vdso|ld-linux.*|libc|libm|libpthread|libdl|librt|libresolv|libutil|libanl|libstdc\+\+|libgcc_s)\.so'
ldd "$into/bin/fedltr" "$@" | awk '$2 == "=>" { print $1, $3 }' | sort -u |
  grep -vE "$of_system" | while read -r name file; do
  [ "$file" != not ] || { echo "$name is not found" >&2; exit 1; }
  cp -L "$file" "$into/lib/$name"
  # Its licence, from the package that it is of.
  whole=$(realpath "$file")
  package=$({ dpkg -S "$whole" || dpkg -S "${whole#/usr}"; } 2>/dev/null |
    cut -d: -f1 | head -1 || true)
  licence=/usr/share/doc/$package/copyright
  [ -z "$package" ] || [ ! -e "$licence" ] ||
    install -Dm644 "$licence" "$into/share/doc/fedltr/licences/$package"
done
install -Dm644 LICENSE "$into/share/doc/fedltr/LICENSE"

chmod u+w "$into"/lib/*
strip --strip-unneeded "$into/bin/fedltr" "$into"/lib/* "$@"
# shellcheck disable=SC2016
patchelf --set-rpath '$ORIGIN/../lib' "$into/bin/fedltr"
for library in "$into"/lib/*; do
  # shellcheck disable=SC2016
  patchelf --set-rpath '$ORIGIN' "$library"
done
for file in "$@"; do
  patchelf --set-rpath "\$ORIGIN/$(realpath --relative-to="$(dirname "$file")" "$into/lib")" "$file"
done

symbols=$(objdump -T "$into/bin/fedltr" "$into"/lib/* "$@")
newest() { # PREFIX: of the symbols' versions
  grep -oE "$1_[0-9.]+" <<<"$symbols" | cut -d_ -f2 | sort -uV | tail -1
}
# GCC 12's C++ library, the version 3.4.30, came with systems of glibc 2.35, such as Ubuntu
# 22.04. For a newer one: this system's glibc.
of_cxx=2.35
[ "$(printf '%s\n' 3.4.30 "$(newest GLIBCXX)" | sort -V | tail -1)" = 3.4.30 ] ||
  of_cxx=$(getconf GNU_LIBC_VERSION | cut -d' ' -f2)
printf '%s\n' "$(newest GLIBC)" "$of_cxx" | sort -V | tail -1
