import { describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import type { Progress } from '../../entries/protocol.js'
import { createProgressReport } from './progress-report.js'

describe('progress as lines', () => {
  test.each<[Progress, string]>([
    [{ progress: 3 }, '[progress] 3'],
    [{ progress: 3, total: 4 }, '[progress] 3/4'],
    [{ progress: 3, total: 4, message: 'reading\na' }, '[progress] 3/4 reading\\na'],
    [{ progress: 3, message: 'x' }, '[progress] 3 x'],
  ])('%j', (progress, line) => {
    const { io, stderr } = createMemoryIo({ cwd: '/' })
    const { report, end } = createProgressReport(io, {})
    report(progress)
    end()
    expect(stderr()).toEqual([line])
  })
})

describe('progress as a bar', () => {
  function show(progress: Progress, columns?: number, color = false) {
    const lines: string[] = []
    const world = {
      cwd: '/',
      status: (line: string) => void lines.push(line),
      ...(columns !== undefined && { columns }),
    }
    const { io, stderr } = createMemoryIo(world)
    const { report, end } = createProgressReport(io, { color })
    report(progress)
    end()
    return { lines, stderr: stderr() }
  }

  const bar = (full: number) => '█'.repeat(full) + '░'.repeat(20 - full)

  test.each<[Progress, string]>([
    [{ progress: 1, total: 4 }, `${bar(5)} 25 %`],
    [{ progress: 0, total: 4 }, `${bar(0)} 0 %`],
    [{ progress: 4, total: 4, message: 'done' }, `${bar(20)} 100 % done`],
    [{ progress: 9, total: 4 }, `${bar(20)} 100 %`],
    [{ progress: -1, total: 4 }, `${bar(0)} 0 %`],
    [{ progress: 3 }, '3'],
    [{ progress: 3, message: 'x\ny' }, '3 x\\ny'],
    [{ progress: 3, total: 0, message: 'x' }, '3 x'],
    [{ progress: 3, total: -1 }, '3'],
  ])('%j', (progress, line) => {
    expect(show(progress)).toEqual({ lines: [line, ''], stderr: [] })
  })

  test('is not wider than the terminal', () => {
    const { lines } = show({ progress: 1, total: 4, message: 'a long message' }, 31)
    expect(lines[0]).toBe(`${bar(5)} 25 % a lo`)
    expect(show({ progress: 1, message: 'x'.repeat(100) }).lines[0]).toHaveLength(79)
  })

  test('is in colours', () => {
    const { lines } = show({ progress: 1, total: 4 }, 80, true)
    expect(lines[0]).toBe(`\u001b[32m${'█'.repeat(5)}\u001b[39m\u001b[2m${'░'.repeat(15)}\u001b[22m 25 %`)
  })
})
