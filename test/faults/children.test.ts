import process from 'node:process'
import { type Client, type ConnectOptions, connect } from 'omniport/client'
import { expect, onTestFinished, test } from 'vitest'
import { createCountedRuntime } from './counted-runtime.js'
import { beat, mostInOneTurn } from './heartbeat.js'
import { usedMemory } from './memory.js'
import { children, expectNoChildren, isAlive } from './no-children.js'
import { type CaseResult, outcomeOf } from './outcome.js'
import { pathOf } from './running.js'

expectNoChildren()

const target = (how: string) => ({ command: process.execPath, args: [pathOf('hostile-lines'), how] })
const runtime = createCountedRuntime()

async function open(how: string, options: ConnectOptions = {}) {
  const errors: string[] = []
  const onError = ({ message }: Error) => errors.push(message)
  const client: Client = await connect(target(how), { revision: '2025-11-25', runtime, onError, ...options })
  onTestFinished(() => client.close())
  return { client, errors }
}

/** Nothing of a client that was closed is left. */
async function expectGone(client: Client): Promise<void> {
  const { pid } = client
  await client.close()
  expect([children(), runtime.timers, isAlive(pid ?? 0)]).toEqual([[], 0, false])
}

const ok = { value: { content: [{ type: 'text', text: 'done' }] } }
const exited = { code: 'closed', message: expect.stringMatching(/^The server ".*node" exited with code 7$/) }
const invalid = { code: 'invalid_result' }
const timeout = { code: 'timeout' }

test.each<readonly [string, Partial<CaseResult> | { readonly message: unknown }, number]>([
  ['exit', exited, 0],
  ['half a line, then exit', exited, 1],
  ['an answer without a line break, then exit', ok, 0],
  ['silence', timeout, 0],
  ['late answer', timeout, 0],
  ['two answers', ok, 0],
  ['an answer never asked for', ok, 1],
  ['an id of the other type', timeout, 0],
  ['two ids', ok, 0],
  ['garbage before and after', ok, 8],
  ['what is no UTF-8', timeout, 1],
  ['a raw NUL', timeout, 1],
  ['JSON 100,000 deep', invalid, 0],
  ['an array of a million', invalid, 0],
  ['a lone surrogate', ok, 0],
  ['a number beyond all', ok, 0],
  ['__proto__', ok, 0],
  ['a result and an error', invalid, 0],
  ['a line of 65 MiB', invalid, 0],
])('a child that answers a call with %s', async (how, outcome, notified) => {
  const { client, errors } = await open(how)
  const timeoutMs = outcome === timeout ? 200 : 25_000
  expect(await outcomeOf(client.callTool('x', {}, { timeoutMs }))).toMatchObject(outcome)
  await outcomeOf(client.ping()) // one that exits may lose it
  await client.ping() // and is started again
  expect(errors.length, errors.join('\n')).toBe(notified)
  await expectGone(client)
})

test.each([
  ['closed stdout', 'stdout'],
  ['closed stdin', 'stdin'],
])('a child with %s that lives on is ended, and the call says why', async (how, pipe) => {
  const { client } = await open(how)
  const { pid } = client
  const call = outcomeOf(client.callTool('x', {}, { timeoutMs: 3_000 }))
  let isOver = false
  void call.then(() => {
    isOver = true
  })
  // Only who writes notices.
  while (pipe === 'stdin' && !isOver) await Promise.allSettled([client.ping({ timeoutMs: 50 })])
  expect(await call).toMatchObject({ code: 'closed', message: expect.stringContaining(`closed its ${pipe}`) })
  await client.close()
  expect(isAlive(pid ?? 0)).toBe(false)
})

test('a child that ignores SIGTERM ends with all that it started, and close settles after that', async () => {
  const pids: number[] = []
  const { client } = await open('grandchildren', { onStderr: (line) => pids.push(Number(line.split(' ')[1])) })
  await client.callTool('x', {})
  await expect.poll(() => pids.length).toBe(2)
  pids.push(client.pid ?? 0)
  expect(pids.map(isAlive)).toEqual([true, true, true])
  await expectGone(client)
  expect(pids.map(isAlive)).toEqual([false, false, false])
})

test('100 MB on stderr are read, and not kept', async () => {
  let bytes = 0
  const { client } = await open('100 MB on stderr', {
    onStderr: (line) => {
      bytes += line.length + 1
    },
  })
  const before = usedMemory()
  await client.callTool('x', {})
  await expect.poll(() => usedMemory() - before).toBeLessThan(25_000_000)
  await client.close()
  expect(bytes).toBe(100_000_000)
})

test('50 MB of notifications are heard one by one, and others have their turn meanwhile', async () => {
  let received = 0
  const { client, errors } = await open('50 MB of notifications', {
    onLog: () => {
      received += 1
    },
  })
  const before = usedMemory()
  const { outcome, most } = await beat(outcomeOf(client.callTool('x', {})), () => received)
  expect([outcome, received, errors]).toMatchObject([ok, 50_000, []])
  expect(most).toBeLessThan(mostInOneTurn)
  await expect.poll(() => usedMemory() - before).toBeLessThan(25_000_000)
})

test('one that exits at once tells its code and the end of its stderr', async () => {
  const outcome = await outcomeOf(connect(target('exit at once'), { revision: '2025-11-25', runtime }))
  expect(outcome).toMatchObject({
    code: 'unreachable',
    message: expect.stringMatching(/exited with code 3; its stderr ends:\nx+ no configuration found/),
  })
  expect('message' in outcome && outcome.message.length).toBeLessThan(2_500)
  expect([children(), runtime.timers]).toEqual([[], 0])
})

test('garbage before the first message is told, and clipped', async () => {
  const { client, errors } = await open('garbage first')
  expect(await outcomeOf(client.callTool('x', {}))).toMatchObject(ok)
  expect(errors).toEqual([
    expect.stringContaining('wrote to stdout what is no message; logs belong on stderr: This is not JSON.'),
  ])
  expect(errors.join().length).toBeLessThan(300)
})

test('one that never answers initialize is given up in time, and ended', async () => {
  const outcome = await outcomeOf(connect(target('no initialize'), { revision: '2025-11-25', runtime, timeoutMs: 200 }))
  expect(outcome).toMatchObject({ code: 'timeout' })
  expect([children(), runtime.timers]).toEqual([[], 0])
})
