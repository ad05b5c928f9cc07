-- Forgets a read mark that is in the store, unless it has moved since. KEYS: unsaved. ARGV: field, value.

if redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[2] then return redis.call('HDEL', KEYS[1], ARGV[1]) end
return 0
