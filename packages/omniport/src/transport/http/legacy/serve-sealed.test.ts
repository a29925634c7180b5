import { afterEach, describe, expect, test } from 'vitest'
import { beginSession, type ClientSession, post } from '#test/support/http-client.js'
import { deferred, defineHttpServer } from '#test/support/http-server.js'
import { httpShells, type OpenShell, openNode } from '#test/support/http-shells.js'
import { SseReader } from '#test/support/sse-reader.js'
import { settled } from '#test/support/virtual-runtime.js'
import type { Exchange } from '../../../protocol/exchange/exchange.js'
import type { HttpOptions } from '../http-options.js'

const jsonrpc = '2.0'
const hook = { name: 'hook' }

let shell: OpenShell
afterEach(() => shell.close())

async function start(options: HttpOptions = {}) {
  const defined = defineHttpServer()
  shell = await (httpShells[0]?.open ?? openNode)(defined.server, { sessions: false, ...options })
  return defined
}

interface SentQuestion {
  readonly id: string
  readonly method: string
}

/** Calls the hook, and reads until it asks. */
async function call(session: ClientSession, id?: number | string) {
  const reader = new SseReader(await session.request('tools/call', hook, id))
  return { reader, question: (await reader.message()) as SentQuestion }
}

const ask = (exchange: Exchange, signal?: AbortSignal) =>
  Promise.resolve(exchange.ask?.({ method: 'ping' }, { signal })).then(
    () => 'answered',
    (reason: { message: string; code?: unknown }) => [reason.code, reason.message],
  )

describe('a question without sessions', () => {
  test('is answered at the process that asked, with a reply that says no more than that', async () => {
    const { onHook } = await start()
    onHook(async (exchange) => JSON.stringify(await ask(exchange)))
    const session = await beginSession(shell)
    const { reader, question } = await call(session)
    expect(question).toEqual({ jsonrpc, id: question.id, method: 'ping' })
    const other = await beginSession(shell)
    await other.post({ jsonrpc, id: question.id, result: {} })
    const accepted = await session.post({ jsonrpc, id: question.id, result: {} })
    expect([accepted.status, await accepted.text()]).toEqual([202, ''])
    expect((await reader.messages())[0]).toMatchObject({ result: { content: [{ text: '"answered"' }] } })
  })

  test('ends with the connection it went over', async () => {
    const { onHook } = await start()
    const outcomes: unknown[] = []
    onHook(async (exchange) => {
      outcomes.push(await ask(exchange), await ask(exchange, new AbortController().signal))
      return ''
    })
    const { reader } = await call(await beginSession(shell))
    await reader.cancel()
    await settled(20)
    const closed = ['closed', 'The client closed the connection']
    expect(outcomes).toEqual([closed, closed])
  })

  test('ends with its own signal, and the next can be asked', async () => {
    const { onHook } = await start()
    const abort = new AbortController()
    onHook(async (exchange) => {
      const first = await ask(exchange, abort.signal)
      return JSON.stringify([first, await ask(exchange)])
    })
    const session = await beginSession(shell)
    const { reader } = await call(session)
    abort.abort(new Error('enough'))
    const cancelled = await reader.message()
    expect(cancelled).toMatchObject({ method: 'notifications/cancelled', params: { reason: 'The caller cancelled' } })
    const second = (await reader.message()) as SentQuestion
    await session.post({ jsonrpc, id: second.id, result: {} })
    expect((await reader.messages())[0]).toMatchObject({
      result: { content: [{ text: '[[null,"enough"],"answered"]' }] },
    })
  })
})

describe('a cancellation without sessions', () => {
  test('reaches the request of its own session alone', async () => {
    const { onHook } = await start()
    const signals: AbortSignal[] = []
    const goOn = deferred<string>()
    const begun = deferred()
    onHook(({ signal }) => {
      signals.push(signal)
      if (signals.length === 2) begun.resolve()
      return goOn.promise
    })
    const sessions = [await beginSession(shell), await beginSession(shell)]
    const responses = sessions.map((session) => session.request('tools/call', hook, 1))
    await begun.promise
    const status = (await sessions[0]?.notify('notifications/cancelled', { requestId: '1', reason: 'x' }))?.status
    expect([status, signals.map(({ aborted }) => aborted)]).toEqual([202, [false, false]])
    await sessions[0]?.notify('notifications/cancelled', { requestId: 1, reason: 'enough' })
    const aborted = signals.filter((signal) => signal.aborted)
    expect(aborted.map(({ reason }) => reason.message)).toEqual([expect.stringContaining('enough')])
    goOn.resolve('x')
    const texts = await Promise.all(responses.map(async (responding) => (await responding).text()))
    expect(texts.filter((text) => text.includes('"text":"x"'))).toHaveLength(1)
  })
})

test('what is said of a task or a list in no session is taken and means nothing', async () => {
  await start()
  const session = await beginSession(shell)
  for (const method of ['notifications/roots/list_changed', 'notifications/x']) {
    const response = await session.notify(method)
    expect([response.status, await response.text()]).toEqual([202, ''])
  }
})

test('failures have the status that they have in a session', async () => {
  await start()
  const session = await beginSession(shell)
  const responses = [
    await session.request('no/such'),
    await session.request('tools/call', { name: 'none' }),
    await post(shell, { jsonrpc, id: 1, method: 'no/such' }, { headers: session.headers }),
  ]
  const outcomes = responses.map(async (response) => [response.status, (await response.json()).error?.code])
  expect(await Promise.all(outcomes)).toEqual([
    [200, -32601],
    [200, -32602],
    [200, -32601],
  ])
})
