# Sourced by ./yorozu and ./test: sets JAVA_HOME to a JDK of 21 or later and maven to the command that builds, or says what to
# do and ends with 2.

# Sets major, unless there is no JDK. One says its version in a file; to start it and ask would take longer than all else here.
java_major() {
  [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] || return 1
  major=""
  if [ -r "$1/release" ]; then
    local line
    while read -r line; do
      [[ "$line" =~ ^JAVA_VERSION=\"([0-9]+) ]] && major=${BASH_REMATCH[1]}
    done < "$1/release"
  fi
  [ -n "$major" ] || major=$("$1/bin/java" -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p' | head -n 1)
}

# Sets JAVA_HOME, unless there is no such JDK.
find_jdk() {
  local home major best=0 chosen=""
  java_major "${JAVA_HOME:-}" && [ "${major:-0}" -ge 21 ] && { export JAVA_HOME; return; }
  home=$(readlink -f "$(command -v javac 2>/dev/null)" 2>/dev/null)
  home=${home%/bin/javac}
  java_major "$home" && [ "${major:-0}" -ge 21 ] && { export JAVA_HOME="$home"; return; }
  for home in /usr/lib/jvm/* "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* /opt/java/* /opt/jdk* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    java_major "$home" || continue
    [ "${major:-0}" -gt "$best" ] && best=$major && chosen=$home
  done
  [ "$best" -ge 21 ] && export JAVA_HOME="$chosen"
}

choose_jdk() {
  find_jdk || {
    echo "Yorozu needs a JDK of 21 or later and found none: install one (for example Temurin 21) and set JAVA_HOME to it." >&2
    exit 2
  }
}

# Sets maven: the one that is installed, or else the wrapper, which downloads one from the repository that MVNW_REPOURL names.
find_maven() {
  maven=mvn
  command -v mvn >/dev/null && return
  maven="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/mvnw"
  "$maven" -v >/dev/null 2>&1
}

choose_maven() {
  find_maven || {
    echo "Yorozu is built with Maven, found none: install it (on Debian: apt-get install maven), or set MVNW_REPOURL to a Maven repository to download it from." >&2
    exit 2
  }
}
