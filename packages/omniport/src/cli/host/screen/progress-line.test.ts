import { expect, test } from 'vitest'
import { formatProgress } from './progress-line.js'
import type { Progress } from './terminal.js'

const bar = (full: number) => '█'.repeat(full) + '░'.repeat(20 - full)

test.each<[Progress | undefined, string]>([
  [undefined, 'Calling (Esc cancels)'],
  [{ progress: 3 }, 'Calling (3; Esc cancels)'],
  [{ progress: 3, total: 0 }, 'Calling (3; Esc cancels)'],
  [{ progress: 1, total: 4 }, `${bar(5)} 25 %  Calling (Esc cancels)`],
  [{ progress: 1, total: 4, message: 'cut\u001b[2J' }, `${bar(5)} 25 %  Calling: cut\\u001b[2J (Esc cancels)`],
  [{ progress: 9, total: 4 }, `${bar(20)} 100 %  Calling (Esc cancels)`],
  [{ progress: -9, total: 4 }, `${bar(0)} 0 %  Calling (Esc cancels)`],
])('%j', (progress, line) => {
  expect(formatProgress('Calling', progress)).toBe(line)
})
