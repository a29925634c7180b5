import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { formatProgress, ProgressLine } from './progress-line.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))

afterEach(() => void vi.useRealTimers())

const start = '\r\u001b[2K'

function open(columns?: number) {
  const modes: unknown[] = []
  const input = Object.assign(new PassThrough(), { setRawMode: (isRaw: boolean) => void modes.push(isRaw) })
  const written: string[] = []
  const output = Object.assign(new PassThrough(), columns === undefined ? {} : { columns })
  output.on('data', (bytes: Buffer) => void written.push(String(bytes)))
  const onLeave = vi.fn()
  const line = new ProgressLine({ input, output, message: 'Calling', onLeave })
  return { input, line, modes, onLeave, written: () => written.splice(0).join('') }
}

describe('a line that shows what goes on', () => {
  test('turns, hides the cursor, and is gone at the end', () => {
    const { line, modes, written, input } = open()
    line.show()
    expect(written()).toBe(`\u001b[?25l${start}◐  Calling (Esc cancels)`)
    vi.advanceTimersByTime(79)
    expect(written()).toBe('')
    vi.advanceTimersByTime(1)
    expect(written()).toBe(`${start}◓  Calling (Esc cancels)`)
    vi.advanceTimersByTime(240)
    expect(written()).toBe(['◑', '◒', '◐'].map((frame) => `${start}${frame}  Calling (Esc cancels)`).join(''))
    expect([modes, input.isPaused()]).toEqual([[true], false])
    line.hide()
    expect([written(), modes, input.isPaused()]).toEqual([`${start}\u001b[?25h`, [true, false], true])
    vi.advanceTimersByTime(1_000)
    expect(written()).toBe('')
  })

  test('has the newest progress, and is not wider than the terminal', () => {
    const { line, written } = open(40)
    line.update({ progress: 1, total: 2 })
    line.show()
    const whole = `◐  ${formatProgress('Calling', { progress: 1, total: 2 })}`
    expect(written()).toBe(`\u001b[?25l${start}${whole.slice(0, 39)}`)
    line.update({ progress: 3 })
    vi.advanceTimersByTime(80)
    expect(written()).toBe(`${start}◓  Calling (3; Esc cancels)`)
    line.hide()
  })

  test('is shown once, and hidden once', () => {
    const { line, written, input } = open()
    line.hide()
    expect(written()).toBe('')
    line.show()
    written()
    line.show()
    expect([written(), input.listenerCount('keypress')]).toEqual(['', 1])
    line.hide()
    line.hide()
    expect([written(), input.listenerCount('keypress')]).toEqual([`${start}\u001b[?25h`, 0])
    line.show()
    expect(written()).toContain('Calling')
    line.hide()
  })

  test('is left by its keys, and by no others', () => {
    const { line, input, onLeave } = open()
    line.show()
    for (const key of [{ name: 'c' }, { name: 'd' }, { ctrl: true, name: 'x' }, { name: 'return' }, undefined])
      input.emit('keypress', 'x', key)
    expect(onLeave).not.toHaveBeenCalled()
    for (const key of [{ name: 'escape' }, { ctrl: true, name: 'c' }, { ctrl: true, name: 'd' }])
      input.emit('keypress', 'x', key)
    expect(onLeave).toHaveBeenCalledTimes(3)
    line.hide()
  })
})

test('half of a step counts', () => {
  expect(formatProgress('a', { progress: 1, total: 40 })).toBe(`█${'░'.repeat(19)} 3 %  a (Esc cancels)`)
  expect(formatProgress('a', { progress: 1, total: 41 })).toBe(`${'░'.repeat(20)} 2 %  a (Esc cancels)`)
  expect(formatProgress('a', { progress: 1, total: -1 })).toBe('a (1; Esc cancels)')
})
