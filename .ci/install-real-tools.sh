#!/usr/bin/env bash
# Installs the slicers that public registries carry, so that their adapters can be run for real, and what tests of reports need.
#
#   install-real-tools.sh [slicers] [SLICER] [erlang] [browser] [latex] [go] [manuals] [schemas] [tables] [printers] [libraries] [kernel]
#
# SLICER is one of $SLICERS below, `slicers` all of them. Without arguments all are installed; what is present already is skipped.
# Debian packages go where apt puts them (root, or a working sudo, is needed once).
# Packages of npm, PyPI and Maven Central go into a folder of their own below
#   $BENCH_SLICERS_TOOLS   (default: ${XDG_CACHE_HOME:-$HOME/.cache}/bench-slicers/tools)
#
# Exit codes: 0 everything asked for is usable, 1 something could not be installed, 2 usage.

set -eu

SLICERS="frama-c flowr python-program-analysis pynguin ipyflow wala picire treereduce jsdelta delta cvise"

PLAYWRIGHT_VERSION=1.65.1
AXE_VERSION=4.14.1
AJV_VERSION=8.20.0
AJV_FORMATS_VERSION=3.0.1
XMLLINT_VERSION=5.3.0                    # libxml2 as WebAssembly
SARIF_CRATE_VERSION=0.8.0                # serde-sarif, whose source carries OASIS's schema of SARIF 2.1.0
JUNIT_CRATE_VERSION=0.9.1                # junit-report, whose source carries the schemas of Jenkins and of Ant
PANDAS_VERSION=3.1.1
DUCKDB_VERSION=2.0.1
PRETTIER_VERSION=3.6.2
ASTRING_VERSION=1.9.0
ESCODEGEN_VERSION=2.1.0
ACORN_VERSION=8.15.0                     # the parser for the two before
BABEL_GENERATOR_VERSION=7.28.3           # 8 needs a newer Node.js
BABEL_PARSER_VERSION=7.28.3
TERSER_VERSION=5.51.4
BLACK_VERSION=25.1.0
CLANG_FORMAT_VERSION=20.1.8
JAVAPARSER_VERSION=3.27.1
COMMONS_LANG_VERSION=3.18.0              # named in tests/it/harness.rs, too
GOOGLE_JAVA_FORMAT_VERSION=1.28.0        # newer ones need Java 21

say() { printf '%s\n' "install-real-tools: $*"; }
fail() { printf '%s\n' "install-real-tools: error: $*" >&2; failed=1; return 1; }

failed=0
apt_updated=0

tools_dir() {
    if [ -n "${BENCH_SLICERS_TOOLS:-}" ]; then
        printf '%s\n' "$BENCH_SLICERS_TOOLS"
    elif [ -n "${XDG_CACHE_HOME:-}" ]; then
        printf '%s\n' "$XDG_CACHE_HOME/bench-slicers/tools"
    elif [ -n "${HOME:-}" ]; then
        printf '%s\n' "$HOME/.cache/bench-slicers/tools"
    else
        printf '%s\n' "install-real-tools: error: none of BENCH_SLICERS_TOOLS, XDG_CACHE_HOME, HOME is set" >&2
        exit 2
    fi
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo -n "$@"; fi
}

deb_installed() {
    [ "$(dpkg-query -W -f='${Status}' "$1" 2>/dev/null)" = "install ok installed" ]
}

# install_debs LABEL PACKAGE...
install_debs() {
    label=$1; shift
    command -v apt-get >/dev/null 2>&1 \
        || { fail "$label: this is not a Debian-like system; install $* by hand"; return 1; }
    missing=
    for package in "$@"; do
        if deb_installed "$package"; then say "skip    $package (installed)"; else missing="$missing $package"; fi
    done
    [ -n "$missing" ] || return 0
    if [ "$(id -u)" -ne 0 ] && ! sudo -n true >/dev/null 2>&1; then
        fail "$label: run as root: apt-get install --no-install-recommends$missing"; return 1
    fi
    if [ "$apt_updated" -eq 0 ]; then
        apt_updated=1
        as_root apt-get update -qq || say "warning: apt-get update failed, trying with the lists at hand"
    fi
    say "install$missing"
    # shellcheck disable=SC2086  # a list of package names
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null \
        || { fail "$label: apt-get install$missing failed"; return 1; }
}

