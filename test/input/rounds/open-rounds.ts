import { prompt } from '../../../packages/omniport/src/server/prompts/prompt.js'
import { resource } from '../../../packages/omniport/src/server/resources/resource.js'
import { type AnyTool, tool } from '../../../packages/omniport/src/server/tools/tool.js'
import type { ServeTarget } from '../../../packages/omniport/src/transport/environment.js'
import { connectRaw, type Message, type RawConnection } from '../../support/connect-raw.js'
import { type DefinedForTest, type DefineOptions, defineServer } from '../../support/define-server.js'
import { createHttpRuntime } from '../../support/virtual-runtime.js'
import { ask } from '../ask.js'

/** Secrets of a server, the first of which seals. */
export const secretA = 'the first secret of these tests, A'
export const secretB = 'the other secret of these tests, B'

/** A server that asks in rounds, and a client that says exactly what a test wants. */
export interface OpenRounds extends DefinedForTest {
  /** How often a handler began, and how often one ended. */
  readonly runs: { began: number; ended: number }
  /** Sends a request and gives its result, with a `requestState` that is a text, or its error. */
  send(method: string, params: object): Promise<Reply>
  /** Calls the tool `ask`. */
  call(retry?: object): Promise<Reply>
  /** The same through another connection, as someone else. */
  connectTo(target: ServeTarget): Promise<RawConnection>
  close(): void
}

/** What came back. */
export interface Reply {
  readonly requestState: string
  readonly inputRequests: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly resultType?: unknown
  /** Of a result that is complete. */
  readonly text?: string | undefined
  readonly isError?: unknown
  readonly error?: Message['error']
}

const capabilities = { elicitation: { form: {} }, sampling: {}, roots: {} }

/** A tool that asks two questions. */
export function askingTool(runs: OpenRounds['runs'], description = 'asks'): AnyTool<unknown> {
  return tool({
    description,
    async run(_args, ctx) {
      runs.began += 1
      try {
        return (await ask(ctx, 'a?', { key: 'a' })) + (await ask(ctx, 'b?', { key: 'b' }))
      } finally {
        runs.ended += 1
      }
    },
  })
}

/** Opens a server with the tools `ask` and `other`, a prompt `ask` and resources, all of which ask the same. */
export async function openRounds(options: DefineOptions = {}): Promise<OpenRounds> {
  const runs = { began: 0, ended: 0 }
  const asking = askingTool(runs)
  const run = async (ctx: Parameters<typeof ask>[0]) => {
    runs.began += 1
    return (await ask(ctx, 'a?', { key: 'a' })) + (await ask(ctx, 'b?', { key: 'b' }))
  }
  const defined = defineServer({
    runtime: createHttpRuntime(),
    secrets: [secretA],
    tools: { ask: asking, other: asking },
    prompts: { ask: prompt({ get: (_args, ctx) => run(ctx) }), other: prompt({ get: (_args, ctx) => run(ctx) }) },
    resources: { ask: resource({ uri: 'test:{+path}', read: (_variables, ctx) => run(ctx) }) },
    ...options,
  })
  const connections: RawConnection[] = []
  const connectTo = async (target: ServeTarget) => {
    const connection = await connectRaw(target, { revision: '2026-07-28', capabilities })
    connections.push(connection)
    return connection
  }
  const { request } = await connectTo(defined.server)
  const send = async (method: string, params: object) => toReply(await request(method, { ...params }))
  return {
    ...defined,
    runtime: defined.server.environment?.runtime as DefinedForTest['runtime'], // given above, or by the test
    runs,
    send,
    call: (retry = {}) => send('tools/call', { name: 'ask', ...retry }),
    connectTo,
    close: () => {
      for (const connection of connections) connection.close()
    },
  }
}

/** A retry with answers to some of the questions. */
export function answering(requestState: string, answers: Readonly<Record<string, string>>): object {
  const accept = ([key, value]: [string, string]) => [key, { action: 'accept', content: { value } }]
  return { requestState, inputResponses: Object.fromEntries(Object.entries(answers).map(accept)) }
}

/** What a response says. */
export function toReply({ result = {}, error }: Message): Reply {
  const { content, messages, contents } = result as Readonly<Record<string, readonly Readonly<Record<string, never>>[]>>
  const [first] = content ?? messages ?? contents ?? []
  const text = (first?.['content'] as { readonly text: string } | undefined)?.text ?? first?.['text']
  return { ...(result as object as Reply), text, error } // questions are as the server sends them
}

/** How states are refused that are not of this request. */
export const notValid = { code: -32602, message: 'requestState is not valid for this request' }
export const foreign = { code: -32602, message: 'requestState was sealed by another server' }
