-- Adds to counters, each by itself, and gives them their ends.
--
-- KEYS  the counters, each once
-- ARGV  for each counter what to add, and when it ends: PX and milliseconds of life, or PXAT and the instant, where it is
--       new; MEND and milliseconds of life where it is new or has no end
--
-- The reply has for each counter its new count, or as a text the error that it met; for one alone, it is that.

local replies = {}
for i, key in ipairs(KEYS) do
  local delta, mode, millis = ARGV[3 * i - 2], ARGV[3 * i - 1], ARGV[3 * i]
  local absent = mode ~= 'MEND' and redis.call('EXISTS', key) == 0
  local count = redis.pcall('INCRBY', key, delta)
  if type(count) == 'table' then
    count = #KEYS == 1 and count or count.err
  elseif absent then
    redis.call(mode == 'PX' and 'PEXPIRE' or 'PEXPIREAT', key, millis)
    count = delta
  else
    if mode == 'MEND' and redis.call('PTTL', key) == -1 then
      redis.call('PEXPIRE', key, millis)
    end
    if count >= 2 ^ 53 or count <= -2 ^ 53 then
      count = redis.call('GET', key) -- As text, because a number would be rounded.
    end
  end
  replies[i] = count
end
return #KEYS == 1 and replies[1] or replies