# npm_version FOLDER PACKAGE: the version installed there, or nothing
npm_version() {
    sed -n 's/^[[:space:]]*"version":[[:space:]]*"\([^"]*\)".*/\1/p' \
        "$1/node_modules/$2/package.json" 2>/dev/null | head -n 1
}

# npm_install FOLDER PACKAGE@VERSION...
npm_install() {
    folder=$1; shift
    command -v npm >/dev/null 2>&1 || { fail "npm not found; install Node.js with npm first"; return 1; }
    mkdir -p "$folder" || { fail "cannot create $folder"; return 1; }
    [ -f "$folder/package.json" ] || printf '{ "private": true }\n' >"$folder/package.json"
    say "install $* into $folder"
    npm install --prefix "$folder" --save-exact --ignore-scripts --no-audit --no-fund --loglevel=error "$@" >/dev/null \
        || { fail "npm install $* failed"; return 1; }
}

# crate_version FOLDER: the version of the vendored crate there, or nothing
crate_version() {
    sed -n 's/^version = "\([^"]*\)"$/\1/p' "$1/Cargo.toml" 2>/dev/null | head -n 1
}

# install_slicer NAME: as its adapter says. The program itself is built for it unless one is named.
install_slicer() {
    if [ -n "${BENCH_SLICERS:-}" ]; then
        "$BENCH_SLICERS" install "$1" || { fail "bench-slicers install $1 failed"; return 1; }
    else
        cargo run --quiet --release -- install "$1" || { fail "bench-slicers install $1 failed"; return 1; }
    fi
}

install_erlang() {
    install_debs erlang erlang-base erlang-src erlang-syntax-tools || return 1
    command -v escript >/dev/null 2>&1 || { fail "erlang-base is installed but escript is not on PATH"; return 1; }
    say "ready   Erlang"
}

# A browser, what drives it, and what judges whether everybody can use the pages.
install_browser() {
    install_debs browser chromium || return 1
    folder=$(tools_dir)/browser
    if [ "$(npm_version "$folder" playwright-core)" = "$PLAYWRIGHT_VERSION" ] \
        && [ "$(npm_version "$folder" axe-core)" = "$AXE_VERSION" ]; then
        say "skip    playwright-core $PLAYWRIGHT_VERSION with axe-core $AXE_VERSION (installed)"
        return 0
    fi
    npm_install "$folder" "playwright-core@$PLAYWRIGHT_VERSION" "axe-core@$AXE_VERSION" || return 1
    NODE_PATH="$folder/node_modules" node -e 'require("playwright-core"); require("axe-core")' >/dev/null 2>&1 \
        || { fail "playwright-core and axe-core are installed in $folder but do not load"; return 1; }
    say "ready   playwright-core $PLAYWRIGHT_VERSION with axe-core $AXE_VERSION"
}

install_latex() {
    install_debs latex texlive-latex-recommended texlive-science texlive-publishers texlive-latex-extra texlive-plain-generic texlive-fonts-recommended lmodern || return 1
    command -v pdflatex >/dev/null 2>&1 || { fail "TeX Live is installed but pdflatex is not on PATH"; return 1; }
    say "ready   pdflatex"
}

# What builds the Go program of docs/COMMANDS.md.
install_go() {
    command -v go >/dev/null 2>&1 || install_debs go golang-go || return 1
    go version >/dev/null 2>&1 || { fail "go is installed but does not start"; return 1; }
    say "ready   $(go version)"
}

# What formats manual pages, and warns of mistakes in them.
install_manuals() {
    install_debs manuals groff-base mandoc || return 1
    say "ready   groff and mandoc"
}

# Readers of the tables that reports write for machines.
install_tables() {
    folder=$(tools_dir)/tables
    if pip_installed "$folder" pandas "$PANDAS_VERSION" && pip_installed "$folder" duckdb "$DUCKDB_VERSION"; then
        say "skip    pandas $PANDAS_VERSION and duckdb $DUCKDB_VERSION (installed)"
        return 0
    fi
    python3 -m pip --version >/dev/null 2>&1 || install_debs tables python3-pip || return 1
    rm -rf "$folder"                     # no two versions beside each other
    pip_install "$folder" "pandas==$PANDAS_VERSION" "duckdb==$DUCKDB_VERSION" || return 1
    say "ready   pandas $PANDAS_VERSION and duckdb $DUCKDB_VERSION"
}

