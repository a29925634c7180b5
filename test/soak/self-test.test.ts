import { expect, test } from 'vitest'
import { root } from '../support/root.js'
import { runProgram } from '../support/run-program.js'

const short = ['--minutes', '0.15', '--warm-up-seconds', '3', '--sample-ms', '200', '--rate', '60']

test('a short soak sees a leak that was put into its server, and nothing else goes wrong or is left behind', () => {
  const { status, stdout } = runProgram('soak/run.mjs', [...short, '--leak', 'timers'], root)
  const lines = stdout.split('\n')
  expect(lines.filter((line) => line.startsWith('not expected'))).toEqual([])
  expect(lines).toContain('grows: http: timers that keep it alive')
  expect(status).toBe(1)
}, 90_000)

test.each([
  ['a leak that is not known', ['--leak', 'files'], '--leak must be one of timers, heap, children, sockets, not files'],
  ['no time', ['--minutes', '0'], '--minutes must be a positive number, not 0'],
  ['no rate', ['--rate', 'fast'], '--rate must be a positive number, not fast'],
  ['less time than the warm-up takes', ['--minutes', '0.5'], '--minutes must be more than the warm-up of 30 s'],
])('%s is refused', (_name, args, message) => {
  const { status, stderr } = runProgram('soak/run.mjs', args, root)
  expect([status, stderr.includes(`TypeError: ${message}`)]).toEqual([1, true])
})
