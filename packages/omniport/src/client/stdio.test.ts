import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { Client } from './client.js'
import { connect } from './connect.js'

const fixture = (name: string) => ({
  command: process.execPath,
  args: [fileURLToPath(new URL(`./fixtures/${name}.mjs`, import.meta.url))],
})

function isAlive(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a modern server is started, and ends with the client', async () => {
  const client: Client = await connect(fixture('modern-only'))
  const { pid } = client
  expect((await client.callTool('pid', {})).structuredContent).toBe(pid)
  expect([client.revision, isAlive(pid)]).toEqual(['2026-07-28', true])
  await client.close()
  expect([client.pid, isAlive(pid)]).toEqual([undefined, false])
})

test('one process serves whatever is asked of it: calls side by side, after each other, after failures', async () => {
  verifies('BASE-28')
  const client: Client = await connect(fixture('modern-only'))
  const { pid } = client
  const pids = async () => (await client.callTool('pid', {})).structuredContent
  const controller = new AbortController()
  const givenUp = client.callTool('pid', {}, { signal: controller.signal })
  const together = [pids(), pids(), pids()]
  controller.abort(new Error('enough'))
  await expect(givenUp).rejects.toThrow('enough')
  await expect(client.getPrompt('none')).rejects.toMatchObject({ code: 'unsupported' })
  expect([...(await Promise.all(together)), await pids()]).toEqual([pid, pid, pid, pid])
  expect([client.pid, isAlive(pid)]).toEqual([pid, true])
  await client.close()
})

test('a server that ends on the probe is met as it wants to be, and at once the next time', async () => {
  const errors: Error[] = []
  const onError = (error: Error) => errors.push(error)
  for (let connection = 0; connection < 2; connection += 1) {
    const client = await connect(fixture('exits-unless-initialized'), { onError })
    await client.ping()
    expect([client.revision, client.server.name]).toEqual(['2024-11-05', 'strict'])
    await client.close()
  }
  expect(errors).toEqual([])
})

test('a server that does not answer the probe is initialized, and never told to cancel it', async () => {
  const client = await connect(fixture('silent-on-unknown'), { limits: { probeMs: 300 } })
  expect([client.revision, client.server.name]).toEqual(['2025-03-26', 'silent'])
  await client.close()
})

test('it is initialized while the probe is still open', async () => {
  // The probe may last longer than this test.
  const client = await connect(fixture('silent-on-unknown'), { limits: { probeMs: 600_000 } })
  expect(client.revision).toBe('2025-03-26')
  await client.close()
})

test('servers that need three seconds to start are found in their era', async () => {
  verifies('INT-01', 'INT-02', 'INT-04')
  const errors: Error[] = []
  const onError = (error: Error) => errors.push(error)
  const { command, args } = fixture('starts-late')
  const connecting = ['modern', 'legacy'].map((era) => connect({ command, args: [...args, era] }, { onError }))
  const clients = await Promise.all(connecting)
  expect(clients.map(({ revision }) => revision)).toEqual(['2026-07-28', '2025-11-25'])
  await Promise.all(clients.map((client) => client.ping()))
  expect(errors).toEqual([])
  await Promise.all(clients.map((client) => client.close()))
})

test('a server that always ends is unreachable, and says why', async () => {
  await expect(connect(fixture('exits-always'))).rejects.toMatchObject({
    code: 'unreachable',
    message: `The server "${process.execPath}" exited with code 7; its stderr ends:\nbad configuration`,
  })
})

test('a program that is not there is unreachable', async () => {
  await expect(connect({ command: 'omniport-no-such-program' })).rejects.toMatchObject({ code: 'unreachable' })
})

test('a server that exits is started again for the next call', async () => {
  verifies('STDIO-17')
  const client: Client = await connect(fixture('modern-only'))
  const { pid } = client
  await expect(client.callTool('exit', {})).rejects.toMatchObject({
    code: 'closed',
    message: `The server "${process.execPath}" exited with code 5; its stderr ends:\ntold to exit`,
  })
  const next = (await client.callTool('pid', {})).structuredContent
  expect([next === pid, client.pid]).toEqual([false, next])
  await client.close()
  expect(isAlive(Number(next))).toBe(false)
})

test.each([
  ['text', 'Listening', 'Listening'],
  ['JSON', '{"level":30,"msg":"Listening"}', '{"level":30,"msg":"Listening"}'],
])('a server that writes %s and does not answer says so in the timeout', async (_name, line, quoted) => {
  const runtime = new VirtualRuntime()
  const { command, args } = fixture('logs-only')
  const written: string[] = []
  const connecting = connect(
    { command, args: [...args, line] },
    { runtime, onStderr: () => written.push('stderr'), onError: () => written.push('stdout') },
  )
  const rejected = expect(connecting).rejects.toMatchObject({
    code: 'timeout',
    message: `No answer within 60000 ms; "${command}" wrote to stdout what is no message; logs belong on stderr: ${quoted}. The server "${command}" still runs; its stderr ends:\nwaiting for a licence`,
    cause: { code: 'timeout', message: 'No answer within 60000 ms' },
  })
  await vi.waitFor(() => expect(written.sort()).toEqual(['stderr', 'stdout']))
  await runtime.advance(60_000)
  await rejected
})

test('giving up while connecting ends the server', async () => {
  const controller = new AbortController()
  const { command, args } = fixture('silent-on-unknown')
  const printed: string[] = []
  const onError = ({ message }: Error) => {
    printed.push(message)
    controller.abort(new Error('enough'))
  }
  const connecting = connect({ command, args: [...args, 'prints'] }, { signal: controller.signal, onError })
  await expect(connecting).rejects.toThrow('enough')
  const pid = Number(printed[0]?.split('pid ')[1])
  expect([printed, isAlive(pid)]).toEqual([
    [`"${command}" wrote to stdout what is no message; logs belong on stderr: pid ${pid}`],
    false,
  ])
})
