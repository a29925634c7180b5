import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled } from '#test/support/virtual-runtime.js'
import type { ConnectOptions } from '../../connect-options.js'
import { deferred, nameForm } from '../../fixtures/connect-fake.js'
import { connectTo } from '../fixtures/connect-to.js'
import { FakeStream } from '../fixtures/fake-stream.js'
import type { WebRequest } from '../fixtures/fake-web.js'
import { SessionServer } from '../fixtures/servers.js'

const done = { content: [{ type: 'text', text: 'done' }] }
const inputRequest = { data: { jsonrpc: '2.0', id: 'q', ...nameForm } }
const answered = { jsonrpc: '2.0', id: 'q', result: { action: 'decline' } }

/** A server whose answers to calls, and whose standalone stream, a test sends. */
async function start(options: ConnectOptions) {
  const post = new FakeStream()
  const standalone = new FakeStream()
  const server = new SessionServer({ 'tools/call': () => post.response, GET: () => standalone.response })
  const connection = await connectTo(server.answer, { revision: '2025-11-25', ...options })
  const answers = () => connection.web.requests.filter(isAnswer)
  const answer = (id: unknown) => post.send({ data: { jsonrpc: '2.0', id, result: done } }).end()
  return { ...connection, post, standalone, answers, answer }
}

function isAnswer({ method, message }: WebRequest): boolean {
  return method === 'POST' && message.method === undefined
}

test('what is asked on the stream of a call, or beside it, is answered by a POST of its own', async () => {
  verifies('HTTP-04')
  const { client, web, post, standalone, answers, answer } = await start({ elicit: () => ({ action: 'decline' }) })
  const call = client.callTool('x', {})
  await settled()
  post.send(inputRequest)
  await settled()
  standalone.send({ data: { ...inputRequest.data, id: 'r' } })
  await settled()
  expect(answers().map(({ message }) => message)).toEqual([answered, { ...answered, id: 'r' }])
  expect(answers().map(({ headers }) => [headers.get('mcp-session-id'), headers.get('mcp-protocol-version')])).toEqual([
    ['secret-1', '2025-11-25'],
    ['secret-1', '2025-11-25'],
  ])
  answer(web.ofMethod('tools/call')[0]?.message.id)
  expect(await call).toEqual(done)
  await client.close()
})

describe('of two questions', () => {
  /** One is asked on the stream of a call, the other beside it; both are open. */
  async function startAsked() {
    const signals = new Map<string, AbortSignal>()
    const both = deferred<void>()
    const started = await start({
      elicit: ({ message }, { signal }) => {
        signals.set(message, signal)
        if (signals.size === 2) both.resolve()
        return new Promise(() => {})
      },
    })
    const controller = new AbortController()
    const call = started.client.callTool('x', {}, { signal: controller.signal })
    const ask = (message: string) => ({
      data: { ...inputRequest.data, id: message, params: { ...nameForm.params, message } },
    })
    await settled()
    started.post.send(ask('of the call'))
    started.standalone.send(ask('of its own'))
    await both.promise
    const aborted = () => [...signals].filter(([, signal]) => signal.aborted).map(([message]) => message)
    return { ...started, call, controller, aborted }
  }

  test('that of a call ends when the call is cancelled', async () => {
    verifies('MRTR-28')
    const { client, call, controller, aborted, answers } = await startAsked()
    controller.abort(new Error('enough'))
    await expect(call).rejects.toThrow('enough')
    await settled()
    expect([aborted(), answers()]).toEqual([['of the call'], []])
    await client.close()
  })

  test('that of a call ends when its stream is lost for good', async () => {
    const { client, call, post, aborted } = await startAsked()
    post.cut()
    await expect(call).rejects.toMatchObject({ code: 'closed' })
    expect(aborted()).toEqual(['of the call'])
    await client.close()
  })

  test('neither ends when the call is answered: the server says what it does not want any more', async () => {
    const { client, web, call, aborted, answer, standalone } = await startAsked()
    answer(web.ofMethod('tools/call')[0]?.message.id)
    expect(await call).toEqual(done)
    await settled()
    expect(aborted()).toEqual([])
    standalone.send({
      data: { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'of the call' } },
    })
    await settled()
    expect(aborted()).toEqual(['of the call'])
    await client.close()
  })
})
