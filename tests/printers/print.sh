#!/bin/sh
# Reprints C programs: print.sh CLANG_FORMAT IN OUT writes OUT/<printer>/<path> for each IN/<path>.
set -eu
for style in LLVM GNU WebKit; do
    mkdir -p "$3"
    cp -R "$2" "$3/clang-format, $style"
    find "$3/clang-format, $style" -name '*.c' -exec "$1" -i --style="$style" {} +
done
