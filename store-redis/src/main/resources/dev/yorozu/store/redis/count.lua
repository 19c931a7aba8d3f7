-- Adds to counters, each by itself, and gives them their ends.
--
-- KEYS  the counters, each once
-- ARGV  for each counter, or once for all, what to add, and when it ends: PX and milliseconds of life, or PXAT and the
--       instant, where it is new; MEND and milliseconds of life where it is new or has no end
--
-- The reply has for each counter its new count, or as a text the error that it met; for one alone, it is that.

local keys, args, call, pcall = KEYS, ARGV, redis.call, redis.pcall -- Globals cost a search each time.
local delta, mode, millis = args[1], args[2], args[3]
local each = #args > 3
local replies = {}
for i, key in ipairs(keys) do
  if each then
    delta, mode, millis = args[3 * i - 2], args[3 * i - 1], args[3 * i]
  end
  local absent = mode ~= 'MEND' and call('EXISTS', key) == 0
  local count = pcall('INCRBY', key, delta)
  if type(count) == 'table' then
    count = #keys == 1 and count or count.err
  elseif absent then
    call(mode == 'PX' and 'PEXPIRE' or 'PEXPIREAT', key, millis)
    count = delta
  else
    if mode == 'MEND' and call('PTTL', key) == -1 then
      call('PEXPIRE', key, millis)
    end
    if count >= 2 ^ 53 or count <= -2 ^ 53 then
      count = call('GET', key) -- As text, because a number would be rounded.
    end
  end
  replies[i] = count
end
return #keys == 1 and replies[1] or replies
