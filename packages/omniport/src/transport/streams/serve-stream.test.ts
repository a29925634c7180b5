import { describe, expect, onTestFinished, test } from 'vitest'
import { ask } from '#test/input/ask.js'
import { verifies } from '#test/requirements/verifies.js'
import { settled } from '#test/support/virtual-runtime.js'
import type { Client } from '../../client/client.js'
import { connect } from '../../client/connect.js'
import type { ConnectOptions } from '../../client/connect-options.js'
import type { Progress } from '../../protocol/exchange/exchange.js'
import { revisions } from '../../protocol/revisions/revision.js'
import { createServer } from '../../server/create-server.js'
import type { Server } from '../../server/server.js'
import { tool } from '../../server/tools/tool.js'
import { serveStream } from './serve-stream.js'

/** A server whose calls wait until `finish`, or say who called. `running` counts those that wait. */
function openOffice(limits = {}) {
  const office = { running: 0, stopped: [] as unknown[], finish: () => {} }
  const finished = new Promise<void>((resolve) => {
    office.finish = resolve
  })
  const server = createServer({
    name: 'office',
    version: '1',
    logger: { error: () => {}, warn: () => {} },
    limits,
    tools: {
      who: tool({ run: (_args, ctx) => ctx.principal?.id ?? 'unknown' }),
      greet: tool({
        run: async (_args, ctx) => {
          ctx.progress(1, 2)
          return `Hello ${await ask(ctx, 'Who?')}`
        },
      }),
      wait: tool({
        async run(_args, ctx) {
          office.running += 1
          ctx.signal.addEventListener('abort', () => {
            office.running -= 1
            office.stopped.push(ctx.signal.reason)
          })
          await finished
          return 'done'
        },
      }),
    },
  })
  onTestFinished(() => server.close())
  return Object.assign(office, { server })
}

/** Both ends of a channel that holds `capacity` messages each way. */
function openChannel(capacity = 16) {
  const queue = [{ highWaterMark: capacity }, { highWaterMark: capacity }] as const
  const toServer = new TransformStream<unknown, unknown>({}, ...queue)
  const toClient = new TransformStream<unknown, unknown>({}, ...queue)
  return {
    near: { readable: toClient.readable, writable: toServer.writable },
    far: { readable: toServer.readable, writable: toClient.writable },
  }
}

async function openClient(server: Server, options: ConnectOptions = {}): Promise<Client> {
  const { near, far } = openChannel()
  await serveStream(server, far)
  const client = await connect(near, options)
  onTestFinished(() => client.close())
  return client
}

const modern = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}
const request = (id: number, method: string, params = {}) => ({
  jsonrpc: '2.0',
  id,
  method,
  params: { ...params, _meta: modern },
})
const text = (value: string) => [{ type: 'text', text: value }]

