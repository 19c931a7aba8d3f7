-- Adds to one counter, and gives it a life where that makes it: what limits do with every request, so that it is worth a
-- script of its own. Whatever can fail fails in the one command that changes something.
--
-- KEYS  the counter
-- ARGV  what to add; how long a counter lives that is made by it, in milliseconds

local made = redis.call('EXISTS', KEYS[1]) == 0
local sum = redis.call('INCRBY', KEYS[1], ARGV[1])
if made then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
elseif sum >= 2 ^ 53 or sum <= -2 ^ 53 then
  return redis.call('GET', KEYS[1]) -- A number here cannot hold it.
end
return made and ARGV[1] or sum
