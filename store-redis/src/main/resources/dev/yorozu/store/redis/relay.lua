-- Does calls of commands one after the other, unless a watched key has changed; or tells the digests of keys.
--
-- KEYS  the watched keys, then those of the calls
-- ARGV  how many keys are watched, and the digest of each; then for each call how many parts it has, and these. Or the word
--       'digest' alone. All that may be preceded by 'latin', when each byte was sent as the character of that number.
--
-- The reply has two parts for each call: 's' and a status, 'e' and an error, 'i' and a number as text, or 'v' and any other
-- reply. It is 'changed' when a watched key has another digest. For 'digest' it is the digest of each key.
--
-- As in EXEC, a call that fails does not keep those after it from being done.

local args = ARGV
if args[1] == 'latin' then
  args = {}
  for i = 2, #ARGV do
    args[i - 1] = string.gsub(ARGV[i], '([\194\195])([\128-\191])', function(lead, trail)
      return string.char((string.byte(lead) - 194) * 64 + string.byte(trail))
    end)
  end
end

local function digest(key)
  return redis.sha1hex(redis.call('DUMP', key) or '')
end

local replies = {}
if args[1] == 'digest' then
  for i, key in ipairs(KEYS) do
    replies[i] = digest(key)
  end
  return replies
end

local watched = tonumber(args[1])
for i = 1, watched do
  if digest(KEYS[i]) ~= args[i + 1] then
    return 'changed'
  end
end

local at = watched + 2
while at <= #args do
  local last = at + args[at]
  local reply = redis.pcall(unpack(args, at + 1, last))
  local kind = 'v'
  if type(reply) == 'table' and reply.ok then
    kind, reply = 's', reply.ok
  elseif type(reply) == 'table' and reply.err then
    kind, reply = 'e', reply.err
  elseif type(reply) == 'number' and (reply >= 2 ^ 53 or reply <= -2 ^ 53) then
    -- Only what counts gives such numbers, which would be rounded here.
    kind = 'i'
    if string.upper(args[at + 1]) == 'HINCRBY' then
      reply = redis.call('HGET', args[at + 2], args[at + 3])
    else
      reply = redis.call('GET', args[at + 2])
    end
  end
  replies[#replies + 1] = kind
  replies[#replies + 1] = reply
  at = last + 1
end
return replies
