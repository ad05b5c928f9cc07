-- Fills an opened inbox with what the store has. KEYS: epoch, inbox, large, then a head for each chat. ARGV: epoch,
-- stamp before the reserved ones, seconds to keep, conversations to keep, then for each chat, the oldest first: chat,
-- number, count, line, 1 if large. What was announced meanwhile stays. Answers 1, or nothing in another epoch.

if redis.call('GET', KEYS[1]) ~= ARGV[1] then return {} end
local rows, large = {}, {}
for i = 4, #KEYS do
  local at = 5 + (i - 4) * 5
  local row = {key = KEYS[i], chat = ARGV[at], number = ARGV[at + 1], count = ARGV[at + 2], line = ARGV[at + 3]}
  local head = redis.call('HMGET', row.key, 'number', 'stamp')
  row.is_newer = tonumber(head[1] or '0') < tonumber(row.number)
  row.has_stamp = head[2]
  row.is_listed = redis.call('ZSCORE', KEYS[2], row.chat)
  if ARGV[at + 4] == '1' then large[#large + 1] = row.chat end
  rows[#rows + 1] = row
end
redis.call('SCARD', KEYS[3])

for i, row in ipairs(rows) do
  local stamp = string.format('%.0f', tonumber(ARGV[2]) + i)
  if row.is_newer then redis.call('HSET', row.key, 'number', row.number, 'count', row.count, 'line', row.line) end
  if not row.has_stamp then redis.call('HSET', row.key, 'stamp', stamp) end
  redis.call('EXPIRE', row.key, ARGV[3])
  if not row.is_listed then redis.call('ZADD', KEYS[2], stamp, row.chat) end
end
for _, chat in ipairs(large) do redis.call('SADD', KEYS[3], chat) end
redis.call('EXPIRE', KEYS[3], ARGV[3])
redis.call('ZREM', KEYS[2], ':building')
redis.call('ZADD', KEYS[2], -1, ':whole')
redis.call('ZREMRANGEBYRANK', KEYS[2], 1, -1 - tonumber(ARGV[4]))
return {1}
