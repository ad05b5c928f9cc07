-- Matches up to ARGV[1] calls: by band and ticket, for each the agent who fits and has waited longest.
-- ARGV[2] is the operation's id, ARGV[3] now, ARGV[4] the ring deadline. Answers calls and agents in turn.
-- A script runs alone, so nothing can change between its reads and writes. Its keys follow from what it reads,
-- so all are on one server. What it has written stays if it fails.
local most, operation, at, due = tonumber(ARGV[1]), ARGV[2], ARGV[3], ARGV[4]

local function first(queue)
  local found = redis.call('zrange', 'entries:' .. queue, 0, 0, 'withscores')
  return found[1], tonumber(found[2])
end

local heads = {}
for _, queue in ipairs(redis.call('smembers', 'call-queues')) do
  local call, rank = first(queue)
  if call then
    local fits = redis.call('smembers', 'fits:' .. queue)
    heads[queue] = {call = call, rank = rank, fits = fits}
  end
end

local function next_call()
  local found
  for queue, head in pairs(heads) do
    if not found or head.rank < heads[found].rank then found = queue end
  end
  return found
end

local function longest_waiting(queues)
  local agent, ticket
  for _, queue in ipairs(queues) do
    local one, its = first(queue)
    if one and (not ticket or its < ticket) then agent, ticket = one, its end
  end
  return agent
end

local made, left = {}, {}
local function leave(queue, name)
  redis.call('zrem', 'entries:' .. queue, name)
  left[queue] = (left[queue] or 0) + 1
end

while #made < 2 * most do
  local queue = next_call()
  if not queue then break end
  local call = heads[queue].call
  local agent = longest_waiting(heads[queue].fits)
  if not agent then
    heads[queue] = nil
  else
    leave(queue, call)
    for _, one in ipairs(redis.call('smembers', 'queues:' .. agent)) do leave(one, agent) end
    redis.call('hset', 'agent:' .. agent, 'status', 'offered', 'since', at, 'due', due, 'call', call,
      'operation', operation)
    redis.call('hincrby', 'agent:' .. agent, 'version', 1)
    redis.call('hset', 'call:' .. call, 'status', 'offered', 'since', at, 'offered', at, 'due', due,
      'agent', agent, 'operation', operation)
    redis.call('hincrby', 'call:' .. call, 'version', 1)
    redis.call('hincrby', 'call:' .. call, 'attempts', 1)
    redis.call('rpush', 'history:' .. call, at .. ' call.offered ' .. agent)
    redis.call('rpush', 'offers:' .. operation, call)
    made[#made + 1] = call
    made[#made + 1] = agent
    local following, rank = first(queue)
    if following then heads[queue].call, heads[queue].rank = following, rank else heads[queue] = nil end
  end
end

for queue, number in pairs(left) do
  redis.call('hincrby', 'queue:' .. queue, 'version', 1)
  redis.call('hincrby', 'queue:' .. queue, 'depth', -number)
end
if #made > 0 then redis.call('zadd', 'due', due, operation) end
return made
