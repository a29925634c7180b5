import type { Client } from '../../client/client.js'
import { connect } from '../../client/connect.js'
import type { ConnectOptions } from '../../client/connect-options.js'
import { type Revision, revisions } from '../../protocol/revisions/revision.js'
import { createServer } from '../../server/create-server.js'
import type { Server } from '../../server/server.js'
import { tool } from '../../server/tools/tool.js'
import { expectEqual } from '../../store/contracts/expect-equal.js'
import { expectRejection } from '../../store/contracts/expect-rejection.js'
import type { Served } from '../../transport/served.js'
import { serveStream } from '../../transport/streams/serve-stream.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { scriptedSample } from '../scripted-sample.js'
import type { MessageStreams } from './transport-channel.js'
import type { CheckSetup, TransportCheck } from './transport-check.js'
import { within } from './within.js'

type Setup = CheckSetup & { readonly streams: Readonly<Record<'client' | 'server', MessageStreams>> }

/** A client and a server of this library over the transport. */
export const protocolChecks: readonly TransportCheck[] = [
  ...revisions.map((revision): TransportCheck => {
    return [`${revision}: calls, progress, a question and a cancellation`, (setup) => converse(setup, revision)]
  }),
  ['close: a client that closes ends what serves it', clientCloses],
  ['close: a server that ends the connection ends the client', serverCloses],
  ['loss: waiting calls reject with closed, and their handlers are aborted', lossEndsCalls],
]

async function converse(setup: Setup, revision: Revision): Promise<void> {
  await withPair(setup, { revision, sample: scriptedSample(['Ada']) }, async ({ client, handlers }) => {
    const reports: unknown[] = []
    const greeted = client.callTool('greet', {}, { onProgress: ({ progress }) => reports.push(progress) })
    const echoed = client.callTool('echo', { text: '🙂\n' })
    const answers = Promise.all([greeted, echoed])
    const [greeting, answer] = await within(setup.stepMs, answers, 'the calls to be answered')
    expectEqual([textIn(greeting), reports, textIn(answer)], ['Hello Ada', [1], '🙂\n'])
    const abort = new AbortController()
    const rejected = expectRejection(client.callTool('wait', {}, { signal: abort.signal }))
    await within(setup.stepMs, handlers.started, 'a handler to start')
    abort.abort(new Error('enough'))
    expectEqual(String(await rejected), 'Error: enough')
    await within(setup.stepMs, handlers.aborted, 'a cancelled handler to be aborted')
  })
}

async function clientCloses(setup: Setup): Promise<void> {
  await withPair(setup, {}, async ({ client, served }) => {
    await echo(client)
    await closeWithin(setup.stepMs, client, 'the client')
    await within(setup.stepMs, served.closed, 'serveStream to end')
  })
}

async function serverCloses(setup: Setup): Promise<void> {
  await withPair(setup, {}, async ({ client, served }) => {
    await echo(client)
    await closeWithin(setup.stepMs, served, 'serveStream')
    expectEqual(codeOf(await within(setup.stepMs, expectRejection(echo(client)), 'a call to reject')), 'closed')
  })
}

async function lossEndsCalls(setup: Setup): Promise<void> {
  await withPair(setup, {}, async ({ client, served, handlers }) => {
    const rejected = expectRejection(client.callTool('wait', {}))
    await within(setup.stepMs, handlers.started, 'a handler to start')
    await setup.cut()
    expectEqual(codeOf(await within(setup.stepMs, rejected, 'the waiting call to reject')), 'closed')
    await within(setup.stepMs, handlers.aborted, 'the handler to be aborted')
    await within(setup.stepMs, served.closed, 'serveStream to end')
  })
}

interface Pair {
  readonly client: Client
  readonly served: Served
  readonly handlers: Handlers
}

/** Settles with the calls of `wait`: once one started, and once its signal aborted. */
interface Handlers {
  readonly started: Promise<void>
  readonly aborted: Promise<void>
}

async function withPair(
  { streams, stepMs }: Setup,
  options: ConnectOptions,
  use: (pair: Pair) => Promise<void>,
): Promise<void> {
  const { server, handlers } = openServer()
  const served = await serveStream(server, streams.server)
  try {
    const client = await within(stepMs, connect(streams.client, options), 'the client to connect')
    try {
      await use({ client, served, handlers })
    } finally {
      await closeWithin(stepMs, client, 'the client')
    }
  } finally {
    await closeWithin(stepMs, served, 'serveStream').finally(() => server.close())
  }
}

function closeWithin(ms: number, closing: { close(): Promise<void> }, name: string): Promise<void> {
  return within(ms, closing.close(), `${name} to close`)
}

async function echo(client: Client): Promise<void> {
  expectEqual(textIn(await client.callTool('echo', { text: 'a' })), 'a')
}

function openServer(): { readonly server: Server; readonly handlers: Handlers } {
  const [started, start] = openPromise()
  const [aborted, abort] = openPromise()
  const text = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } as const
  const server = createServer({
    name: 'transport-contract',
    version: '1',
    logger: { error: () => {}, warn: () => {} },
    limits: { drainMs: 1_000 },
    tools: {
      echo: tool({ input: text, run: ({ text }) => text }),
      greet: tool({
        async run(_args, ctx) {
          ctx.progress(1, 2)
          const { content } = await ctx.sample({ messages: [{ role: 'user', content: 'Who?' }], maxTokens: 10 })
          return `Hello ${textIn({ content: [content].flat() })}`
        },
      }),
      wait: tool({
        run: (_args, { signal }) =>
          new Promise<string>((_, reject) => {
            start()
            signal.addEventListener('abort', () => {
              abort()
              reject(signal.reason)
            })
          }),
      }),
    },
  })
  return { server, handlers: { started, aborted } }
}

function openPromise(): readonly [promise: Promise<void>, resolve: () => void] {
  let resolve = () => {}
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return [promise, resolve]
}

function textIn({ content }: { readonly content: readonly { readonly type: string }[] }): string {
  return content.map((block) => ('text' in block ? block.text : '')).join('')
}

function codeOf(reason: unknown): unknown {
  return OmniportError.is(reason) ? reason.code : String(reason)
}
