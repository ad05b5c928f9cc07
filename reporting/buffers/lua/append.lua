-- Appends the events of one commit to the buffers of their keys: once, for any number of sends. ARGV: sinks,
-- capacity, ms a buffer lasts, ms a state lasts, ahead, producer, number of the call, then for each key: key,
-- number of lines, lines. Answers 1, or 0 if the call was carried out before.

local sinks, capacity, buffer_ms, state_ms, ahead = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4], ARGV[5]
local producer = root .. ':producer:' .. ARGV[6]
if number(redis.call('GET', producer)) >= tonumber(ARGV[7]) then return 0 end

-- An expiry refreshed only every few seconds saves two commands for each key.
local REFRESH_MS = 10000
local now = now_ms(ahead)

local function append(key, from, to)
  local state, count = state_of(key), to - from + 1
  local had = redis.call('HMGET', state, 'sinks', 'first', 'tail', 'produced', 'refreshed')
  local first, tail, refreshed = number(had[2]), number(had[3]), number(had[5])
  if had[1] ~= sinks then join(key, state, sinks, ahead) end
  local length = redis.call('RPUSH', buffer_of(key), unpack(ARGV, from, to))
  local is_new = length == count
  if length ~= tail - first + count then
    list_ran_out(state, sinks, first, tail)
    first = tail
  end
  if length > capacity then
    redis.call('LTRIM', buffer_of(key), length - capacity, -1)
    first = first + length - capacity
  end
  local refresh = is_new or now - refreshed > REFRESH_MS
  redis.call('HMSET', state, 'first', first, 'tail', tail + count, 'produced', number(had[4]) + count,
    'refreshed', refresh and now or refreshed)
  if refresh then
    redis.call('PEXPIRE', buffer_of(key), buffer_ms)
    redis.call('PEXPIRE', state, state_ms)
  end
  for sink in each(sinks) do
    if redis.call('SADD', active_of(sink), key) == 1 then
      redis.call('RPUSH', ring_of(sink, redis.call('HGET', state, 'lane:' .. sink) or 'cold'), key)
    end
  end
end

local at = 8
while ARGV[at] do
  local count = tonumber(ARGV[at + 1])
  append(ARGV[at], at + 2, at + 1 + count)
  at = at + 2 + count
end
redis.call('SET', producer, ARGV[7], 'PX', state_ms)
return 1
