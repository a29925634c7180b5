import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import * as z from 'zod/v4'
import { expectSame, type Package } from '../../test/packages.js'

type Message = Readonly<Record<string, unknown>>
type Server = InstanceType<Package['McpServer']>
type Transport = Parameters<Server['connect']>[0]

/** A connection of a client: it sends a message and gives what is answered. */
interface Connection {
  readonly transport: Transport
  send(message: Message): Promise<readonly unknown[]>
}

/** Looks at the messages of a server or its transport, as programs and instrumentation do. */
type Wrap = (server: Server, transport: Transport, see: (what: unknown) => void) => void

const wrapOnMessage: Wrap = (_, transport, see) => {
  const { onmessage } = transport
  transport.onmessage = (message, extra) => {
    see(['in', methodOf(message)])
    onmessage?.call(transport, message, extra)
  }
}

const wrapSend: Wrap = (_, transport, see) => {
  const { send } = transport
  transport.send = (message, options) => {
    see(['out', structuredClone(message), options?.relatedRequestId])
    return send.call(transport, message, options)
  }
}

interface Inside {
  readonly _requestHandlers: Map<string, (request: unknown, extra: unknown) => Promise<object>>
  _onrequest(...args: unknown[]): void
  _onnotification(...args: unknown[]): void
}

const insideOf = ({ server }: Server) => server as unknown as Inside

const wrapHandler: Wrap = (server, _, see) => {
  const { _requestHandlers: handlers } = insideOf(server)
  const original = handlers.get('tools/call')
  handlers.set('tools/call', async (request, extra) => {
    see(['handled', methodOf(request)])
    return { ...(await original?.(request, extra)), more: 1 }
  })
}

const wrapHooks: Wrap = (server, _, see) => {
  const inside = insideOf(server)
  for (const name of ['_onrequest', '_onnotification'] as const) {
    const original = inside[name]
    inside[name] = function (...args) {
      see([name, methodOf(args[0])])
      original.apply(this, args)
    }
  }
}

const wrapNotification: Wrap = ({ server }, _, see) => {
  const original = server.notification
  server.notification = function (notification, options) {
    see(['notified', methodOf(notification), options?.relatedRequestId])
    return original.call(this, notification, options)
  }
}

const wraps: readonly (readonly [string, Wrap])[] = [
  ['onmessage', wrapOnMessage],
  ['send', wrapSend],
  ['a handler', wrapHandler],
  ['hooks of the protocol', wrapHooks],
  ['notification', wrapNotification],
]
const times = ['before it is connected', 'after it is connected', 'between two calls'] as const
const transports = ['stdio', 'HTTP', 'a subclass of stdio'] as const

const rows = wraps.flatMap(([what, wrap]) =>
  times.flatMap((time) => transports.map((over) => ({ what, wrap, time, over }))),
)

test.each(rows)('$what, wrapped $time, sees what the official SDK shows over $over', async ({ wrap, time, over }) => {
  const { seen } = await expectSame(async (sdk) => {
    const seen: unknown[] = []
    const server = createServer(sdk)
    const connection = connections[over](sdk, (what) => seen.push(what))
    const wrapAt = (now: string) => {
      if (now === time) wrap(server, connection.transport, (what) => seen.push(what))
    }
    wrapAt('before it is connected')
    await server.connect(connection.transport)
    wrapAt('after it is connected')
    const answers = [await connection.send(hello), await connection.send(call(1))]
    wrapAt('between two calls')
    answers.push(await connection.send(call(2)))
    answers.push(
      await connection.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 99 } }),
    )
    answers.push(await connection.send({ jsonrpc: '2.0', id: 3, method: 'no/such' }))
    await server.close()
    return { seen, answers }
  })
  expect(seen.length).toBeGreaterThan(0)
})

const hello = {
  ...{ jsonrpc: '2.0', id: 0, method: 'initialize' },
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
}

const call = (id: number) => {
  const params = { name: 'echo', arguments: { text: `text ${id}` }, _meta: { progressToken: id } }
  return { jsonrpc: '2.0', id, method: 'tools/call', params }
}

function createServer(sdk: Package): Server {
  const server = new sdk.McpServer({ name: 's', version: '1' })
  server.registerTool('echo', { inputSchema: { text: z.string() } }, async ({ text }, { sendNotification, _meta }) => {
    const params = { progressToken: _meta?.progressToken ?? 0, progress: 1 }
    await sendNotification({ method: 'notifications/progress', params })
    return { content: [{ type: 'text', text }] }
  })
  return server
}

type Open = (sdk: Package, see: (what: unknown) => void) => Connection

const connections: Readonly<Record<(typeof transports)[number], Open>> = {
  stdio: ({ StdioServerTransport }) => openStdio(StdioServerTransport),
  'a subclass of stdio': ({ StdioServerTransport }, see) => {
    class Subclass extends StdioServerTransport {
      override send(...args: Parameters<InstanceType<Package['StdioServerTransport']>['send']>) {
        see(['overridden', structuredClone(args[0])])
        return super.send(...args)
      }
    }
    return openStdio(Subclass)
  },
  HTTP: openHttp,
}

function openStdio(Transport: Package['StdioServerTransport']): Connection {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const transport = new Transport(input, output)
  const lines: { id?: unknown }[] = []
  let check: () => void = () => {}
  output.on('data', (chunk) => {
    lines.push(
      ...String(chunk)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    )
    check()
  })
  const send = async (message: Message) => {
    input.write(`${JSON.stringify(message)}\n`)
    if (message['id'] === undefined) await new Promise((resolve) => setImmediate(resolve))
    else {
      await new Promise<void>((resolve) => {
        check = () => lines.some(({ id }) => id === message['id']) && resolve()
        check()
      })
    }
    return lines.splice(0)
  }
  return { transport, send }
}

function openHttp({ WebStandardStreamableHTTPServerTransport }: Package): Connection {
  const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => 'the-session' })
  const send = async (message: Message) => {
    const headers = {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-session-id': 'the-session',
    }
    const request = new Request('http://localhost/', { method: 'POST', headers, body: JSON.stringify(message) })
    const response = await transport.handleRequest(request)
    return [response.status, await response.text()]
  }
  return { transport, send }
}

function methodOf(message: unknown): unknown {
  return (message as { method?: unknown }).method ?? Object.keys(message as object)
}
