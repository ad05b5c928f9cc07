-- Owns what the scripts share: the names of things, the server's clock, and how a position moves over what is gone.
-- Every script is this text and its own. All names begin with KEYS[1], whose hash tag keeps them in one slot.
--
-- Of each key: a list with its events, oldest first, and a hash. Events have numbers without gaps: `first` is that
-- of the oldest in the list, `tail` the next to be given. Of each sink the hash has `at`, the first number it is not
-- done with, and `to`, the end of what it has claimed; nothing is claimed where both are the same.

local root = KEYS[1]

local function buffer_of(key) return root .. ':buffer:' .. key end
local function state_of(key) return root .. ':key:' .. key end
local function active_of(sink) return root .. ':active:' .. sink end
local function leased_of(sink) return root .. ':leased:' .. sink end
local function ring_of(sink, lane) return root .. ':ring:' .. sink .. ':' .. lane end

local function number(text) return tonumber(text or '0') end

-- The rate of a key is that since a mark, which is set anew with a claim when it is this old.
local WINDOW_MS = 1000

-- Milliseconds since 1970 by the server's clock, which tests set ahead.
local function now_ms(ahead)
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000) + tonumber(ahead)
end

local function each(sinks) return string.gmatch(sinks, '[^,]+') end

-- The list is gone though events should be in it: it ran out, and so did they, for every sink.
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

-- Makes a key known, and lets sinks that do not know it begin at its end.
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

-- Removes the events that every sink is done with, but for the newest `keep`.
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