# Schemas of report formats, and what validates against them. Two crates carry the schemas in their sources.
install_schemas() {
    folder=$(tools_dir)/schemas
    crates=$folder/crates
    sarif=$crates/vendor/serde-sarif
    junit=$crates/vendor/junit-report
    if [ "$(npm_version "$folder" ajv)" = "$AJV_VERSION" ] \
        && [ "$(npm_version "$folder" ajv-formats)" = "$AJV_FORMATS_VERSION" ] \
        && [ "$(npm_version "$folder" xmllint-wasm)" = "$XMLLINT_VERSION" ] \
        && [ "$(crate_version "$sarif")" = "$SARIF_CRATE_VERSION" ] \
        && [ "$(crate_version "$junit")" = "$JUNIT_CRATE_VERSION" ]; then
        say "skip    schemas of SARIF and JUnit with ajv $AJV_VERSION and xmllint-wasm $XMLLINT_VERSION (installed)"
        return 0
    fi
    npm_install "$folder" "ajv@$AJV_VERSION" "ajv-formats@$AJV_FORMATS_VERSION" "xmllint-wasm@$XMLLINT_VERSION" || return 1
    command -v cargo >/dev/null 2>&1 || { fail "cargo not found"; return 1; }
    say "vendor  serde-sarif $SARIF_CRATE_VERSION and junit-report $JUNIT_CRATE_VERSION into $crates"
    mkdir -p "$crates/src" && : >"$crates/src/lib.rs" || { fail "cannot create $crates"; return 1; }
    printf '[package]\nname = "schemas"\nedition = "2024"\n[workspace]\n[dependencies]\nserde-sarif = "=%s"\njunit-report = "=%s"\n' \
        "$SARIF_CRATE_VERSION" "$JUNIT_CRATE_VERSION" >"$crates/Cargo.toml"
    (cd "$crates" && cargo vendor --quiet vendor) >/dev/null || { fail "cargo vendor failed in $crates"; return 1; }
    if [ ! -f "$sarif/src/schema.json" ] || [ ! -f "$junit/tests/JUnit.xsd" ]; then
        fail "the crates in $crates do not carry the schemas"; return 1
    fi
    say "ready   schemas of SARIF and JUnit with ajv $AJV_VERSION and xmllint-wasm $XMLLINT_VERSION"
}

# pip_installed FOLDER PACKAGE VERSION
pip_installed() {
    [ -n "$(find "$1" -maxdepth 1 -iname "$2-$3.dist-info" 2>/dev/null)" ]
}

# pip_install FOLDER PACKAGE==VERSION...
pip_install() {
    folder=$1; shift
    command -v python3 >/dev/null 2>&1 || { fail "python3 not found"; return 1; }
    say "install $* into $folder"
    python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --upgrade --target "$folder" "$@" \
        || { fail "pip install $* failed"; return 1; }
}

# jar_install FOLDER GROUP:ARTIFACT:VERSION[:jar:CLASSIFIER]...
jar_install() {
    folder=$1; shift
    command -v mvn >/dev/null 2>&1 || { fail "mvn not found"; return 1; }
    for artifact in "$@"; do
        say "install $artifact into $folder"
        mvn --quiet --batch-mode dependency:copy "-Dartifact=$artifact" "-DoutputDirectory=$folder" >/dev/null \
            || { fail "mvn dependency:copy $artifact failed"; return 1; }
    done
}

# printers_start FOLDER: whether what pip installed there runs with this Python on this machine
printers_start() {
    PYTHONPATH=$1 python3 -c 'import black' >/dev/null 2>&1 \
        && "$1/clang_format/data/bin/clang-format" --version >/dev/null 2>&1
}

