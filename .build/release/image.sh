# Sourced by ./release: an image of OCI's layout, made without an engine, of nothing but the program and the C libraries it is
# linked with, which are those of this machine's Debian packages.

owner=65532

make_image() {
  step "Making the image"
  local root=$work/image/program base=$work/image/base
  mkdir -p "$root/opt" "$base/etc" "$base/tmp" "$base/var/lib/yorozu" "$base/proc" "$base/dev" "$base/sys"
  cp -a "$program" "$root/opt/yorozu"
  # Without a shell there is no use for it.
  rm "$root/opt/yorozu/yorozu"
  copy_libraries "$root" "$base"
  printf 'root:x:0:0:root:/root:/sbin/nologin\nyorozu:x:%s:%s:Yorozu:/var/lib/yorozu:/sbin/nologin\n' $owner $owner > "$base/etc/passwd"
  printf 'root:x:0:\nyorozu:x:%s:\n' $owner > "$base/etc/group"
  echo 'hosts: files dns' > "$base/etc/nsswitch.conf"
  chmod -R u=rwX,go=rX "$base"
  chmod 1777 "$base/tmp"
  chmod 700 "$base/var/lib/yorozu"
  sorted_tar "$base" --exclude=./var/lib/yorozu . > "$work/image/base.tar"
  # The data belong to the user of the image, and a volume that is made for them as well.
  sorted_tar "$base" --owner=$owner --group=$owner --no-recursion ./var/lib/yorozu > "$work/image/data.tar"
  tar -Af "$work/image/base.tar" "$work/image/data.tar"
  sorted_tar "$root" . > "$work/image/program.tar"
  mkdir -p "$work/image/layout"
  "$JAVA_HOME/bin/java" "$work/source/.build/release/OciImage.java" "$work/image/layout" "$version" "$commit" \
    "$SOURCE_DATE_EPOCH" $owner "$work/image/base.tar" "$work/image/program.tar"
  sorted_tar "$work/image/layout" blobs index.json manifest.json oci-layout > "$out/yorozu-$version-linux-x64.oci.tar"
}

# All libraries that the native code is linked with and does not bring, each with the licence of its package.
copy_libraries() {
  local root=$1 base=$2 library package
  while read -r library; do
    install -D -m 755 "$(readlink -f "$library")" "$base$library"
    # Which of its two names dpkg knows depends on when /lib became a part of /usr.
    package=$({ dpkg -S "$(readlink -f "$library")" "$library" 2>/dev/null || true; } | sed -n '1s/:.*//p')
    [ -n "$package" ] || { echo "No package has $library, so that nobody knows its licence." >&2; exit 1; }
    install -D -m 644 "/usr/share/doc/$package/copyright" "$base/usr/share/doc/$package/copyright"
    dpkg-query -W -f '${Package} ${Version}\n' "$package" > "$base/usr/share/doc/$package/version"
  done < <(find "$root" -type f \( -name '*.so' -o -path '*/runtime/bin/*' \) -exec ldd {} + 2>/dev/null |
    sed -n 's/.*=> \(\/[^ ]*\) .*/\1/p; s/^[[:space:]]*\(\/lib[^ ]*ld-linux[^ ]*\) .*/\1/p' | grep -v "^$root" | sort -u)
}
