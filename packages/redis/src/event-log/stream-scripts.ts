import { Script, timeLua } from '../commands/script-runner.js'

/**
 * A stream is a hash and a list in one shard. The hash outlives the events by `graceMs`, so that readers can tell a stream whose
 * time is over from one that was lost. Its fields:
 * - `e` the epoch, `n` the number of the last event, `x` its nonce
 * - `f` the number of the first event that is kept, `tx` the nonce of the one before it, `b` the bytes of those kept
 * - `t` the time of the last append, `z` the number up to which events have expired
 * - `d` an id of the last deletion, `p` epochs whose end is said: by a gap or a deletion
 * - `w:⟨writer⟩` the last append of a node: epoch, number and sequence
 *
 * An entry of the list is a nonce, a space, a letter (`s`: a string, `j`: JSON, `g`: a gap), and the event.
 */
const loadLua = `
${timeLua}
local meta, list = KEYS[1], KEYS[2]
local fields = redis.call('HMGET', meta, 'e', 'n', 'x', 'f', 'tx', 'b', 't', 'z', 'd', 'p')
local epoch, last, nonce = fields[1], tonumber(fields[2]), fields[3]
local first, before, bytes = tonumber(fields[4]), fields[5], tonumber(fields[6])
local appended, expired = tonumber(fields[7]), tonumber(fields[8])
local deletion, said = fields[9], fields[10] or ''
local function nonceOf(entry)
  return string.sub(entry, 1, string.find(entry, ' ', 1, true) - 1)
end
local function expire(ttl)
  if epoch and first <= last and (now - appended >= ttl or redis.call('EXISTS', list) == 0) then
    first, before, bytes, expired = last + 1, nonce, 0, last
  end
end
local function isKept(number, wanted)
  if number > last then return false end
  if number >= first then return nonceOf(redis.call('LINDEX', list, number - first)) == wanted end
  if number == first - 1 then return before == wanted end
  return nil
end
`

/**
 * Appends events, or none: then it only checks. ARGV: writer, sequence of the first event, the last acknowledged epoch, number and
 * nonce, the time until which they are kept, a new epoch, the limits (events, bytes, time), grace, PUBLISH or SPUBLISH, channel,
 * name of the stream, number of events, and the events. Replies with epoch, number and nonce of the last event, the nonce before
 * the first one, the time, the count of this writer in the shard, 1 if events were lost, and the id of the last deletion.
 *
 * A command that arrives once more is not done again: the last one of a writer gets the same reply, an older one the error STALE. A
 * writer sends nothing new to a stream before it has given up what it sent, so nobody waits for the reply to an older one.
 */
