import { expect, test } from 'vitest'
import { root } from '../../support/root.js'
import { runProgram } from '../../support/run-program.js'

const program = `${root}/test/input/unawaited/two-branches.mjs`

test('a branch that nobody awaits when its run is over does not end the process, and lets go of what it holds', () => {
  expect(runProgram(program, [], root)).toEqual({ status: 0, stdout: 'A B a,b,a,b\nstill here\n', stderr: '' })
})

test('what else rejects unhandled ends the process as before', () => {
  const { status, stdout, stderr } = runProgram(program, ['fail'], root)
  expect([status, stdout]).toEqual([1, 'A B a,b,a,b\n'])
  expect(stderr).toContain('Error: of the program itself')
})
