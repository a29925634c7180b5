import { expect, test } from 'vitest'
import type { HostEvent } from './host-event.js'
import { HostEventStream } from './host-event-stream.js'

const prompts = (server: string): HostEvent => ({ type: 'prompts', server })
const line = (text: string): HostEvent => ({ type: 'stderr', server: 'a', text })

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
    message: 'More than 10000 events are unread: read events() faster',
  })
  expect(await events.next()).toEqual({ done: true, value: undefined })
  await other.return?.()
})

test('what a server writes is left out where much of it waits; what happens is not', async () => {
  const feed = new HostEventStream()
  const events = feed.listen(undefined)
  for (let count = 0; count < 5_000; count += 1) feed.push(line(String(count)))
  feed.push(prompts('a'))
  feed.close()
  const read = await rest(events)
  expect(read.length).toBe(1_001)
  expect(read.at(-1)).toEqual(prompts('a'))
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
