import { expect, test } from 'vitest'
import { z } from 'zod'
import { verifies } from '#test/requirements/verifies.js'
import { settled } from '#test/support/virtual-runtime.js'
import { createRecorder } from '#test/wire/recorder.js'
import type { Progress } from '../protocol/exchange/exchange.js'
import { type Revision, revisions } from '../protocol/revisions/revision.js'
import { createServer } from '../server/create-server.js'
import { prompt } from '../server/prompts/prompt.js'
import { resource } from '../server/resources/resource.js'
import { tool } from '../server/tools/tool.js'
import { createMemoryConnection } from '../transport/memory/memory-connection.js'
import type { Client } from './client.js'
import { createClientServices } from './client-services.js'
import { connect, connectThrough } from './connect.js'
import type { LogEntry } from './connect-options.js'

const logger = { error: () => {}, warn: () => {} }

const createNotes = () =>
  createServer({
    name: 'notes',
    version: '1',
    instructions: 'Be brief.',
    pageSize: 2,
    ttlMs: 60_000,
    logger,
    tools: {
      double: tool({
        input: z.object({ n: z.number() }),
        output: z.object({ n: z.number() }),
        run: ({ n }, ctx) => {
          ctx.progress(1, 2, 'half way')
          ctx.log.warning('doubling')
          return { n: 2 * n }
        },
      }),
      fail: tool({
        run: () => {
          throw new Error('secret')
        },
      }),
      third: tool({ run: () => 'three' }),
    },
    resources: {
      note: resource({
        uri: 'notes://{id}',
        complete: { id: (typed) => ['1', '12', '2'].filter((id) => id.startsWith(typed)) },
        read: ({ id }) => (id === '1' ? 'first' : undefined),
      }),
      all: resource({ uri: 'notes://', read: () => 'all of them' }),
    },
    prompts: { sum: prompt({ arguments: z.object({ of: z.string() }), get: ({ of }) => `Sum up ${of}` }) },
  })

/** Connects in memory, and checks at the end that the wire had nothing but what the revision allows. */
async function start(revision: Revision, wire: boolean) {
  const server = createNotes()
  const recorder = createRecorder()
  const entries: LogEntry[] = []
  const options = { revision, onLog: (entry: LogEntry) => entries.push(entry) }
  const services = createClientServices(options)
  const tap = (from: 'client' | 'server', message: unknown) =>
    recorder.record({ revision, from, message: structuredClone(message) })
  const transport = { onError: services.report, wire, tap }
  const connector = {
    network: { transport: 'memory' as const },
    reopens: false,
    open: async (serve: never) => createMemoryConnection(server, { serve, ...transport }),
  }
  const client = (await connectThrough(connector, services, options)) as object as Client
  return { server, client, recorder, entries }
}

const ways = revisions.flatMap((revision) =>
  [false, true].map((wire) => [revision, wire ? 'text' : 'values', wire] as const),
)
const hasStructured = (revision: Revision) => revision >= '2025-06-18'

test.each(ways)('%s, as %s: everything that a client does', async (revision, _how, wire) => {
  verifies('VER-02', 'VER-04', 'VER-10', 'PRO-01', 'PING-01', 'PAG-04')
  const { server, client, recorder, entries } = await start(revision, wire)
  const progress: Progress[] = []
  expect([client.revision, client.server]).toEqual([
    revision,
    { name: 'notes', version: '1', instructions: 'Be brief.' },
  ])
  await client.setLogLevel('warning')
  expect((await client.listTools()).map(({ name }) => name)).toEqual(['double', 'fail', 'third'])
  const doubled = await client.callTool('double', { n: 2 }, { onProgress: (report) => progress.push(report) })
  expect([doubled.content, doubled.structuredContent]).toEqual([
    [{ type: 'text', text: '{"n":4}' }],
    hasStructured(revision) ? { n: 4 } : undefined,
  ])
  const message = revision === '2024-11-05' ? {} : { message: 'half way' }
  expect(progress).toEqual([{ progress: 1, total: 2, ...message }])
  expect(entries).toEqual([{ level: 'warning', logger: 'double', data: 'doubling' }])
  expect((await client.callTool('fail', {})).isError).toBe(true)
  await expect(client.callTool('gone', {})).rejects.toMatchObject({ name: 'RpcError', code: -32602 })
  expect((await client.readResource('notes://1')).contents).toEqual([{ uri: 'notes://1', text: 'first' }])
  const notFound = revision === '2026-07-28' ? -32602 : -32002
  await expect(client.readResource('notes://9')).rejects.toMatchObject({ code: notFound })
  expect((await client.listResources()).map(({ uri }) => uri)).toEqual(['notes://'])
  expect((await client.listResourceTemplates()).map(({ uriTemplate }) => uriTemplate)).toEqual(['notes://{id}'])
  expect((await client.listPrompts()).map(({ name }) => name)).toEqual(['sum'])
  expect((await client.getPrompt('sum', { of: 'it' })).messages).toEqual([
    { role: 'user', content: { type: 'text', text: 'Sum up it' } },
  ])
  const ref = { type: 'ref/resource', uri: 'notes://{id}' } as const
  expect((await client.complete(ref, { name: 'id', value: '1' })).values).toEqual(['1', '12'])
  await client.ping()
  const changes = await client.listen({ tools: true, uris: ['notes://1'] })
  expect(changes.filter).toEqual({ tools: true, uris: ['notes://1'] })
  server.tools.set('fourth', tool({ run: () => '' }))
  server.prompts.delete('sum')
  server.resources.updated('notes://1')
  await settled()
  const iterator = changes[Symbol.asyncIterator]()
  const received = [await iterator.next(), await iterator.next()].map(({ value }) => value)
  expect(received).toEqual([{ type: 'tools' }, { type: 'resource', uri: 'notes://1' }])
  await changes.close()
  expect((await client.listTools()).length).toBe(4)
  await settled()
  await client.close()
  await server.close()
  recorder.assertValid()
})

