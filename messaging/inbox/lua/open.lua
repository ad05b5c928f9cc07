-- Opens an inbox for rebuilding: from now on announcements reach it, with stamps above those reserved here for what
-- is read from the store. KEYS: epoch, stamp, inbox. ARGV: epoch, how many stamps, seconds to keep. Answers the
-- stamp before the reserved ones, or nothing in another epoch.

if redis.call('GET', KEYS[1]) ~= ARGV[1] then return {} end
redis.call('ZCARD', KEYS[3])
local last = redis.call('INCRBY', KEYS[2], ARGV[2])
redis.call('ZADD', KEYS[3], -1, ':building')
redis.call('EXPIRE', KEYS[3], ARGV[3])
return {last - tonumber(ARGV[2])}
