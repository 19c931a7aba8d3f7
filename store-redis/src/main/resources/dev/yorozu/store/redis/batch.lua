-- Applies one guarded batch: guards first, then a check for faults, then the writes.
--
-- A script that fails midway is not rolled back, so everything that can fail is found out before the first write. What is
-- a fault, and which comes first, is the same as in the Preflight class of the core.
--
-- KEYS     the key of each guard, then the key of each write; a key may come more than once
-- ARGV[1]  'plain', or 'latin' when each byte of the arguments was sent as the character of that number
-- ARGV[2]  how many guards there are
-- ARGV[3…] for each guard its kind and one argument; then for each write its kind, how many arguments follow, and these
--
-- The reply is {1, one result for each write…} when the batch was applied, and {0, index of the guard, what was found,
-- the value found} when it was rejected. A fault is an error reply; nothing was written then.

local keys, args = KEYS, ARGV
local call, pcall = redis.call, redis.pcall

local WRONG_TYPE = {err = 'WRONGTYPE Operation against a key holding the wrong kind of value'}
local NOT_A_NUMBER = {err = 'ERR value is not an integer or out of range'}

if args[1] == 'latin' then
  args = {}
  for i = 1, #ARGV do
    args[i] = string.gsub(ARGV[i], '([\194\195])([\128-\191])', function(lead, trail)
      return string.char((string.byte(lead) - 194) * 64 + string.byte(trail))
    end)
  end
end

-- The server's clock in microseconds since 1970, one moment for the whole batch.
local moment
local function now()
  if not moment then
    local time = call('TIME')
    moment = tonumber(time[1]) * 1000000 + tonumber(time[2])
  end
  return moment
end

local function has_passed(millis)
  return tonumber(millis) <= math.floor(now() / 1000)
end

local function size(key)
  local kind = call('TYPE', key).ok
  local counting = {set = 'SCARD', zset = 'ZCARD', list = 'LLEN'}
  return kind == 'none' and 0 or call(counting[kind] or 'HLEN', key) -- HLEN raises the wrong type for all but hashes.
end

-- GUARDS: what was found in place of what the guard asks for, and the value with it; nil when the guard holds.
local function violation(kind, key, argument)
  if kind == 'absent' then
    local found = pcall('GET', key)
    if not found then
      return nil
    elseif type(found) == 'string' then
      return 'value', found
    end
    return call('TYPE', key).ok
  elseif kind == 'present' then
    return call('EXISTS', key) == 0 and 'nothing' or nil
  elseif kind == 'equal' then
    local found = call('GET', key)
    if found == argument then
      return nil
    elseif not found then
      return 'nothing'
    end
    return 'value', found
  elseif kind == 'member' then
    return call('SISMEMBER', key, argument) == 0 and 'nothing' or nil
  elseif kind == 'stranger' then
    return call('SISMEMBER', key, argument) == 1 and 'member' or nil
  end
  local count = size(key) -- The kind is 'below'.
  if count < tonumber(argument) then
    return nil
  end
  return 'size', count
end

-- FAULTS, found before anything is written.
-- Counts have 64 bits and numbers here only 53, so a count is held as high * 1e9 + low, with 0 <= low < 1e9.
local function halves(text)
  local number = tonumber(text)
  if -1e15 < number and number < 1e15 then
    local high = math.floor(number / 1e9)
    return high, number - high * 1e9
  end
  local sign, digits = string.match(text, '^(%-?)(%d+)$')
  local high, low = tonumber(string.sub(digits, 1, -10)), tonumber(string.sub(digits, -9))
  if sign == '' then
    return high, low
  elseif low == 0 then
    return -high, 0
  end
  return -high - 1, 1e9 - low
end

local function fits(high, low)
  if high >= 0 then
    return high < 9223372036 or high == 9223372036 and low <= 854775807
  end
  return high > -9223372037 or high == -9223372037 and low >= 145224192
end

local function is_count(text)
  return text == '0' or #text <= 20 and string.find(text, '^%-?[1-9]%d*$') and fits(halves(text))
end

local types = {} -- The type that a key had before the batch.
local highs = {} -- For each key that an earlier write replaced, ended or counted up:
local lows = {}  -- the count that it would hold by now, 0 where it holds something else or nothing.
local gone = {}  -- Those among them where a count would start anew.

local function forget(key)
  highs[key], lows[key], gone[key] = 0, 0, true
end

local function type_fault(key, wanted)
  if highs[key] then
    return nil
  end
  local found = types[key]
  if not found then
    found = call('TYPE', key).ok
    types[key] = found
  end
  return found ~= wanted and found ~= 'none' and WRONG_TYPE or nil
end

-- Makes sure that the key's count is known, or says why it cannot be.
local function count_fault(key)
  if highs[key] then
    return nil
  end
  local found = pcall('GET', key)
  if not found then
    forget(key)
  elseif type(found) == 'table' then
    return WRONG_TYPE
  elseif not is_count(found) then
    return NOT_A_NUMBER
  else
    highs[key], lows[key] = halves(found)
  end
