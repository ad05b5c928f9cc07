-- Ends a claim: delivered and expired events are counted, or all of it is given back. ARGV: sink, key, token,
-- events delivered, events too old, all sinks, keep. With both counts 0 it is given back. Answers 1, or 0 if
-- the claim was no longer this worker's.

local sink, key, delivered, stale = ARGV[1], ARGV[2], tonumber(ARGV[4]), tonumber(ARGV[5])
local state = state_of(key)
local had = redis.call('HMGET', state, 'token:' .. sink, 'at:' .. sink, 'to:' .. sink, 'tail', 'lane:' .. sink)
local at, to, tail = number(had[2]), number(had[3]), number(had[4])
if had[1] ~= ARGV[3] or to <= at then return 0 end
if delivered + stale > 0 then
  if delivered + stale ~= to - at then return redis.error_reply('counts differ from what was claimed') end
  redis.call('HINCRBY', state, 'delivered:' .. sink, delivered)
  redis.call('HINCRBY', state, 'expired:' .. sink, stale)
  at = to
else
  redis.call('HINCRBY', root .. ':sink:' .. sink, 'returned', 1)
end
redis.call('HMSET', state, 'at:' .. sink, at, 'to:' .. sink, at)
redis.call('ZREM', leased_of(sink), key)
if at < tail then
  redis.call('RPUSH', ring_of(sink, had[5] or 'cold'), key)
else
  redis.call('SREM', active_of(sink), key)
end
trim(key, state, ARGV[6], tonumber(ARGV[7]))
return 1
