import { createServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connect } from '../client/connect.js'
import { createServer as createMcpServer } from '../server/create-server.js'
import { assertNoLeaks } from './assert-no-leaks.js'

test('returns what the function returns, where nothing is left', async () => {
  const run = async () => {
    const server = createMcpServer({ name: 's', version: '1' })
    const client = await connect(server)
    await client.close()
    await server.close()
    return client.revision
  }
  expect(await assertNoLeaks(run)).toBe('2026-07-28')
})

test('waits for what closes a little later', async () => {
  await expect(assertNoLeaks(() => void setTimeout(() => {}, 30), { graceMs: 20_000 })).resolves.toBe(undefined)
})

test.each([
  // Several, for timers of the test runner that end meanwhile hide as many.
  ['timers', 'Timeout', () => leaveTimers(9)],
  ['a server', 'TCPServerWrap', listen],
])('names what is left: %s', async (_, name, leave) => {
  await expect(assertNoLeaks(leave, { graceMs: 50 })).rejects.toThrow(`Left open after 50 ms: ${name}`)
})

/** The resources that are open, one list for each look. */
function stubResources(...lists: readonly (readonly string[])[]): void {
  const left = [...lists]
  const getActiveResourcesInfo = () => (left.length > 1 ? left.shift() : left[0])
  const { getBuiltinModule, nextTick } = process
  vi.stubGlobal('process', { nextTick, getActiveResourcesInfo, getBuiltinModule })
  onTestFinished(() => void vi.unstubAllGlobals())
}

test('leaves out what ends by itself', async () => {
  stubResources([], ['Immediate', 'TickObject', 'PROMISE', 'FSReqCallback', 'FSReqPromise', 'TTYWrap'])
  await expect(assertNoLeaks(() => 'done', { graceMs: 0 })).resolves.toBe('done')
})

test('names each that is left as often as it is, but for those that were there before', async () => {
  stubResources(['Timeout', 'PipeWrap'], ['Timeout', 'TCPSocketWrap', 'Timeout', 'TCPSocketWrap', 'PipeWrap'])
  await expect(assertNoLeaks(() => {}, { graceMs: 0 })).rejects.toThrow(
    new Error('Left open after 0 ms: TCPSocketWrap, Timeout, TCPSocketWrap'),
  )
})

test('rejects as the function does', async () => {
  await expect(assertNoLeaks(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
})

test('looks once where nothing is left, and no more once the time is over', async () => {
  stubResources([], [], ['Timeout'])
  await expect(assertNoLeaks(() => 'done', { graceMs: 50 })).resolves.toBe('done')
  stubResources([], ['Timeout'], [])
  await expect(assertNoLeaks(() => 'done', { graceMs: 0 })).rejects.toThrow(new Error('Left open after 0 ms: Timeout'))
})

const { getBuiltinModule } = process

test.each([[{ getBuiltinModule }], [undefined]])('says where it cannot tell: %j', async (host) => {
  vi.stubGlobal('process', host)
  const refused = assertNoLeaks(() => {}) // it looks at once
  vi.unstubAllGlobals() // the runner of the tests needs its process when the next task begins
  await expect(refused).rejects.toThrow(
    new TypeError('assertNoLeaks: this platform does not tell what is open; run it in Node'),
  )
})

function leaveTimers(count: number): void {
  const timers = Array.from({ length: count }, () => setInterval(() => {}, 60_000))
  onTestFinished(() => {
    for (const timer of timers) clearInterval(timer)
  })
}

async function listen(): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
}
