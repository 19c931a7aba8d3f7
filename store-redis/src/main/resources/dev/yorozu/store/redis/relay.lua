-- Does calls of commands one after the other, unless a watched key has changed; or tells the digests of keys.
--
-- KEYS  the watched keys, then those of the calls
-- ARGV  what happens when a key is left in another shape than it must have: 'notes' it, 'undoes' all calls, or 'kept', which
--       is the same for a call that cannot do that to a key which is there and is as it must be. Then how many keys are
--       watched, and the digest of each; then for each call how many parts it has, and these, and how many shapes, and
--       these: which part is the key, its type, 1 when it must end, and its form, which is 'any', 'number', or how many
--       fields an object of JSON must have, and these.
--       Or the word 'digest' alone. All that may be preceded by 'latin', when each byte was sent as the character of that number.
--
-- The reply has two parts for each call: 's' and a status, 'e' and an error, 'i' and a number as text, or 'v' and any other
-- reply; then two for each key in another shape: what is wrong, and the number of the shape. Calls that were undone have
-- 'undone' before that, and no replies. It is 'changed' when a watched key has another digest. For 'digest' it is the
-- digest of each key.
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

local undoing = args[1]
local watched = tonumber(args[2])
for i = 1, watched do
  if digest(KEYS[i]) ~= args[i + 2] then
    return 'changed'
  end
end

-- The calls: where each one's parts begin and end, and its shapes.
local calls = {}
local at = watched + 3
local number = 0
while at <= #args do
  local call = { first = at + 1, last = at + args[at], shapes = {} }
  at = call.last + 2
  for i = 1, tonumber(args[at - 1]) do
    number = number + 1
    local shape = { number = number, key = args[call.first + args[at] - 1], type = args[at + 1], ends = args[at + 2] == '1' }
    shape.form = args[at + 3]
    at = at + 4
    local fields = tonumber(shape.form)
    if fields then
      shape.fields = { unpack(args, at, at + fields - 1) }
      at = at + fields
    end
    call.shapes[i] = shape
  end
  calls[#calls + 1] = call
end

local function isNumber(text)
  local digits = string.match(text, '^-?([1-9]%d*)$')
  if not digits then
    return text == '0'
  end
  local most = string.sub(text, 1, 1) == '-' and '9223372036854775808' or '9223372036854775807'
  return #digits < #most or #digits == #most and digits <= most
end

local function isObject(text, fields)
  if not string.find(text, '^%s*{') then
    return false
  end
  local sound, object = pcall(cjson.decode, text)
  if not sound then
    return false
  end
  for _, field in ipairs(fields) do
    if object[field] == nil or object[field] == cjson.null then
      return false
    end
  end
  return true
end

-- What is wrong at a key; 'absent' when nothing is there.
local function flaw(shape)
  local kind = redis.call('TYPE', shape.key).ok
  if kind == 'none' then
    return 'absent'
  elseif kind ~= shape.type then
    return 'TYPE'
  elseif (redis.call('PTTL', shape.key) >= 0) ~= shape.ends then
    return 'LIFE'
  elseif shape.form == 'number' then
    return not isNumber(redis.call('GET', shape.key)) and 'FORM'
  elseif shape.fields then
    return not isObject(redis.call('GET', shape.key), shape.fields) and 'FORM'
  end
  return false
end

if undoing == 'kept' then
  undoing = 'nothing'
  for _, shape in ipairs(calls[1].shapes) do
    if flaw(shape) then
      undoing = 'undoes'
    end
  end
end

local before = {}
if undoing == 'undoes' then
  for i = watched + 1, #KEYS do
    before[i] = { value = redis.call('DUMP', KEYS[i]), left = redis.call('PTTL', KEYS[i]) }
  end
end

for _, call in ipairs(calls) do
  local reply = redis.pcall(unpack(args, call.first, call.last))
  local kind = 'v'
  if type(reply) == 'table' and reply.ok then
    kind, reply = 's', reply.ok
  elseif type(reply) == 'table' and reply.err then
    kind, reply = 'e', reply.err
  elseif type(reply) == 'number' and (reply >= 2 ^ 53 or reply <= -2 ^ 53) then
    -- Only what counts gives such numbers, which would be rounded here.
    kind = 'i'
    if string.upper(args[call.first]) == 'HINCRBY' then
      reply = redis.call('HGET', args[call.first + 1], args[call.first + 2])
    else
      reply = redis.call('GET', args[call.first + 1])
    end
  end
  call.failed = kind == 'e'
  replies[#replies + 1] = kind
  replies[#replies + 1] = reply
end

local told = #replies
for _, call in ipairs(calls) do
  for _, shape in ipairs(call.failed and {} or call.shapes) do
    local found = flaw(shape)
    if found and found ~= 'absent' then
      replies[#replies + 1] = found
      replies[#replies + 1] = tostring(shape.number)
    end
  end
end
if #replies == told or undoing ~= 'undoes' then
  return replies
end

for i = watched + 1, #KEYS do
  if before[i].value then
    local left = before[i].left
    redis.call('RESTORE', KEYS[i], left < 0 and 0 or math.max(left, 1), before[i].value, 'REPLACE')
  else
    redis.call('DEL', KEYS[i])
  end
end
local flaws = { 'undone', '' }
for i = told + 1, #replies do
  flaws[#flaws + 1] = replies[i]
end
return flaws
