"""What an application does, by redis-py. Prints the name of each part that was done."""

import os

import redis

PREFIX = os.environ["PREFIX"]
PROTOCOL = int(os.environ["PROTOCOL"])
# Before its fifth version the client knew only RESP2, and no word for it.
OPTIONS = {"port": int(os.environ["PORT"]), **({"protocol": 3} if PROTOCOL == 3 else {})}

client = redis.Redis(password=os.environ["SECRET"], decode_responses=True, **OPTIONS)


def equal(found, expected):
    if found != expected:
        raise SystemExit(f"found {found!r} in place of {expected!r}")


def fails(message, action):
    try:
        action()
    except redis.RedisError as fault:
        if message not in str(fault):
            raise
    else:
        raise SystemExit(f"nothing was said of {message}")


def session():
    greeting = client.execute_command("HELLO")
    equal(greeting["proto"] if isinstance(greeting, dict) else greeting[greeting.index("proto") + 1], PROTOCOL)
    key, index = PREFIX + "session", PREFIX + "sessions"
    equal(client.set(key, '{"user":"花子"}', ex=60), True)
    equal(client.get(key), '{"user":"花子"}')
    equal(0 < client.ttl(key) <= 60, True)
    equal(client.expire(key, 600), True)
    equal(60 < client.ttl(key) <= 600, True)
    equal(client.sadd(index, "a", "b"), 2)
    equal(client.smembers(index), {"a", "b"})
    equal(bool(client.sismember(index, "c")), False)
    equal(client.srem(index, "b"), 1)
    equal(client.delete(key, index), 2)
    equal(client.get(key), None)


def counter():
    key = PREFIX + "counter"
    equal(client.incr(key), 1)
    equal(client.expire(key, 60), True)
    pipeline = client.pipeline(transaction=False)
    for _ in range(100):
        pipeline.incr(key)
    equal(pipeline.execute(), list(range(2, 102)))
    equal(client.get(key), "101")
    equal(client.decrby(key, 101), 0)


def ranking():
    key = PREFIX + "ranking"
    equal(client.zadd(key, {"a": 10, "b": 20.5, "c": 30}), 3)
    equal(client.zadd(key, {"a": 5, "b": 40}, gt=True, ch=True), 1)
    equal(client.zadd(key, {"a": 1}, nx=True), 0)
    equal(client.zincrby(key, 2.5, "a"), 12.5)
    equal([tuple(pair) for pair in client.zrange(key, 0, -1, withscores=True)], [("a", 12.5), ("c", 30.0), ("b", 40.0)])
    equal(client.zrevrank(key, "a"), 2)
    equal(client.zscore(key, "nobody"), None)


def board():
    key, settings = PREFIX + "board", PREFIX + "settings"
    equal(client.lpush(key, "1", "2", "3", "4"), 4)
    equal(client.ltrim(key, 0, 2), True)
    equal(client.lrange(key, 0, -1), ["4", "3", "2"])
    equal(client.hset(settings, mapping={"title": "掲示板", "max": "3"}), 2)
    equal(client.hgetall(settings), {"title": "掲示板", "max": "3"})


def transaction():
    key = PREFIX + "stock"
    client.set(key, 10)

    def sell(pipeline):
        left = int(pipeline.get(key))
        pipeline.multi()
        pipeline.set(key, left - 1)
        pipeline.incr(PREFIX + "sold")

    equal(client.transaction(sell, key), [True, 1])
    with client.pipeline() as pipeline:
        pipeline.watch(key)
        client.set(key, 5)
        pipeline.multi()
        pipeline.set(key, 0)
        try:
            pipeline.execute()
            raise SystemExit("a watched key was changed, and nothing was said of it")
        except redis.WatchError:
            pass
    equal(client.get(key), "5")


def scan():
    client.mset({f"{PREFIX}scan:{i}": i for i in range(50)})
    found = sorted(client.scan_iter(match=PREFIX + "scan:*", count=7))
    equal(found, sorted(f"{PREFIX}scan:{i}" for i in range(50)))
    equal(dict(client.hscan_iter(PREFIX + "settings")), {"title": "掲示板", "max": "3"})


def errors():
    client.set(PREFIX + "word", "x")
    fails("Operation against a key holding the wrong kind of value", lambda: client.lpush(PREFIX + "word", "x"))
    fails("unknown command", lambda: client.execute_command("NOSUCH"))
    fails("value is not an integer", lambda: client.incr(PREFIX + "word"))
    fails("invalid username-password pair", redis.Redis(password="wrong", **OPTIONS).ping)


def values():
    binary = redis.Redis(password=os.environ["SECRET"], **OPTIONS)
    every = bytes(range(256)) * 2
    binary.set(PREFIX + "日本語の鍵", every)
    equal(binary.get(PREFIX + "日本語の鍵"), every)
    equal(binary.strlen(PREFIX + "日本語の鍵"), 512)
    client.set(PREFIX + "text", "絵文字🎌\r\n$3\r\n")
    equal(client.get(PREFIX + "text"), "絵文字🎌\r\n$3\r\n")


for part in (session, counter, ranking, board, transaction, scan, errors, values):
    part()
    print(part.__name__)
