-- Publishes news that follow those before, and clears their mark. KEYS: epoch, marks, stamp, published. ARGV: epoch,
-- mark, news as in `announce`, channel. Answers the stamp, or nothing in another epoch.

if redis.call('GET', KEYS[1]) ~= ARGV[1] then return {} end
local prev = redis.call('GET', KEYS[4]) or '0'
redis.call('ZREM', KEYS[2], ARGV[2])
local stamp = string.format('%.0f', redis.call('INCR', KEYS[3]))
redis.call('SET', KEYS[4], stamp)
redis.call('PUBLISH', ARGV[4], '{"epoch":"' .. ARGV[1] .. '","prev":' .. prev .. ',"stamp":' .. stamp .. ',' .. ARGV[3])
return {tonumber(stamp)}
