import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import type { DefineOptions } from '#test/support/define-server.js'
import { beginSession, type ClientSession } from '#test/support/http-client.js'
import { defineHttpServer } from '#test/support/http-server.js'
import { httpShells, type OpenShell } from '#test/support/http-shells.js'
import { SseReader } from '#test/support/sse-reader.js'
import { settled } from '#test/support/virtual-runtime.js'
import type { AskOptions, Exchange, Progress } from '../../../../protocol/exchange/exchange.js'
import type { HttpOptions } from '../../http-options.js'

interface SentRequest {
  readonly id: string
  readonly method: string
  readonly params?: object
}

const byUser = ({ headers }: { headers: Headers }) => ({ id: headers.get('x-user') ?? '', scopes: [], claims: {} })
const jsonrpc = '2.0'
const hook = { name: 'hook' }
const result = (text: string, id: number | string = 1) => ({
  jsonrpc,
  id,
  result: { resultType: 'complete', content: [{ type: 'text', text }] },
})
const cancelled = (requestId: unknown, reason: string) => ({
  jsonrpc,
  method: 'notifications/cancelled',
  params: { requestId, reason },
})
/** Asks, and says what came of it: the answer, or why there is none. */
const asking = (options?: AskOptions) => (exchange: Exchange) =>
  Promise.resolve(exchange.ask?.({ method: 'sampling/createMessage' }, options)).then(
    (answer) => JSON.stringify(answer),
    (error: { name: string; code?: unknown; message: string }) => `${error.name} ${error.code}: ${error.message}`,
  )

