-- Announces a message that is in the store: once, for any number of calls. KEYS: epoch, marks, stamp, published,
-- head, inboxes of members. ARGV: epoch, mark, chat, number, count, line, news as a JSON object without its
-- first bracket, channel, seconds to keep, conversations to keep in an inbox. Answers the stamp, 0 if the message
-- or a later one was announced before, or nothing in another epoch.

if redis.call('GET', KEYS[1]) ~= ARGV[1] then return {} end
-- A head may be newer than what was announced: who rebuilds an inbox reads it from the store.
local head = redis.call('HMGET', KEYS[5], 'announced', 'number')
local number = tonumber(ARGV[4])
local prev = redis.call('GET', KEYS[4]) or '0'
local used = {}
for i = 6, #KEYS do
  if redis.call('ZCARD', KEYS[i]) > 0 then used[#used + 1] = KEYS[i] end
end

redis.call('ZREM', KEYS[2], ARGV[2])
if tonumber(head[1] or '0') >= number then return {0} end
local stamp = string.format('%.0f', redis.call('INCR', KEYS[3]))
redis.call('HSET', KEYS[5], 'announced', ARGV[4], 'stamp', stamp)
if tonumber(head[2] or '0') < number then
  redis.call('HSET', KEYS[5], 'number', ARGV[4], 'count', ARGV[5], 'line', ARGV[6])
end
redis.call('EXPIRE', KEYS[5], ARGV[9])
for _, inbox in ipairs(used) do
  redis.call('ZADD', inbox, stamp, ARGV[3])
  redis.call('ZREMRANGEBYRANK', inbox, 1, -1 - tonumber(ARGV[10]))
end
redis.call('SET', KEYS[4], stamp)
redis.call('PUBLISH', ARGV[8], '{"epoch":"' .. ARGV[1] .. '","prev":' .. prev .. ',"stamp":' .. stamp .. ',' .. ARGV[7])
return {tonumber(stamp)}
