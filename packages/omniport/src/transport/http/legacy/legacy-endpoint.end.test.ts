import { afterEach, expect, test } from 'vitest'
import { beginSession, initializeRequest, post } from '#test/support/http-client.js'
import { deferred, defineHttpServer } from '#test/support/http-server.js'
import { httpShells, type OpenShell, openNode } from '#test/support/http-shells.js'
import { SseReader } from '#test/support/sse-reader.js'
import type { Middleware } from '../../../protocol/exchange/exchange.js'
import type { Session } from '../../../protocol/exchange/session.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'

let shell: OpenShell
afterEach(() => shell.close())
const open = httpShells[0]?.open ?? openNode

test('questions of sessions that no node keeps end when the server closes, and say so', async () => {
  const { server, onHook } = defineHttpServer()
  const ended = deferred<unknown>()
  onHook(async ({ ask }) => {
    ended.resolve(await ask?.({ method: 'sampling/createMessage' }).catch((reason: unknown) => reason))
    return 'over'
  })
  shell = await open(server, { sessions: false })
  const session = await beginSession(shell)
  const reader = new SseReader(await session.request('tools/call', { name: 'hook' }))
  expect(await reader.message()).toMatchObject({ method: 'sampling/createMessage' })
  const closing = shell.closeHandler()
  expect(await ended.promise).toMatchObject({ code: 'closed', message: 'The server is closing' })
  await reader.messages()
  await closing
})

test('initialize whose session ended before it was answered is an error, which is logged', async () => {
  const answer = deferred()
  const called = deferred<Session | undefined>()
  const wait: Middleware = (next) => async (message, exchange) => {
    called.resolve(exchange.session)
    await answer.promise
    return next(message, exchange)
  }
  const { server, runtime, logger } = defineHttpServer({ use: [wait] })
  shell = await open(server, { limits: { sessionMs: 1_000, handlerHttpMs: 60_000 } })
  const responding = post(shell, initializeRequest('2025-11-25'))
  const session = await called.promise
  runtime.advance(60_000 - 1)
  answer.resolve()
  const response = await responding
  expect(session?.signal.reason).toMatchObject({ code: 'closed', message: 'The session expired' })
  expect([response.status, response.headers.get('mcp-session-id')]).toEqual([400, null])
  expect(await response.json()).toMatchObject({ error: { code: -32603, message: 'Internal error' } })
  const error = new OmniportError('closed', 'The session ended before it began')
  expect(logger.errors).toEqual([{ message: 'initialize failed', error }])
})
