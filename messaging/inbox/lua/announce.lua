-- Announces a message that is in the store: once, for any number of calls. Its sender has read up to it. KEYS: epoch,
-- marks, stamp, published, head, unsaved, due, inboxes of members. ARGV: epoch, mark, chat, number, count, line,
-- news as a JSON object without its first bracket, channel, seconds to keep, conversations to keep in an inbox, sender or
-- empty if it has no read mark, news that the sender has read, milliseconds until that is stored. Answers the stamp, 0 if
-- the message or a later one was announced before, or nothing in another epoch.

if redis.call('GET', KEYS[1]) ~= ARGV[1] then return {} end
-- A head may be newer than what was announced: who rebuilds an inbox reads it from the store.
local head = redis.call('HMGET', KEYS[5], 'announced', 'number')
local number = tonumber(ARGV[4])
local prev = redis.call('GET', KEYS[4]) or '0'
local field = ARGV[11] .. ' ' .. ARGV[3]
local known = redis.call('HGET', KEYS[6], field)
local reads = ARGV[11] ~= '' and tonumber(string.match(known or '-1', '^%-?%d+')) < number
redis.call('ZCARD', KEYS[7])
local used = {}
for i = 8, #KEYS do
  if redis.call('ZCARD', KEYS[i]) > 0 then used[#used + 1] = KEYS[i] end
end

redis.call('ZREM', KEYS[2], ARGV[2])
local is_new = tonumber(head[1] or '0') < number
if not is_new and not reads then return {0} end
if reads then
  local now = redis.call('TIME')
  redis.call('HSET', KEYS[6], field, ARGV[4] .. ' ' .. ARGV[5])
  redis.call('ZADD', KEYS[7], 'LT', now[1] * 1000 + math.floor(now[2] / 1000) + tonumber(ARGV[13]), field)
end
local stamp = string.format('%.0f', redis.call('INCR', KEYS[3]))
if is_new then redis.call('HSET', KEYS[5], 'announced', ARGV[4], 'stamp', stamp) end
if tonumber(head[2] or '0') < number then
  redis.call('HSET', KEYS[5], 'number', ARGV[4], 'count', ARGV[5], 'line', ARGV[6])
end
redis.call('EXPIRE', KEYS[5], ARGV[9])
for _, inbox in ipairs(used) do
  redis.call('ZADD', inbox, stamp, ARGV[3])
  redis.call('ZREMRANGEBYRANK', inbox, 1, -1 - tonumber(ARGV[10]))
end
redis.call('SET', KEYS[4], stamp)
local news = is_new and ARGV[7] or ARGV[12]
redis.call('PUBLISH', ARGV[8], '{"epoch":"' .. ARGV[1] .. '","prev":' .. prev .. ',"stamp":' .. stamp .. ',' .. news)
return {is_new and tonumber(stamp) or 0}
