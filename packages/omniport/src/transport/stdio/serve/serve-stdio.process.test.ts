import { execFileSync, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'

const root = fileURLToPath(new URL('../../../../../../', import.meta.url))
const serves = fileURLToPath(new URL('fixtures/serves.mjs', import.meta.url))

beforeAll(() => {
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-b', 'packages/omniport/src/transport/stdio'], {
    cwd: root,
  })
}, 120_000)

const running = new Set<() => void>()

afterEach(() => {
  for (const kill of running) kill()
  running.clear()
})

/** A real process that serves, and everything it writes. */
function run(...args: readonly string[]) {
  const child = spawn(process.execPath, [serves, ...args], { stdio: 'pipe' })
  running.add(() => child.kill('SIGKILL'))
  const written = { stdout: '', stderr: '' }
  const waits: { readonly pattern: string; readonly resolve: () => void }[] = []
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk: Buffer) => {
      written[name] += String(chunk)
      for (const { pattern, resolve } of waits) if (`${written.stdout}${written.stderr}`.includes(pattern)) resolve()
    })
  }
  child.stdin.on('error', () => {})
  return {
    child,
    written,
    send: (method: string, params = {}) => {
      const message = { jsonrpc: '2.0', id: method, method, params: { ...params, _meta: modern } }
      child.stdin.write(`${JSON.stringify(message)}\n`)
    },
    sees: (pattern: string) => new Promise<void>((resolve) => waits.push({ pattern, resolve })),
    exit: new Promise<number | NodeJS.Signals | null>((resolve) => {
      child.once('close', (code, signal) => resolve(signal ?? code))
    }),
    answers: () =>
      written.stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
  }
}

const modern = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}

test('nothing but messages reaches stdout, and at the end of stdin everything is as before', async () => {
  verifies('STDIO-03', 'STDIO-05', 'STDIO-15')
  const { send, child, exit, answers, written } = run()
  send('echo')
  send('wait')
  child.stdin.end()
  expect(await exit).toBe(0)
  expect(answers()).toEqual([
    { jsonrpc: '2.0', id: 'echo', result: { revision: '2026-07-28', text: '' } },
    { jsonrpc: '2.0', id: 'wait', result: { revision: '2026-07-28', text: '' } },
  ])
  expect(written.stderr.split('\n')).toEqual([
    'serving',
    ...['console.log of echo', 'console.info', 'process.stdout.write'],
    ...['console.log of wait', 'console.info', 'process.stdout.write'],
    'closed true 0 0',
    '',
  ])
})

test('a program that would go on is ended after serving', async () => {
  verifies('STDIO-15')
  const { child, exit, written } = run('stays')
  child.stdin.end()
  expect(await exit).toBe(0)
  expect(written.stderr).toBe('serving\nclosed true 0 0\n')
})

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('after %s calls in flight are answered and the exit code is %i', async (signal, code) => {
  const { send, child, exit, answers, sees } = run()
  const called = sees('console.log of wait')
  send('wait')
  await called
  child.kill(signal)
  expect(await exit).toBe(code)
  expect(answers()).toEqual([{ jsonrpc: '2.0', id: 'wait', result: { revision: '2026-07-28', text: '' } }])
})

test('a second SIGINT ends the process at once', async () => {
  const { send, child, exit, written, sees } = run()
  const called = sees('console.log of hang')
  send('hang')
  await called
  child.kill('SIGINT')
  const again = setInterval(() => child.kill('SIGINT'), 20) // signals that come too close together are one
  expect(await exit).toBe(130)
  clearInterval(again)
  expect(written.stdout).toBe('') // it did not wait for the call
})

test('a call that hangs is answered when the time after SIGTERM is over, and the process ends', async () => {
  const { send, child, exit, answers, sees } = run()
  const called = sees('console.log of hang')
  send('hang')
  await called
  child.kill('SIGTERM')
  expect(await exit).toBe(143)
  expect(answers()).toEqual([{ jsonrpc: '2.0', id: 'hang', error: { code: -32603, message: 'The server is closing' } }])
})

test('when nobody reads stdout any more the process ends', async () => {
  const { send, child, exit, written, sees } = run('stays')
  const called = sees('console.log of wait')
  send('wait')
  await called
  child.stdout.destroy()
  expect(await exit).toBe(0)
  expect(written.stderr.includes('closed true 0 0')).toBe(true)
})

test('a large answer is complete although the process ends right after it', async () => {
  const { send, child, exit, answers } = run()
  send('echo', { size: 5_000_000 })
  child.stdin.end()
  expect(await exit).toBe(0)
  expect(answers().map(({ result }) => result.text.length)).toEqual([5_000_000])
})

test('a client that closes stderr does not end a program that logs', async () => {
  verifies('STDIO-05')
  const { send, child, exit, answers } = run('quiet')
  child.stderr.destroy()
  send('echo')
  send('wait')
  child.stdin.end()
  expect(await exit).toBe(0)
  expect(answers().map(({ id }) => id)).toEqual(['echo', 'wait'])
})
