"""The samples of the document of the user API, as that system runs them.

The functions and the class below stand in the document; around them is only what it takes for granted: a client, a way
to read a token without checking it, and a database. Reads calls from standard input, one JSON array a line, the name
first, and answers each with one line of JSON.
"""

import base64
import json
import sys
from datetime import datetime, timedelta
from typing import Optional

import redis

HOST, PORT = sys.argv[1], int(sys.argv[2])

redis_client = redis.Redis(host=HOST, port=PORT, decode_responses=True)


def decode_token(token: str) -> dict:
    payload = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))


class Profile:
    user_id = None

    def __init__(self, fields: dict):
        self.__dict__.update(fields)


class Database:
    """As much of a database as the samples ask for: one profile by its user."""

    def __init__(self):
        self.profiles = {}
        self.queries = 0

    def query(self, kind):
        return self

    def filter(self, wanted):
        return self

    def first(self):
        self.queries += 1
        return self.profiles.get(self.wanted)


db = Database()


# ---- From the document: sessions


def save_session(user_id: str, session_id: str, access_token: str, refresh_token: str):
    key = f"session:{user_id}:{session_id}"

    session_data = {
        "user_id": user_id,
        "session_id": session_id,
        "access_token": access_token,
        "refresh_token": refresh_token,
        "created_at": datetime.utcnow().isoformat(),
        "expires_at": (datetime.utcnow() + timedelta(hours=1)).isoformat(),
    }

    # JSON として保存、TTL は 3600秒
    redis_client.setex(
        key,
        3600,
        json.dumps(session_data)
    )


def get_session(user_id: str, session_id: str):
    key = f"session:{user_id}:{session_id}"
    data = redis_client.get(key)

    if data:
        return json.loads(data)
    return None


# ---- From the document: blacklists


def logout_user(access_token: str, refresh_token: str):
    # JWT をデコードして JTI を取得
    access_jti = decode_token(access_token)["jti"]
    refresh_jti = decode_token(refresh_token)["jti"]

    # アクセストークンの有効期限を取得
    access_exp = decode_token(access_token)["exp"]
    access_ttl = access_exp - int(datetime.utcnow().timestamp())

    # ブラックリストに追加
    redis_client.setex(f"blacklist:access:{access_jti}", access_ttl, "true")

    # リフレッシュトークンも同様に
    refresh_exp = decode_token(refresh_token)["exp"]
    refresh_ttl = refresh_exp - int(datetime.utcnow().timestamp())
    redis_client.setex(f"blacklist:refresh:{refresh_jti}", refresh_ttl, "true")


def is_token_blacklisted(token: str, token_type: str = "access") -> bool:
    jti = decode_token(token)["jti"]
    key = f"blacklist:{token_type}:{jti}"

    return redis_client.exists(key) > 0


# ---- From the document: profile cache


def get_user_profile(user_id: str):
    # 1. キャッシュをチェック
    cache_key = f"cache:profile:{user_id}"
    cached_data = redis_client.get(cache_key)

    if cached_data:
        # キャッシュヒット
        return json.loads(cached_data)

    # 2. キャッシュミス: データベースから取得
    profile = db.query(Profile).filter(Profile.user_id == user_id).first()

    if profile:
        # 3. キャッシュに保存（TTL: 300秒）
        profile_data = {
            "user_id": profile.user_id,
            "first_name": profile.first_name,
            "last_name": profile.last_name,
            "email": profile.email,
            "phone": profile.phone,
            "cached_at": datetime.utcnow().isoformat()
        }
        redis_client.setex(cache_key, 300, json.dumps(profile_data))

        return profile_data

    return None


# ---- From the document: limits


def check_rate_limit(user_id: str, endpoint: str, limit: int = 100) -> bool:
    # 現在時刻（時間単位）
    current_hour = datetime.utcnow().strftime("%Y%m%d%H")

    # キー生成
    key = f"rate:{user_id}:{endpoint}:{current_hour}"

    # カウントをインクリメント
    count = redis_client.incr(key)

    # 初回アクセス時に TTL を設定
    if count == 1:
        redis_client.expire(key, 3600)

    # 制限をチェック
    return count <= limit


# ---- From the document: the client


class RedisClient:
    def __init__(self, host: str, port: int, password: str):
        self.client = redis.Redis(
            host=host,
            port=port,
            password=password,
            decode_responses=True,
            socket_connect_timeout=5,
            socket_timeout=5
        )

    # セッション操作
    def save_session(self, user_id: str, session_id: str, data: dict, ttl: int = 3600):
        key = f"session:{user_id}:{session_id}"
        self.client.setex(key, ttl, json.dumps(data))

    def get_session(self, user_id: str, session_id: str) -> Optional[dict]:
        key = f"session:{user_id}:{session_id}"
        data = self.client.get(key)
        return json.loads(data) if data else None

    def delete_session(self, user_id: str, session_id: str):
        key = f"session:{user_id}:{session_id}"
        self.client.delete(key)

    # ブラックリスト操作
    def add_to_blacklist(self, jti: str, token_type: str = "access", ttl: int = 900):
        key = f"blacklist:{token_type}:{jti}"
        self.client.setex(key, ttl, "true")

    def is_blacklisted(self, jti: str, token_type: str = "access") -> bool:
        key = f"blacklist:{token_type}:{jti}"
        return self.client.exists(key) > 0

    # キャッシュ操作
    def cache_profile(self, user_id: str, profile_data: dict, ttl: int = 300):
        key = f"cache:profile:{user_id}"
        self.client.setex(key, ttl, json.dumps(profile_data))

    def get_cached_profile(self, user_id: str) -> Optional[dict]:
        key = f"cache:profile:{user_id}"
        data = self.client.get(key)
        return json.loads(data) if data else None

    def invalidate_cache(self, user_id: str):
        key = f"cache:profile:{user_id}"
        self.client.delete(key)

    # レート制限操作
    def check_rate_limit(self, user_id: str, endpoint: str, limit: int = 100) -> bool:
        from datetime import datetime
        current_hour = datetime.utcnow().strftime("%Y%m%d%H")
        key = f"rate:{user_id}:{endpoint}:{current_hour}"

        count = self.client.incr(key)
        if count == 1:
            self.client.expire(key, 3600)

        return count <= limit


# ---- What is not from the document: calls from the tests


def put_in_database(user_id: str, fields: dict):
    db.profiles[user_id] = Profile(dict(fields, user_id=user_id))


def profile_of(user_id: str):
    """The sample, on a database that knows which row is meant."""
    db.wanted = user_id
    return get_user_profile(user_id)


def queries() -> int:
    return db.queries


def claims(token: str) -> dict:
    return decode_token(token)


def ttl(key: str) -> int:
    return redis_client.ttl(key)


client = RedisClient(HOST, PORT, None)
CALLS = {
    each.__name__: each
    for each in (
        save_session, get_session, logout_user, is_token_blacklisted, profile_of, check_rate_limit,
        put_in_database, queries, claims, ttl,
    )
}
CALLS.update(
    (f"client.{name}", getattr(client, name)) for name in dir(RedisClient) if not name.startswith("_")
)

for line in sys.stdin:
    name, *arguments = json.loads(line)
    try:
        print(json.dumps({"result": CALLS[name](*arguments)}), flush=True)
    except Exception as fault:
        print(json.dumps({"fault": repr(fault)}), flush=True)
