-- Counts events as produced and dropped that never came to a buffer: of calls that nobody knows the end of, those
-- that were not carried out, and never will be from now on.
-- ARGV: sinks, ms a state lasts, ahead, producer, then for each call, in order: number of the call, number of keys,
-- then key and number of events for each. Answers how many events were counted.

local sinks, state_ms, ahead = ARGV[1], ARGV[2], ARGV[3]
local producer = root .. ':producer:' .. ARGV[4]
local last, counted = number(redis.call('GET', producer)), 0

local function count_missed(key, count)
  local state = state_of(key)
  if redis.call('HGET', state, 'sinks') ~= sinks then join(key, state, sinks, ahead) end
  redis.call('HINCRBY', state, 'produced', count)
  for sink in each(sinks) do redis.call('HINCRBY', state, 'dropped:' .. sink, count) end
  redis.call('PEXPIRE', state, state_ms)
  counted = counted + count
end

local at = 5
while ARGV[at] do
  local call, keys = tonumber(ARGV[at]), tonumber(ARGV[at + 1])
  for one = 0, keys - 1 do
    if call > last then count_missed(ARGV[at + 2 + 2 * one], tonumber(ARGV[at + 3 + 2 * one])) end
  end
  last = math.max(last, call)
  at = at + 2 + 2 * keys
end
redis.call('SET', producer, string.format('%d', last), 'PX', state_ms)
return counted
