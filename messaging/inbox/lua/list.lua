-- Conversations of an inbox that changed after a stamp, newest first, and the large ones of its user. KEYS: epoch,
-- stamp, inbox, large. ARGV: epoch, stamp, stamp before which, how many, seconds to keep. Answers whether the inbox
-- is whole, the last stamp given, chats each with its stamp, large chats; nothing in another epoch.

if redis.call('GET', KEYS[1]) ~= ARGV[1] then return {} end
local whole = redis.call('ZSCORE', KEYS[3], ':whole')
local stamp = redis.call('GET', KEYS[2]) or '0'
if not whole then return {0, stamp, {}, {}} end
local chats = redis.call('ZREVRANGEBYSCORE', KEYS[3], '(' .. ARGV[3], '(' .. ARGV[2], 'WITHSCORES', 'LIMIT', 0, ARGV[4])
local large = redis.call('SMEMBERS', KEYS[4])
redis.call('EXPIRE', KEYS[3], ARGV[5])
redis.call('EXPIRE', KEYS[4], ARGV[5])
return {1, stamp, chats, large}