# Formatters and pretty printers, which print the same program as other text.
install_printers() {
    install_debs printers erlang-base erlang-syntax-tools r-base-core || return 1
    command -v javac >/dev/null 2>&1 || install_debs printers default-jdk-headless || return 1
    command -v mvn >/dev/null 2>&1 || install_debs printers maven || return 1
    python3 -m pip --version >/dev/null 2>&1 || install_debs printers python3-pip || return 1
    folder=$(tools_dir)/printers
    python=$folder/python
    jars=$folder/jars
    gjf=google-java-format-$GOOGLE_JAVA_FORMAT_VERSION-all-deps.jar
    if [ "$(npm_version "$folder" prettier)" = "$PRETTIER_VERSION" ] \
        && [ "$(npm_version "$folder" astring)" = "$ASTRING_VERSION" ] \
        && [ "$(npm_version "$folder" escodegen)" = "$ESCODEGEN_VERSION" ] \
        && [ "$(npm_version "$folder" acorn)" = "$ACORN_VERSION" ] \
        && [ "$(npm_version "$folder" @babel/generator)" = "$BABEL_GENERATOR_VERSION" ] \
        && [ "$(npm_version "$folder" @babel/parser)" = "$BABEL_PARSER_VERSION" ] \
        && [ "$(npm_version "$folder" terser)" = "$TERSER_VERSION" ] \
        && pip_installed "$python" black "$BLACK_VERSION" \
        && pip_installed "$python" clang_format "$CLANG_FORMAT_VERSION" && printers_start "$python" \
        && [ -f "$jars/javaparser-core-$JAVAPARSER_VERSION.jar" ] && [ -f "$jars/$gjf" ]; then
        say "skip    printers (installed)"
        return 0
    fi
    rm -rf "$python" "$jars"             # no two versions beside each other
    npm_install "$folder" "prettier@$PRETTIER_VERSION" "astring@$ASTRING_VERSION" "escodegen@$ESCODEGEN_VERSION" \
        "acorn@$ACORN_VERSION" "@babel/generator@$BABEL_GENERATOR_VERSION" "@babel/parser@$BABEL_PARSER_VERSION" \
        "terser@$TERSER_VERSION" || return 1
    pip_install "$python" "black==$BLACK_VERSION" "clang-format==$CLANG_FORMAT_VERSION" || return 1
    jar_install "$jars" "com.github.javaparser:javaparser-core:$JAVAPARSER_VERSION" \
        "com.google.googlejavaformat:google-java-format:$GOOGLE_JAVA_FORMAT_VERSION:jar:all-deps" || return 1
    printers_start "$python" \
        || { fail "black or clang-format is installed in $python but does not start"; return 1; }
    say "ready   printers"
}

# A library of Java that others published, which slices are taken of.
install_libraries() {
    command -v javac >/dev/null 2>&1 || install_debs libraries default-jdk-headless || return 1
    command -v mvn >/dev/null 2>&1 || install_debs libraries maven || return 1
    folder=$(tools_dir)/libraries
    jar=commons-lang3-$COMMONS_LANG_VERSION
    if [ -f "$folder/$jar.jar" ] && [ -f "$folder/$jar-sources.jar" ]; then
        say "skip    libraries (installed)"
        return 0
    fi
    jar_install "$folder" "org.apache.commons:commons-lang3:$COMMONS_LANG_VERSION" \
        "org.apache.commons:commons-lang3:$COMMONS_LANG_VERSION:jar:sources" || return 1
    say "ready   libraries"
}

# A kernel that is a process, for what the one of this machine may not give: control groups of version 2.
install_kernel() {
    install_debs kernel user-mode-linux || return 1
    linux.uml --version >/dev/null 2>&1 || { fail "user-mode-linux is installed but does not start"; return 1; }
    say "ready   $(linux.uml --version)"
}

[ "$#" -gt 0 ] || set -- slicers erlang browser latex go manuals schemas tables printers libraries kernel
for tool in "$@"; do
    case " slicers erlang browser latex go manuals schemas tables printers libraries kernel $SLICERS " in
        *" $tool "*) continue ;;
    esac
    case $tool in
        -h | --help) sed -n '2,/^$/s/^# \{0,1\}//p' "$0"; exit 0 ;;
        *) printf '%s\n' "install-real-tools: error: unknown tool '$tool' (slicers, erlang, browser, latex, go, manuals, schemas, tables, printers, libraries, kernel, $SLICERS)" >&2; exit 2 ;;
    esac
done
for tool in "$@"; do
    case $tool in
        slicers) for slicer in $SLICERS; do install_slicer "$slicer" || true; done ;;
        erlang) install_erlang || true ;;
        browser) install_browser || true ;;
        latex) install_latex || true ;;
        go) install_go || true ;;
        manuals) install_manuals || true ;;
        schemas) install_schemas || true ;;
        tables) install_tables || true ;;
        printers) install_printers || true ;;
        libraries) install_libraries || true ;;
        kernel) install_kernel || true ;;
        *) install_slicer "$tool" || true ;;
    esac
done
exit "$failed"
