-- Claims the next batches for one sink, each with a lease: a full batch of each of the next keys in the lane,
-- or all it has. ARGV: sink, lane, number of batches, size of a batch, ms events are fresh, ms of a lease, events
-- a second from which a key is hot, all sinks, keep, ahead. Answers 1 if it gave up before it had as many and
-- before the lane was empty, else 0; then {key, token, since, number of the first, count, lines} for each batch.

local sink, lane, most, size = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local fresh_ms, lease_ms, hot, sinks, keep = ARGV[5], ARGV[6], tonumber(ARGV[7]), ARGV[8], tonumber(ARGV[9])
local now = now_ms(ARGV[10])
local oldest = now - tonumber(fresh_ms)
local MOST_EMPTY, MOST_STALE = 32, 2048

-- A batch whose worker died goes first.
local function next_key()
  local lapsed = redis.call('ZRANGEBYSCORE', leased_of(sink), '-inf', now, 'LIMIT', 0, 1)[1]
  if not lapsed then return redis.call('LPOP', ring_of(sink, lane)) end
  redis.call('ZREM', leased_of(sink), lapsed)
  redis.call('HINCRBY', root .. ':sink:' .. sink, 'lapsed', 1)
  return lapsed
end

-- A key is hot from this rate on, and cold again below half of it.
local function choose_lane(state, tail)
  local had = redis.call('HMGET', state, 'mark_at:' .. sink, 'mark_tail:' .. sink, 'lane:' .. sink)
  local passed = now - number(had[1])
  local chosen = had[3] or 'cold'
  if passed < WINDOW_MS then return chosen end
  if had[1] then
    local rate = (tail - number(had[2])) * 1000 / passed
    if rate >= hot then chosen = 'hot' elseif rate < hot / 2 then chosen = 'cold' end
    redis.call('HMSET', state, 'lane:' .. sink, chosen, 'rate:' .. sink, math.floor(rate))
  end
  redis.call('HMSET', state, 'mark_at:' .. sink, now, 'mark_tail:' .. sink, tail)
  return chosen
end

local function is_stale(line) return tonumber(string.sub(line, 1, 13)) < oldest end

-- The fresh lines at the position, and how many stale ones were before them.
local function fresh_lines(buffer, at)
  local stale, chunk = 0, {}
  repeat
    chunk = redis.call('LRANGE', buffer, at + stale, at + stale + size - 1)
    local before = 0
    while chunk[before + 1] and is_stale(chunk[before + 1]) do before = before + 1 end
    stale = stale + before
  until before == 0 or stale >= MOST_STALE
  local count = 0
  while chunk[count + 1] and not is_stale(chunk[count + 1]) do count = count + 1 end
  return chunk, count, stale
end

local function claim(key)
  local state, buffer = state_of(key), buffer_of(key)
  local had = redis.call('HMGET', state, 'first', 'tail', 'at:' .. sink, 'since')
  if not had[3] then
    redis.call('SREM', active_of(sink), key)
    return nil
  end
  local first, tail, at = number(had[1]), number(had[2]), number(had[3])
  if redis.call('LLEN', buffer) ~= tail - first then
    list_ran_out(state, sinks, first, tail)
    first, at = tail, tail
  end
  if at < first then
    redis.call('HINCRBY', state, 'dropped:' .. sink, first - at)
    at = first
  end
  local lines, count, stale = fresh_lines(buffer, at - first)
  if stale > 0 then redis.call('HINCRBY', state, 'expired:' .. sink, stale) end
  at = at + stale
  local next_lane = choose_lane(state, tail)
  redis.call('HMSET', state, 'at:' .. sink, at, 'to:' .. sink, at + count)
  if count > 0 then
    redis.call('ZADD', leased_of(sink), now + tonumber(lease_ms), key)
    local token = redis.call('HINCRBY', state, 'token:' .. sink, 1)
    return { key, token, had[4], at, count, table.concat(lines, '\n', 1, count) }
  end
  if at < tail then
    redis.call('RPUSH', ring_of(sink, next_lane), key)
  else
    redis.call('SREM', active_of(sink), key)
  end
  trim(key, state, sinks, keep)
  return nil
end

local found, empty = { 0 }, 0
while #found <= most and empty < MOST_EMPTY do
  local key = next_key()
  if not key then return found end
  local batch = claim(key)
  if batch then found[#found + 1] = batch else empty = empty + 1 end
end
if #found <= most then found[1] = 1 end
return found
