# Sourced by ./release: the libraries, used by a program that knows nothing but where they lie.

try_libraries() {
  step "Using the libraries from an empty project"
  local project=$work/project missing module artifact
  mkdir -p "$project/src/main/java"
  for module in core store-rocksdb store-redis store-testkit; do
    for artifact in .jar -sources.jar -javadoc.jar .pom; do
      ls "$out/repository/dev/yorozu/yorozu-$module/$version/yorozu-$module-$version$artifact" >/dev/null
    done
  done
  missing=$(find "$out/repository" -name 'yorozu-server*' -o -name '*SNAPSHOT*')
  [ -z "$missing" ] || fail "this should not be in the repository: $missing"
  sed "s|@VERSION@|$version|; s|@REPOSITORY@|file://$out/repository|" "$work/source/.build/release/project/pom.xml" > "$project/pom.xml"
  cp "$work/source/.build/release/project/Program.java" "$project/src/main/java/"
  # A local repository of its own: what it takes of ours must come from the one that is tried.
  (cd "$project" && quietly "$maven" -B -Dmaven.repo.local="$work/local-repository" package)
  local said
  said=$("$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED -cp "$project/target/classes:$project/target/lib/*" Program "$work/data-project" 2>/dev/null)
  [ "$said" = "hanako is signed in" ] || fail "the project's program said: $said"
  tried[repository]="an empty project takes version and library from it, compiles, keeps a session"
}
