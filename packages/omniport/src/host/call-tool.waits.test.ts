import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { deferred } from '../client/fixtures/connect-fake.js'
import { FakeWeb } from '../client/http/fixtures/fake-web.js'
import { answer, never, refusal } from '../client/http/fixtures/replies.js'
import { modernServer } from '../client/http/fixtures/servers.js'
import { createServer } from '../server/create-server.js'
import { tool } from '../server/tools/tool.js'
import type { AuditRecord } from './audit/audit-record.js'
import { SimulatedServer } from './fixtures/simulated-server.js'
import { startHost } from './fixtures/start-host.js'
import type { Host } from './host.js'

const counting = fileURLToPath(new URL('fixtures/changes-when-restarted.mjs', import.meta.url))

async function untilState(host: Host, wanted: string): Promise<void> {
  for await (const event of host.events()) if (event.type === 'server' && event.status.state === wanted) return
}

describe('while a server that was started again does not list its tools', () => {
  async function start() {
    const args = [counting, mkdtempSync(join(tmpdir(), 'omniport-')), 'hangs']
    const host = startHost({ servers: { a: { command: process.execPath, args } }, policy: () => 'allow' })
    await host.tools()
    const lost = untilState(host, 'lost')
    process.kill(host.servers[0]?.pid ?? 0)
    await lost
    return host
  }

  test('a call is given up by its signal', async () => {
    const host = await start()
    const controller = new AbortController()
    const ready = untilState(host, 'ready')
    const call = expect(host.callTool('a__speak', {}, { signal: controller.signal })).rejects.toThrow('enough')
    await ready
    await settled()
    controller.abort(new Error('enough'))
    await call
  })

  test.each([{ timeoutMs: 20 }, { maxTimeoutMs: 20 }, { timeoutMs: 20, maxTimeoutMs: 10_000 }])(
    'a call is given up after its time: %j',
    async (times) => {
      const host = await start()
      const message = 'No answer within 20 ms'
      await expect(host.callTool('a__speak', {}, times)).rejects.toMatchObject({ code: 'timeout', message })
    },
  )
})

test('a call that is refused for want of headers rejects at once, whether the tools can be listed again or not', async () => {
  let isRefused = false
  const tools = [{ name: 'speak', inputSchema: { type: 'object' } }]
  const web = new FakeWeb(
    modernServer({
      'tools/list': (request) =>
        isRefused
          ? never()
          : answer(request, { result: { tools, resultType: 'complete', ttlMs: 60_000, cacheScope: 'private' } }),
      'tools/call': () => {
        isRefused = true
        return refusal(400, -32020, 'Header mismatch')
      },
    }),
  )
  const host = startHost({ servers: { a: { url: 'http://a.test/mcp' } }, fetch: web.fetch, policy: () => 'allow' })
  await expect(host.callTool('a__speak', {})).rejects.toMatchObject({ code: -32020 })
  expect(host.audit.at(-1)).toMatchObject({ type: 'result', outcome: 'failed', error: 'Header mismatch' })
  expect(web.ofMethod('tools/list').length).toBe(2)
})

describe('while the audit log is not written', () => {
  const types = ['call', 'prompt', 'resource'] as const

  /** A host whose log hangs at records of one type. */
  function start(type: AuditRecord['type']) {
    const asked: string[] = []
    const server = createServer({
      name: 'a',
      version: '1.0.0',
      tools: { speak: tool({ run: () => void asked.push('call') }) },
      prompts: { hello: { get: () => String(asked.push('prompt')) } },
      resources: { day: { uri: 'note://day', read: () => String(asked.push('resource')) } },
    })
    const hanging = deferred<void>()
    const writing = deferred<void>()
    const append = (record: AuditRecord) => {
      if (record.type !== type) return undefined
      writing.resolve()
      return hanging.promise
    }
    const runtime = new VirtualRuntime()
    const host = startHost({ servers: { a: server }, policy: () => 'allow', audit: { append }, runtime })
    const ask = (signal?: AbortSignal) =>
      ({
        call: () => host.callTool('a__speak', {}, { signal }),
        prompt: () => host.getPrompt({ server: 'a', name: 'hello' }, {}, { signal }),
        resource: () => host.readResource({ server: 'a', uri: 'note://day' }, { signal }),
      })[type as (typeof types)[number]]()
    return { host, ask, asked, runtime, hanging, writing: writing.promise }
  }

  test.each(types)('a %s is given up by its signal, and never asked for', async (type) => {
    const { ask, asked, runtime, hanging, writing } = start(type)
    const controller = new AbortController()
    const given = expect(ask(controller.signal)).rejects.toThrow('enough')
    await writing
    controller.abort(new Error('enough'))
    await runtime.advance(1_000)
    await given
    hanging.resolve()
    await settled()
    expect(asked).toEqual([])
  })

  test.each(types)('a %s ends with the server, and is never asked for', async (type) => {
    const { host, ask, asked, runtime, hanging, writing } = start(type)
    const given = expect(ask()).rejects.toMatchObject({ code: 'closed', message: 'The server a was stopped' })
    await writing
    await host.stop('a')
    await runtime.advance(1_000)
    await given
    hanging.resolve()
    await settled()
    expect(asked).toEqual([])
  })

  test('a call that was given up rejects when its end is in the log', async () => {
    const { host, ask, hanging, writing } = start('call')
    const controller = new AbortController()
    const given = expect(ask(controller.signal)).rejects.toThrow('enough')
    await writing
    controller.abort(new Error('enough'))
    hanging.resolve()
    await given
    expect(host.audit.map(({ type }) => type)).toEqual(['server', 'decision', 'call', 'result'])
    expect(host.audit.at(-1)).toMatchObject({ outcome: 'failed', error: 'enough' })
  })

  test('a result is given after a second, written down or not', async () => {
    const { asked, runtime, writing, host } = start('result')
    const result = host.callTool('a__speak', {})
    await writing
    let isGiven = false
    void result.then(() => {
      isGiven = true
    })
    await runtime.advance(999)
    expect([asked, isGiven]).toEqual([['call'], false])
    await runtime.advance(1)
    expect((await result).isError).toBe(undefined)
  })
})

test('a tool of a server that is gone is not unknown: its caller hears why', async () => {
  const server = new SimulatedServer('a', true)
  const runtime = new VirtualRuntime()
  const host = startHost({ servers: { a: server }, policy: () => 'allow', runtime })
  await host.tools()
  const failed = untilState(host, 'failed')
  server.crash()
  await failed
  await expect(host.callTool('a__speak', {})).rejects.toMatchObject({
    code: 'closed',
    message: 'The server a could not be started: the connection ended',
  })
  await expect(host.callTool('a__other', {})).rejects.toMatchObject({ code: 'not_found' })
  await runtime.advance(30_000)
  expect((await host.callTool('a__speak', {})).content).toEqual([{ type: 'text', text: 'a' }])
})
