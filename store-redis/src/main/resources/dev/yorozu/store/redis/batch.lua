-- Applies one guarded batch: guards first, then a check for faults, then the writes.
--
-- A script that fails midway is not rolled back, so everything that can fail is found out before the first write. What is
-- a fault, and which comes first, is the same as in the Preflight class of the core.
--
-- KEYS  the key of each guard, then the key of each write, except that the first write's is left out where it is the last
--       guard's; a key may come more than once
-- ARGV  how many guards there are, with a minus sign where the key of the first write is left out; for each guard its
--       kind, and the argument of those that have one ('at' has two, 'behind' three, 'within' five); for each write its
--       kind, how many arguments follow (except after 'count', which has one, and 'put', which has three), and these. All
--       that may be preceded by 'latin', when each byte was sent as the character of that number.
--
-- The text of amend.lua stands before this one.
--
-- The reply is {1, one result for each write…} when the batch was applied, and {0, index of the guard, what was found,
-- the value found} when it was rejected. A fault is an error reply; nothing was written then.
--
-- The script runs from its first line each time, and making a function or a table costs as much as reading a key. So the
-- steps are loops over chains of conditions, common cases first, and functions are made where they are needed.

local keys, args = KEYS, ARGV
local call, pcall = redis.call, redis.pcall

local WRONG_TYPE = 'WRONGTYPE Operation against a key holding the wrong kind of value'
local NOT_A_NUMBER = 'ERR value is not an integer or out of range'
local NOT_AN_OBJECT = 'NOTOBJECT The value is not a JSON object with these fields'

if args[1] == 'latin' then
  args = {}
  for i = 2, #ARGV do
    args[i - 1] = string.gsub(ARGV[i], '([\194\195])([\128-\191])', function(lead, trail)
      return string.char((string.byte(lead) - 194) * 64 + string.byte(trail))
    end)
  end
end

