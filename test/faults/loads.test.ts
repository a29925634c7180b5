import { expect, test } from 'vitest'
import { root } from '../support/root.js'
import { runProgram } from '../support/run-program.js'
import { expectNoChildren } from './no-children.js'

expectNoChildren()

test.each(['pipelined-megabytes', 'pipelined-then-closed', 'listens-then-closed', 'large-tasks'])(
  'a server with a heap of 512 MiB answers others during the load %s, and is as before after it',
  (load) => {
    const { status, stdout } = runProgram('soak/run.mjs', ['loads', load], root)
    expect(stdout).toMatch(new RegExp(`^held: ${load}: .*\\n$`))
    expect(status).toBe(0)
  },
  120_000,
)

test('a load that is not known is refused', () => {
  const { status, stderr } = runProgram('soak/run.mjs', ['loads', 'kindness'], root)
  expect([status, stderr.includes('TypeError: there is no load "kindness"; the loads are ')]).toEqual([1, true])
})
