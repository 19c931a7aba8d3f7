# Sourced by ./release: the program and the libraries, from what is committed.

step() { echo "· $*" >&2; }

# Runs what says much, and shows it only when it fails.
quietly() {
  local log=$work/last.log
  "$@" > "$log" 2>&1 || { tail -n 40 "$log" >&2; echo "Failed: $*" >&2; exit 1; }
}

export_tree() {
  mkdir -p "$2"
  git archive "$1" | tar -x -C "$2"
}

build_modules() {
  step "Building $version of $(git rev-parse --short HEAD): program, libraries, sources, Javadoc"
  export_tree "$commit" "$work/source"
  # Nothing goes into the local repository, from which other builds would take it.
  (cd "$work/source" && quietly "$maven" -B -Dmaven.test.skip -Dmaven.install.skip=true -Dwithout.peers -P release \
    -pl bom,server,store-testkit -am -DaltDeploymentRepository="release::file://$out/repository" deploy)
  cp "$work/source/server/target/yorozu.jar" "$out/yorozu-$version.jar"
  unzip -qp "$out/yorozu-$version.jar" META-INF/sbom/yorozu.cdx.json > "$out/yorozu-$version.cdx.json"
}

# The program as it was before this version; built once.
build_before() {
  old_jar=$out/before/$(git rev-parse --short "$before").jar
  [ -f "$old_jar" ] && return
  step "Building the program of $(git rev-parse --short "$before"), to upgrade from"
  export_tree "$before" "$work/before"
  (cd "$work/before" && quietly "$maven" -B -Dmaven.test.skip -Dwithout.peers -pl server -am package)
  mkdir -p "$out/before"
  cp "$work/before/server/target/yorozu.jar" "$old_jar"
}

# A tar that is the same whoever makes it, of a directory's content.
sorted_tar() {
  local directory=$1
  shift
  tar -C "$directory" --format=gnu --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -c "$@"
}

write_checksums() {
  (cd "$out" && sha256sum yorozu* > SHA256SUMS)
}

print_table() {
  local file name
  printf '\n%-34s %11s  %-64s  %s\n' artifact bytes SHA-256 "tried with it"
  for file in "$out"/yorozu*; do
    name=$(basename "$file")
    printf '%-34s %11s  %-64s  %s\n' "$name" "$(stat -c %s "$file")" "$(sha256sum "$file" | cut -d ' ' -f 1)" \
      "${tried[$name]:-nothing}"
  done
  printf '%-34s %11s  %-64s  %s\n' repository/ "$(du -sb "$out/repository" | cut -f 1)" "(of each file beside it)" \
    "${tried[repository]:-nothing}"
}
