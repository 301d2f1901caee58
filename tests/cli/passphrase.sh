#!/usr/bin/env bash
# A certificate authority whose key is enciphered, as a user works with it.
# Usage: passphrase.sh PROGRAM
set -u
. "$(dirname "$0")/common.sh"
fedltr=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
umask 077
echo 'correct horse' >phrase
echo 'correct mule' >wrong
echo 'short' >short
cp phrase again

# Checks that a command ends with this code and one line that holds this text.
refuses() { # CODE TEXT ARGUMENTS...
  local code=$1 text=$2
  shift 2
  # Without a terminal to ask on.
  setsid "$fedltr" "$@" >out 2>err </dev/null
  [[ $? == "$code" && $(wc -l <err) == 1 ]] && grep -qF -- "$text" err
}

check "a short passphrase is refused" refuses 4 \
  'short: a passphrase of 5 bytes, but must be of 8 to 1000' \
  ca init --passphrase-file short
check "nothing was made of it" test ! -e ca
check "without a terminal the file is asked for" refuses 4 \
  'no terminal to ask for a passphrase: expected --passphrase-file FILE' \
  ca init --passphrase
chmod 644 phrase
check "a file that others read is refused" refuses 4 'phrase: ' \
  ca init --passphrase-file phrase
chmod 600 phrase
check "a key is enciphered" "$fedltr" ca init --passphrase-file phrase >/dev/null
check "by PKCS #8" grep -qx -e '-----BEGIN ENCRYPTED PRIVATE KEY-----' ca/ca.key
check "the server's is not" \
  grep -qx -e '-----BEGIN PRIVATE KEY-----' ca/server.key
if command -v openssl >/dev/null; then
  openssl asn1parse -in ca/ca.key >out
  check "with scrypt" grep -qi 'scrypt' out
  check "with AES-256" grep -qi 'aes-256-cbc' out
  check "openssl reads it" openssl pkey -in ca/ca.key -passin file:phrase \
    -noout
  check "openssl enciphers, too" \
    openssl pkcs8 -topk8 -scrypt -in ca/ca.key \
    -passin file:phrase -passout file:again -out other.key
fi

check "a node's certificate wants it" refuses 4 \
  'no terminal to ask for a passphrase' ca issue alice
check "a wrong one is told" refuses 4 \
  'ca/ca.key: the passphrase is wrong, or the file is damaged' \
  ca issue alice --passphrase-file wrong
check "a file that is not there is told" refuses 4 'none: can' \
  ca issue alice --passphrase-file none
check "nothing was made of these" test ! -e ca/alice -a ! -e ca/tokens/alice
check "issue takes it" "$fedltr" ca issue alice --passphrase-file phrase >/dev/null
check "request takes none" "$fedltr" ca request bob >/dev/null
check "sign takes it" "$fedltr" ca sign bob/bob.csr --passphrase-file phrase \
  >/dev/null
check "revoke wants it" refuses 4 'no terminal to ask for a passphrase' \
  ca revoke alice
check "revoke takes it" "$fedltr" ca revoke alice --passphrase-file phrase \
  >/dev/null
if [[ -e other.key ]]; then
  cp other.key ca/ca.key
  chmod 600 ca/ca.key
  check "and by fedltr" "$fedltr" ca issue carol --passphrase-file phrase \
    >/dev/null
fi

# On a terminal, the answer is not echoed.
if command -v script >/dev/null; then
  { sleep 1; echo 'correct horse'; sleep 1; } |
    script -qec "$fedltr ca issue dora" /dev/null >typed
  check "a terminal asks for it" test -e ca/dora/dora.pem
  check "with what it wants" grep -q 'Passphrase of ca.key: ' typed
  check "and without an echo" test "$(grep -c 'correct horse' typed)" = 0
fi

"$fedltr" ca init --ca open >/dev/null
check "a key without a passphrase needs none" \
  "$fedltr" ca issue alice --ca open >/dev/null

echo "$((checks - failures)) of $checks checks, $SECONDS s"
[ $failures -eq 0 ]
