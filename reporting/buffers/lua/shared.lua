-- Shared part of the scripts: names of keys, the server's clock, positions past dropped events. Every script
-- is this text followed by its own. All names begin with KEYS[1], whose hash tag keeps them in one slot.
--
-- Each key has a list with its events, oldest first, and a hash. Events have numbers without gaps: `first` is
-- that of the oldest in the list, `tail` the next one. For each sink the hash has `at`, its first unfinished
-- number, and `to`, the end of its claim; both are equal without a claim.

local root = KEYS[1]

local function buffer_of(key) return root .. ':buffer:' .. key end
local function state_of(key) return root .. ':key:' .. key end
local function active_of(sink) return root .. ':active:' .. sink end
local function leased_of(sink) return root .. ':leased:' .. sink end
local function ring_of(sink, lane) return root .. ':ring:' .. sink .. ':' .. lane end

local function number(text) return tonumber(text or '0') end

-- The rate of a key is measured from a mark; a claim resets a mark of this age.
local WINDOW_MS = 1000

-- Milliseconds since 1970 by the server's clock, which tests set ahead.
local function now_ms(ahead)
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000) + tonumber(ahead)
end

local function each(sinks) return string.gmatch(sinks, '[^,]+') end

-- The list has expired with its events, for every sink.
local function list_ran_out(state, sinks, first, tail)
  for sink in each(sinks) do
    local at = number(redis.call('HGET', state, 'at:' .. sink))
    if at < first then redis.call('HINCRBY', state, 'dropped:' .. sink, first - at) end
    if at < tail then redis.call('HINCRBY', state, 'expired:' .. sink, tail - math.max(at, first)) end
    redis.call('HINCRBY', state, 'token:' .. sink, 1)
    redis.call('HMSET', state, 'at:' .. sink, tail, 'to:' .. sink, tail)
  end
  redis.call('HSET', state, 'first', tail)
end

-- Registers a key; new sinks start at its end.
local function join(key, state, sinks, ahead)
  if redis.call('HSETNX', state, 'since', string.format('%d', now_ms(ahead))) == 1 then
    redis.call('SADD', root .. ':keys', key)
  end
  local tail = number(redis.call('HGET', state, 'tail'))
  local produced = number(redis.call('HGET', state, 'produced'))
  for sink in each(sinks) do
    if redis.call('HSETNX', state, 'at:' .. sink, tail) == 1 then
      redis.call('HMSET', state, 'to:' .. sink, tail, 'joined:' .. sink, produced)
    end
  end
  redis.call('HSET', state, 'sinks', sinks)
end

-- Removes the events that every sink is done with, except the newest `keep`.
local function trim(key, state, sinks, keep)
  local had = redis.call('HMGET', state, 'first', 'tail')
  local first, tail = number(had[1]), number(had[2])
  local low = tail - keep
  for sink in each(sinks) do
    local at = redis.call('HGET', state, 'at:' .. sink)
    if at then low = math.min(low, tonumber(at)) end
  end
  if low > first and redis.call('LLEN', buffer_of(key)) == tail - first then
    redis.call('LTRIM', buffer_of(key), low - first, -1)
    redis.call('HSET', state, 'first', low)
  end
end
