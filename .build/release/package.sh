# Sourced by ./release: the package for Debian.

make_package() {
  step "Making the package"
  build_package "$program" "$version" "$out/yorozu_${version}_amd64.deb" xz
}

# The package of a program's directory: the same files whatever its version, so that an upgrade can be tried.
build_package() {
  local from=$1 number=$2 file=$3 compression=$4
  local root=$work/package-$number deploy=$work/source/deploy doc
  doc=$root/usr/share/doc/yorozu
  mkdir -p "$root/DEBIAN" "$root/usr/bin" "$root/usr/lib" "$root/usr/lib/systemd/system" "$root/etc/yorozu" "$doc" \
    "$root/usr/share/man/man1" "$root/usr/share/bash-completion/completions" "$root/usr/share/lintian/overrides"
  cp -a "$from" "$root/usr/lib/yorozu"
  rm "$root/usr/lib/yorozu/LICENSE"
  ln -s ../lib/yorozu/yorozu "$root/usr/bin/yorozu"
  cp "$deploy/yorozu.service" "$root/usr/lib/systemd/system/"
  cp "$deploy/yorozu.yaml" "$root/etc/yorozu/"
  cp "$deploy/debian/copyright" "$doc/"
  cp "$deploy/debian/lintian-overrides" "$root/usr/share/lintian/overrides/yorozu"
  "$program/yorozu" manual | gzip -9n > "$root/usr/share/man/man1/yorozu.1.gz"
  "$program/yorozu" completion | grep -v '^#!' > "$root/usr/share/bash-completion/completions/yorozu"
  printf 'yorozu (%s) stable; urgency=medium\n\n  * See docs/releases/%s.md.\n\n -- Yorozu maintainers <maintainers@yorozu.dev>  %s\n' \
    "$number" "$version" "$(date -uRd "@$SOURCE_DATE_EPOCH")" | gzip -9n > "$doc/changelog.gz"
  cp "$deploy"/debian/{postinst,prerm,postrm} "$root/DEBIAN/"
  echo /etc/yorozu/yorozu.yaml > "$root/DEBIAN/conffiles"
  sed "s/@VERSION@/$number/; s/@SIZE@/$(du -sk --exclude=DEBIAN "$root" | cut -f 1)/" "$deploy/debian/control" > "$root/DEBIAN/control"
  (cd "$root" && find etc usr -type f -print0 | sort -z | xargs -0 md5sum) > "$root/DEBIAN/md5sums"
  chmod -R u=rwX,go=rX "$root"
  chmod 755 "$root"/DEBIAN/p*
  touch_all "$root"
  quietly dpkg-deb --root-owner-group "-Z$compression" -z3 --build "$root" "$file"
}