export const appendScript = new Script(`
${loadLua}
local writer, sequence = ARGV[1], tonumber(ARGV[2])
local seenEpoch, seenLast, seenNonce, seenUntil = ARGV[3], tonumber(ARGV[4]), ARGV[5], tonumber(ARGV[6])
local maxEvents, maxBytes, ttl, grace = tonumber(ARGV[8]), tonumber(ARGV[9]), tonumber(ARGV[10]), tonumber(ARGV[11])
local count = tonumber(ARGV[15])
local field = 'w:' .. writer

local function reply(e, n, x, previous, counter, lost)
  return {e, string.format('%.0f', n), x, previous or '', string.format('%.0f', now), string.format('%.0f', counter), lost, deletion}
end

if count > 0 then
  local done = redis.call('HGET', meta, field)
  if done then
    local doneEpoch, doneLast, doneSequence = string.match(done, '^(%S+) (%S+) (%S+)$')
    local wanted = sequence + count - 1
    if tonumber(doneSequence) > wanted then
      return redis.error_reply('STALE a later append of this writer was done')
    end
    if tonumber(doneSequence) == wanted then
      local counter = tonumber(redis.call('GET', KEYS[3]) or '0')
      return reply(doneEpoch, tonumber(doneLast), writer .. '.' .. doneSequence, false, counter, 0)
    end
  end
end

local lost = false
if seenEpoch ~= '' and now < seenUntil and not string.find(said, seenEpoch, 1, true) then
  lost = epoch ~= seenEpoch
end
if epoch and epoch == seenEpoch and now < seenUntil then
  expire(ttl)
  lost = isKept(seenLast, seenNonce) == false
else
  expire(ttl)
end
if count == 0 and not lost then
  return reply(epoch or '', last or 0, nonce or '', false, tonumber(redis.call('GET', KEYS[3]) or '0'), 0)
end

if first and first > last then redis.call('DEL', list) end
local entries = {}
if lost then
  said = string.sub(said .. (epoch and epoch .. ' ' or '') .. seenEpoch .. ' ', -208)
  epoch = ARGV[7]
  entries[1] = 'gap-' .. ARGV[7] .. ' g'
elseif not epoch then
  epoch = ARGV[7]
end
if not last then
  last, first, bytes, before, nonce = 0, 1, 0, false, false
end
local previous = nonce
for index = 1, count do
  entries[#entries + 1] = writer .. '.' .. string.format('%.0f', sequence + index - 1) .. ' ' .. ARGV[15 + index]
end
for _, entry in ipairs(entries) do
  redis.call('RPUSH', list, entry)
  last = last + 1
  nonce = nonceOf(entry)
  bytes = bytes + #entry - #nonce - 2
end
while first < last and (last - first + 1 > maxEvents or bytes > maxBytes) do
  local dropped = redis.call('LPOP', list)
  before = nonceOf(dropped)
  bytes = bytes - (#dropped - #before - 2)
  first = first + 1
end
redis.call('HSET', meta, 'e', epoch, 'n', last, 'x', nonce, 'f', first, 'b', bytes, 't', now)
if before then redis.call('HSET', meta, 'tx', before) end
if expired then redis.call('HSET', meta, 'z', expired) end
if said ~= '' then redis.call('HSET', meta, 'p', said) end
local counter = 0
if count > 0 then
  redis.call('HSET', meta, field, epoch .. ' ' .. string.format('%.0f', last) .. ' ' .. string.format('%.0f', sequence + count - 1))
  counter = redis.call('INCR', KEYS[3])
  redis.call('PEXPIRE', KEYS[3], ttl + grace)
end
redis.call('PEXPIRE', meta, ttl + grace)
redis.call('PEXPIRE', list, ttl)
redis.call(ARGV[12], ARGV[13], 'e' .. epoch .. '/' .. string.format('%.0f', last) .. '/' .. writer .. ' ' .. ARGV[14])
return reply(epoch, last, nonce, previous, counter, lost and 1 or 0)
`)

/**
 * Reads events after a position. ARGV: 1 if reading begins, epoch (empty: from the first event), number and nonce of the position,
 * events and bytes of a page, and the time that events are kept. Replies with a state (`none`: there is no stream, `gone`: events
 * after the position are gone, `ok`), the time, the id of the last deletion, epoch, the time of the last append, the number and
 * nonce of the last event of the page or the position, the number of the last event of the stream, and the entries.
 */
export const readScript = new Script(`
${loadLua}
local begins, wantedEpoch, number, wantedNonce = ARGV[1] == '1', ARGV[2], tonumber(ARGV[3]), ARGV[4]
local maxEvents, maxBytes, ttl = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
local time = string.format('%.0f', now)
if not epoch then return {'none', time, deletion} end
expire(ttl)
local head = {'ok', time, deletion, epoch, string.format('%.0f', appended)}
if wantedEpoch ~= '' then
  if wantedEpoch ~= epoch or not isKept(number, wantedNonce) or (begins and number <= (expired or 0)) then
    head[1] = 'gone'
    return head
  end
else
  number, wantedNonce = first - 1, before
end
local page = {}
if number < last then page = redis.call('LRANGE', list, number + 1 - first, number + maxEvents - first) end
local size, entries = 0, {}
for _, entry in ipairs(page) do
  size = size + #entry
  if size > maxBytes and #entries > 0 then break end
  entries[#entries + 1] = entry
  number, wantedNonce = number + 1, nonceOf(entry)
end
head[6], head[7] = string.format('%.0f', number), wantedNonce or ''
head[8], head[9] = string.format('%.0f', last), entries
return head
`)

/**
 * Deletes a stream. What remains of it tells readers and writers that it was deleted, and not lost. ARGV: an id of this deletion, the
 * time that it is remembered, PUBLISH or SPUBLISH, channel, name of the stream.
 */
export const deleteScript = new Script(`
${loadLua}
if not epoch then return 0 end
redis.call('DEL', meta, list)
redis.call('HSET', meta, 'd', ARGV[1], 'p', string.sub(said .. epoch .. ' ', -208))
redis.call('PEXPIRE', meta, ARGV[2])
redis.call(ARGV[3], ARGV[4], 'e- ' .. ARGV[5])
return 1
`)
