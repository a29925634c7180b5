import process from 'node:process'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ProcessEnd } from './process-end.js'

const exits: unknown[] = []
let exitCode = process.exitCode

beforeEach(() => {
  exits.length = 0
  exitCode = process.exitCode
  process.exitCode = undefined
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    exits.push(code)
    return undefined as never
  })
})

afterEach(() => {
  vi.clearAllTimers()
  vi.useRealTimers()
  vi.restoreAllMocks()
  process.exitCode = exitCode
})

type Signal = 'SIGTERM' | 'SIGINT'
const send = (signal: Signal) => process.emit(signal, signal)
const counts = () => [process.listenerCount('SIGTERM'), process.listenerCount('SIGINT')]

test.each<[Signal, number]>([
  ['SIGTERM', 143],
  ['SIGINT', 130],
])('%s is told, and is the exit code', (signal, code) => {
  const before = counts()
  let signals = 0
  const end = new ProcessEnd(() => {
    signals += 1
  })
  expect(counts()).toEqual(before.map((count) => count + 1))
  send(signal)
  expect([signals, exits]).toEqual([1, []])
  end.release()
  expect([process.exitCode, counts(), exits]).toEqual([code, before, []])
  vi.advanceTimersByTime(1_999)
  expect(exits).toEqual([])
  vi.advanceTimersByTime(1)
  expect(exits).toEqual([undefined])
})

test('a second signal ends the process at once, with its own code', () => {
  const end = new ProcessEnd(() => {})
  send('SIGTERM')
  send('SIGINT')
  expect(exits).toEqual([130])
  end.release()
})

test('the exit code that the program has set stays', () => {
  const end = new ProcessEnd(() => {})
  send('SIGTERM')
  process.exitCode = 7
  end.release()
  expect(process.exitCode).toBe(7)
})

test('without a signal there is no exit code', () => {
  new ProcessEnd(() => expect.unreachable()).release()
  expect(process.exitCode).toBeUndefined()
})
