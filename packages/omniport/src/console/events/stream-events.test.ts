import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ConsoleEvent } from '../contract.js'
import { EventLog } from './event-log.js'
import { streamEvents } from './stream-events.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const closing: ConsoleEvent = { type: 'closing' }

/** What a client gets. Until it is `ready` again, it takes no more. */
class FakeResponse extends EventEmitter {
  readonly heads: unknown[][] = []
  /** The texts that were written, as the lines in each. */
  readonly written: unknown[][] = []
  isReady = true

  writeHead(...head: unknown[]): void {
    this.heads.push(head)
  }

  write(text: string): boolean {
    const lines = text.split('\n')
    this.written.push([...lines.slice(0, -1).map((line) => JSON.parse(line) as unknown), ...lines.slice(-1)])
    return this.isReady
  }

  ready(): void {
    this.isReady = true
    this.emit('drain')
  }
}

interface Started {
  readonly log?: EventLog
  readonly after?: number
  readonly isReady?: boolean
}

function start({ log = new EventLog(), after = log.cursor, isReady = true }: Started = {}) {
  const response = new FakeResponse()
  response.isReady = isReady
  streamEvents(response as unknown as ServerResponse, { log, after, session: 'the-session' })
  return { log, response }
}

function logOf(count: number, maxEvents = 100): EventLog {
  const log = new EventLog({ maxEvents })
  for (let added = 0; added < count; added += 1) log.add(closing)
  return log
}

const hello = (cursor: number) => [{ type: 'hello', version: 1, session: 'the-session', cursor }, '']
const events = (...cursors: number[]) => [...cursors.map((cursor) => ({ type: 'event', cursor, event: closing })), '']

test('a stream begins with who speaks, and has each event as it comes', () => {
  const { log, response } = start()
  log.add(closing)
  log.add(closing)
  expect(response.heads).toEqual([
    [200, { 'content-type': 'application/x-ndjson; charset=utf-8', 'cache-control': 'no-store' }],
  ])
  expect(response.written).toEqual([hello(0), events(1), events(2)])
})

test('what came after the cursor of the client is told at once, in one text', () => {
  expect(start({ log: logOf(3), after: 1 }).response.written).toEqual([hello(3), events(2, 3)])
})

test('what the log has forgotten is a gap, after which the stream goes on', () => {
  const { log, response } = start({ log: logOf(5, 4), after: 1 })
  log.add(closing)
  expect(response.written).toEqual([hello(5), [{ type: 'gap', cursor: 5 }, ''], events(6)])
})

test('a slow client is waited for', () => {
  const { log, response } = start({ isReady: false })
  log.add(closing)
  log.add(closing)
  expect(response.written).toEqual([hello(0)])
  response.ready()
  log.add(closing)
  expect(response.written).toEqual([hello(0), events(1, 2), events(3)])
})

test('a client that is slow with events gets the next ones when it is ready', () => {
  const { log, response } = start()
  response.isReady = false
  log.add(closing)
  log.add(closing)
  expect(response.written).toEqual([hello(0), events(1)])
  response.ready()
  expect(response.written).toEqual([hello(0), events(1), events(2)])
})

test('every 15 seconds a beat says that the stream goes on', () => {
  const { log, response } = start()
  vi.advanceTimersByTime(14_999)
  expect(response.written).toEqual([hello(0)])
  vi.advanceTimersByTime(1)
  log.add(closing)
  vi.advanceTimersByTime(15_000)
  expect(response.written).toEqual([
    hello(0),
    [{ type: 'beat', cursor: 0 }, ''],
    events(1),
    [{ type: 'beat', cursor: 1 }, ''],
  ])
})

test('a client that takes nothing gets no beats', () => {
  const { response } = start({ isReady: false })
  vi.advanceTimersByTime(60_000)
  expect(response.written).toEqual([hello(0)])
})

test('nothing is written to a client that has left', () => {
  const { log, response } = start()
  response.emit('close')
  log.add(closing)
  vi.advanceTimersByTime(60_000)
  expect([response.written, vi.getTimerCount()]).toEqual([[hello(0)], 0])
})
