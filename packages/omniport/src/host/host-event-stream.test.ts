import { expect, test } from 'vitest'
import { OmniportError } from '../values/errors/omniport-error.js'
import type { HostEvent } from './host-event.js'
import { HostEventStream } from './host-event-stream.js'

const prompts = (server: string): HostEvent => ({ type: 'prompts', server })
const line = (text: string): HostEvent => ({ type: 'stderr', server: 'a', text })
const log = (data: unknown): HostEvent => ({ type: 'log', server: 'a', entry: { level: 'info', data } })

/** A tool whose new definition has so many characters. */
function pin(server: string, length: number): HostEvent {
  const after = { name: 't', inputSchema: { type: 'object' }, description: 'x'.repeat(length) } as const
  return { type: 'pin', server, change: { server, tool: 't', change: 'changed', isBlocked: true, after, findings: [] } }
}

/** The event in place of those that were dropped. */
function dropped(server: string, which: string): unknown {
  const message = `Too many events of the server ${server} were unread, and these were dropped: ${which}`
  return { type: 'error', server, error: new OmniportError('limit', message) }
}

async function rest(events: AsyncIterable<HostEvent>): Promise<readonly HostEvent[]> {
  const read: HostEvent[] = []
  for await (const event of events) read.push(event)
  return read
}

test('everybody who listens hears everything from then on, in order, and the end', async () => {
  const feed = new HostEventStream()
  feed.push(prompts('before'))
  const one = feed.listen(undefined)
  feed.push(prompts('a'))
  const two = feed.listen(undefined)
  feed.push(prompts('b'))
  feed.close()
  feed.push(prompts('after'))
  expect(await rest(one)).toEqual([prompts('a'), prompts('b')])
  expect(await rest(two)).toEqual([prompts('b')])
  expect(await rest(feed.listen(undefined))).toEqual([])
})

test('who waits already gets the next event, and who waits second the one after', async () => {
  const feed = new HostEventStream()
  const events = feed.listen(undefined)
  const both = Promise.all([events.next(), events.next()])
  feed.push(prompts('a'))
  feed.push(prompts('b'))
  expect((await both).map(({ value }) => value)).toEqual([prompts('a'), prompts('b')])
  const last = events.next()
  feed.close()
  expect(await last).toEqual({ done: true, value: undefined })
})

test('an aborted signal ends the iteration after what waits, also for who waits', async () => {
  const feed = new HostEventStream()
  const controller = new AbortController()
  const events = feed.listen(controller.signal)
  const waiting = feed.listen(controller.signal).next()
  controller.abort()
  feed.push(prompts('a'))
  expect(await rest(events)).toEqual([])
  expect(await waiting).toEqual({ done: true, value: undefined })
  expect(await rest(feed.listen(controller.signal))).toEqual([])
})

test('who stops reading is not kept, and hears nothing more', async () => {
  const feed = new HostEventStream()
  const events = feed.listen(undefined)
  feed.push(prompts('a'))
  feed.push(prompts('b'))
  for await (const event of events) {
    expect(event).toEqual(prompts('a'))
    break
  }
  feed.push(prompts('c'))
  expect(await rest(events)).toEqual([])
})

test('who leaves too much unread is told so once', async () => {
  const feed = new HostEventStream()
  const events = feed.listen(undefined)
  const other = feed.listen(undefined)
  for (let count = 0; count < 10_001; count += 1) feed.push(prompts(String(count)))
  for (let count = 0; count < 10_000; count += 1) await events.next()
  await expect(events.next()).rejects.toMatchObject({
    code: 'limit',
    message: 'More than 10000 events, or 64 MiB of them, are unread: read events() faster',
  })
  expect(await events.next()).toEqual({ done: true, value: undefined })
  await other.return?.()
})

