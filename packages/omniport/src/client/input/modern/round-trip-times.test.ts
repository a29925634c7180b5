import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { connectFake, deferred, nameForm } from '../../fixtures/connect-fake.js'
import { accept, inTurn } from '../../fixtures/input.js'

const revision = '2026-07-28'
const inputRequired = (round: object) => ({ 'tools/call': inTurn([round]) })

test('that people need to think does not count', async () => {
  const runtime = new VirtualRuntime()
  const answered = deferred<void>()
  const { client, server } = await connectFake(revision, inputRequired({ inputRequests: { a: nameForm } }), {
    runtime,
    timeoutMs: 1_000,
    maxTimeoutMs: 2_000,
    elicit: async (inputRequest) => {
      await answered.promise
      return accept(inputRequest)
    },
  })
  const call = client.callTool('x', {})
  await runtime.advance(599_999)
  expect(server.methods).toEqual(['tools/call'])
  answered.resolve()
  expect(await call).toEqual({ content: [] })
  await client.close()
})

test('a question that nobody answers ends its call after limits.questionMs, and is withdrawn', async () => {
  const runtime = new VirtualRuntime()
  const withdrawn: unknown[] = []
  const { client, server } = await connectFake(revision, inputRequired({ inputRequests: { a: nameForm } }), {
    runtime,
    limits: { questionMs: 5_000 },
    elicit: (_question, { signal }) => {
      signal.addEventListener('abort', () => withdrawn.push(signal.reason))
      return new Promise(() => {})
    },
  })
  const rejected = expect(client.callTool('x', {})).rejects.toMatchObject({ code: 'timeout' })
  await runtime.advance(4_999)
  expect(withdrawn).toEqual([])
  await runtime.advance(1)
  await rejected
  expect([withdrawn, server.methods, runtime.timers]).toMatchObject([[{ code: 'timeout' }], ['tools/call'], 0])
  await client.close()
})

test('what is pending when a client closes has rejected before the close settles', async () => {
  const { client } = await connectFake(revision, inputRequired({ inputRequests: { a: nameForm } }), {
    elicit: () => new Promise(() => {}),
  })
  const order: string[] = []
  const rejected = client.callTool('x', {}).catch(({ code }) => order.push(code))
  await settled()
  await client.close()
  order.push('settled')
  await rejected
  expect(order).toEqual(['closed', 'settled'])
})

test('starts anew with every request', async () => {
  const runtime = new VirtualRuntime()
  const rounds = inTurn([{ inputRequests: { a: nameForm } }])
  let sent = 0
  const answer = async () => {
    sent += 1
    const reply = rounds()
    if (sent === 1) await pausing.promise
    return sent === 1 ? reply : undefined
  }
  const pausing = deferred<void>()
  const options = { runtime, timeoutMs: 1_000, elicit: accept }
  const { client, server } = await connectFake(revision, { 'tools/call': answer }, options)
  const rejected = expect(client.callTool('x', {})).rejects.toMatchObject({ code: 'timeout' })
  await runtime.advance(900)
  pausing.resolve()
  await settled()
  await runtime.advance(900)
  expect(server.methods).toEqual(['tools/call', 'tools/call'])
  await runtime.advance(100)
  await rejected
  expect([server.methods.at(-1), runtime.timers]).toEqual(['notifications/cancelled', 0])
  await client.close()
})

test('a server that only wants to be asked again gets some, then is held back, then given up', async () => {
  verifies('MRTR-28', 'MRTR-14')
  const runtime = new VirtualRuntime()
  const again = { result: { resultType: 'input_required', requestState: 's' } }
  const { client, server } = await connectFake(
    revision,
    { 'tools/call': () => again },
    { runtime, limits: { rounds: 4 } },
  )
  const rejected = expect(client.callTool('x', {})).rejects.toMatchObject({
    code: 'limit',
    message: 'tools/call: the server asks again and again; limits.rounds is 4',
  })
  await settled()
  expect(server.methods.length).toBe(2)
  await runtime.advance(75)
  expect(server.methods.length).toBe(3)
  await runtime.advance(100)
  expect(server.methods.length).toBe(3)
  await runtime.advance(10_000)
  await rejected
  expect([server.methods.length, runtime.timers]).toEqual([5, 0])
  await client.close()
})

test('rounds are counted: as many as limits.rounds are answered', async () => {
  verifies('MRTR-28', 'SAMP-09')
  const rounds = Array.from({ length: 3 }, () => ({ inputRequests: { a: nameForm } }))
  const options = (count: number) => ({ elicit: accept, limits: { rounds: count } })
  const { client } = await connectFake(revision, { 'tools/call': inTurn(rounds) }, options(3))
  expect(await client.callTool('x', {})).toEqual({ content: [] })
  await client.close()
  const { client: second, server } = await connectFake(revision, { 'tools/call': inTurn(rounds) }, options(2))
  await expect(second.callTool('x', {})).rejects.toMatchObject({ code: 'limit' })
  expect(server.methods.length).toBe(3)
  await second.close()
})
