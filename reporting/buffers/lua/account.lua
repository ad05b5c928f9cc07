-- Account of one key now, for each of its sinks; forgets the name of a key that is gone. ARGV: key, sinks,
-- ahead. Answers a list of {sink, produced, delivered, dropped, expired, waiting, claimed, rate, lane, ms
-- since the oldest one waiting happened}; empty if the key is unknown.

local key, now = ARGV[1], now_ms(ARGV[3])
local state, buffer = state_of(key), buffer_of(key)
local had = redis.call('HMGET', state, 'first', 'tail', 'produced')
if not had[3] then redis.call('SREM', root .. ':keys', key) end
local first, tail, produced = number(had[1]), number(had[2]), number(had[3])
local ran_out = redis.call('LLEN', buffer) ~= tail - first

local function account(sink)
  local of = redis.call('HMGET', state, 'joined:' .. sink, 'delivered:' .. sink, 'dropped:' .. sink,
    'expired:' .. sink, 'at:' .. sink, 'to:' .. sink, 'rate:' .. sink, 'lane:' .. sink, 'mark_at:' .. sink,
    'mark_tail:' .. sink)
  local delivered, dropped, expired = number(of[2]), number(of[3]), number(of[4])
  local at, to = number(of[5]), number(of[6])
  local claimed, age = 0, 0
  local rate, passed = number(of[7]), now - number(of[9])
  if of[9] and passed >= WINDOW_MS then rate = math.floor((tail - number(of[10])) * 1000 / passed) end
  if ran_out then
    dropped = dropped + math.max(0, first - at)
    expired = expired + tail - math.max(at, first)
  else
    claimed = to - at
    dropped = dropped + math.max(0, first - to)
    local line = redis.call('LINDEX', buffer, math.max(at, first) - first)
    if line and math.max(at, first) < tail then age = now - tonumber(string.sub(line, 1, 13)) end
  end
  local waiting = ran_out and 0 or claimed + tail - math.max(to, first)
  return { sink, produced - number(of[1]), delivered, dropped, expired, waiting, claimed, rate,
    of[8] or 'cold', age }
end

local found = {}
for sink in each(ARGV[2]) do
  if redis.call('HEXISTS', state, 'at:' .. sink) == 1 then found[#found + 1] = account(sink) end
end
return found
