-- Forgets a read mark that is in the store, unless it has moved since. KEYS: unsaved, due. ARGV: field, value.

local value = redis.call('HGET', KEYS[1], ARGV[1])
if value and value ~= ARGV[2] then return 0 end
redis.call('HDEL', KEYS[1], ARGV[1])
return redis.call('ZREM', KEYS[2], ARGV[1])
