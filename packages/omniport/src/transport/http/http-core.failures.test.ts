import { afterEach, describe, expect, test } from 'vitest'
import { beginSession, post, postModern } from '#test/support/http-client.js'
import { deferred, defineHttpServer } from '#test/support/http-server.js'
import { httpShells, type OpenShell, openNode } from '#test/support/http-shells.js'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { createHttpRuntime, settled } from '#test/support/virtual-runtime.js'
import type { RpcNotification, RpcRequest } from '../../jsonrpc/messages/messages.js'
import type { ServeTarget } from '../environment.js'
import { HttpCore } from './http-core.js'
import type { HttpOptions } from './http-options.js'

let shell: OpenShell | undefined
afterEach(() => shell?.close())

async function start(options?: HttpOptions) {
  const defined = defineHttpServer()
  const opened = await (httpShells[0]?.open ?? openNode)(defined.server, options)
  shell = opened
  return { ...defined, shell: opened }
}

describe('what fails is logged with its reason', () => {
  const problem = new Error('broken')

  async function startFailing(options?: HttpOptions) {
    const [runtime, logger] = [createHttpRuntime(), createRecordingLogger()]
    const serve = async (message: RpcRequest | RpcNotification) => {
      if (message.method === 'initialize' && 'id' in message) {
        const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version: '1' } }
        return { jsonrpc: '2.0' as const, id: message.id, result }
      }
      throw problem
    }
    const opened = await (httpShells[0]?.open ?? openNode)({ serve, environment: { runtime, logger } }, options)
    shell = opened
    return { shell: opened, logger }
  }

  test('for a request, by its method', async () => {
    const started = await startFailing()
    const response = await postModern(started.shell, 'tools/list')
    expect((await response.json()).error).toEqual({ code: -32603, message: 'Internal error' })
    expect(started.logger.errors).toEqual([{ message: 'tools/list failed', error: problem }])
  })

  test('for a request in a session too, and for a notification', async () => {
    const started = await startFailing()
    const session = await beginSession(started.shell, { initialized: false })
    const response = await session.request('tools/list')
    expect(await response.text()).toContain('"code":-32603,"message":"Internal error"')
    expect(started.logger.errors).toEqual([{ message: 'tools/list failed', error: problem }])
    await session.notify('notifications/x')
    await settled()
    expect(started.logger.errors.slice(1)).toEqual([{ message: 'notifications/x failed', error: problem }])
  })

  test('for a request without a session', async () => {
    const started = await startFailing({ sessions: false })
    const response = await post(started.shell, { jsonrpc: '2.0', id: 1, method: 'tools/list' })
    expect((await response.json()).error).toEqual({ code: -32603, message: 'Internal error' })
    expect(started.logger.errors).toEqual([{ message: 'tools/list failed', error: problem }])
  })

  test('for what asks who the client is, by method and path', async () => {
    const started = await startFailing({ auth: () => Promise.reject(problem) })
    const response = await postModern(started.shell, 'tools/list')
    expect(response.status).toBe(500)
    await response.text()
    expect(started.logger.errors).toEqual([{ message: 'auth failed for POST /mcp', error: problem }])
  })
})

describe('a server whose definitions take scopes', () => {
  const warning = 'Some definitions take scopes, which nobody checks: there is no auth'
  const warningsOf = (hasScopes: (() => boolean) | undefined, options?: HttpOptions) => {
    const { server, logger } = defineHttpServer()
    const environment = { ...(server as ServeTarget).environment, ...(hasScopes !== undefined && { hasScopes }) }
    new HttpCore({ serve: server.serve, environment } as ServeTarget, options)
    return logger.warnings
  }

  test('is warned where nobody checks them', () => {
    expect(warningsOf(() => true)).toEqual([warning])
    expect(warningsOf(() => false)).toEqual([])
    expect(warningsOf(() => true, { auth: () => ({ id: 'a', scopes: [], claims: {} }) })).toEqual([])
  })
})

describe('the end', () => {
  test('is the same for all who ask for it', async () => {
    const { server } = defineHttpServer()
    const core = new HttpCore(server)
    const closing = core.close()
    expect(core.close()).toBe(closing)
    await closing
  })

  test('lets requests finish until drainMs is over, and leaves no timer', async () => {
    const { shell: opened, onHook, runtime } = await start({ limits: { drainMs: 1_000 } })
    const [called, never] = [deferred(), deferred<string>()]
    onHook(() => {
      called.resolve()
      return never.promise
    })
    const responding = postModern(opened, 'tools/call', { name: 'hook' })
    await called.promise
    let isClosed = false
    const closed = opened.closeHandler().then(() => {
      isClosed = true
    })
    await settled()
    runtime.advance(999)
    await settled()
    expect(isClosed).toBe(false)
    runtime.advance(1)
    expect((await (await responding).json()).error).toEqual({ code: -32603, message: 'The server is closing' })
    await closed
    expect(runtime.timers).toBe(0)
  })

  test('refuses what comes after it, and closes the connection of that', async () => {
    const { shell: opened } = await start()
    await opened.closeHandler()
    const response = await postModern(opened, 'tools/list')
    expect([response.status, response.headers.get('connection')]).toEqual([503, 'close'])
    expect((await response.json()).error).toEqual({ code: -32603, message: 'The server is closing' })
  })
})
