import { expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { createLimits } from '../../../protocol/limits/limits.js'
import { type StdioCommand, spawnServer } from './spawn-server.js'

const spawn = (command: StdioCommand) =>
  spawnServer(command, {
    serve: async () => undefined,
    limits: createLimits(),
    runtime: createManualRuntime(),
    onError: () => {},
  })

test.each<[string, StdioCommand, string]>([
  [
    'one that there is not',
    { command: 'no-such-program-here', args: ['--token', 'secret'] },
    'Could not start "no-such-program-here": spawn no-such-program-here ENOENT; install it, give its full path, or check cwd',
  ],
  [
    'one in a folder that there is not',
    { command: 'no-such-program-here', cwd: '/no/such/folder' },
    'Could not start "no-such-program-here" in /no/such/folder: spawn no-such-program-here ENOENT; install it, give its full path, or check cwd',
  ],
  [
    'a whole command line',
    { command: ' no-such-program-here  -y  x ' },
    'Could not start " no-such-program-here  -y  x ": spawn  no-such-program-here  -y  x  ENOENT; the command is one program, and there is no shell: write {"command":"no-such-program-here","args":["-y","x"]}',
  ],
  ['what is no program', { command: '/dev/null' }, 'Could not start "/dev/null": spawn /dev/null EACCES'],
])('a program that cannot be started is named with what to do: %s', async (_name, command, message) => {
  await expect(spawn(command)).rejects.toMatchObject({ code: 'unreachable', message, cause: expect.any(Error) })
  const cause = await spawn(command).catch((reason: Error) => reason.cause)
  expect(cause).not.toHaveProperty('spawnargs')
})

test.each([undefined, 5, ''])('%j is no command', async (command) => {
  await expect(spawn({ command } as StdioCommand)).rejects.toThrow(new TypeError('command must be a non-empty string'))
})
