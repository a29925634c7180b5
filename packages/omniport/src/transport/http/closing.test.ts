import { afterEach, describe, expect, test } from 'vitest'
import { beginSession, modernHeaders, modernRequest, post, postModern } from '#test/support/http-client.js'
import { deferred, defineHttpServer } from '#test/support/http-server.js'
import { httpShells, type OpenShell } from '#test/support/http-shells.js'
import { SseReader } from '#test/support/sse-reader.js'
import { settled } from '#test/support/virtual-runtime.js'
import type { Principal } from '../../protocol/exchange/peer.js'
import type { Session } from '../../protocol/exchange/session.js'
import type { HttpOptions } from './http-options.js'

const hook = { name: 'hook' }

describe.each(httpShells)('$shell when it closes', ({ open }) => {
  let shell: OpenShell
  afterEach(() => shell.close())
  const start = async (options?: HttpOptions) => {
    const defined = defineHttpServer()
    shell = await open(defined.server, options)
    const called = deferred<Session | undefined>()
    const answer = deferred<string>()
    const stopped = deferred<unknown>()
    defined.onHook(({ session, signal }) => {
      signal.addEventListener('abort', () => stopped.resolve(signal.reason))
      called.resolve(session)
      return answer.promise
    })
    return { ...defined, called, answer, stopped }
  }
  test('opens no stream of 2024-11-05 for whoever is authenticated only then', async () => {
    const asked = deferred<void>()
    const ada = deferred<Principal>()
    await start({
      auth: () => {
        asked.resolve()
        return ada.promise
      },
    })
    const responding = shell.send({
      method: 'GET',
      path: '/sse',
      headers: { host: shell.host, accept: 'text/event-stream' },
    })
    await asked.promise
    const closed = shell.closeHandler()
    ada.resolve({ id: 'ada', scopes: [], claims: {} })
    const response = await responding
    expect([response.status, (await response.json()).error.message]).toEqual([503, 'The server is closing'])
    await closed
  })

  const eras = [
    ['modern', async () => postModern(shell, 'tools/call', hook)],
    ['legacy', async () => (await beginSession(shell)).request('tools/call', hook)],
  ] as const

  test.each(eras)('answers a %s request that ends in time, and settles after it', async (_era, call) => {
    const { called, answer } = await start()
    const responding = call()
    await called.promise
    let isClosed = false
    const closed = shell.closeHandler().then(() => {
      isClosed = true
    })
    await settled()
    expect(isClosed).toBe(false)
    answer.resolve('done')
    const response = await responding
    expect((await response.json()).result.content).toEqual([{ type: 'text', text: 'done' }])
    await closed
  })

  test.each(eras)('answers a %s request in a stream that ends in time', async (_era, call) => {
    const { called, answer } = await start({ answers: 'sse' })
    const responding = call()
    await called.promise
    const closed = shell.closeHandler()
    answer.resolve('done')
    const messages = await new SseReader(await responding).messages()
    expect(messages).toEqual([
      expect.objectContaining({ result: expect.objectContaining({ content: [{ type: 'text', text: 'done' }] }) }),
    ])
    await closed
  })

  test.each(eras)('answers a %s request that does not end with an error, and aborts it', async (_era, call) => {
    const { called, stopped, runtime } = await start()
    const responding = call()
    await called.promise
    const closed = shell.closeHandler()
    await settled()
    runtime.advance(4_999)
    await settled()
    runtime.advance(1)
    const response = await responding
    expect((await response.text()).includes('{"code":-32603,"message":"The server is closing"}')).toBe(true)
    expect(await stopped.promise).toMatchObject({ code: -32603 })
    await closed
  })

  test('ends sessions and their streams, and asks nothing more', async () => {
    const { called, answer, onHook, runtime } = await start()
    const question = deferred<unknown>()
    onHook(async ({ session, ask }) => {
      called.resolve(session)
      question.resolve(await ask?.({ method: 'sampling/createMessage' }).catch((error: unknown) => error))
      return answer.promise
    })
    const session = await beginSession(shell)
    const getStream = new SseReader(await session.get())
    const asking = new SseReader(await session.request('tools/call', hook))
    const served = await called.promise
    await asking.next()
    await asking.next()
    const closed = shell.closeHandler()
    expect(await question.promise).toMatchObject({ code: 'closed' })
    expect(await getStream.messages()).toEqual([])
    answer.resolve('x')
    expect(await asking.messages()).toHaveLength(1)
    await closed
    expect(served?.signal.aborted).toBe(true)
    runtime.advance(300_000)
    expect(runtime.timers).toBe(0)
  })

  test('refuses what comes later, and closes once', async () => {
    await start()
    const closed = shell.closeHandler()
    const headers = modernHeaders('tools/list')
    const response = await post(shell, modernRequest('tools/list'), { headers })
    expect([response.status, (await response.json()).error]).toEqual([
      503,
      { code: -32603, message: 'The server is closing' },
    ])
    await Promise.all([closed, shell.closeHandler()])
  })

  test('refuses a request whose body arrives while it closes', async () => {
    await start()
    const arrived = deferred()
    const goOn = deferred()
    const bytes = new TextEncoder().encode(JSON.stringify(modernRequest('tools/list')))
    async function* body() {
      yield bytes.slice(0, 5)
      arrived.resolve()
      await goOn.promise
      yield bytes.slice(5)
    }
    const responding = post(shell, undefined, { body: body(), headers: modernHeaders('tools/list') })
    await arrived.promise
    await settled(20)
    await shell.closeHandler()
    goOn.resolve()
    const response = await responding
    expect(response.status).toBe(503)
    await response.text()
  })
})
