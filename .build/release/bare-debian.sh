# Sourced by ./release: a Debian with nothing but its essential packages, no Java and no Maven, in which archive and package are
# installed, used, upgraded and removed. No service manager runs in it: what the unit runs is run, as the unit's user, with the
# unit's environment.

try_on_bare_debian() {
  build_before
  step "Making a bare Debian"
  debian=$work/debian
  make_debian
  as_root chroot "$debian" sh -c '! command -v java && ! command -v mvn' || fail "there is a Java in the bare Debian"
  step "Trying the archive there"
  as_root mkdir -p "$debian/srv/data"
  as_root tar -xzf "$out/yorozu-$version-linux-x64.tar.gz" -C "$debian/srv" --no-same-owner
  as_root chown 65534:65534 "$debian/srv/data"
  serve in_debian nobody "/srv/yorozu-$version/yorozu" serve --port 0 --data /srv/data
  is_version "$version"
  sign_up
  still_signed_in
  signs_natively
  stop
  as_root rm -rf "$debian/srv"
  upgrade_package
  purge_package
  tried[yorozu-$version-linux-x64.tar.gz]+="; likewise in a bare Debian"
}

# Unpacked anew for each trial, made once for each Debian.
make_debian() {
  local suite mirror kept
  suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
  kept=$out/before/debian-$suite.tar
  # Debian's packages come from where this machine has its own from.
  mirror=$(apt-get indextargets --format '$(SITE) $(RELEASE)' 'Created-By: Packages' | sed -n "s/ $suite\$//p" | head -n 1)
  if [ ! -f "$kept" ]; then
    [ -n "$mirror" ] || fail "apt has no source of $suite"
    quietly as_root debootstrap --variant=minbase "$suite" "$debian" "$mirror"
    as_root tar -C "$debian" --one-file-system -cf "$kept.part" .
    mv "$kept.part" "$kept"
  else
    as_root mkdir -p "$debian"
    as_root tar -C "$debian" -xpf "$kept"
  fi
}

# Becomes a command that runs there as this user; it sees the processes of this machine, and no directory but that Debian's.
in_debian() {
  local user=$1
  shift
  exec_as_root unshare --mount bash -c 'set -e
    root=$1 user=$2; shift 2
    mount -t proc proc "$root/proc"; mount --rbind /dev "$root/dev"
    exec chroot "$root" setpriv --reuid "$user" --regid "$(chroot "$root" id -gn "$user")" --clear-groups --no-new-privs \
      env -i PATH=/usr/bin:/bin "$@"' - "$debian" "$user" "$@"
}

# A line of the unit that is installed there.
of_unit() { sed -n "s/^$1=//p" "$debian/usr/lib/systemd/system/yorozu.service"; }

install_package() {
  as_root cp "$1" "$debian/tmp/yorozu.deb"
  quietly as_root chroot "$debian" env DEBIAN_FRONTEND=noninteractive dpkg -i /tmp/yorozu.deb
  as_root rm "$debian/tmp/yorozu.deb"
}

serve_as_the_unit_does() {
  local environment=()
  mapfile -t environment < <(of_unit Environment)
  # shellcheck disable=SC2046 # The command's words.
  serve in_debian "$(of_unit User)" "${environment[@]}" "$@" $(of_unit ExecStart)
}

# From a package of the program before this version, on whose data the new one goes on.
upgrade_package() {
  step "Upgrading the package there from $(git rev-parse --short "$before")"
  local earlier=$work/earlier old=$work/earlier.deb said
  cp -a "$program" "$earlier"
  cp "$old_jar" "$earlier/lib/yorozu.jar"
  rm "$earlier/lib/classes"
  build_package "$earlier" "$version~before" "$old" gzip
  lasting_files > "$work/files-before"
  install_package "$old"
  serve_as_the_unit_does YOROZU_SERVER_PORT=0
  said=$(curl -sf "$url/healthz" | sed 's/.*"version":"\([^"]*\)".*/\1/')
  [ "$said" != "$version" ] || fail "the program before this version calls itself $version"
  sign_up
  stop
  echo 'log: {format: text}' | as_root tee -a "$debian/etc/yorozu/yorozu.yaml" > /dev/null
  install_package "$out/yorozu_${version}_amd64.deb"
  grep -q '^log: {format: text}' "$debian/etc/yorozu/yorozu.yaml" || fail "an upgrade must leave the settings alone"
  # Where it was reached before: the tokens name the address.
  serve_as_the_unit_does YOROZU_SERVER_PORT="${url##*:}"
  is_version "$version"
  still_signed_in
  signs_natively
  # shellcheck disable=SC2046 # The command's words.
  (in_debian "$(of_unit User)" $(of_unit Environment) $(of_unit ExecStartPost) > /dev/null) || fail "the unit would not be ready"
  stop
  tried[yorozu_${version}_amd64.deb]+="; in a bare Debian: installed, what the unit runs served, upgraded with data of $said ($(git rev-parse --short "$before"))"
}

# All but what goes with a restart, what dpkg keeps of its own work, and the copies that tools for accounts make.
lasting_files() {
  (cd "$debian" && as_root find . -xdev -not -path './run/*' -not -path './tmp/*' -not -path './var/log/*' \
    -not -path './var/cache/*' -not -path './var/lib/dpkg/*' -not -path './etc/*-') | sort
}

purge_package() {
  step "Removing and purging it there"
  quietly as_root chroot "$debian" dpkg --remove yorozu
  [ -e "$debian/var/lib/yorozu/store" ] && [ -e "$debian/etc/yorozu/yorozu.yaml" ] || fail "removing must leave data and settings"
  [ ! -e "$debian/usr/lib/yorozu" ] || fail "removing must take the program away"
  quietly as_root chroot "$debian" dpkg --purge yorozu
  ! grep -q yorozu "$debian/etc/passwd" || fail "the user is left"
  lasting_files > "$work/files-after"
  diff "$work/files-before" "$work/files-after" >&2 || fail "a purge leaves these files"
  tried[yorozu_${version}_amd64.deb]+=", removed, purged: no file left"
}
