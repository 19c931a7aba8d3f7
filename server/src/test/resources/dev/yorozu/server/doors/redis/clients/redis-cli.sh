# What an operator does, by redis-cli. Prints the name of each part that was done.
set -euo pipefail
export LC_ALL=C.UTF-8

cli() {
  REDISCLI_AUTH=$SECRET redis-cli "-$PROTOCOL" -p "$PORT" "$@"
}

# is EXPECTED COMMAND…: what is printed, in words.
is() {
  same "$1" "$(cli "${@:2}")"
}

# are EXPECTED LINE…: the same of commands on one connection.
are() {
  same "$1" "$(printf '%s\n' "${@:2}" | cli)"
}

# says BEGINNING OUTPUT: whether a line of it begins so.
says() {
  grep -q "^$1" <<< "$2"
}

same() {
  local found
  found=$(tr -s '\n' ' ' <<< "$2")
  if [ "${found% }" != "$1" ]; then
    echo "found '${found% }' in place of '$1'" >&2
    exit 1
  fi
}

session() {
  is OK SET "${PREFIX}session" '{"user":"花子"}' EX 60
  is '{"user":"花子"}' GET "${PREFIX}session"
  is 1 EXPIRE "${PREFIX}session" 600
  [ "$(cli TTL "${PREFIX}session")" -gt 60 ]
  is 2 SADD "${PREFIX}sessions" a b
  [ "$(cli SMEMBERS "${PREFIX}sessions" | sort | tr -d '\n')" = ab ]
  is 2 DEL "${PREFIX}session" "${PREFIX}sessions"
  is '' GET "${PREFIX}session"
}

counter() {
  is 1 INCR "${PREFIX}counter"
  is 1 EXPIRE "${PREFIX}counter" 60
  # The mass insertion that Redis documents.
  says 'errors: 0, replies: 100' "$(for _ in $(seq 100); do printf 'INCR %scounter\r\n' "$PREFIX"; done | cli --pipe)"
  is 101 GET "${PREFIX}counter"
}

ranking() {
  is 3 ZADD "${PREFIX}ranking" 10 a 20.5 b 30 c
  is 1 ZADD "${PREFIX}ranking" GT CH 5 a 40 b
  is 12.5 ZINCRBY "${PREFIX}ranking" 2.5 a
  is 'a 12.5 c 30 b 40' ZRANGE "${PREFIX}ranking" 0 -1 WITHSCORES
  is 2 ZREVRANK "${PREFIX}ranking" a
}

board() {
  is 4 LPUSH "${PREFIX}board" 1 2 3 4
  is OK LTRIM "${PREFIX}board" 0 2
  is '4 3 2' LRANGE "${PREFIX}board" 0 -1
  is 2 HSET "${PREFIX}settings" title 掲示板 max 3
  is 掲示板 HGET "${PREFIX}settings" title
  [ "$(cli HGETALL "${PREFIX}settings" | tr ' ' '\n' | sort | tr '\n' ' ')" = '3 max title 掲示板 ' ]
}

transaction() {
  are 'OK QUEUED QUEUED OK 1' MULTI "SET ${PREFIX}stock 9" "INCR ${PREFIX}sold" EXEC
  are 'OK OK OK QUEUED' "WATCH ${PREFIX}stock" "SET ${PREFIX}stock 5" MULTI "SET ${PREFIX}stock 0" EXEC
  is 5 GET "${PREFIX}stock"
}

scan() {
  for i in $(seq 50); do printf 'SET %sscan:%s x\n' "$PREFIX" "$i"; done | cli > /dev/null
  [ "$(cli --scan --pattern "${PREFIX}scan:*" | sort -u | wc -l)" = 50 ]
}

errors() {
  is OK SET "${PREFIX}word" x
  says 'WRONGTYPE Operation against a key holding the wrong kind of value' "$(cli LPUSH "${PREFIX}word" x)"
  says "ERR unknown command 'NOSUCH'" "$(cli NOSUCH)"
  says 'ERR value is not an integer or out of range' "$(cli INCR "${PREFIX}word")"
  says 'AUTH failed: WRONGPASS' "$(SECRET=wrong cli PING 2>&1)"
}

values() {
  head -c 512 /dev/urandom | tee "$DIRECTORY/written" | cli -x SET "${PREFIX}日本語の鍵" > /dev/null
  is 512 STRLEN "${PREFIX}日本語の鍵"
  cli GET "${PREFIX}日本語の鍵" > "$DIRECTORY/read"
  echo >> "$DIRECTORY/written" # The end of the line that is printed.
  cmp "$DIRECTORY/written" "$DIRECTORY/read"
  is OK SET "${PREFIX}text" '絵文字🎌'
  is '絵文字🎌' GET "${PREFIX}text"
}

for part in session counter ranking board transaction scan errors values; do
  "$part"
  echo "$part"
done
