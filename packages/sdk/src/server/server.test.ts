import { describe, expect, test } from 'vitest'
import * as z from 'zod/v4'
import { expectSame, type Package } from '../../test/packages.js'
import { Pipe, settled } from '../../test/pipe.js'

type Message = Record<string, unknown>

const hello = (capabilities: object = {}) => ({
  id: 'init',
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities, clientInfo: { name: 'c', version: '1' } },
})

async function open(sdk: Package, capabilities: object = {}) {
  const server = new sdk.Server({ name: 's', version: '1' }, { capabilities: { tools: {}, logging: {} } })
  const errors: string[] = []
  server.onerror = (error) => errors.push(error.message)
  const pipe = new Pipe('pipe')
  await server.connect(pipe as never)
  pipe.receive(hello(capabilities))
  await pipe.until(1)
  return { server, pipe, errors }
}

async function outcomeOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    return await promise
  } catch (error) {
    const { name, code, message, data } = error as { name: string; code?: unknown; message: string; data?: unknown }
    // What a validator says of a value is its own.
    return { name, code, message: message?.replace(/(requested schema: ).*/, '$1'), data }
  }
}

describe('a transport of a program', () => {
  test('carries requests, errors, notifications and what is no message', async () => {
    const { sent, errors } = await expectSame(async (sdk) => {
      const { server, pipe, errors } = await open(sdk)
      const seen: unknown[] = []
      server.setRequestHandler(sdk.CallToolRequestSchema, async (request, extra) => {
        const { signal, sendNotification, sendRequest, ...rest } = extra
        seen.push(request, { ...rest, signal: signal.aborted, types: [typeof sendNotification, typeof sendRequest] })
        if (request.params.name === 'fails') throw Object.assign(new Error('no'), { code: 7, data: { a: 1 } })
        // biome-ignore lint/style/useThrowOnlyError: programs do
        if (request.params.name === 'throws') throw 'text'
        return { content: [{ type: 'text', text: 'x', more: 1 }], extra: 1 }
      })
      const custom = z.object({ method: z.literal('custom/do'), params: z.object({ a: z.number() }) })
      server.setRequestHandler(custom as never, (request: never) => ({ got: request }) as never)
      server.fallbackRequestHandler = async (request) => ({ fallback: request.method })
      server.setNotificationHandler(
        z.object({ method: z.literal('custom/note') }) as never,
        (note: never) => void seen.push(note),
      )
      server.fallbackNotificationHandler = async (note) => void seen.push(note)
      const extra = { authInfo: { token: 't', clientId: 'c', scopes: [] }, requestInfo: { headers: { a: 'b' } } }
      const messages: Message[] = [
        {
          id: 1,
          method: 'tools/call',
          params: { name: 'works', arguments: { a: 1 }, _meta: { progressToken: 5, x: 1 }, y: 1 },
        },
        { id: 'two', method: 'tools/call', params: { name: 'fails' } },
        { id: 3, method: 'tools/call', params: { name: 'throws' } },
        { id: 4, method: 'tools/call', params: { arguments: [] } },
        { id: 5, method: 'tools/call' },
        { id: 6, method: 'custom/do', params: { a: 1, b: 2 } },
        { id: 7, method: 'custom/do', params: { a: 'x' } },
        { id: 8, method: 'other' },
        { id: 9, method: 'ping' },
        { id: 10, method: 'ping', params: { _meta: { progressToken: {} } } },
        { id: 11, method: 'logging/setLevel', params: { level: 'error' } },
        { id: 12, method: 'logging/setLevel', params: { level: 'loud' } },
        { method: 'custom/note', params: { a: 1 } },
        { method: 'other/note', params: { a: 1 } },
        { method: 'notifications/progress', params: { progressToken: 1, progress: 1 } },
        { id: 99, result: {} },
        { no: 1 },
        { id: null, method: 'ping' },
        { id: 1.5, method: 'ping' },
        { id: 1, method: 'ping', more: 1 },
      ]
      for (const message of messages) {
        pipe.receive(message, extra)
        await settled()
      }
      await server.sendLoggingMessage({ level: 'info', data: 1 }, 'pipe')
      await server.sendLoggingMessage({ level: 'error', data: 1 }, 'pipe')
      return { sent: pipe.sent, options: pipe.options, errors, seen }
    })
    expect(sent).toHaveLength(13)
    expect(errors).toHaveLength(7)
  })

  test('carries what the server asks, its progress, its end and its cancellation', async () => {
    await expectSame(async (sdk) => {
      const { server, pipe, errors } = await open(sdk, { elicitation: {}, sampling: {}, roots: {} })
      const requestedSchema = {
        type: 'object' as const,
        properties: { n: { type: 'number' as const } },
        required: ['n'],
      }
      const form = { message: 'm', requestedSchema }
      const controller = new AbortController()
      const progress: unknown[] = []
      const options = { onprogress: (each: unknown) => progress.push(each) }
      const asked = [
        server.elicitInput(form, options),
        server.elicitInput(form),
        server.elicitInput({ mode: 'url', message: 'm', elicitationId: 'e', url: 'https://example.com' }),
        server.listRoots(),
        server.listRoots(undefined, { signal: controller.signal }),
        server.listRoots(undefined, { timeout: 1 }),
        server.createMessage({ messages: [], maxTokens: 1 }),
        server.createMessage({ messages: [], maxTokens: 1, tools: [] }),
        server.ping(),
        server.request({ method: 'roots/list' }, sdk.ListRootsResultSchema, { signal: AbortSignal.abort('early') }),
      ].map(outcomeOf)
      controller.abort('enough')
      pipe.receive({ method: 'notifications/progress', params: { progressToken: 0, progress: 1, total: 2 } })
      await settled()
      pipe.receive({ id: 0, result: { action: 'accept', content: { n: 1 } } })
      pipe.receive({ id: 1, result: { action: 'accept', content: { n: 'x' } } })
      pipe.receive({ id: 2, result: { roots: [{ uri: 'file:///a' }] } })
      pipe.receive({ id: 5, error: { code: -32042, message: 'page', data: { elicitations: [] } } })
      pipe.receive({ id: 6, result: { no: 1 } })
      await asked[5]
      await server.close()
      return { outcomes: await Promise.all(asked), sent: pipe.sent, progress, errors }
    })
  })

  test('carries a cancellation, after which nothing is sent', async () => {
    await expectSame(async (sdk) => {
      const { server, pipe, errors } = await open(sdk)
      const reasons: unknown[] = []
      server.setRequestHandler(sdk.CallToolRequestSchema, async (_, extra) => {
        await new Promise((resolve) => extra.signal.addEventListener('abort', resolve))
        reasons.push(extra.signal.reason)
        await extra.sendNotification({ method: 'notifications/message', params: { level: 'error', data: 1 } })
        reasons.push(await outcomeOf(extra.sendRequest({ method: 'ping' }, sdk.EmptyResultSchema)))
        return { content: [] }
      })
      pipe.receive({ id: 1, method: 'tools/call', params: { name: 'a' } })
      await settled()
      pipe.receive({ method: 'notifications/cancelled', params: { requestId: 1, reason: 'enough' } })
      await settled()
      return {
        sent: pipe.sent,
        errors,
        reasons: reasons.map((reason) => (reason instanceof Error ? String(reason) : reason)),
      }
    })
  })
})