-- What few batches need is made when the first step asks for it.
local tools
local function tool(name)
  if tools then
    return tools[name]
  end
  tools = {}

  -- The server's clock in microseconds since 1970, one moment for the whole batch.
  local moment
  function tools.now()
    if not moment then
      local time = call('TIME')
      moment = tonumber(time[1]) * 1000000 + tonumber(time[2])
    end
    return moment
  end

  -- Whether a text is a count: a number of 64 bits.
  function tools.is_count(text)
    return (text == '0' or string.find(text, '^%-?[1-9]%d*$'))
      and (#text <= 15 or tools.wide_sum(text, '0'))
  end

  -- Whether the one count is less than the other.
  function tools.is_less(count, other)
    local negative = string.byte(count) == 45
    if negative ~= (string.byte(other) == 45) then
      return negative
    elseif #count ~= #other then
      return (#count < #other) ~= negative
    end
    return count ~= other and (count < other) ~= negative
  end

  -- Whether the bytes of the one member sort before those of the other; to compare texts would follow the server's locale.
  function tools.is_before(member, other)
    for i = 1, math.min(#member, #other) do
      local byte, other_byte = string.byte(member, i), string.byte(other, i)
      if byte ~= other_byte then
        return byte < other_byte
      end
    end
    return #member < #other
  end

  -- Whether an expiry ends a key at once.
  function tools.is_past(mode, millis)
    return mode == 'PXAT' and tonumber(millis) <= math.floor(tools.now() / 1000)
  end

  -- The sum of two counts, of which at least one may need more than the 53 bits of a number here; nil when it needs more
  -- than 64. Each is held as high * 1e9 + low, with 0 <= low < 1e9.
  function tools.wide_sum(count, delta)
    local function halves(text)
      local sign, digits = string.match(text, '^(%-?)(%d+)$')
      local high, low = tonumber(string.sub(digits, 1, -10)) or 0, tonumber(string.sub(digits, -9))
      if sign == '-' and low > 0 then
        return -high - 1, 1e9 - low
      end
      return sign == '-' and -high or high, low
    end
    local function fits(high, low)
      return (high < 9223372036 or high == 9223372036 and low <= 854775807)
        and (high > -9223372037 or high == -9223372037 and low >= 145224192)
    end
    local high, low = halves(count)
    local more_high, more_low = halves(delta)
    if not fits(high, low) then
      return nil -- The value that was there has more digits than any count.
    end
    high, low = high + more_high, low + more_low
    if low >= 1e9 then
      high, low = high + 1, low - 1e9
    end
    if not fits(high, low) then
      return nil
    elseif high >= 0 or low == 0 then
      return string.format('%.0f%09.0f', high, low)
    end
    return string.format('-%.0f%09.0f', -high - 1, 1e9 - low)
  end

  -- Gives a key another end. Returns 1 when the key was there, else 0.
  function tools.expire(key, mode, millis)
    if mode == 'PX' then
      return call('PEXPIRE', key, millis)
    elseif mode == 'PXAT' then
      -- The same comparison as in the check, so that a key counts as ended in both places or in none.
      return tools.is_past(mode, millis) and call('DEL', key) or call('PEXPIREAT', key, millis)
    end
    local there = call('EXISTS', key)
    call('PERSIST', key)
    return there
  end

  return tools[name]
end

-- GUARDS ---------------------------------------------------------------------------------------------------------------

local guards = tonumber(args[1])
local begin = guards + 1 -- Where the key of the first write stands.
if guards < 0 then
  guards, begin = -guards, -guards
end
local at = 2
for i = 1, guards do
  local kind, key = args[at], keys[i]
  local argument, what, value
  at = at + 1
  if kind ~= 'absent' and kind ~= 'present' then
    argument = args[at]
    at = at + 1
  end
  if kind == 'absent' then
    local found = pcall('GET', key)
    if type(found) == 'string' then
      what, value = 'value', found
    elseif found then
      what = call('TYPE', key).ok
    end
  elseif kind == 'present' then
    what = call('EXISTS', key) == 0 and 'nothing'
  elseif kind == 'equal' then
    local found = call('GET', key)
    if not found then
      what = 'nothing'
    elseif found ~= argument then
      what, value = 'value', found
    end
  elseif kind == 'member' then
    what = call('SISMEMBER', key, argument) == 0 and 'nothing'
  elseif kind == 'stranger' then
    what = call('SISMEMBER', key, argument) == 1 and 'member'
  elseif kind == 'behind' then
    local found = call('ZSCORE', key, argument)
    if found then
      local score = tonumber(found) or (found == 'inf' and math.huge or -math.huge)
      local bound = tonumber(args[at]) or (args[at] == 'inf' and math.huge or -math.huge)
      if score == bound or (score > bound) == (args[at + 1] == 'FALLING') then
        what, value = 'score', found
      end
    end
    at = at + 2
  elseif kind == 'within' then
    -- The last of the places, among the others: one further on where the member itself has one of them.
    local falling, place = args[at + 1] == 'FALLING', args[at + 2]
    local range = falling and 'ZREVRANGE' or 'ZRANGE'
    local found = call(range, key, place, place, 'WITHSCORES')
    local rank = found[1] and call(falling and 'ZREVRANK' or 'ZRANK', key, argument)
    if rank and rank <= tonumber(place) then
      found = call(range, key, args[at + 3], args[at + 3], 'WITHSCORES')
    end
    if found[1] then
      local score = tonumber(args[at]) or (args[at] == 'inf' and math.huge or -math.huge)
      local last = tonumber(found[2]) or (found[2] == 'inf' and math.huge or -math.huge)
      local less = score < last or score == last and tool('is_before')(argument, found[1])
      if less == falling then
        what, value = 'score', found[2]
      end
    end
    at = at + 4
  elseif kind == 'least' then
    local found = call('GET', key)
    if found and not tool('is_count')(found) then
      return {err = NOT_A_NUMBER}
    elseif tool('is_less')(found or '0', argument) then
      what, value = found and 'value' or 'nothing', found
    end
  elseif kind == 'at' then
    local place = args[at]
    local found
    if call('TYPE', key).ok == 'zset' then
      found = call('ZRANGE', key, place, place)[1]
    else
      found = call('LINDEX', key, place)
    end
    if not found then
      what = 'nothing'
    elseif found ~= argument then
      what, value = 'value', found
    end
    at = at + 1
  else -- The kind is 'below'.
    local counting = {set = 'SCARD', zset = 'ZCARD', list = 'LLEN'}
    local found = call('TYPE', key).ok
    -- To count the fields of anything but a hash raises the wrong type.
    local size = found == 'none' and 0 or call(counting[found] or 'HLEN', key)
    if size >= tonumber(argument) then
      what, value = 'size', size
    end
  end
  if what then
    return {0, i - 1, what, value}
  end
end

-- FAULTS ---------------------------------------------------------------------------------------------------------------

-- A write fails by itself before it has changed anything, so the one that is applied first needs no check. That is the
-- only one; or, when no two writes have one key, so that their turn does not matter, the first plain count, or else the
-- last write when it is a plain command.
local first, last = at, #keys
local done, done_result
local repeated = true -- Whether a key may come twice among the writes.
local missing -- For each write whose key was found to be absent: true. Only where no key comes twice.
local editing, amended -- For each write that amends: what it will do.
if last > begin or args[first] == 'throttle' or args[first] == 'amend' then
  repeated = last - begin > 7 -- To find out is worth it in short batches only.
  for i = begin, repeated and 0 or last - 1 do
    for other = i + 1, last do
      repeated = repeated or keys[i] == keys[other]
    end
  end
  -- For each key that an earlier write replaced, ended or counted up: the count that it would hold by now, or 'gone' where
  -- there is none and a count would start anew. Not needed when no key comes twice.
  local counts = repeated and {}
  local fault, unchecked
  for i = begin, last do
    local kind, key, from = args[at], keys[i], at + 1
    if kind == 'count' then
      at = at + 2
    elseif kind == 'put' then
      at = at + 4
    else
      from = at + 2
      at = from + args[at + 1]
    end
    if kind == 'put' or kind == 'replace' or kind == 'expire' and tool('is_past')(args[from], args[from + 1]) then
      if counts then
        counts[key] = 'gone'
      end
    elseif kind == 'count' and not repeated and not done then
      done, unchecked = i, args[from]
    elseif kind == 'count' or kind == 'add' or kind == 'throttle' then
      local count, delta = counts and counts[key], args[from]
      if not count then
        count = pcall('GET', key)
        if not count then
          count = 'gone'
          missing = missing or {}
          missing[i] = true
        elseif type(count) == 'table' then
          fault = WRONG_TYPE
        elseif not tool('is_count')(count) then
          fault = NOT_A_NUMBER
        end
      end
      if not fault and kind ~= 'throttle' and (counts or #count > 15 or #delta > 15) then
        local sum = tool('wide_sum')(count == 'gone' and '0' or count, delta)
        if not sum then
          fault = 'ERR increment or decrement would overflow'
        end
        local ends = count == 'gone' and kind == 'add' and tool('is_past')(args[from + 1], args[from + 2])
        count = ends and 'gone' or sum
      end
      if counts then
        counts[key] = count
      end
    elseif kind == 'amend' then
      local text = pcall('GET', key)
      if type(text) == 'table' then
        fault = WRONG_TYPE
      elseif text then
        editing, amended = editing or amending(args), amended or {}
        amended[i] = editing(text, from, at)
        fault = not amended[i] and NOT_AN_OBJECT
      end
    elseif kind ~= 'expire' and kind ~= 'prolong' and not (counts and counts[key]) then
      local special = kind == 'trim' and args[from] or (kind == 'set-at' or kind == 'swap') and 'list'
        or kind == 'forget' and 'hash'
      if i == last and not repeated and not done and not special then
        done, done_result = i, pcall(args[from], key, unpack(args, from + 1, at - 1))
      else
        local found = call('TYPE', key).ok
        if found ~= (special or kind) and found ~= 'none' then
          fault = WRONG_TYPE
        end
      end
    end
    if fault then
      break
    end
  end
  if unchecked then
    local there = fault and call('EXISTS', keys[done])
    done_result = pcall('INCRBY', keys[done], unchecked)
    if fault and type(done_result) == 'number' then
      -- A later write has a fault, so this one, which had none, is undone; with a fault of its own it comes first.
      if there == 0 then
        call('DEL', keys[done])
      else
        call('DECRBY', keys[done], unchecked)
      end
    end
  end
  if type(done_result) == 'table' and done_result.err then
    return done_result
  elseif fault then
    return {err = fault}
  end
end

-- WRITES ---------------------------------------------------------------------------------------------------------------

at = first
local reply = {1, nil, nil, nil} -- With room for three results.
for i = begin, last do
  local kind, key = args[at], keys[i]
  local result
  if kind == 'put' then
    call('SET', key, args[at + 1], args[at + 2], args[at + 3])
    result = 1
    at = at + 4
  elseif kind == 'count' then
    result = i == done and done_result or call('INCRBY', key, args[at + 1])
    if result >= 2 ^ 53 or result <= -2 ^ 53 then
      result = call('GET', key) -- As text, because a number would be rounded.
    end
    at = at + 2
  else
    local from, to = at + 2, at + 1 + args[at + 1]
    at = to + 1
    if i == done then
      result = done_result
    elseif kind == 'add' then
      local creates = missing and missing[i]
      if repeated then
        creates = call('EXISTS', key) == 0
      end
      local mode, millis = args[from + 1], args[from + 2]
      result = call('INCRBY', key, args[from])
      if mode == 'MEND' and (creates or call('PTTL', key) == -1) then
        call('PEXPIRE', key, millis)
      elseif creates then
        tool('expire')(key, mode, millis)
      end
      if creates then
        result = args[from]
      elseif result >= 2 ^ 53 or result <= -2 ^ 53 then
        result = call('GET', key)
      end
    elseif kind == 'expire' then
      result = tool('expire')(key, args[from], args[from + 1])
    elseif kind == 'prolong' then
      local left = call('PTTL', key) -- -2 without a key, -1 without an end.
      result = left == -2 and 0 or 1
      if left ~= -2 and left < tonumber(args[from]) then
        call('PEXPIRE', key, args[from])
      end
    elseif kind == 'throttle' then
      -- The arithmetic of the Throttling class of the core, in microseconds.
      local interval, burst, cost = tonumber(args[from]), tonumber(args[from + 1]), tonumber(args[from + 2])
      local moment = tool('now')()
      local arrival = math.min(math.max(tonumber(call('GET', key) or 0), moment), moment + burst)
      local following = arrival + cost
      local early = following - burst - moment
      if early > 0 then
        result = {0, math.floor((burst - (arrival - moment)) / interval), early, arrival - moment}
      else
        local forgotten = string.format('%.0f', math.ceil(following / 1000))
        call('SET', key, string.format('%.0f', following), 'PXAT', forgotten)
        result = {1, math.floor((burst - (following - moment)) / interval), 0, following - moment}
      end
    elseif kind == 'amend' then
      local edits = amended and amended[i]
      result = edits and 1 or 0
      if edits then
        local text, copied, changed = edits.text, 1, ''
        for place = 1, #edits do
          local edit = edits[place]
          local counting, value = args[edit[4]], args[edit[4] + 1]
          if counting ~= '' then
            value = counting == 'RESULT' and reply[value + 2] or call(counting, keys[begin + value]) or '0'
            value = type(value) == 'number' and string.format('%.0f', value) or value
          end
          changed = changed .. string.sub(text, copied, edit[1] - 1) .. edit[3] .. value
          copied = edit[2]
        end
        call('SET', key, changed .. string.sub(text, copied), 'KEEPTTL')
      end
    elseif kind == 'trim' then
      -- One command tells what goes, another removes it.
      result = call(args[from + 1], key, args[from + 2], args[from + 3])
      if #result > 0 then
        call(args[from + 4], key, args[from + 5], args[from + 6])
      end
    elseif kind == 'forget' then
      -- What an earlier trim of the batch removed.
      result = 0
      for _, field in ipairs(reply[args[from] + 2]) do
        result = result + call('HDEL', key, field)
      end
    elseif kind == 'swap' then
      local position = call('LPOS', key, args[from])
      if position then
        call('LSET', key, position, args[from + 1])
      end
      result = position and 1 or 0
    elseif kind == 'set-at' then
      local length, position = call('LLEN', key), tonumber(args[from])
      result = position < length and position >= -length and 1 or 0
      if result == 1 then
        call('LSET', key, args[from], args[from + 1])
      end
    else
      -- All other writes are one command each, whose reply is the result; the kind is the type that it works on.
      result = call(args[from], key, unpack(args, from + 1, to))
    end
  end
  reply[i - begin + 2] = result
end
return reply