test('raw requests give one page, and cursors of the server', async () => {
  const server = createNotes()
  const client = await connect(server)
  const names: string[] = []
  let cursor: string | undefined
  do {
    const page = await client.request('tools/list', { cursor })
    names.push(page.tools.map(({ name }) => name).join())
    cursor = page.nextCursor
  } while (cursor !== undefined)
  expect(names).toEqual(['double,fail', 'third'])
  await client.close()
  await server.close()
})

test('a server that serves some revisions only is met at the newest of them', async () => {
  const server = createServer({ name: 's', version: '1', revisions: ['2024-11-05', '2025-03-26'], logger })
  const client = await connect(server)
  expect(client.revision).toBe('2025-03-26')
  await expect(connect(server, { revision: '2026-07-28' })).rejects.toMatchObject({ code: 'unsupported' })
  await client.close()
  await server.close()
})

test('a server that serves the modern revision only refuses legacy clients', async () => {
  const server = createServer({ name: 's', version: '1', revisions: ['2026-07-28'], logger })
  await expect(connect(server, { revision: '2025-11-25' })).rejects.toMatchObject({
    code: 'unsupported',
    message: 'No revision in common: this client speaks 2025-11-25, the server 2026-07-28',
  })
  await server.close()
})

const targets = 'a URL, { url }, { command, args?, env?, cwd? }, a server or { serve }, or { readable, writable }'

test.each<[string, unknown, object]>([
  [`connect: target must be ${targets}, got null`, null, {}],
  [`connect: target must be ${targets}, got an object`, {}, {}],
  ['connect: target.command must be a string that is not empty, got ""', { command: '' }, {}],
  ['connect: target.args must be an array of strings', { command: 'x', args: '-v' }, {}],
  ['connect: target.env must be an object of strings', { command: 'x', env: 1 }, {}],
  ['connect: target.cwd must be a string, got 1', { command: 'x', cwd: 1 }, {}],
  ['connect: target.command must not hold a NUL character', { command: 'sesame\0' }, {}],
  ['connect: target.args[1] must not hold a NUL character', { command: 'x', args: ['a', 'sesame\0'] }, {}],
  ['connect: target.env.TOKEN must not hold a NUL character', { command: 'x', env: { TOKEN: 'sesame\0' } }, {}],
  ['connect: target.env.A must not hold a NUL character', { command: 'x', env: { 'A\0': 'sesame' } }, {}],
  ['connect: target.cwd must not hold a NUL character', { command: 'x', cwd: '/sesame\0' }, {}],
  [
    'connect: revision must be one of 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28, got "2020-01-01"',
    { serve: () => {} },
    { revision: '2020-01-01' },
  ],
  ['connect: timeoutMs must be longer than 0 ms, got 0', { serve: () => {} }, { timeoutMs: 0 }],
  ['connect: name must be a string, got 1', { serve: () => {} }, { name: 1 }],
  ['limits: there is no limit "page"; did you mean "pages"?', { serve: () => {} }, { limits: { page: 1 } }],
])('%s', async (message, target, options) => {
  await expect(connect(target as never, options)).rejects.toThrow(new TypeError(message))
})

test('an unknown option is a TypeError that names the nearest', async () => {
  await expect(connect({ serve: async () => undefined }, { timeoutMS: 1 } as object)).rejects.toThrow(
    /^connect: there is no option "timeoutMS"; did you mean "timeoutMs"\?/,
  )
})

test('a signal that was aborted before connects nothing', async () => {
  const server = createNotes()
  await expect(connect(server, { signal: AbortSignal.abort(new Error('early')) })).rejects.toThrow('early')
  await server.close()
})
