import { describe, expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { TaskStatusLine, truncateStatus } from './task-status-line.js'

function setUp() {
  const runtime = createManualRuntime()
  const written: string[] = []
  const line = new TaskStatusLine(runtime, (message) => void written.push(message))
  return { runtime, written, line }
}

describe('the progress messages of a task', () => {
  test('are written at once, then at most one in a second: the latest', () => {
    const { runtime, written, line } = setUp()
    line.update('a')
    line.update('b')
    line.update('c')
    expect(written).toEqual(['a'])
    runtime.advance(999)
    expect(written).toEqual(['a'])
    runtime.advance(1)
    expect(written).toEqual(['a', 'c'])
    line.update('d')
    expect(written).toEqual(['a', 'c'])
    runtime.advance(1_000)
    expect(written).toEqual(['a', 'c', 'd'])
  })

  test('are written at once again after a second of silence, in which no timer is left', () => {
    const { runtime, written, line } = setUp()
    line.update('a')
    runtime.advance(1_000)
    expect(runtime.timers).toBe(0)
    line.update('b')
    expect(written).toEqual(['a', 'b'])
  })

  test('that wait are dropped at the end of the task, and later ones too', () => {
    const { runtime, written, line } = setUp()
    line.update('a')
    line.update('b')
    line.stop()
    expect(runtime.timers).toBe(0)
    line.update('c')
    runtime.advance(5_000)
    expect(written).toEqual(['a'])
  })

  test('may end before the first of them', () => {
    const { written, line } = setUp()
    line.stop()
    line.update('a')
    expect(written).toEqual([])
  })

  test('are shortened', () => {
    const { written, line } = setUp()
    line.update('x'.repeat(1_001))
    expect(written).toEqual([`${'x'.repeat(1_000)}…`])
  })
})

test.each([
  ['as long as it may be', 'x'.repeat(1_000), 'x'.repeat(1_000)],
  ['longer', 'x'.repeat(1_001), `${'x'.repeat(1_000)}…`],
  ['cut inside of a character', `${'x'.repeat(999)}🙂`, `${'x'.repeat(999)}…`],
  ['cut after such a character', `${'x'.repeat(998)}🙂y`, `${'x'.repeat(998)}🙂…`],
])('a status that is %s', (_name, text, status) => {
  expect(truncateStatus(text)).toBe(status)
})