describe.each(httpShells)('$shell', ({ open }) => {
  let shell: OpenShell
  afterEach(() => shell.close())
  const start = async (options?: HttpOptions, server: DefineOptions = {}) => {
    const defined = defineHttpServer(server)
    shell = await open(defined.server, options)
    return defined
  }
  /** Calls the hook, and reads until it asks. */
  const call = async (session: ClientSession, id?: number | string) => {
    const reader = new SseReader(await session.request('tools/call', hook, id))
    const question = (await reader.message()) as SentRequest
    return { reader, question }
  }

  // What holds for sessions that are kept, and for those that say everything in their id.
  describe.each([{ sessions: true }, { sessions: false }])('with sessions: $sessions', ({ sessions }) => {
    test('a question goes on the stream of the request, and its answer comes back', async () => {
      verifies('HTTP-16', 'BASE-06')
      const { onHook } = await start({ sessions, answers: 'json' })
      onHook(asking())
      const session = await beginSession(shell)
      const { reader, question } = await call(session)
      expect(question).toEqual({
        jsonrpc,
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        method: 'sampling/createMessage',
      })
      const response = await session.post({ jsonrpc, id: question.id, result: { ok: true } })
      expect([response.status, await response.text()]).toEqual([202, ''])
      expect(await reader.messages()).toEqual([result('{"ok":true}')])
    })

    test('an error for an answer is thrown as it is', async () => {
      const { onHook } = await start({ sessions })
      onHook(asking())
      const session = await beginSession(shell)
      const { reader, question } = await call(session)
      await session.post({ jsonrpc, id: question.id, error: { code: -1, message: 'User rejected' } })
      expect(await reader.messages()).toEqual([result('RpcError -1: User rejected')])
    })

    test('an answer counts only from whoever was asked, in the session that was asked', async () => {
      verifies('SEC-08', 'ELI-25')
      const { onHook } = await start({ sessions, auth: byUser })
      onHook(asking())
      const session = await beginSession(shell, { headers: { 'x-user': 'a' } })
      const same = await beginSession(shell, { headers: { 'x-user': 'a' } })
      const other = await beginSession(shell, { headers: { 'x-user': 'b' } })
      const { reader, question } = await call(session)
      const answer = (from: string) => ({ jsonrpc, id: question.id, result: { from } })
      const statuses = [
        await same.post(answer('the same principal, another session')),
        await other.post(answer('another principal and session')),
        await session.post(answer('another principal, the session'), { headers: { 'x-user': 'b' } }),
        await session.post({ ...answer('another id'), id: `0${question.id}`.slice(0, 32) }),
        await session.post({ ...answer('no id of ours'), id: 1 }),
        await session.post(answer('the right one')),
        await session.post(answer('the right one, again')),
      ].map(({ status }) => status)
      expect(statuses).toEqual([202, 202, 404, 202, 202, 202, 202])
      expect(await reader.messages()).toEqual([result('{"from":"the right one"}')])
    })

    test('who takes no stream cannot be asked, and the handler can say so', async () => {
      const { onHook } = await start({ sessions })
      onHook(asking())
      const session = await beginSession(shell)
      const response = await session.post(
        { jsonrpc, id: 1, method: 'tools/call', params: hook },
        { headers: { accept: 'application/json' } },
      )
      const text =
        'OmniportError unsupported: The client cannot be asked anything here: a question needs a stream, ' +
        'and the Accept of its request does not list text/event-stream'
      expect(await response.json()).toEqual(result(text))
    })

    test('the time of the handler stands still while the question is out', async () => {
      const { onHook, runtime } = await start({ sessions, limits: { handlerHttpMs: 100 } })
      onHook(async (exchange) => {
        await asking()(exchange)
        return new Promise(() => {})
      })
      const session = await beginSession(shell)
      const { reader, question } = await call(session)
      runtime.advance(5_000)
      await session.post({ jsonrpc, id: question.id, result: {} })
      await settled()
      runtime.advance(100)
      const error = { code: -32603, message: 'tools/call took longer than 100 ms' }
      expect(await reader.messages()).toEqual([{ jsonrpc, id: 1, error }])
    })

    test('without an answer it is cancelled when its time is over', async () => {
      verifies('CAN-01', 'ELI-36')
      const { onHook, runtime } = await start({ sessions, limits: { questionMs: 500 } })
      onHook(asking())
      const { reader, question } = await call(await beginSession(shell))
      runtime.advance(500)
      expect(await reader.messages()).toEqual([
        cancelled(question.id, 'No answer within 500 ms'),
        result('OmniportError timeout: No answer within 500 ms'),
      ])
    })

    test('is taken back when the call is cancelled, and nothing is asked afterwards', async () => {
      verifies('HTTP-25', 'CAN-05')
      const { onHook } = await start({ sessions })
      const outcomes: string[] = []
      onHook(async (exchange) => {
        outcomes.push(await asking()(exchange))
        outcomes.push(await asking()(exchange))
        return 'never'
      })
      const session = await beginSession(shell)
      const other = await beginSession(shell)
      const { reader, question } = await call(session, 'x')
      await other.notify('notifications/cancelled', { requestId: 'x' })
      await session.notify('notifications/cancelled', { requestId: 'y' })
      await session.notify('notifications/cancelled', { requestId: 'x', reason: 'enough' })
      expect(await reader.messages()).toEqual([cancelled(question.id, 'The caller cancelled')])
      const closed = 'OmniportError closed: tools/call is over: nothing more can be asked'
      await expect.poll(() => outcomes).toEqual([expect.stringMatching(/^AbortError .*enough$/), closed])
    })

    test('its progress reaches whoever asked, and gives it time', async () => {
      verifies('PRO-01')
      const { onHook, runtime, logger } = await start({ sessions })
      const seen: Progress[] = []
      const onProgress = (progress: Progress) => {
        seen.push(progress)
        if (progress.progress === 2) throw new Error('deaf')
      }
      onHook(asking({ onProgress, timeoutMs: 100 }))
      const session = await beginSession(shell)
      const other = await beginSession(shell)
      const { reader, question } = await call(session)
      expect(question.params).toEqual({ _meta: { progressToken: question.id } })
      const reportProgress = (from: ClientSession, progress: number, token: unknown = question.id) =>
        from.notify('notifications/progress', { progressToken: token, progress, total: 4, message: 'm' })
      await reportProgress(other, 1)
      await reportProgress(session, 1, 'other')
      expect(seen).toEqual([])
      for (const done of [1, 2, 3]) {
        runtime.advance(99)
        await reportProgress(session, done)
      }
      runtime.advance(99)
      await session.post({ jsonrpc, id: question.id, result: {} })
      expect(await reader.messages()).toEqual([result('{}')])
      expect(seen).toEqual([1, 2, 3].map((progress) => ({ progress, total: 4, message: 'm' })))
      expect(logger.errors.map(({ message }) => message)).toEqual(['onProgress of sampling/createMessage failed'])
    })

    test('rejects when the server closes, and the handler can end; nothing more is asked', async () => {
      const { onHook } = await start({ sessions })
      onHook(async (exchange) => `${await asking()(exchange)} | ${await asking()(exchange)}`)
      const { reader } = await call(await beginSession(shell))
      const closing = shell.closeHandler()
      const closed = 'OmniportError closed: The server is closing'
      expect(await reader.messages()).toEqual([result(`${closed} | ${closed}`)])
      await closing
    })

    test('no more are out than there may be streams', async () => {
      const { onHook } = await start({ sessions, limits: { streams: 1 } })
      onHook(async (exchange) => {
        const both = [asking()(exchange), asking()(exchange)]
        return (await Promise.all(both)).join(' | ')
      })
      const session = await beginSession(shell)
      const { reader, question } = await call(session)
      await session.post({ jsonrpc, id: question.id, result: {} })
      const refused = 'OmniportError limit: At most 1 questions are out at once (streams)'
      expect(await reader.messages()).toEqual([result(`{} | ${refused}`)])
    })

    test('what cannot be written rejects, and takes the place of no other', async () => {
      const { onHook } = await start({ sessions, limits: { streams: 1 } })
      onHook(async (exchange) => {
        const asked = exchange.ask?.({ method: 'sampling/createMessage', params: { n: 1n } })
        const problem = await asked?.catch((error: Error) => error.name)
        return `${problem} ${await asking()(exchange)}`
      })
      const session = await beginSession(shell)
      const { reader, question } = await call(session)
      await session.post({ jsonrpc, id: question.id, result: {} })
      expect(await reader.messages()).toEqual([result('TypeError {}')])
    })
  })

  test('a question of a session that ends rejects', async () => {
    const { onHook } = await start()
    const outcomes: string[] = []
    onHook(async (exchange) => {
      outcomes.push(await asking()(exchange), await asking()(exchange))
      return 'never'
    })
    const session = await beginSession(shell)
    const { reader } = await call(session)
    await session.delete()
    await settled()
    expect(outcomes).toEqual([
      'OmniportError closed: The client ended the session',
      'OmniportError closed: tools/call is over: nothing more can be asked',
    ])
    await reader.cancel()
  })

  describe('without sessions', () => {
    test('a question rejects when the connection it went over closes', async () => {
      const { onHook } = await start({ sessions: false })
      const outcomes: string[] = []
      onHook(async (exchange) => {
        outcomes.push(await asking()(exchange), await asking()(exchange))
        return ''
      })
      const { reader } = await call(await beginSession(shell))
      await reader.cancel()
      while (outcomes.length === 0) await settled(1)
      const closed = 'OmniportError closed: The client closed the connection'
      expect(outcomes).toEqual([closed, closed])
    })

    test('an id is not used twice at once, and what is refused counts for nothing', async () => {
      verifies('BASE-04')
      const { onHook } = await start({ sessions: false, auth: byUser, limits: { inFlight: 2 } })
      onHook(asking())
      const session = await beginSession(shell, { headers: { 'x-user': 'a' } })
      const { reader, question } = await call(session, 7)
      for (let time = 0; time < 3; time += 1) {
        const again = await session.request('tools/call', hook, 7)
        expect((await again.json()).error).toEqual({ code: -32600, message: 'The id 7 is still in use' })
      }
      await session.post({ jsonrpc, id: question.id, result: {} })
      expect(await reader.messages()).toEqual([result('{}', 7)])
    })
  })
})
