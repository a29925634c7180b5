import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ConsoleEvent } from '../contract.js'
import { ServerLines } from './server-lines.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 7_000 }))
afterEach(() => void vi.useRealTimers())

function create() {
  const events: ConsoleEvent[] = []
  const lines = new ServerLines((event) => events.push(event))
  const add = (text: string) => lines.add({ server: 's', from: 'stderr', text })
  const published = () => events.map((event) => (event.type === 'lines' ? event.lines.map(({ seq }) => seq) : []))
  return { lines, events, add, published }
}

test('lines count from 1, and have their time', () => {
  const { lines, add } = create()
  add('one')
  vi.setSystemTime(7_001)
  lines.add({ server: 't', from: 'log', level: 'info', logger: 'db', text: 'two' })
  expect(lines.all).toEqual([
    { seq: 1, at: 7_000, server: 's', from: 'stderr', text: 'one' },
    { seq: 2, at: 7_001, server: 't', from: 'log', level: 'info', logger: 'db', text: 'two' },
  ])
})

test('lines of a short while are one event', () => {
  const { lines, add, events } = create()
  add('one')
  vi.advanceTimersByTime(49)
  add('two')
  expect(events).toEqual([])
  vi.advanceTimersByTime(1)
  expect(events).toEqual([{ type: 'lines', lines: lines.all }])
  vi.advanceTimersByTime(1_000)
  expect(events).toHaveLength(1)
})

test('what comes later is an event of its own', () => {
  const { add, published } = create()
  add('one')
  vi.advanceTimersByTime(50)
  add('two')
  vi.advanceTimersByTime(50)
  expect(published()).toEqual([[1], [2]])
})

test('a line shows 8,192 characters', () => {
  const { lines, add } = create()
  add('x'.repeat(8_192))
  add('x'.repeat(8_193))
  expect(lines.all.map(({ text }) => text.length)).toEqual([8_192, 8_192])
})

test('beyond 2,000 lines the last 1,000 stay, and no more are published at once', () => {
  const { lines, add, published } = create()
  for (let added = 0; added < 2_000; added += 1) add('x')
  expect(lines.all).toHaveLength(2_000)
  add('x')
  expect([lines.all.length, lines.all[0]?.seq]).toEqual([1_000, 1_002])
  vi.advanceTimersByTime(50)
  const [first = []] = published()
  expect([first.length, first[0], first.at(-1)]).toEqual([1_000, 1_002, 2_001])
})

test('nothing is published after the end', () => {
  const { lines, add, events } = create()
  add('one')
  lines.close()
  vi.advanceTimersByTime(1_000)
  expect([events, vi.getTimerCount()]).toEqual([[], 0])
})
