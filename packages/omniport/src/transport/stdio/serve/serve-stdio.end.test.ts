import process from 'node:process'
import { PassThrough } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled } from '#test/support/virtual-runtime.js'
import type { Serve } from '../../../protocol/exchange/exchange.js'
import type { Served } from '../../served.js'
import { answer, ask, greeting, hello, initialized, modern } from '../fixtures/messages.js'
import { type Handler, openServed } from '../fixtures/open-served.js'
import { serveStdio } from './serve-stdio.js'

const opened: Served[] = []

async function open(...args: Parameters<typeof openServed>) {
  const served = await openServed(...args)
  opened.push(served.closing)
  return served
}

afterEach(async () => {
  for (const served of opened.splice(0)) await served.close()
})

const never = () => new Promise<never>(() => {})

test('initialize, a call and the end of the input in one chunk: both are answered', async () => {
  verifies('STDIO-15')
  const { input, answers, closing } = await open()
  input.end(`${[hello('2025-11-25'), initialized, ask(1)].map((line) => JSON.stringify(line)).join('\n')}`)
  await closing.closed
  expect(answers()).toEqual([greeting('2025-11-25'), answer(1)])
})

test('a call that runs when the input ends is answered, and closed settles after it', async () => {
  verifies('STDIO-15')
  let finish: (result: object) => void = () => {}
  const slow = () => new Promise((resolve) => (finish = resolve))
  const { send, answers, input, closing, runtime } = await open({ slow })
  await send(hello('2025-11-25'), initialized, ask(1, 'slow'))
  input.end()
  await settled()
  expect(answers()).toEqual([greeting('2025-11-25')])
  finish({ late: true })
  await closing.closed
  expect(answers()).toEqual([{ jsonrpc: '2.0', id: 1, result: { late: true } }])
  expect(runtime.timers).toBe(0)
})

test('a call that never ends is answered with -32603 and aborted, drainMs after the input ended', async () => {
  const reasons: unknown[] = []
  const hang: Handler = (_, { signal }) => {
    signal.addEventListener('abort', () => reasons.push(String(signal.reason)))
    return never()
  }
  const { send, answers, input, closing, runtime } = await open({ hang }, { drainMs: 5_000 })
  await send(hello('2025-11-25'), initialized, ask(1, 'hang'))
  input.end()
  await settled()
  await runtime.advance(4_999)
  expect(answers()).toEqual([greeting('2025-11-25')])
  await runtime.advance(1)
  await closing.closed
  expect(answers()).toEqual([{ jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'The server is closing' } }])
  expect(reasons).toEqual(['RpcError: The server is closing'])
})

test('an initialize that never ends does not keep what follows it from ending', async () => {
  const { input, answers, closing, runtime } = await open({ initialize: never, hang: never })
  input.end(`${[hello('2025-11-25'), initialized, ask(1, 'hang')].map((line) => JSON.stringify(line)).join('\n')}`)
  await settled()
  await runtime.advance(5_000)
  await closing.closed
  expect(answers().map(({ id, error }) => [id, error.code])).toEqual([
    ['init', -32603],
    [1, -32603],
  ])
})

test('a question to the client rejects when the input ends, and so does one asked later', async () => {
  const outcomes: string[] = []
  const asks: Handler = async (_, { ask: question }) => {
    for (let times = 0; times < 2; times += 1) {
      await question?.({ method: 'roots/list' }).catch((reason: Error) => outcomes.push(reason.message))
    }
  }
  const { send, answers, input, closing } = await open({ asks })
  await send(hello('2025-11-25'), initialized, ask(1, 'asks'))
  input.end()
  await closing.closed
  expect(outcomes).toEqual(['The client ended the connection', 'The client ended the connection'])
  expect(answers().map(({ id, method }) => method ?? id)).toEqual(['init', 'roots/list', 1])
})

test('the end of the input is noticed while all places are taken, and everybody is answered', async () => {
  const { send, answers, input, closing, runtime } = await open({ hang: never }, { pipeInFlight: 1 })
  await send(...[1, 2, 3].map((id) => ask(id, 'hang', { _meta: modern })))
  input.end()
  await settled()
  await runtime.advance(5_000)
  await closing.closed
  expect(answers().map(({ id, error }) => [id, error.code])).toEqual([
    [1, -32603],
    [2, -32603],
    [3, -32603],
  ])
})

test('a client that does not read does not keep serving from ending', async () => {
  const big = () => ({ text: 'x'.repeat(3_000_000) })
  const { send, input, runtime, closing } = await open({ big })
  await send(ask(1, 'big', { _meta: modern }), ask(2, 'big', { _meta: modern }))
  input.end()
  await settled()
  await runtime.advance(5_000)
  await closing.closed
  expect(runtime.timers).toBe(0)
})