describe('serveStream', () => {
  test.each(revisions)('serves a client of %s: calls, progress, questions', async (revision) => {
    const elicit = () => ({ action: 'accept', content: { value: 'Ada' } }) as const
    const sample = () => ({ role: 'assistant' as const, model: 'm', content: [{ type: 'text' as const, text: 'Ada' }] })
    const client = await openClient(openOffice().server, { revision, elicit, sample })
    const reports: Progress[] = []
    const result = await client.callTool('greet', {}, { onProgress: (report) => reports.push(report) })
    expect([result.content, reports[0]]).toMatchObject([text('Hello Ada'), { progress: 1, total: 2 }])
    expect(client.revision).toBe(revision)
  })

  test('tells handlers who the client is', async () => {
    const { server } = openOffice()
    const { near, far } = openChannel()
    await serveStream(server, { ...far, principal: { id: 'ada', scopes: [], claims: {} } })
    const client = await connect(near)
    onTestFinished(() => client.close())
    expect((await client.callTool('who', {})).content).toEqual(text('ada'))
  })

  test.each([
    ['nobody knows', [undefined, undefined], () => [-32601, -32601]],
    ['are known', ['ada', 'bob'], (id: string) => [[id], []]],
  ])('clients that %s can list tasks only if these are their own', async (_who, ids, expected) => {
    verifies('TASK-21')
    const server = createServer({
      name: 'office',
      version: '1',
      tools: { greet: tool({ task: 'optional', run: () => 'Hello' }) },
    })
    onTestFinished(() => server.close())
    const open = async (id: string | undefined) => {
      const { near, far } = openChannel()
      await serveStream(server, { ...far, ...(id !== undefined && { principal: { id, scopes: [], claims: {} } }) })
      const client = await connect(near, { revision: '2025-11-25' })
      onTestFinished(() => client.close())
      return client
    }
    const clients = [await open(ids[0]), await open(ids[1])] as const
    const { id } = await clients[0].callTask('greet', {})
    const list = (client: Client) =>
      client.request('tasks/list', {}).then(
        (result) => (result as { tasks: readonly { taskId: string }[] }).tasks.map(({ taskId }) => taskId),
        ({ code }) => code,
      )
    expect(await Promise.all(clients.map(list))).toEqual(expected(id))
  })

  test('lets requests finish when the client has ended its stream, and then closes both', async () => {
    const office = openOffice()
    const { near, far } = openChannel()
    const { closed } = await serveStream(office.server, far)
    const [writer, reader] = [near.writable.getWriter(), near.readable.getReader()]
    await writer.write(request(1, 'tools/call', { name: 'wait', arguments: {} }))
    await settled()
    await writer.close()
    office.finish()
    expect(await reader.read()).toMatchObject({ value: { id: 1, result: { content: text('done') } } })
    expect(await reader.read()).toEqual({ done: true, value: undefined })
    await closed
    expect([far.readable.locked, office.stopped]).toEqual([false, []])
  })

  test('aborts what is being served when its signal aborts, or the stream fails', async () => {
    const office = openOffice({ drainMs: 20 })
    const abort = new AbortController()
    const [first, second] = [openChannel(), openChannel()]
    const one = await serveStream(office.server, { ...first.far, signal: abort.signal })
    const two = await serveStream(office.server, second.far)
    const writers = [first, second].map(({ near }) => near.writable.getWriter())
    for (const writer of writers) await writer.write(request(1, 'tools/call', { name: 'wait', arguments: {} }))
    await settled()
    expect(office.running).toBe(2)
    abort.abort(new Error('the node stops'))
    await writers[1]?.abort(new Error('the network is gone'))
    await Promise.all([one.closed, two.closed])
    expect([office.running, office.stopped.length]).toEqual([0, 2])
  })

  test('ends when the credentials of the client expire', async () => {
    const { near, far } = openChannel()
    const principal = { id: 'ada', scopes: [], claims: {}, expiresAt: Date.now() + 20 }
    const { closed } = await serveStream(openOffice().server, { ...far, principal })
    await closed
    expect(
      await near.readable
        .getReader()
        .read()
        .catch((reason) => String(reason)),
    ).toContain('credentials')
  })

  test('starts no more requests than it may, and finds a cancellation behind those that wait', async () => {
    verifies('STDIO-12')
    const office = openOffice({ pipeInFlight: 2 })
    const { near, far } = openChannel()
    await serveStream(office.server, far)
    const [writer, reader] = [near.writable.getWriter(), near.readable.getReader()]
    for (const id of [1, 2, 3, 4]) {
      void writer.write(request(id, 'tools/call', { name: 'wait', arguments: {} }))
    }
    await settled(20)
    expect(office.running).toBe(2)
    for (const requestId of [1, 3]) {
      void writer.write({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } })
    }
    await settled(20)
    expect(office.running).toBe(2)
    office.finish()
    const answered = [await reader.read(), await reader.read()].map(({ value }) => (value as { id: number }).id)
    expect(answered).toEqual([2, 4])
    void writer.close()
  })

  test('refuses a message that nests too deeply, and goes on', async () => {
    const { near, far } = openChannel()
    await serveStream(openOffice({ jsonDepth: 8 }).server, far)
    const [writer, reader] = [near.writable.getWriter(), near.readable.getReader()]
    let deep: unknown = 1
    for (let depth = 0; depth < 20; depth += 1) deep = [deep]
    void writer.write(request(1, 'tools/call', { name: 'who', arguments: { deep } }))
    void writer.write(request(2, 'tools/call', { name: 'who', arguments: {} }))
    const answers = [await reader.read(), await reader.read()].map(({ value }) => value)
    expect(answers).toMatchObject([
      { id: 1, error: { code: -32600 } },
      { id: 2, result: { content: text('unknown') } },
    ])
    void writer.close()
  })

  test('reads no more while the client does not read', async () => {
    const { near, far } = openChannel(0)
    await serveStream(openOffice({ outboxBytes: 1_000 }).server, far)
    const writer = near.writable.getWriter()
    let writtenCount = 0
    for (let id = 1; id <= 10_000; id += 1) {
      const written = writer.write(
        request(id, 'tools/call', { name: 'who', arguments: { padding: 'x'.repeat(1_000) } }),
      )
      written.then(
        () => {
          writtenCount += 1
        },
        () => {},
      )
    }
    await settled(200)
    const stoppedAt = writtenCount
    await settled(200)
    expect([writtenCount, stoppedAt < 1_000]).toEqual([stoppedAt, true])
    await near.readable.cancel()
    await writer.abort()
  })

  test('names what is wrong with its options', async () => {
    const { server } = openOffice()
    const { far } = openChannel()
    await expect(serveStream({} as Server, far)).rejects.toThrow(
      'serveStream: the server must be what createServer or createGateway gives, or { serve }, got an object',
    )
    await expect(serveStream(server, {} as never)).rejects.toThrow('serveStream: give it { readable, writable }')
    await expect(serveStream(server, { ...far, user: 'x' } as never)).rejects.toThrow('user')
    await serveStream(server, far)
    await expect(serveStream(server, far)).rejects.toThrow('readable is locked: something else uses it')
  })
})
