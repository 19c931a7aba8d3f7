"""The samples of the document of the user API, as that system runs them.

The functions and the class below stand in the document; around them is only what it takes for granted: a client, a way
to read a token without checking it, a database, and an application of FastAPI that knows who calls. Reads calls from
standard input, one JSON array a line, the name first, and answers each with one line of JSON.
"""

import base64
import json
import sys
from datetime import datetime, timedelta
from typing import Optional

import redis
from fastapi import Depends, FastAPI, Header, HTTPException
from fastapi.testclient import TestClient

HOST, PORT, PASSWORD = sys.argv[1], int(sys.argv[2]), sys.argv[3] or None

redis_client = redis.Redis(host=HOST, port=PORT, password=PASSWORD, decode_responses=True)


def decode_token(token: str) -> dict:
    payload = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))


class User:
    def __init__(self, id: str):
        self.id = id


def get_current_user(authorization: str = Header()) -> User:
    token = authorization.removeprefix("Bearer ")
    if is_token_blacklisted(token):
        raise HTTPException(status_code=401, detail="Token has been revoked")
    return User(decode_token(token)["sub"])


app = FastAPI()


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

    def update(self, fields):
        self.profiles[self.wanted].__dict__.update(fields)

    def commit(self):
        pass


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

def update_user_profile(user_id: str, profile_data: dict):
    # 1. データベースを更新
    db.query(Profile).filter(Profile.user_id == user_id).update(profile_data)
    db.commit()

    # 2. キャッシュを無効化
    cache_key = f"cache:profile:{user_id}"
    redis_client.delete(cache_key)


# ---- From the document: limits


def check_rate_limit(user_id: str, endpoint: str, limit: int = 100) -> bool:
    """
    レート制限チェック

    Args:
        user_id: ユーザーID
        endpoint: APIエンドポイント
        limit: 時間あたりの制限数（デフォルト: 100）

    Returns:
        True: リクエスト許可
        False: レート制限超過
    """
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

# FastAPI ミドルウェアでの使用例
@app.get("/api/profiles/{user_id}")
async def get_profile(user_id: str, current_user: User = Depends(get_current_user)):
    # レート制限チェック
    if not check_rate_limit(current_user.id, "/api/profiles", limit=100):
        raise HTTPException(status_code=429, detail="Too Many Requests")

    # 通常の処理
    profile = get_user_profile(user_id)
    return profile


# ---- From the document: lives, and a record in place of a hash


def lives(key: str, value: str) -> list:
    """Not a function in the document, which shows its lines one after the other."""
    # TTL の確認（秒単位）
    ttl = redis_client.ttl(key)
    seen = [ttl]
    # TTL の設定
    redis_client.expire(key, 3600)  # 3600秒後に削除
    # データ保存時に TTL を同時設定（推奨）
    redis_client.setex(key, 3600, value)
    seen.append(redis_client.ttl(key))
    # TTL の延長
    redis_client.expire(key, 7200)  # 2時間に延長
    seen.append(redis_client.ttl(key))
    # TTL の削除（永続化）
    redis_client.persist(key)
    seen.append(redis_client.ttl(key))
    return seen


def as_json() -> dict:
    # 保存
    redis_client.setex(
        "session:user-123:sess-abc",
        3600,
        json.dumps({"user_id": "123", "email": "test@example.com"})
    )

    # 取得（全体）
    data = json.loads(redis_client.get("session:user-123:sess-abc"))
    return data


def as_hash() -> list:
    # 保存
    redis_client.hset("session:user-123:sess-abc", mapping={
        "user_id": "123",
        "email": "test@example.com"
    })

    # 取得（フィールド単位）
    user_id = redis_client.hget("session:user-123:sess-abc", "user_id")
    email = redis_client.hget("session:user-123:sess-abc", "email")
    return [user_id, email]


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


def update_profile_of(user_id: str, fields: dict):
    db.wanted = user_id
    update_user_profile(user_id, fields)


def route(user_id: str, token: str) -> list:
    """What the application answers over HTTP: the status and the body."""
    db.wanted = user_id
    answer = http.get(f"/api/profiles/{user_id}", headers={"Authorization": f"Bearer {token}"})
    return [answer.status_code, answer.json()]


def drop(key: str) -> int:
    return redis_client.delete(key)


def queries() -> int:
    return db.queries


def claims(token: str) -> dict:
    return decode_token(token)


def ttl(key: str) -> int:
    return redis_client.ttl(key)


client = RedisClient(HOST, PORT, PASSWORD)
http = TestClient(app)
CALLS = {
    each.__name__: each
    for each in (
        save_session, get_session, logout_user, is_token_blacklisted, profile_of, check_rate_limit,
        put_in_database, update_profile_of, route, queries, claims, ttl, lives, as_json, as_hash, drop,
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
