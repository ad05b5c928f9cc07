-- Ends claims: delivered and expired events are counted, or all of a claim is given back. ARGV: sink, all sinks,
-- keep, then for each claim: key, token, events delivered, events too old. With both counts 0 it is given back.
-- Answers 1 for each, or 0 if the claim was no longer this worker's.

local sink, sinks, keep = ARGV[1], ARGV[2], tonumber(ARGV[3])

local function finish(key, token, delivered, stale)
  local state = state_of(key)
  local had = redis.call('HMGET', state, 'token:' .. sink, 'at:' .. sink, 'to:' .. sink, 'tail', 'lane:' .. sink)
  local at, to, tail = number(had[2]), number(had[3]), number(had[4])
  if had[1] ~= token or to <= at then return 0 end
  if delivered + stale > 0 then
    if delivered + stale ~= to - at then error('counts differ from what was claimed') end
    redis.call('HINCRBY', state, 'delivered:' .. sink, delivered)
    if stale > 0 then redis.call('HINCRBY', state, 'expired:' .. sink, stale) end
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
  trim(key, state, sinks, keep)
  return 1
end

local ended = {}
for at = 4, #ARGV, 4 do
  ended[#ended + 1] = finish(ARGV[at], ARGV[at + 1], tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3]))
end
return ended
