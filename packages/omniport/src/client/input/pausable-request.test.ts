import { expect, test } from 'vitest'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { ElicitAnswer } from '../../protocol/model/elicitation.js'
import type { FormValues } from '../../schema/schema.js'
import type { ConnectOptions } from '../connect-options.js'
import { connectFake, deferred, nameForm } from '../fixtures/connect-fake.js'
import { connectTo } from '../http/fixtures/connect-to.js'
import { FakeStream } from '../http/fixtures/fake-stream.js'
import { SessionServer } from '../http/fixtures/servers.js'

const timeout = (ms: number) => ({ code: 'timeout', message: `No answer within ${ms} ms` })
const inputRequest = (id: string) => ({ jsonrpc: '2.0', id, ...nameForm })

/** A call over a pipe that is never answered, and what became of it. */
async function callOverPipe(options: ConnectOptions) {
  const runtime = new VirtualRuntime()
  const { client, server } = await connectFake('2025-11-25', { 'tools/call': () => undefined }, { runtime, ...options })
  let outcome: unknown
  client.callTool('x', {}).catch((reason: unknown) => {
    outcome = reason
  })
  await settled()
  return { client, server, runtime, outcome: () => outcome }
}

test('a question that nobody answers holds a call for limits.questionMs', async () => {
  const { client, server, runtime, outcome } = await callOverPipe({
    timeoutMs: 1_000,
    limits: { questionMs: 5_000 },
    elicit: () => new Promise(() => {}),
  })
  await runtime.advance(900)
  server.send(inputRequest('q'))
  await runtime.advance(5_999)
  expect(outcome()).toBeUndefined()
  await runtime.advance(1)
  expect(outcome()).toMatchObject(timeout(1_000))
  await client.close()
  expect(runtime.timers).toBe(0)
})

test('a question that the server takes back holds nothing any more, whether or not the handler listens', async () => {
  const { client, server, runtime, outcome } = await callOverPipe({
    timeoutMs: 1_000,
    elicit: () => new Promise(() => {}),
  })
  server.send(inputRequest('q'))
  await runtime.advance(5_000)
  server.notify('notifications/cancelled', { requestId: 'q' })
  await runtime.advance(999)
  expect(outcome()).toBeUndefined()
  await runtime.advance(1)
  expect(outcome()).toMatchObject(timeout(1_000))
  await client.close()
})

test('one question after the other holds it limits.questions times', async () => {
  const answers: ((answer: ElicitAnswer<FormValues>) => void)[] = []
  const { client, server, runtime, outcome } = await callOverPipe({
    timeoutMs: 1_000,
    maxTimeoutMs: 2_000,
    limits: { questionMs: 5_000, questions: 2 },
    elicit: () => {
      const { promise, resolve } = deferred<ElicitAnswer<FormValues>>()
      answers.push(resolve)
      return promise
    },
  })
  for (const id of ['a', 'b', 'c']) {
    server.send(inputRequest(id))
    await runtime.advance(id === 'c' ? 999 : 4_000)
    if (id !== 'c') answers.at(-1)?.({ action: 'decline' })
    await settled()
  }
  expect(outcome()).toBeUndefined()
  await runtime.advance(1)
  expect(outcome()).toMatchObject(timeout(1_000))
  await client.close()
})

test('that asked on the stream of a call holds no other, one asked beside all of them holds all', async () => {
  const streams = new Map<unknown, FakeStream>()
  const standalone = new FakeStream()
  const server = new SessionServer({
    'tools/call': ({ message }) => {
      const stream = new FakeStream()
      streams.set(message.params?.['name'], stream)
      return stream.response
    },
    GET: () => standalone.response,
  })
  const answered = deferred<ElicitAnswer<FormValues>>()
  const { client, runtime } = await connectTo(server.answer, {
    revision: '2025-11-25',
    timeoutMs: 1_000,
    elicit: ({ message }) => (message === 'All' ? answered.promise : new Promise(() => {})),
  })
  const failures: string[] = []
  for (const name of ['a', 'b']) {
    client.callTool(name, {}).catch(({ message }: Error) => failures.push(`${name}: ${message}`))
  }
  await settled()
  standalone.send({ data: { ...inputRequest('r'), params: { ...nameForm.params, message: 'All' } } })
  await settled()
  streams.get('a')?.send({ data: inputRequest('q') })
  await runtime.advance(5_000)
  expect(failures).toEqual([])
  answered.resolve({ action: 'decline' })
  await runtime.advance(1_000)
  expect(failures).toEqual(['b: No answer within 1000 ms'])
  await runtime.advance(600_000)
  expect(failures).toEqual(['b: No answer within 1000 ms', 'a: No answer within 1000 ms'])
  await client.close()
})
