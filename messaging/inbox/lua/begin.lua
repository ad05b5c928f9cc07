-- Begins an epoch, unless one goes on that is still valid. KEYS: epoch. ARGV: the new one, how a valid one begins.
-- Answers the epoch that holds.

local epoch = redis.call('GET', KEYS[1])
if epoch and string.sub(epoch, 1, #ARGV[2]) == ARGV[2] then return epoch end
redis.call('SET', KEYS[1], ARGV[1])
return ARGV[1]