test('what a server writes is left out where much of it waits, which is told; what happens is not left out', async () => {
  const feed = new HostEventStream()
  const events = feed.listen(undefined)
  for (let count = 0; count < 5_000; count += 1) feed.push(line(String(count)))
  feed.push(log('late'))
  feed.push(prompts('a'))
  feed.close()
  const read = await rest(events)
  expect(read.length).toBe(1_002)
  expect(read.slice(-2)).toEqual([dropped('a', '1 log message, 4000 lines of stderr'), prompts('a')])
})

test.each<[string, unknown]>([
  ['one text', 'x'.repeat(5_000_000)],
  ['many texts', Array.from({ length: 50_000 }, () => 'x'.repeat(100))],
  ['many names', Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`name ${index}`.padEnd(100), 1]))],
  ['many numbers', Array.from({ length: 70_000 }, () => [1])],
])('log messages wait only while they are small, here of %s', async (_name, data) => {
  const feed = new HostEventStream()
  const events = feed.listen(undefined)
  for (let count = 0; count < 200; count += 1) feed.push(log(data))
  feed.push(prompts('a'))
  feed.push(prompts('b'))
  expect((await events.next()).value).toEqual(log(data))
  expect((await events.next()).value).toEqual(dropped('a', '199 log messages'))
  expect((await events.next()).value).toEqual(prompts('a'))
  feed.push(log(data))
  feed.close()
  expect(await rest(events)).toEqual([prompts('b'), log(data)])
})

test('what was left out is counted until that is read, and then anew', async () => {
  const feed = new HostEventStream()
  const events = feed.listen(undefined)
  for (let count = 0; count < 1_003; count += 1) feed.push(line('x'))
  for (let count = 0; count < 1_000; count += 1) await events.next()
  for (let count = 0; count < 999; count += 1) feed.push(line('y'))
  feed.push(line('z'))
  expect((await events.next()).value).toEqual(dropped('a', '4 lines of stderr'))
  feed.push(line('y'))
  feed.push(line('z'))
  feed.close()
  expect((await rest(events)).slice(998)).toEqual([line('y'), line('y'), dropped('a', '1 line of stderr')])
})

test('large definitions of one server leave room for others', async () => {
  const feed = new HostEventStream()
  const events = feed.listen(undefined)
  for (let count = 0; count < 10; count += 1) feed.push(pin('a', 2_000_000))
  feed.push(pin('b', 2_000_000))
  feed.close()
  const read = await rest(events)
  expect(read.map((event) => [event.server, event.type])).toEqual([
    ...Array.from({ length: 5 }, () => ['a', 'pin']),
    ['a', 'error'],
    ['b', 'pin'],
  ])
  expect(read[5]).toEqual(dropped('a', '5 other events; list its tools, prompts and resources again'))
})

test('who leaves too many bytes of many servers unread is told so', async () => {
  const feed = new HostEventStream()
  const events = feed.listen(undefined)
  for (let count = 0; count < 40; count += 1) feed.push(pin(String(count), 1_000_000))
  for (let count = 0; count < 34; count += 1) expect((await events.next()).value).toMatchObject({ type: 'pin' })
  await expect(events.next()).rejects.toMatchObject({ code: 'limit', message: expect.stringContaining('64 MiB') })
})

test('one server cannot keep others from being heard: it is told once that more of it was left out', async () => {
  const feed = new HostEventStream()
  const events = feed.listen(undefined)
  for (let count = 0; count < 20_000; count += 1) feed.push(prompts('noisy'))
  feed.push(prompts('quiet'))
  for (let count = 0; count < 1_999; count += 1) expect((await events.next()).value).toEqual(prompts('noisy'))
  expect((await events.next()).value).toMatchObject({ type: 'error', server: 'noisy', error: { code: 'limit' } })
  expect((await events.next()).value).toEqual(prompts('quiet'))
  feed.push(prompts('noisy'))
  expect((await events.next()).value).toEqual(prompts('noisy'))
  await events.return?.()
})
