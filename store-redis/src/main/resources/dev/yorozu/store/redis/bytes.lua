-- Runs one command on one key. Each byte of the arguments was sent as the character of that number, because the JSON of
-- a REST request holds text only.

local args = {}
for i = 2, #ARGV do
  args[i - 1] = string.gsub(ARGV[i], '([\194\195])([\128-\191])', function(lead, trail)
    return string.char((string.byte(lead) - 194) * 64 + string.byte(trail))
  end)
end
return redis.call(ARGV[1], KEYS[1], unpack(args))
