import type { ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endProcess } from './end-process.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A process that ends with what is given, or never. */
function createProcess(endsWith: 'end' | 'SIGTERM' | 'SIGKILL' | undefined, ending: object = { exitCode: 0 }) {
  const seen: string[] = []
  const child = Object.assign(new EventEmitter(), {
    exitCode: null as number | null,
    signalCode: null as string | null,
    stdin: { end: () => take('end') },
    kill: (signal: string) => take(signal),
  })
  function take(what: string) {
    seen.push(what)
    if (what !== endsWith) return
    Object.assign(child, ending)
    child.emit('close')
  }
  return { child: child as unknown as ChildProcess, seen }
}

/** Ends a process, and gives the milliseconds until that settles. */
async function timeOf(child: ChildProcess): Promise<number> {
  let isOver = false
  const ending = endProcess(child).then(() => {
    isOver = true
  })
  let ms = 0
  while (ms < 10_000) {
    await vi.advanceTimersByTimeAsync(0)
    if (isOver) break
    await vi.advanceTimersByTimeAsync(500)
    ms += 500
  }
  await ending
  return ms
}

test.each([
  ['end', ['end'], 0],
  ['SIGTERM', ['end', 'SIGTERM'], 2_000],
  ['SIGKILL', ['end', 'SIGTERM', 'SIGKILL'], 4_000],
  [undefined, ['end', 'SIGTERM', 'SIGKILL'], 4_000],
] as const)('a process that ends with %s gets %j', async (endsWith, signals, ms) => {
  const { child, seen } = createProcess(endsWith)
  expect(await timeOf(child)).toBe(ms)
  expect(seen).toEqual(signals)
  expect(vi.getTimerCount()).toBe(0)
})

test('a process that a signal ended gets no other', async () => {
  const { child, seen } = createProcess('end', { signalCode: 'SIGHUP' })
  await timeOf(child)
  expect(seen).toEqual(['end'])
})

test('a process without stdin gets signals alone', async () => {
  const { child, seen } = createProcess('SIGTERM')
  await timeOf(Object.assign(child, { stdin: null }) as ChildProcess)
  expect(seen).toEqual(['SIGTERM'])
})