end

local function sum_fault(key, delta, mode, millis)
  local fault = count_fault(key)
  if fault then
    return fault
  end
  local high, low = halves(delta)
  high, low = high + highs[key], low + lows[key]
  if low >= 1e9 then
    high, low = high + 1, low - 1e9
  end
  if not fits(high, low) then
    return NOT_A_NUMBER
  elseif gone[key] and mode == 'PXAT' and has_passed(millis) then
    return nil -- Created with an end in the past: it is gone again, and the next count starts from zero.
  end
  highs[key], lows[key], gone[key] = high, low, nil
end

local function fault(kind, key, from)
  if kind == 'replace' then
    forget(key)
  elseif kind == 'add' then
    return sum_fault(key, args[from], args[from + 1], args[from + 2])
  elseif kind == 'throttle' then
    return count_fault(key)
  elseif kind == 'expire' then
    if args[from] == 'PXAT' and has_passed(args[from + 1]) then
      forget(key)
    end
  elseif kind == 'trim' or kind == 'set-at' then
    return type_fault(key, 'list')
  else
    return type_fault(key, kind)
  end
end

-- WRITES
-- Gives a key another end. Returns 1 when the key was there, else 0.
local function expire(key, mode, millis)
  if mode == 'PX' then
    return call('PEXPIRE', key, millis)
  elseif mode == 'PXAT' then
    -- The same comparison as above, so that a key counts as ended in both places or in none.
    return has_passed(millis) and call('DEL', key) or call('PEXPIREAT', key, millis)
  end
  local there = call('EXISTS', key)
  call('PERSIST', key)
  return there
end

local function add(key, delta, mode, millis)
  local created = mode ~= 'NEVER' and call('EXISTS', key) == 0
  local sum = call('INCRBY', key, delta)
  if sum >= 2 ^ 53 or sum <= -2 ^ 53 then
    sum = call('GET', key) -- As text, because a number would be rounded.
  end
  if created then
    expire(key, mode, millis)
  end
  return sum
end

-- The arithmetic of the Throttling class of the core; all arguments are microseconds.
local function throttle(key, interval, burst, cost)
  local moment = now()
  local kept = tonumber(call('GET', key) or 0)
  local arrival = math.min(math.max(kept, moment), moment + burst)
  local following = arrival + cost
  local early = following - burst - moment
  if early > 0 then
    return {0, math.floor((burst - (arrival - moment)) / interval), early, arrival - moment}
  end
  local forgotten = string.format('%.0f', math.ceil(following / 1000))
  call('SET', key, string.format('%.0f', following), 'PXAT', forgotten)
  return {1, math.floor((burst - (following - moment)) / interval), 0, following - moment}
end

-- Keeps so many at one end of a list. Returns how many went.
local function trim(key, side, keep)
  local surplus = call('LLEN', key) - keep
  if surplus <= 0 then
    return 0
  elseif keep == 0 then
    call('DEL', key)
  elseif side == 'HEAD' then
    call('LTRIM', key, 0, keep - 1)
  else
    call('LTRIM', key, -keep, -1)
  end
  return surplus
end

local function set_at(key, index, value)
  local length = call('LLEN', key)
  local position = tonumber(index)
  if position >= length or position < -length then
    return 0
  end
  call('LSET', key, index, value)
  return 1
end

local function apply(kind, key, from, to)
  if kind == 'add' then
    return add(key, args[from], args[from + 1], args[from + 2])
  elseif kind == 'expire' then
    return expire(key, args[from], args[from + 1])
  elseif kind == 'throttle' then
    return throttle(key, tonumber(args[from]), tonumber(args[from + 1]), tonumber(args[from + 2]))
  elseif kind == 'trim' then
    return trim(key, args[from], tonumber(args[from + 1]))
  elseif kind == 'set-at' then
    return set_at(key, args[from], args[from + 1])
  end
  -- All other writes are one command each, whose reply is the result; the kind is the type that it works on.
  return call(args[from], key, unpack(args, from + 1, to))
end

-- THE BATCH
local guards = tonumber(args[2])
local next_argument = 3
for i = 1, guards do
  local what, value = violation(args[next_argument], keys[i], args[next_argument + 1])
  if what then
    return {0, i - 1, what, value}
  end
  next_argument = next_argument + 2
end

-- A write that is alone fails by itself before it has changed anything; only a throttle relies on the check.
local first = next_argument
if #keys > guards + 1 or args[first] == 'throttle' then
  for i = guards + 1, #keys do
    local problem = fault(args[next_argument], keys[i], next_argument + 2)
    if problem then
      return problem
    end
    next_argument = next_argument + 2 + args[next_argument + 1]
  end
end

next_argument = first
local reply = {1}
for i = guards + 1, #keys do
  local to = next_argument + 1 + args[next_argument + 1]
  reply[i - guards + 1] = apply(args[next_argument], keys[i], next_argument + 2, to)
  next_argument = to + 1
end
return reply
