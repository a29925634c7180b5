import { afterEach, describe, expect, test } from 'vitest'
import { verifies, verifiesIn } from '#test/requirements/verifies.js'
import type { DefineOptions } from '#test/support/define-server.js'
import { beginSession, type ClientSession } from '#test/support/http-client.js'
import { deferred, defineHttpServer } from '#test/support/http-server.js'
import { httpShells, type OpenShell } from '#test/support/http-shells.js'
import { type SseBlock, SseReader } from '#test/support/sse-reader.js'
import { settled } from '#test/support/virtual-runtime.js'
import type { Exchange } from '../../../../protocol/exchange/exchange.js'
import type { Session } from '../../../../protocol/exchange/session.js'
import { tool } from '../../../../server/tools/tool.js'
import type { HttpOptions } from '../../http-options.js'
import type { HttpSession } from '../sessions/http-session.js'

const progress = (done: number) =>
  ({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 1, progress: done } }) as const
const result = (text: string, id: number | string = 1) => ({
  jsonrpc: '2.0',
  id,
  result: { resultType: 'complete', content: [{ type: 'text', text }] },
})
const toolsChanged = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' }
const hook = { name: 'hook' }
const dataOf = ({ data = '' }: SseBlock) => (data === '' ? '' : (JSON.parse(data) as unknown))

