import '../support/late-parts.js'
import { RpcError } from '../../packages/omniport/src/jsonrpc/messages/rpc-error.js'
import { createServer } from '../../packages/omniport/src/server/create-server.js'
import { prompt } from '../../packages/omniport/src/server/prompts/prompt.js'
import { resource } from '../../packages/omniport/src/server/resources/resource.js'
import type { Server } from '../../packages/omniport/src/server/server.js'
import { tool } from '../../packages/omniport/src/server/tools/tool.js'
import { OmniportError } from '../../packages/omniport/src/values/errors/omniport-error.js'
import type { ManualRuntime } from '../support/virtual-runtime.js'
import { createHttpRuntime, settled } from '../support/virtual-runtime.js'
import { cryptoWork } from './crypto-work.js'

/** A server, and its time, which stands still. */
export interface Subject {
  readonly server: Server
  readonly runtime: ManualRuntime
  /** What was logged as a failure of this side since it was last asked, but for what tools mean to throw. */
  problems(): unknown[]
  /** Lets time pass until `what` is settled; rejects where ten minutes do not suffice. */
  pass<T>(what: Promise<T>): Promise<T>
  close(): Promise<void>
}

/** The server that is sent everything. Whoever creates it closes it. */
export function createSubject(): Subject {
  const runtime = createHttpRuntime()
  let problems: unknown[] = []
  const server = createServer({
    name: 'subject',
    version: '1',
    runtime,
    logger: { error: (_message, { error }) => void (isMeant(error) || problems.push(error)), warn() {} },
    pageSize: 2,
    tools: {
      echo: tool({ run: (args) => args as object }),
      constructor: tool({ run: () => 'constructed' }),
      region: tool({
        input: { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } },
        run: ({ region }) => String(region),
      }),
      fails: tool({
        run: () => {
          throw secret
        },
      }),
      waits: tool({
        run: (_args, ctx) =>
          new Promise<string>((_, reject) => ctx.signal.addEventListener('abort', () => reject(ctx.signal.reason))),
      }),
      asks: tool({
        run: async (_args, ctx) => {
          const schema = { type: 'object', properties: { name: { type: 'string' } } } as const
          return JSON.stringify(await ctx.elicit('Who?', schema))
        },
      }),
      tells: tool({
        run: async (_args, ctx) => {
          ctx.progress(1, 2)
          ctx.log.info('half')
          await Promise.resolve()
          ctx.progress(2, 2)
          return 'told'
        },
      }),
    },
    prompts: { toString: prompt({ get: () => 'Hello' }), args: prompt({ get: () => 'Hi' }) },
    resources: {
      fixed: resource({ uri: 'notes://a', read: () => 'a' }),
      folder: resource({ uri: 'file:///data/{+path}', read: ({ path }) => String(path) }),
      query: resource({
        uri: 'notes://{id}{?q,__proto__}',
        complete: { id: () => ['one', 'two'] },
        read: (variables) => JSON.stringify(variables),
      }),
    },
  })
  const pass = async <T>(what: Promise<T>): Promise<T> => {
    let isSettled = false
    const settle = () => {
      isSettled = true
    }
    what.then(settle, settle)
    await settled(2)
    for (let step = 0; !isSettled && step < 1_000; step += 1) {
      while (cryptoWork.pending > 0) await settled(1)
      if (!isSettled) runtime.advance(600)
      await settled(1)
    }
    if (!isSettled) throw new Error('Nothing happened in ten minutes')
    return what
  }
  const takeProblems = () => {
    const taken = problems
    problems = []
    return taken
  }
  return { server, runtime, problems: takeProblems, pass, close: () => pass(server.close()) }
}

const secret = new Error('secret')

/** Broken messages are logged too, and that time ran out. */
function isMeant(error: unknown): boolean {
  return error === secret || RpcError.is(error) || OmniportError.is(error)
}
