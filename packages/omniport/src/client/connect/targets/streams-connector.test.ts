import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ask } from '#test/input/ask.js'
import { verifies, verifiesIn } from '#test/requirements/verifies.js'
import { settled } from '#test/support/virtual-runtime.js'
import { createRecorder } from '#test/wire/recorder.js'
import type { Progress } from '../../../protocol/exchange/exchange.js'
import { type Revision, revisions } from '../../../protocol/revisions/revision.js'
import { isLegacy } from '../../../protocol/revisions/revision-profile.js'
import { createServer } from '../../../server/create-server.js'
import { tool } from '../../../server/tools/tool.js'
import type { Client } from '../../client.js'
import { connect } from '../../connect.js'
import type { ConnectOptions, LogEntry } from '../../connect-options.js'
import { FakeServer, initialized, type Received } from '../../fixtures/fake-server.js'
import { carriers } from './fixtures/carriers.js'
import { lineStreams } from './fixtures/line-streams.js'

/** A server that answers, reports, logs, asks and can be stopped; `stopped` settles when its `wait` is. */
function createOffice() {
  let onWait = () => {}
  let onStop: (reason: unknown) => void = () => {}
  const waiting = new Promise<void>((resolve) => {
    onWait = resolve
  })
  const stopped = new Promise<unknown>((resolve) => {
    onStop = resolve
  })
  const server = createServer({
    name: 'office',
    version: '1',
    logger: { error: () => {}, warn: () => {} },
    limits: { drainMs: 50 },
    tools: {
      double: tool({
        input: z.object({ n: z.number(), text: z.string() }),
        run: ({ n, text }, ctx) => {
          ctx.progress(1, 2)
          ctx.log.warning('doubling')
          return `${2 * n}${text}`
        },
      }),
      greet: tool({ run: async (_args, ctx) => `Hello ${await ask(ctx, 'Who?')}` }),
      wait: tool({
        run: (_args, ctx) =>
          new Promise((_resolve, reject) => {
            onWait()
            ctx.signal.addEventListener('abort', () => {
              onStop(ctx.signal.reason)
              reject(ctx.signal.reason)
            })
          }),
      }),
    },
  })
  return { server, waiting, stopped }
}

const person: ConnectOptions = {
  elicit: () => ({ action: 'accept', content: { value: 'Ada' } }),
  sample: () => ({ role: 'assistant', model: 'm', content: [{ type: 'text', text: 'Ada' }] }),
}

const text = ({ content }: { content: readonly object[] }) => content
const output = (value: string) => [{ type: 'text', text: value }]

describe.each(Object.entries(carriers))('over %s', (_name, carry) => {
  /** A client over streams of its own, and all that crosses them. */
  async function start(revision: Revision) {
    const office = createOffice()
    const { bytes, served, close } = await carry(office.server)
    const recorder = createRecorder()
    const entries: LogEntry[] = []
    const streams = lineStreams(bytes, (from, message) =>
      recorder.record({ revision, from, message: structuredClone(message) }),
    )
    const onLog = (entry: LogEntry) => entries.push(entry)
    const client: Client = await connect(streams, { revision, onLog, ...person })
    return { ...office, client, recorder, entries, served, close }
  }

  test.each(revisions)(
    '%s: messages cross as they are, both ways, in the order of their lifecycle',
    async (revision) => {
      verifiesIn(revision, 'STDIO-20', 'STDIO-22', 'BASE-15')
      const { server, client, recorder, entries, waiting, stopped, served, close } = await start(revision)
      const progress: Progress[] = []
      await client.setLogLevel('warning')
      const args = { n: 2, text: 'zß水🍌\n\u2028' }
      const onProgress = (report: Progress) => progress.push(report)
      expect(text(await client.callTool('double', args, { onProgress }))).toEqual(output(`4${args.text}`))
      expect([progress, entries]).toEqual([
        [{ progress: 1, total: 2 }],
        [{ level: 'warning', logger: 'double', data: 'doubling' }],
      ])
      const [greeted, listed] = await Promise.all([client.callTool('greet', {}), client.listTools()])
      expect([text(greeted), listed.length]).toEqual([output('Hello Ada'), 3])
      const controller = new AbortController()
      const given = client.callTool('wait', {}, { signal: controller.signal })
      await waiting
      controller.abort(new Error('enough'))
      await expect(given).rejects.toThrow('enough')
      expect(await stopped).toMatchObject({ name: 'AbortError', message: 'The caller cancelled' })
      const subscription = await client.listen({ tools: true })
      server.tools.set('new', tool({ run: () => '' }))
      expect((await subscription[Symbol.asyncIterator]().next()).value).toEqual({ type: 'tools' })
      await expect(client.callTool('gone', {})).rejects.toMatchObject({ name: 'RpcError', code: -32602 })
      await client.close()
      await (await served).closed
      await close()
      recorder.assertValid()
      const from = (sender: string) =>
        recorder.messages.filter((recorded) => recorded.from === sender).map(({ message }) => message as Received)
      expect(recorder.messages[0]?.from).toBe('client')
      const sent = from('client')
      expect(sent.filter(Array.isArray)).toEqual([]) // no batch, of whatever
      // A legacy client greets, then answers what the server asks; a modern one greets with each request, and is not asked.
      const isOld = isLegacy(revision)
      const greeting = sent
        .map(({ method }) => method)
        .filter((method) => /^initialize$|\/initialized$/.test(`${method}`))
      expect(greeting).toEqual(isOld ? ['initialize', 'notifications/initialized'] : [])
      expect(sent.slice(0, greeting.length).map(({ method }) => method)).toEqual(greeting)
      expect(from('server').some(({ id, method }) => id !== undefined && method !== undefined)).toBe(isOld)
      expect(sent.every(({ method }) => method !== undefined)).toBe(!isOld)
      const requests = sent.filter(({ id, method }) => id !== undefined && method !== undefined)
      const own = ['protocolVersion', 'clientCapabilities', 'clientInfo'].map((key) => `io.modelcontextprotocol/${key}`)
      const greets = requests.map(({ params }) => own.every((key) => key in ((params?.['_meta'] as object) ?? {})))
      expect([...new Set(greets)]).toEqual([!isOld])
      expect(from('server')[0]?.id).toBe(requests[0]?.id)
    },
  )

  test('the server ends with the stream, and what waits for it is told', async () => {
    verifies('STDIO-20', 'STDIO-22')
    const { client, waiting, served, close } = await start('2025-11-25')
    const rejected = expect(client.callTool('wait', {})).rejects.toMatchObject({ code: 'closed' })
    await waiting
    await client.close()
    await rejected
    await (await served).close()
    await close()
  })
})

test('what is no message is reported, never answered, and the connection goes on', async () => {
  verifies('STDIO-20')
  const server = new FakeServer({ initialize: () => initialized(), ping: () => ({ result: {} }) })
  const errors: Error[] = []
  const onError = (error: Error) => errors.push(error)
  const client = await connect(server.target, { revision: '2025-11-25', onError })
  await settled()
  const count = server.received.length
  for (const broken of [{ method: 5 }, { result: {} }, { id: null, result: {} }, { id: 99, result: {}, error: {} }]) {
    server.send(broken)
  }
  await client.ping()
  expect([server.methods.slice(count), errors.length]).toEqual([['ping'], 4])
  await client.close()
})
