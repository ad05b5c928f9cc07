-- Counts lost events as produced and dropped: once, for any number of sends. ARGV: sinks, ms a state lasts,
-- ahead, producer, number of the call, then key and number of events for each key. Answers 1, or 0 if the
-- call was carried out before.

local sinks, state_ms, ahead = ARGV[1], ARGV[2], ARGV[3]
local producer = root .. ':producer:' .. ARGV[4]
if number(redis.call('GET', producer)) >= tonumber(ARGV[5]) then return 0 end

local function drop(key, count)
  local state = state_of(key)
  if redis.call('HGET', state, 'sinks') ~= sinks then join(key, state, sinks, ahead) end
  redis.call('HINCRBY', state, 'produced', count)
  for sink in each(sinks) do redis.call('HINCRBY', state, 'dropped:' .. sink, count) end
  redis.call('PEXPIRE', state, state_ms)
end

for at = 6, #ARGV, 2 do drop(ARGV[at], tonumber(ARGV[at + 1])) end
redis.call('SET', producer, ARGV[5], 'PX', state_ms)
return 1
