# Sourced by ./test and ./release: installs from Debian's packages, and by npm, what is missing, or says what to install and ends with 2.

missing_packages() {
  find_jdk || newest_jdk_package
  find_maven || echo maven
  command -v redis-server >/dev/null || echo redis-server
  command -v redis-cli >/dev/null || echo redis-tools
  command -v redis-sentinel >/dev/null || echo redis-sentinel
  command -v nginx >/dev/null || echo nginx
  command -v caddy >/dev/null || echo caddy
  command -v openssl >/dev/null || echo openssl
  command -v curl >/dev/null || echo curl
  command -v chromium-headless-shell >/dev/null || echo chromium-headless-shell
  command -v node >/dev/null || echo nodejs
  command -v npm >/dev/null || echo npm
  /usr/bin/python3 -c "import redis" 2>/dev/null || echo python3 python3-redis
  /usr/bin/python3 -c "import fastapi, httpx" 2>/dev/null || echo python3 python3-fastapi python3-httpx
  command -v systemd-analyze >/dev/null || echo systemd
  command -v promtool >/dev/null || echo prometheus
  command -v postgres >/dev/null || ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || echo postgresql
}

# What ./release needs beside: tools that look at a package and an image, and one that makes a bare Debian.
release_packages() {
  local packages=()
  command -v debootstrap >/dev/null || packages+=(debootstrap)
  command -v lintian >/dev/null || packages+=(lintian)
  command -v man >/dev/null || packages+=(man-db)
  command -v skopeo >/dev/null || packages+=(skopeo)
  command -v systemd-analyze >/dev/null || packages+=(systemd)
  command -v curl >/dev/null || packages+=(curl)
  command -v zip >/dev/null || packages+=(zip)
  command -v unzip >/dev/null || packages+=(unzip)
  command -v python3 >/dev/null || packages+=(python3)
  [ ${#packages[@]} = 0 ] && return
  command -v apt-get >/dev/null || { echo "A release is made on Debian, with ${packages[*]}." >&2; exit 2; }
  as_root apt-get update -qq
  echo "Installing what a release needs: ${packages[*]}"
  install_packages "${packages[@]}"
}

# The newest JDK that this Debian has, of those that suffice.
newest_jdk_package() {
  local version
  for version in 25 24 23 22 21; do
    if apt-cache show "openjdk-$version-jdk-headless" >/dev/null 2>&1; then
      echo "openjdk-$version-jdk-headless"
      return
    fi
  done
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

install_packages() {
  as_root env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y -qq --no-install-recommends "$@"
}

install_missing() {
  local packages
  packages=$(missing_packages | tr '\n' ' ')
  if [ -n "$packages" ] || ! find_jdk; then
    command -v apt-get >/dev/null || {
      echo "The tests need a JDK of 21 or later and $packages: install them with your system's package manager." >&2
      exit 2
    }
    as_root apt-get update -qq
    # Which JDKs there are is known only now.
    packages=$(missing_packages | tr '\n' ' ')
    echo "Installing what the tests need: $packages"
    case "$packages" in
      *postgresql*)
        # Its package would make a database for the whole system, unless this file, which comes first, says otherwise.
        install_packages postgresql-common
        as_root sed -i 's/^#\?create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf
        ;;
    esac
    # The tests start servers of their own: the system's services are not wanted.
    # shellcheck disable=SC2086 # Several packages.
    install_packages $packages
  fi
  choose_jdk
  choose_maven
  install_node_libraries
  fetch_newer_redis_py
}

# Libraries for Node that examples in the documents use and clients that the doors are tested with, in the versions of the
# lock files: the usual ones, the runtime of Workers (124 MB, seconds), and for long runs clients of some hundred MB. npm writes
# its own list of what it installed last, so that an installation that was cut off is begun again.
install_node_libraries() {
  local each
  for each in npm npm-workerd $([ "${rounds:-few}" = few ] || echo npm-long); do
    install_node_folder "server/src/test/$each" "server/target/$each"
  done
}

install_node_folder() {
  local from=$1 to=$2
  if [ -e "$to/node_modules/.package-lock.json" ] && cmp -s "$from/package-lock.json" "$to/package-lock.json"; then
    return
  fi
  mkdir -p "$to"
  cp "$from/package.json" "$from/package-lock.json" "$to"
  (cd "$to" && npm ci --ignore-scripts --no-audit --no-fund --silent) || {
    echo "npm could not install what $from/package.json names: is its registry within reach?" >&2
    exit 2
  }
}

# A redis-py that knows RESP3, unpacked beside the one that is installed where that is older than 5. It is the package of a later
# Debian, which needs nothing but Python, from the same place as the installed one. Where it cannot be had, its tests say so.
fetch_newer_redis_py() {
  local to=server/target/python file=python3-redis_6.1.0-2_all.deb from
  local digest=85b4ab406ee9dc03a0474cf6b9c0b178d0124a9196e2d8ad7fc4c3a988e924e4
  if [ -d $to/redis ] || PYTHONPATH= /usr/bin/python3 -c 'import redis; exit(int(redis.__version__.split(".")[0]) < 5)'; then
    return
  fi
  mkdir -p $to
  from=$(apt-get download --print-uris python3-redis 2>/dev/null | cut -d "'" -f 2)
  if ! /usr/lib/apt/apt-helper download-file "${from%/*}/$file" $to/$file SHA256:$digest >/dev/null 2>&1 ||
    ! dpkg-deb --extract $to/$file $to/package; then
    echo "Debian's $file could not be fetched: the tests with redis-py in RESP3 will fail." >&2
    return
  fi
  mv $to/package/usr/lib/python3/dist-packages/redis $to/redis
}
