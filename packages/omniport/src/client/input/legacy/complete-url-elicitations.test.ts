import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { Client } from '../../client.js'
import type { ConnectOptions } from '../../connect-options.js'
import { connectFake, deferred } from '../../fixtures/connect-fake.js'
import type { Reply } from '../../fixtures/fake-server.js'
import { PageCompleted } from '../url-elicitation-completions.js'

const elicitationOf = (elicitationId: unknown, more: object = {}) => ({
  mode: 'url',
  message: `Page ${elicitationId}`,
  url: `https://example.com/${elicitationId}`,
  elicitationId,
  ...more,
})
const refusal = (...elicitations: readonly unknown[]): Reply => ({
  error: { code: -32042, message: 'More is needed', data: { elicitations } },
})

/** Refuses as often as `refusals` says, then answers. */
function refusing(refusals: readonly Reply[], result: object = { content: [] }) {
  let count = 0
  return () => {
    const reply = refusals[count] ?? { result }
    count += 1
    return reply
  }
}

/** A client whose person answers each page with `action`, in time that stands still. */
async function start(answers: Parameters<typeof connectFake>[1], options: ConnectOptions = {}) {
  const asked: unknown[] = []
  const runtime = new VirtualRuntime()
  const elicitUrl = async (inputRequest: unknown) => {
    asked.push(inputRequest)
    return 'accept' as const
  }
  const connection = await connectFake('2025-11-25', answers, { runtime, elicitUrl, ...options })
  const complete = (elicitationId: unknown) =>
    connection.server.notify('notifications/elicitation/complete', { elicitationId })
  return { ...connection, runtime, asked, complete }
}

test.each<[string, (client: Client) => Promise<unknown>, object]>([
  ['tools/call', (client) => client.callTool('x', {}), { content: [] }],
  ['prompts/get', (client) => client.getPrompt('p'), { messages: [] }],
  ['resources/read', (client) => client.readResource('x://1'), { contents: [] }],
])('%s is sent again once a person was on all pages', async (method, call, result) => {
  verifies('ERR-04', 'ELI-19', 'ELI-20')
  const { client, server, asked, complete } = await start({
    [method]: refusing([refusal(elicitationOf('a'), elicitationOf('b'))], result),
  })
  const answered = call(client)
  await settled()
  expect(asked).toEqual([
    { message: 'Page a', url: 'https://example.com/a' },
    { message: 'Page b', url: 'https://example.com/b' },
  ])
  for (const id of ['b', 'b', 'unknown', 7, undefined]) complete(id)
  await settled()
  expect(server.methods).toEqual([method])
  complete('a')
  expect(await answered).toEqual(result)
  expect(server.received.map(({ id }) => id)).toEqual([2, 3])
  expect(server.received[1]?.params).toEqual(server.received[0]?.params)
  complete('a')
  await client.close()
})

test('an announcement counts from the moment a person is asked', async () => {
  const answered = deferred<void>()
  const { client, complete } = await start(
    { 'tools/call': refusing([refusal(elicitationOf('a'))]) },
    {
      elicitUrl: async () => {
        await answered.promise
        return 'accept' as const
      },
    },
  )
  const call = client.callTool('x', {})
  await settled()
  complete('a')
  await settled()
  answered.resolve()
  expect(await call).toEqual({ content: [] })
  await client.close()
})

test('calls that wait for the same page go on together', async () => {
  const { client, complete, runtime } = await start({
    'tools/call': refusing([refusal(elicitationOf('a')), refusal(elicitationOf('a'))]),
  })
  const results = Promise.all([client.callTool('x', {}), client.callTool('x', {})])
  await settled()
  complete('a')
  expect(await results).toEqual([{ content: [] }, { content: [] }])
  expect(runtime.timers).toBe(0)
  await client.close()
})

test('a dialog is closed when its page was completed from another: both calls go on', async () => {
  const dialogs: AbortSignal[] = []
  const { client, complete, runtime, errors } = await start(
    { 'tools/call': refusing([refusal(elicitationOf('a')), refusal(elicitationOf('a'), elicitationOf('b'))]) },
    {
      elicitUrl: ({ message }, { signal }) => {
        if (message === 'Page b' || dialogs.push(signal) === 1) return Promise.resolve('accept' as const)
        return new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      },
    },
  )
  const results = Promise.all([client.callTool('x', {}), client.callTool('x', {})])
  await settled()
  expect(dialogs.map(({ aborted }) => aborted)).toEqual([false, false])
  complete('a')
  await settled()
  expect(dialogs.map(({ aborted }) => aborted)).toEqual([false, true])
  expect(dialogs[1]?.reason).toEqual(new PageCompleted('The page was completed elsewhere'))
  complete('b')
  expect(await results).toEqual([{ content: [] }, { content: [] }])
  expect([errors, runtime.timers]).toEqual([[], 0])
  await client.close()
})