describe('a server that was instrumented', () => {
  test('passes every message through what wraps its transport', async () => {
    await expectSame(async (sdk) => {
      const server = new sdk.McpServer({ name: 's', version: '1' })
      server.registerTool('echo', { inputSchema: { a: z.string() } }, ({ a }) => ({
        content: [{ type: 'text', text: a }],
      }))
      const [clientSide, transport] = sdk.InMemoryTransport.createLinkedPair()
      const seen: unknown[] = []
      await server.connect(transport)
      const { onmessage, send } = transport
      transport.onmessage = (message, extra) => {
        seen.push(['in', structuredClone(message)])
        onmessage?.call(transport, message, extra)
      }
      transport.send = async (message, options) => {
        seen.push(['out', structuredClone(message)])
        return send.call(
          transport,
          { ...message, ...('result' in message && { result: { ...message.result, wrapped: 1 } }) },
          options,
        )
      }
      const client = new sdk.Client({ name: 'c', version: '1' })
      await client.connect(clientSide)
      const result = await client.callTool({ name: 'echo', arguments: { a: 'x' } })
      return { seen, result }
    })
  })

  test('calls the handlers that its table has', async () => {
    await expectSame(async (sdk) => {
      const { server, pipe } = await open(sdk)
      server.setRequestHandler(sdk.ListToolsRequestSchema, () => ({ tools: [] }))
      const inside = server as unknown as {
        _requestHandlers: Map<string, (request: unknown, extra: unknown) => Promise<object>>
        _onrequest: (...args: unknown[]) => void
      }
      const handler = inside._requestHandlers.get('tools/list')
      inside._requestHandlers.set('tools/list', async (request, extra) => ({
        ...(await handler?.(request, extra)),
        more: 1,
      }))
      const calls: unknown[] = []
      const original = inside._onrequest
      inside._onrequest = function (...args) {
        calls.push((args[0] as Message)['method'])
        return original.apply(this, args)
      }
      pipe.receive({ id: 1, method: 'tools/list' })
      await pipe.until(2)
      return { sent: pipe.sent, calls }
    })
  })

  test('may be a protocol of its own, with its own hooks', async () => {
    await expectSame(async (sdk) => {
      const hooks: string[] = []
      class Own extends (sdk.Protocol as unknown as new (options?: object) => InstanceType<Package['Server']>) {
        override assertCapabilityForMethod(method: string) {
          hooks.push(`call ${method}`)
          if (method === 'forbidden') throw new Error('not there')
        }
        override assertNotificationCapability(method: string) {
          hooks.push(`notify ${method}`)
        }
        override assertRequestHandlerCapability(method: string) {
          hooks.push(`handle ${method}`)
        }
        override assertTaskCapability() {}
        override assertTaskHandlerCapability(method: string) {
          hooks.push(`task ${method}`)
          throw new Error('no tasks')
        }
        override onclose = () => void hooks.push('closed')
      }
      const own = new Own({ enforceStrictCapabilities: true, debouncedNotificationMethods: ['note'] })
      const pipe = new Pipe('pipe')
      await own.connect(pipe as never)
      const again = await outcomeOf(own.connect(pipe as never))
      const refused = await outcomeOf(own.request({ method: 'forbidden' } as never, sdk.EmptyResultSchema))
      const custom = z.object({ method: z.literal('do'), params: z.looseObject({}) })
      own.setRequestHandler(custom as never, () => ({ done: 1 }) as never)
      pipe.receive({ id: 1, method: 'do', params: {} })
      await settled()
      pipe.receive({ id: 2, method: 'do', params: { task: { ttl: 1 } } })
      await settled()
      await Promise.all([1, 2, 3].map(() => own.notification({ method: 'note' } as never)))
      await own.notification({ method: 'note', params: { a: 1 } } as never)
      await pipe.until(4)
      await own.close()
      return {
        hooks,
        again,
        refused,
        sent: pipe.sent,
        after: await outcomeOf(own.notification({ method: 'note' } as never)),
      }
    })
  })
})