test('when the output breaks, every call is aborted and serving ends', async () => {
  verifies('STDIO-16')
  const reasons: unknown[] = []
  const hang: Handler = (_, { signal }) => {
    signal.addEventListener('abort', () => reasons.push(signal.reason))
    return never()
  }
  const { send, output, closing, served } = await open({ hang }, { pipeInFlight: 1 })
  await send(ask(1, 'hang', { _meta: modern }), ask(2, 'hang', { _meta: modern }))
  const epipe = new Error('write EPIPE')
  output.destroy(epipe)
  await closing.closed
  expect(reasons).toEqual([epipe])
  expect(served).toEqual(['hang'])
})

test('an input that breaks ends serving like one that ends', async () => {
  const { send, answers, input, closing, log } = await open()
  await send(ask(1, 'echo', { _meta: modern }))
  input.destroy(new Error('EIO'))
  await closing.closed
  expect(answers().length).toBe(1)
  expect(log).toEqual(['The input failed'])
})

test('close lets calls finish, settles last, and may be called twice', async () => {
  let finish: () => void = () => {}
  const slow = () => new Promise<void>((resolve) => (finish = resolve))
  const { send, answers, closing } = await open({ slow })
  await send(ask(1, 'slow', { _meta: modern }))
  const events: string[] = []
  const both = Promise.all([
    closing.close().then(() => events.push('close')),
    closing.close().then(() => events.push('again')),
  ])
  await send(ask(2, 'echo', { _meta: modern }))
  events.push('finish')
  finish()
  await both
  expect(events).toEqual(['finish', 'close', 'again'])
  expect(answers().map(({ id }) => id)).toEqual([1])
})

test.each([
  ['the end of the input', ({ input }: Streams) => input.end()],
  ['close', ({ closing }: Streams) => closing.close()],
  ['a broken output', ({ output }: Streams) => output.destroy(new Error('EPIPE'))],
])('after %s no listener is left behind', async (_, end) => {
  const input = new PassThrough()
  const output = new PassThrough()
  const count = () =>
    [input, output, process].map((emitter) => emitter.eventNames().map((name) => [name, emitter.listenerCount(name)]))
  const before = count()
  const closing = await serveStdio({ serve: async () => undefined }, { input, output })
  await end({ input, output, closing })
  await closing.closed
  expect(count()).toEqual(before)
})

interface Streams {
  readonly input: PassThrough
  readonly output: PassThrough
  readonly closing: Served
}

test('a stream that is being served cannot be served again until that is over', async () => {
  const { input, output, closing } = await open()
  const again = () => serveStdio({ serve: async () => undefined }, { input, output })
  await expect(again()).rejects.toThrow(new TypeError('serveStdio: the stream is being served already'))
  await closing.close()
  await (await again()).close()
})

test('a target that cannot serve is a TypeError', async () => {
  const target = {} as { serve: Serve } // what a program without types may pass
  await expect(serveStdio(target)).rejects.toThrow(
    new TypeError(
      'serveStdio: the server must be what createServer or createGateway gives, or { serve }, got an object',
    ),
  )
})

/** Handlers that run until they are told to go on, and how many of them ran at once. */
function countedCalls() {
  const waiting: (() => void)[] = []
  let running = 0
  let most = 0
  const call: Handler = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise<void>((resolve) => waiting.push(resolve))
    running -= 1
    return {}
  }
  const goOn = () => {
    for (const resolve of waiting.splice(0)) resolve()
  }
  return { call, goOn, most: () => most }
}

const five = [1, 2, 3, 4, 5]

test('what waits for its turn when the input ends goes on waiting for it, and is answered', async () => {
  const { call, goOn, most } = countedCalls()
  const { send, input, answers, closing, runtime } = await open({ call }, { pipeInFlight: 2 })
  await send(hello('2025-11-25'), initialized, ...five.map((id) => ask(id, 'call')))
  input.end()
  for (let turns = 0; turns < 3; turns += 1) {
    await settled()
    goOn()
  }
  await closing.closed
  expect(answers().map(({ id, result }) => [id, result !== undefined])).toEqual([
    ['init', true],
    ...five.map((id) => [id, true]),
  ])
  expect([most(), runtime.timers]).toEqual([2, 0])
})

test('what had no turn within drainMs is refused without having run', async () => {
  const { call, most } = countedCalls()
  const { send, input, answers, closing, runtime, served } = await open({ call }, { pipeInFlight: 2, drainMs: 1_000 })
  await send(hello('2025-11-25'), initialized, ...five.map((id) => ask(id, 'call')))
  input.end()
  await settled()
  await runtime.advance(1_000)
  await closing.closed
  expect(answers().map(({ id, error }) => [id, error?.message])).toEqual([
    ['init', undefined],
    ...five.map((id) => [id, 'The server is closing']),
  ])
  expect([most(), served.filter((method) => method === 'call').length, runtime.timers]).toEqual([2, 2, 0])
})

test('what waits for its turn when the output breaks does not run', async () => {
  const { call, most } = countedCalls()
  const { send, output, closing, served } = await open({ call }, { pipeInFlight: 2 })
  await send(hello('2025-11-25'), initialized, ...five.map((id) => ask(id, 'call')))
  output.destroy()
  await closing.closed
  expect([most(), served.filter((method) => method === 'call').length]).toEqual([2, 2])
})
