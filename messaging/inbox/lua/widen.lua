-- Adds a large conversation to those of its members. KEYS: epoch, large conversations of each member. ARGV: epoch,
-- chat, seconds to keep. Answers 1, or nothing in another epoch.

if redis.call('GET', KEYS[1]) ~= ARGV[1] then return {} end
for i = 2, #KEYS do redis.call('SCARD', KEYS[i]) end
for i = 2, #KEYS do
  redis.call('SADD', KEYS[i], ARGV[2])
  redis.call('EXPIRE', KEYS[i], ARGV[3])
end
return {1}