describe.each(httpShells)('$shell', ({ open }) => {
  let shell: OpenShell
  afterEach(() => shell.close())
  const start = async (options?: HttpOptions, server: DefineOptions = {}) => {
    const defined = defineHttpServer(server)
    shell = await open(defined.server, options)
    return defined
  }
  const read = async (responding: Promise<Response>) => new SseReader(await responding)
  const statusOf = async (responding: Promise<Response>) => {
    const response = await responding
    await response.text()
    return response.status
  }
  /** Once the server knows that nobody reads any more. */
  const untilUnread = async (session: Session | undefined) => {
    while ((session as HttpSession | undefined)?.isBusy === true) await settled(1)
  }
  const sessionOf = async (hooks: { onHook: (hook: (x: Exchange) => string) => void }, client: ClientSession) => {
    const seen = deferred<Session | undefined>()
    hooks.onHook((exchange) => {
      seen.resolve(exchange.session)
      return ''
    })
    await (await client.request('tools/call', hook, 'look')).text()
    return seen.promise
  }

  describe('the stream of a request', () => {
    test.each(['2025-03-26', '2025-06-18', '2025-11-25'] as const)(
      'at %s carries what belongs to it',
      async (revision) => {
        verifiesIn(revision, 'HTTP-13', 'HTTP-34', 'HTTP-36', 'HTTP-15', 'HTTP-18', 'HTTP-20', 'HTTP-23')
        const { onHook, runtime } = await start()
        onHook((exchange) => {
          exchange.notify(progress(1))
          exchange.notify(progress(2))
          return 'x'
        })
        const session = await beginSession(shell, { revision })
        const response = await session.request('tools/call', hook)
        expect(Object.fromEntries(response.headers)).toMatchObject({
          'content-type': 'text/event-stream',
          'x-accel-buffering': 'no',
        })
        const blocks = await new SseReader(response).rest()
        const priming = revision === '2025-11-25' ? [''] : []
        expect(blocks.map(dataOf)).toEqual([...priming, progress(1), progress(2), result('x')])
        const ids = blocks.map(({ id }) => id)
        expect(ids.every((id) => /^[0-9a-f]{16}_[\x21-\x7e]+$/.test(id ?? ''))).toBe(true)
        expect(new Set(ids).size).toBe(ids.length)
        expect(new Set(ids.map((id) => id?.slice(0, 16))).size).toBe(1)
        await settled()
        expect(runtime.timers).toBe(2) // of the session, and of its events
      },
    )

    test('goes on when the connection closes, and its client comes back for the rest', async () => {
      verifies('HTTP-39', 'HTTP-31', 'HTTP-24', 'HTTP-20')
      const { onHook } = await start()
      const goOn = deferred()
      onHook(async (exchange) => {
        exchange.notify(progress(1))
        await goOn.promise
        expect(exchange.signal.aborted).toBe(false)
        exchange.notify(progress(2))
        return 'x'
      })
      const session = await beginSession(shell)
      const first = await read(session.request('tools/call', hook))
      const primer = await first.next()
      const seen = await first.next()
      expect([primer?.data, dataOf(seen ?? {})]).toEqual(['', progress(1)])
      await first.cancel()
      goOn.resolve()
      const second = await read(session.get(seen?.id))
      expect(await second.messages()).toEqual([progress(2), result('x')])
      const again = await read(session.get(primer?.id))
      expect(await again.messages()).toEqual([progress(1), progress(2), result('x')])
    })

    test('is named by the ids of its events, also where it is resumed', async () => {
      verifies('HTTP-37')
      const { onHook } = await start()
      onHook((exchange) => {
        exchange.notify(progress(1))
        return 'x'
      })
      const session = await beginSession(shell)
      const streamOf = ({ id = '' }: SseBlock) => id.split('_')[0]
      const [first, second] = await Promise.all(
        [1, 2].map(async (id) => (await read(session.request('tools/call', hook, id))).rest()),
      )
      const names = [first, second].map((blocks = []) => new Set(blocks.map(streamOf)))
      expect(names.map(({ size }) => size)).toEqual([1, 1])
      expect([...(names[0] ?? [])]).not.toEqual([...(names[1] ?? [])])
      const resumed = await (await read(session.get(second?.[1]?.id))).rest()
      expect(resumed.map(dataOf)).toEqual([result('x', 2)])
      expect(new Set(resumed.map(streamOf))).toEqual(names[1])
    })

    test('is never a way to the events of another', async () => {
      verifies('HTTP-39')
      const { onHook } = await start()
      onHook((exchange) => {
        exchange.notify(progress(1))
        return 'x'
      })
      const mine = await beginSession(shell)
      const other = await beginSession(shell)
      const blocks = await (await read(mine.request('tools/call', hook))).rest()
      for (const { id } of blocks) {
        const refused = await other.get(id)
        expect([refused.status, (await refused.json()).error.code]).toEqual([400, -32600])
      }
      expect(await statusOf(mine.get(blocks[0]?.id))).toBe(200)
    })

    test.each(['', 'x', '0123456789abcdef_', '0123456789abcdef_x', `0123456789abcdef_${'x'.repeat(65)}`, 'ABC_1'])(
      'has no event %j',
      async (id) => {
        await start()
        const session = await beginSession(shell)
        const response = await session.get(id)
        expect(response.status).toBe(id === '' ? 200 : 400)
        await response.body?.cancel()
      },
    )

    test('says so when events are gone, and resumes after those that are not', async () => {
      const { onHook } = await start({ limits: { eventLogEvents: 3 } })
      onHook((exchange) => {
        for (let done = 1; done <= 5; done += 1) exchange.notify(progress(done))
        return 'x'
      })
      const session = await beginSession(shell)
      const blocks = await (await read(session.request('tools/call', hook))).rest()
      expect(blocks).toHaveLength(7)
      const statuses = []
      for (const { id } of blocks) statuses.push(await statusOf(session.get(id)))
      expect(statuses).toEqual([400, 400, 400, 400, 200, 200, 200])
      const gone = await session.get(blocks[2]?.id)
      expect((await gone.json()).error.message).toContain('events may have been missed')
    })

    test('says so when all events have grown old', async () => {
      const { onHook, runtime } = await start({ answers: 'sse' })
      onHook(() => 'x')
      const session = await beginSession(shell)
      const [primer] = await (await read(session.request('tools/call', hook))).rest()
      runtime.advance(299_999)
      expect(await statusOf(session.get(primer?.id))).toBe(200)
      runtime.advance(1)
      expect(await statusOf(session.get(primer?.id))).toBe(400)
    })

    test('goes to who asked last', async () => {
      verifies('HTTP-34')
      const { onHook } = await start()
      const goOn = deferred()
      onHook(async (exchange) => {
        exchange.notify(progress(1))
        await goOn.promise
        return 'x'
      })
      const session = await beginSession(shell)
      const first = await read(session.request('tools/call', hook))
      await first.next()
      const seen = await first.next()
      const second = await read(session.get(seen?.id))
      expect(await first.next()).toBeUndefined()
      goOn.resolve()
      expect(await second.messages()).toEqual([result('x')])
    })

    test('ends without an answer when the request is cancelled', async () => {
      verifies('CAN-08')
      const { onHook } = await start()
      onHook(async (exchange) => {
        exchange.notify(progress(1))
        await new Promise((resolve) => exchange.signal.addEventListener('abort', resolve))
        exchange.notify(progress(2))
        return 'never'
      })
      const session = await beginSession(shell)
      const reader = await read(session.request('tools/call', hook, 5))
      const primer = await reader.next()
      await reader.next()
      expect(await statusOf(session.notify('notifications/cancelled', { requestId: 5, reason: 'enough' }))).toBe(202)
      expect(await reader.rest()).toEqual([])
      expect(await (await read(session.get(primer?.id))).messages()).toEqual([progress(1)])
    })

    test('is not there when a request without one is cancelled', async () => {
      const { onHook } = await start({ answers: 'json' })
      const called = deferred()
      const stopped = deferred<unknown>()
      onHook(({ signal }) => {
        signal.addEventListener('abort', () => stopped.resolve(signal.reason))
        called.resolve()
        return new Promise(() => {})
      })
      const session = await beginSession(shell)
      const running = session.request('tools/call', hook, 'a')
      await called.promise
      await session.notify('notifications/cancelled', { requestId: 'a', reason: 'enough' })
      const response = await running
      expect([response.status, await response.text()]).toEqual([202, ''])
      expect(await stopped.promise).toMatchObject({ name: 'AbortError', message: 'enough' })
    })

    test('is cut short on request, and polled', async () => {
      verifies('HTTP-21')
      const { onHook } = await start()
      const goOn = [deferred(), deferred()]
      onHook(async (exchange) => {
        exchange.notify(progress(1))
        exchange.closeStream?.(1_500)
        await goOn[0]?.promise
        exchange.notify(progress(2))
        exchange.closeStream?.()
        await goOn[1]?.promise
        return 'x'
      })
      const session = await beginSession(shell)
      const first = await (await read(session.request('tools/call', hook))).rest()
      expect(first.map(({ data, retry }) => [data === '' ? '' : 'message', retry])).toEqual([
        ['', undefined],
        ['message', undefined],
        ['', 1_500],
      ])
      const second = await read(session.get(first[1]?.id))
      goOn[0]?.resolve()
      const seen = await second.rest()
      expect(seen.map((block) => block.retry ?? dataOf(block))).toEqual([progress(2), 1_000])
      goOn[1]?.resolve()
      expect(await (await read(session.get(seen[0]?.id))).messages()).toEqual([result('x')])
    })

    test('is cut short before anything was said', async () => {
      verifies('HTTP-20', 'HTTP-21')
      const { onHook } = await start()
      onHook(async (exchange) => {
        exchange.closeStream?.(10)
        await settled(20)
        return 'x'
      })
      const session = await beginSession(shell)
      const blocks = await (await read(session.request('tools/call', hook))).rest()
      expect(blocks.map(({ data, retry }) => [data, retry])).toEqual([
        ['', undefined],
        ['', 10],
      ])
      expect(await (await read(session.get(blocks[0]?.id))).messages()).toEqual([result('x')])
    })

    test.each(['2025-03-26', '2025-06-18'] as const)('cannot be cut short at %s', async (revision) => {
      verifies('HTTP-18')
      const { onHook } = await start()
      onHook((exchange) => String(exchange.closeStream))
      const session = await beginSession(shell, { revision })
      expect(await (await session.request('tools/call', hook)).json()).toEqual(result('undefined'))
    })

    test('carries questions, and whoever was asked answers', async () => {
      const { onHook } = await start({ answers: 'json' })
      onHook(async (exchange) =>
        JSON.stringify(await exchange.ask?.({ method: 'sampling/createMessage', params: { a: 1 } })),
      )
      const session = await beginSession(shell)
      const other = await beginSession(shell)
      const reader = await read(session.request('tools/call', hook))
      await reader.next()
      const question = (await reader.message()) as { id: string }
      expect(question).toEqual({
        jsonrpc: '2.0',
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        method: 'sampling/createMessage',
        params: { a: 1 },
      })
      await other.post({ jsonrpc: '2.0', id: question.id, result: { from: 'other' } })
      await session.post({ jsonrpc: '2.0', id: question.id, result: { from: 'me' } })
      await session.post({ jsonrpc: '2.0', id: question.id, result: { from: 'me again' } })
      expect(await reader.messages()).toEqual([result('{"from":"me"}')])
    })

    test('tells the client when a question is given up, and asks no more once it is over', async () => {
      const { onHook } = await start()
      const later = deferred<unknown>()
      onHook(async (exchange) => {
        const { ask, signal } = exchange
        const asked = ask?.({ method: 'sampling/createMessage' }, { signal }).catch((error: unknown) => error)
        await asked
        later.resolve(await ask?.({ method: 'sampling/createMessage' }).catch((error: unknown) => error))
        return 'never'
      })
      const session = await beginSession(shell)
      const reader = await read(session.request('tools/call', hook, 9))
      await reader.next()
      const question = (await reader.message()) as { id: string }
      await session.notify('notifications/cancelled', { requestId: 9 })
      expect(await reader.messages()).toEqual([
        {
          jsonrpc: '2.0',
          method: 'notifications/cancelled',
          params: { requestId: question.id, reason: 'The caller cancelled' },
        },
      ])
      expect(await later.promise).toMatchObject({ code: 'closed' })
    })
  })

  describe('the standalone stream', () => {
    test('begins with an empty event, carries what changes, and is kept alive', async () => {
      verifies('HTTP-01', 'HTTP-29', 'HTTP-31')
      const { server, runtime } = await start()
      const session = await beginSession(shell)
      const response = await session.get()
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
      const reader = new SseReader(response)
      const primer = await reader.next()
      expect([primer?.data, typeof primer?.id]).toEqual(['', 'string'])
      server.tools.set('new', tool({ run: () => 'x' }))
      expect(await reader.message()).toEqual(toolsChanged)
      runtime.advance(15_000)
      expect(await reader.next()).toEqual({ comment: true })
      await reader.cancel()
    })

    test('begins with what it has to say before 2025-11-25', async () => {
      const { server } = await start()
      const session = await beginSession(shell, { revision: '2025-06-18' })
      const reader = await read(session.get())
      server.tools.set('new', tool({ run: () => 'x' }))
      expect(dataOf((await reader.next()) ?? {})).toEqual(toolsChanged)
      await reader.cancel()
    })

    test('is refused to who takes no stream', async () => {
      await start()
      const session = await beginSession(shell)
      expect(await statusOf(session.get(undefined, { headers: { accept: 'application/json' } }))).toBe(406)
    })

    test('of two readers is that of the newer', async () => {
      verifies('HTTP-34')
      const { server } = await start()
      const session = await beginSession(shell)
      const first = await read(session.get())
      await first.next()
      const second = await read(session.get())
      expect(await first.rest()).toEqual([])
      server.tools.set('new', tool({ run: () => 'x' }))
      expect(await second.message()).toEqual(toolsChanged)
      await second.cancel()
    })

    test('that is resumed while it is read is that of who resumed it, also when the other is gone', async () => {
      const { server, ...hooks } = await start()
      const session = await beginSession(shell)
      const served = await sessionOf(hooks, session)
      const first = await read(session.get())
      const { id } = (await first.next()) ?? {}
      const second = await read(session.get(id))
      expect(await first.rest()).toEqual([])
      await settled()
      expect((served as HttpSession | undefined)?.isBusy).toBe(true)
      server.tools.set('new', tool({ run: () => 'x' }))
      expect(await second.message()).toEqual(toolsChanged)
      await second.cancel()
    })

    test('gets one notice of each kind of those that nobody read', async () => {
      const { server, ...hooks } = await start()
      const session = await beginSession(shell)
      await session.request('resources/subscribe', { uri: 'test:page' })
      for (const name of ['a', 'b', 'c']) {
        server.tools.set(name, tool({ run: () => 'x' }))
        server.resources.updated('test:page')
        await settled(1)
      }
      const served = await sessionOf(hooks, session)
      await expect(served?.request({ method: 'ping' })).rejects.toMatchObject({ code: 'closed' })
      const reader = await read(session.get())
      expect([await reader.message(), await reader.message()]).toEqual([
        toolsChanged,
        { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'test:page' } },
      ])
      server.tools.set('d', tool({ run: () => 'x' }))
      expect(await reader.message()).toEqual(toolsChanged)
      await reader.cancel()
    })

    test('is resumed where it broke, with what came since', async () => {
      verifies('HTTP-39')
      const { server, ...hooks } = await start()
      const session = await beginSession(shell)
      const served = await sessionOf(hooks, session)
      const first = await read(session.get())
      await first.next()
      server.tools.set('a', tool({ run: () => 'x' }))
      const seen = await first.next()
      await first.cancel()
      await untilUnread(served)
      server.tools.set('b', tool({ run: () => 'x' }))
      await settled()
      const second = await read(session.get(seen?.id))
      expect(await second.message()).toEqual(toolsChanged)
      await second.cancel()
    })

    test('is resumed though its last event has grown old, for nothing was missed', async () => {
      const { server, runtime, ...hooks } = await start()
      const session = await beginSession(shell)
      const served = await sessionOf(hooks, session)
      const first = await read(session.get())
      await first.next()
      server.tools.set('a', tool({ run: () => 'x' }))
      const seen = await first.next()
      await first.cancel()
      await untilUnread(served)
      runtime.advance(301_000)
      server.tools.set('b', tool({ run: () => 'x' }))
      await settled()
      const second = await read(session.get(seen?.id))
      expect(dataOf((await second.next()) ?? {})).toEqual(toolsChanged)
      await second.cancel()
    })

    test('is asked for pings and roots, and for nothing else', async () => {
      const { ...hooks } = await start()
      const session = await beginSession(shell)
      const served = await sessionOf(hooks, session)
      const reader = await read(session.get())
      await reader.next()
      await expect(served?.request({ method: 'elicitation/create' })).rejects.toMatchObject({ code: -32603 })
      const asked = served?.request({ method: 'roots/list' }).catch((error: unknown) => error)
      const question = (await reader.message()) as { id: string; method: string }
      expect(question.method).toBe('roots/list')
      await session.post({ jsonrpc: '2.0', id: question.id, error: { code: -32601, message: 'none' } })
      expect(await asked).toMatchObject({ code: -32601, message: 'none' })
      await reader.cancel()
    })

    test('is silent until the client is initialized, but for log messages', async () => {
      const { server, ...hooks } = await start()
      const session = await beginSession(shell, { initialized: false })
      const served = await sessionOf(hooks, session)
      const reader = await read(session.get())
      const primer = await reader.next()
      expect(primer?.data).toBe('')
      server.tools.set('a', tool({ run: () => 'x' }))
      server.tools.set('b', tool({ run: () => 'x' }))
      await settled()
      const log = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 1 } } as const
      served?.notify(log)
      expect(await reader.message()).toEqual(log)
      await session.notify('notifications/initialized')
      expect(await reader.message()).toEqual(toolsChanged)
      served?.notify(log)
      expect(await reader.message()).toEqual(log)
      await reader.cancel()
    })

    test('ends with its session', async () => {
      const { runtime } = await start({ limits: { sessionMs: 10_000, sessionIdleMs: 10_000 } })
      const session = await beginSession(shell)
      const reader = await read(session.get())
      await reader.next()
      expect(await statusOf(session.delete())).toBe(204)
      expect(await reader.rest()).toEqual([])
      const old = await beginSession(shell)
      const second = await read(old.get())
      await second.next()
      runtime.advance(10_000)
      expect(await second.messages()).toEqual([])
    })

    test('makes room for one of another session where there are as many as may be', async () => {
      await start({ limits: { streams: 1 } })
      const session = await beginSession(shell)
      const reader = await read(session.get())
      await reader.next()
      const other = await beginSession(shell)
      const taken = await read(other.get())
      expect(await reader.rest()).toEqual([])
      await taken.next()
      await taken.cancel()
    })
  })
})