test('a server need not say when a person is done: after maxTimeoutMs the call is sent again all the same', async () => {
  verifies('ELI-22')
  const { client, server, runtime } = await start({ 'tools/call': refusing([refusal(elicitationOf('a'))]) })
  const call = client.callTool('x', {}, { timeoutMs: 1_000, maxTimeoutMs: 5_000 })
  await runtime.advance(4_999)
  expect(server.methods).toEqual(['tools/call'])
  await runtime.advance(1)
  expect(await call).toEqual({ content: [] })
  expect(runtime.timers).toBe(0)
  await client.close()
})

describe('the call is refused', () => {
  const error = { name: 'RpcError', code: -32042, message: 'More is needed' }

  test('where one page is declined: the other dialogs are closed', async () => {
    const other = deferred<AbortSignal>()
    const { client, server, runtime } = await start(
      { 'tools/call': refusing([refusal(elicitationOf('a'), elicitationOf('b'))]) },
      {
        elicitUrl: async ({ message }, { signal }) => {
          if (message === 'Page b') return 'decline'
          other.resolve(signal)
          return new Promise(() => {})
        },
      },
    )
    await expect(client.callTool('x', {})).rejects.toMatchObject(error)
    expect((await other.promise).aborted).toBe(true)
    expect([server.methods, runtime.timers]).toEqual([['tools/call'], 0])
    await client.close()
  })

  test('where the server wants more after that', async () => {
    const again = refusal(elicitationOf('a'))
    const { client, server, asked, complete } = await start({ 'tools/call': refusing([again, again]) })
    const rejected = expect(client.callTool('x', {})).rejects.toMatchObject(error)
    await settled()
    complete('a')
    await rejected
    expect([server.methods, asked.length]).toEqual([['tools/call', 'tools/call'], 1])
    await client.close()
  })

  test.each<[string, Reply, ConnectOptions]>([
    ['nobody is there to be asked', refusal(elicitationOf('a')), { elicitUrl: undefined }],
    ['questions are not answered', refusal(elicitationOf('a')), { autoAnswer: false }],
    ['there is no page', refusal(), {}],
    ['pages are no list', { error: { code: -32042, message: 'More is needed', data: { elicitations: {} } } }, {}],
    ['there is no data', { error: { code: -32042, message: 'More is needed' } }, {}],
    ['a page has no id', refusal(elicitationOf('a'), elicitationOf(undefined)), {}],
    ['a page is none for a browser', refusal(elicitationOf('a', { url: 'javascript:alert(1)' })), {}],
    ['a page is a form', refusal(elicitationOf('a', { mode: 'form' })), {}],
  ])('where %s', async (_name, reply, options) => {
    verifies('ELI-20')
    const { client, server, asked } = await start({ 'tools/call': refusing([reply]) }, options)
    await expect(client.callTool('x', {})).rejects.toMatchObject(error)
    expect([server.methods, asked]).toEqual([['tools/call'], []])
    await client.close()
  })
})

test('more pages than limits.questions are too many', async () => {
  const reply = refusal(elicitationOf('a'), elicitationOf('b'))
  const { client, asked } = await start({ 'tools/call': refusing([reply]) }, { limits: { questions: 1 } })
  await expect(client.callTool('x', {})).rejects.toMatchObject({
    code: 'limit',
    message: 'The server wants too many pages opened; limits.questions is 1',
  })
  expect(asked).toEqual([])
  await client.close()
})

test.each(['the call is cancelled', 'the client is closed'])('waiting for pages ends when %s', async (event) => {
  verifies('MRTR-28')
  const { client, server, runtime } = await start({ 'tools/call': refusing([refusal(elicitationOf('a'))]) })
  const controller = new AbortController()
  const call = client.callTool('x', {}, { signal: controller.signal })
  const rejected = expect(call).rejects.toThrow(event === 'the call is cancelled' ? 'enough' : 'The client is closed')
  await settled()
  if (event === 'the call is cancelled') controller.abort(new Error('enough'))
  else await client.close()
  await rejected
  expect([server.methods, runtime.timers]).toEqual([['tools/call'], 0])
  await client.close()
})

test.each(['2025-06-18', '2026-07-28'] as const)('%s: the error has no such meaning', async (revision) => {
  verifies('ERR-04')
  const asked: unknown[] = []
  const elicitUrl = async (inputRequest: unknown) => {
    asked.push(inputRequest)
    return 'accept' as const
  }
  const { client } = await connectFake(
    revision,
    { 'tools/call': refusing([refusal(elicitationOf('a'))]) },
    { elicitUrl },
  )
  await expect(client.callTool('x', {})).rejects.toMatchObject({ code: -32042 })
  expect(asked).toEqual([])
  await client.close()
})
