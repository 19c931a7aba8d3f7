# Sourced by ./release: the program for Linux on x86-64 with a Java of its own, that needs nothing else.

# By `jdeps --print-module-deps`, without those that only parts of libraries need which are never called: java.desktop (H2's
# console, beans of JDBI), java.compiler, java.scripting and java.instrument (Java sources within SQL of H2, its profiler).
# jdk.zipfs opens jars as file systems.
modules=java.base,java.management,java.naming,java.net.http,java.security.jgss,java.sql,jdk.jfr,jdk.management,jdk.net,jdk.unsupported,jdk.zipfs

make_archive() {
  step "Linking a Java of $(tr ',' '\n' <<< "$modules" | wc -l) modules, and preparing its starts"
  program=$work/yorozu-$version
  mkdir -p "$program/lib"
  quietly "$JAVA_HOME/bin/jlink" --no-header-files --no-man-pages --add-modules "$modules" --output "$program/runtime"
  # Both native libraries lie beside the jar, so that no start unpacks them, and none needs a directory to write to.
  cp "$out/yorozu-$version.jar" "$program/lib/yorozu.jar"
  unzip -qj "$program/lib/yorozu.jar" '*/libamazonCorrettoCryptoProvider.so' -d "$program/lib"
  # Natives for other machines; what is prepared belongs to the jar as it is after this.
  quietly zip -qd "$program/lib/yorozu.jar" 'librocksdbjni-linux-*' 'librocksdbjni-*-musl.so' '*.jnilib' '*.dll' \
    '*/libamazonCorrettoCryptoProvider.so' 'org/jline/nativ/FreeBSD/*' 'org/jline/nativ/Linux/arm*' \
    'org/jline/nativ/Linux/ppc64/*' 'org/jline/nativ/Linux/x86/*'
  install -m 755 "$work/source/.build/release/launcher" "$program/yorozu"
  cp "$work/source/LICENSE" "$program/"
  unzip -qp "$program/lib/yorozu.jar" META-INF/THIRD-PARTY.txt > "$program/THIRD-PARTY.txt"
  # Java compares the time of the jar with that which it had.
  touch_all "$program"
  quietly "$program/runtime/bin/java" -jar "$program/lib/yorozu.jar" prepare "$work/prepared"
  mv "$work/prepared/classes" "$work"/prepared/librocksdbjni-linux64.so "$program/lib/"
  # Where it lies, only the launcher knows; Java finds what is prepared in another place as well.
  { echo "-Xms64m"; echo "-Xmx512m"; grep -v "$work/prepared" "$work/prepared/options"
    echo "-Dcom.amazon.corretto.crypto.provider.useExternalLib=true"; } > "$program/lib/options"
  chmod -R u=rwX,go=rX "$program"
  touch_all "$program"
  sorted_tar "$work" "yorozu-$version" | gzip -9n > "$out/yorozu-$version-linux-x64.tar.gz"
}

touch_all() { find "$1" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +; }
