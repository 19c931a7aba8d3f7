-- Adds to one counter, and gives it its end if it is new.
--
-- ARGV  what to add, the command that gives the end (PEXPIRE or PEXPIREAT), and its milliseconds

local key = KEYS[1]
local there = redis.call('EXISTS', key)
local count = redis.call('INCRBY', key, ARGV[1])
if there == 0 then
  redis.call(ARGV[2], key, ARGV[3])
  return ARGV[1]
elseif count >= 2 ^ 53 or count <= -2 ^ 53 then
  return redis.call('GET', key) -- As text, because a number would be rounded.
end
return count
