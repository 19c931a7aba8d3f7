# Sourced by ./release: what is made is tried, each thing by its own means and not by the build's.

fail() { echo "Failed: $*" >&2; exit 1; }

# In the place of this shell, so that a signal reaches the server itself.
exec_as_root() {
  if [ "$(id -u)" = 0 ]; then exec "$@"; else exec sudo "$@"; fi
}

# Starts a server in the background and waits until it says that it is ready; sets url and served.
serve() {
  : > "$work/served.out"
  "$@" > "$work/served.out" 2> "$work/served.err" &
  served=$!
  trap 'kill $served 2>/dev/null || true' EXIT
  until url=$(sed -n 's/^Yorozu is ready at //p' "$work/served.out") && [ -n "$url" ]; do
    kill -0 $served 2>/dev/null || fail "$* did not start: $(tail -n 5 "$work/served.err")"
    sleep 0.1
  done
}

# Asks it to stop, as a service manager does.
stop() {
  local status=0
  kill -TERM $served
  wait $served || status=$?
  trap - EXIT
  [ $status = 0 ] || fail "the server ended with $status: $(tail -n 5 "$work/served.err")"
}

# Signs up, which writes to store and directory and signs with RSA; sets access.
sign_up() {
  access=$(curl -sf -X POST "$url/users/auth/signup" -H 'Content-Type: application/json' \
    -d '{"email":"hana@example.com","password":"correct horse battery"}' | sed -n 's/.*"access_token":"\([^"]*\)".*/\1/p')
  [ -n "$access" ] || fail "nobody could sign up at $url"
}

still_signed_in() {
  curl -sf "$url/users/auth/me" -H "Authorization: Bearer $access" | grep -q '"hana@example.com"' || fail "the session is lost at $url"
}

is_version() { curl -sf "$url/healthz" | grep -q "\"version\":\"$1\"" || fail "$url is not $1"; }

signs_natively() {
  ! grep -q "Java itself signs" "$work/served.err" || fail "the native library for signatures was not found"
}

# Whether Java uses what is prepared, in this directory: it is told to end where it cannot.
prepared_is_used() {
  [ "$(env -i PATH=/usr/bin:/bin YOROZU_JAVA_OPTIONS=-XX:AOTMode=on "$1/yorozu" --version 2>/dev/null)" = "yorozu $version" ]
}

try_archive() {
  step "Trying the archive, moved to another place"
  local first=$work/unpacked place="$work/a place"
  mkdir -p "$first" "$place"
  tar -xzf "$out/yorozu-$version-linux-x64.tar.gz" -C "$first"
  mv "$first/yorozu-$version" "$place/moved"
  prepared_is_used "$place/moved" || fail "Java does not use what is prepared in $place/moved"
  serve env -i PATH=/usr/bin:/bin "$place/moved/yorozu" serve --port 0 --data "$work/data-archive"
  is_version "$version"
  sign_up
  still_signed_in
  signs_natively
  "$place/moved/yorozu" health --data "$work/data-archive" >/dev/null || fail "health says that the server is not ready"
  stop
  # Else the check above would say nothing.
  touch "$place/moved/lib/yorozu.jar"
  ! prepared_is_used "$place/moved" || fail "Java used what was prepared for another jar"
  tried[yorozu-$version.jar]="started on $(basename "$JAVA_HOME"); it is what the others hold"
  [ "$("$JAVA_HOME/bin/java" -jar "$out/yorozu-$version.jar" --version)" = "yorozu $version" ] || fail "the jar does not start"
  grep -q '"bomFormat" *: *"CycloneDX"' "$out/yorozu-$version.cdx.json" || fail "there is no bill of materials"
  tried[yorozu-$version.cdx.json]="is CycloneDX, of what the jar holds"
  tried[yorozu-$version-linux-x64.tar.gz]="unpacked and moved: AOT cache used, serves, signs natively, stops"
}

try_package() {
  step "Trying the package's form"
  local unit=$work/unit/yorozu.service exposure
  mkdir -p "$work/unit"
  lintian --fail-on error,warning --tag-display-limit 0 "$out/yorozu_${version}_amd64.deb" || fail "lintian found something"
  # The program is installed only in the trial below.
  sed 's|/usr/bin/yorozu|/bin/true|' "$work/source/deploy/yorozu.service" > "$unit"
  quietly systemd-analyze --man=no verify "$unit"
  exposure=$(systemd-analyze --offline=yes --threshold=20 --no-pager security "$unit" | sed -n 's/.*Overall exposure level.*: \([0-9.]*\).*/\1/p')
  [ -n "$exposure" ] || fail "systemd-analyze security is above 2.0"
  tried[yorozu_${version}_amd64.deb]="lintian, systemd-analyze verify, exposure $exposure"
}

# One part of the image's configuration, an element to a line.
of_image() {
  python3 -c 'import json, sys
layout = sys.argv[1]
def blob(of): return json.load(open(layout + "/blobs/" + of["digest"].replace(":", "/")))
manifest = blob(json.load(open(layout + "/index.json"))["manifests"][0])
part = sys.argv[2]
if part == "layers":
    found = [layout + "/blobs/" + each["digest"].replace(":", "/") for each in manifest["layers"]]
else:
    found = blob(manifest["config"])["config"][part]
    found = found["Test"][1:] if part == "Healthcheck" else found
print("\n".join([found] if isinstance(found, str) else found))' "$work/image/read" "$1"
}

# There is no engine here. What one does is done by hand: layers unpacked, the root read-only, the volume, the user, the command.
try_image() {
  step "Trying the image's root file system"
  local root=$work/image/root user environment=() entry=() health=() layer
  mkdir -p "$root" "$work/image/read" "$work/data-image"
  tar -xf "$out/yorozu-$version-linux-x64.oci.tar" -C "$work/image/read"
  quietly skopeo copy "oci-archive:$out/yorozu-$version-linux-x64.oci.tar" "docker-archive:$work/image/converted.tar:yorozu:$version"
  rm "$work/image/converted.tar"
  for layer in $(of_image layers); do as_root tar -xzpf "$layer" -C "$root"; done
  user=$(of_image User)
  mapfile -t environment < <(of_image Env)
  mapfile -t entry < <(of_image Entrypoint)
  mapfile -t health < <(of_image Healthcheck)
  as_root chown "$user" "$work/data-image"
  serve exec_as_root unshare --mount bash -c 'set -e
    root=$1 data=$2 user=$3; shift 3
    mount --bind "$root" "$root"; mount -o remount,ro,bind "$root"
    mount --bind "$data" "$root/var/lib/yorozu"; mount -t proc proc "$root/proc"; mount --rbind /dev "$root/dev"
    exec env -i "$@"' - "$root" "$work/data-image" "$user" "${environment[@]}" YOROZU_SERVER_HOST=127.0.0.1 \
    "$(command -v chroot)" --userspec="$user" "$root" "${entry[@]}" serve --port 0
  is_version "$version"
  sign_up
  still_signed_in
  signs_natively
  [ "$(stat -c %u "/proc/$served")" = "${user%:*}" ] || fail "the server runs as another user than $user"
  as_root env -i "${environment[@]}" "$(command -v nsenter)" -t $served -m -r -w -S "${user%:*}" -G "${user#*:}" "${health[@]}" > /dev/null ||
    fail "the health check fails"
  stop
  tried[yorozu-$version-linux-x64.oci.tar]="read by skopeo; its root, read-only and as $user, serves, signs natively, is healthy, stops; no engine"
}
