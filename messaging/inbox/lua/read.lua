-- Notes how far a user has read, forward only. KEYS: epoch, unsaved, due, stamp, published, inbox, readers. ARGV: epoch,
-- field of unsaved, chat, user, number, count, news as in `announce`, channel, seconds to keep readers,
-- 1 if members see it. Answers the stamp, 0 if it was read before, or nothing in another epoch.

if redis.call('GET', KEYS[1]) ~= ARGV[1] then return {} end
local known = redis.call('HGET', KEYS[2], ARGV[2])
local before = known and tonumber(string.match(known, '^%d+')) or -1
local prev = redis.call('GET', KEYS[5]) or '0'
local listed = redis.call('ZCARD', KEYS[6]) > 0
redis.call('ZCARD', KEYS[3])
redis.call('ZCARD', KEYS[7])

redis.call('ZADD', KEYS[7], 'GT', ARGV[5], ARGV[4])
redis.call('EXPIRE', KEYS[7], ARGV[9])
if before >= tonumber(ARGV[5]) then return {0} end
local now = redis.call('TIME')
redis.call('HSET', KEYS[2], ARGV[2], ARGV[5] .. ' ' .. ARGV[6])
redis.call('ZADD', KEYS[3], 'LT', now[1] * 1000 + math.floor(now[2] / 1000), ARGV[2])
local stamp = string.format('%.0f', redis.call('INCR', KEYS[4]))
if listed then redis.call('ZADD', KEYS[6], stamp, ARGV[3]) end
redis.call('SET', KEYS[5], stamp)
redis.call('PUBLISH', ARGV[8], '{"epoch":"' .. ARGV[1] .. '","prev":' .. prev .. ',"stamp":' .. stamp .. ',' .. ARGV[7])
return {tonumber(stamp)}
