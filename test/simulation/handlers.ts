import type { Context } from '../../packages/omniport/src/server/requests/context.js'
import { type AnyTool, tool } from '../../packages/omniport/src/server/tools/tool.js'
import type { History } from '../history/history.js'
import { createTag, type Tag, tagsIn } from '../history/tag.js'
import type { SimulatedRuntime } from './simulated-runtime.js'

/** What handlers share. */
export interface HandlerHome {
  /** Of their server. */
  readonly name: string
  readonly history: History
  readonly runtime: SimulatedRuntime
  /** Each run that is not over. */
  readonly running: Map<string, Running>
  /** How many may run at once in one session, of a pipe and over HTTP. */
  readonly mostAtOnce: { readonly pipe: number; readonly http: number }
  /** Whether what a handler says beside its result reaches its user. */
  readonly tells: boolean
}

/** The session a handler runs in, and whether it was told to stop. */
interface Running {
  readonly session?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** What `context` of the server makes. */
export interface App {
  readonly session: string | undefined
  readonly revision: string
}

/** What is asked of every handler. */
interface Args {
  readonly tag: string
  /** How long to take, where the handler takes its time. */
  readonly ms: number
  /** How much to say. */
  readonly count: number
}

type Body = (args: Args, ctx: Context<App>, tag: Tag) => Promise<string> | string

/** The tools of a simulated server: each echoes the tag of its operation in everything it says. */
export function createHandlers(home: HandlerHome): Readonly<Record<string, AnyTool<App>>> {
  const { runtime, history } = home
  const bodies: Readonly<Record<string, Body>> = {
    echo: ({ tag }) => `echo ${tag}`,
    later: async ({ tag }) => {
      await Promise.resolve()
      return `later ${tag}`
    },
    slow: async ({ tag, ms }, ctx) => {
      await sleep(runtime, ms, ctx.signal)
      return `slow ${tag}`
    },
    stubborn: async ({ tag, ms }) => {
      await sleep(runtime, ms)
      return `stubborn ${tag}`
    },
    fails: async ({ tag, ms }, ctx) => {
      await sleep(runtime, ms, ctx.signal)
      throw new Error(`fails ${tag}`)
    },
    chatty: async ({ tag: text, ms, count }, ctx, tag) => {
      for (let number = 1; number <= count; number += 1) {
        const reported = createTag({ ...tag, number })
        for (const what of home.tells ? heardBy(ctx) : []) history.record({ kind: 'told', ...tag, what, number })
        ctx.log.info({ reported })
        ctx.progress(number, count, reported)
        await sleep(runtime, ms / count, ctx.signal)
      }
      return `chatty ${text}`
    },
    large: async ({ tag, count }, ctx) => {
      for (let number = 1; number <= count; number += 1) ctx.log.info({ reported: tag, filler: 'x'.repeat(2_000) })
      return `large ${tag} ${'y'.repeat(500 * count)}`
    },
    asks: async ({ tag }, ctx) => {
      const answer = await ctx.elicit(`What of ${tag}?`, question)
      return `asks ${tag} ${JSON.stringify(answer)}`
    },
    polls: async ({ tag, ms }, ctx) => {
      ctx.disconnect({ retryMs: 200 })
      await sleep(runtime, ms, ctx.signal)
      return `polls ${tag}`
    },
  }
  return Object.fromEntries(Object.entries(bodies).map(([name, body]) => [name, toTool(name, body, home)]))
}

/** What the caller asked to hear of. */
function heardBy({ request, app }: Context<App>): readonly string[] {
  const { progressToken, 'io.modelcontextprotocol/logLevel': level } = request.meta
  const hasMessages = app.revision !== '2024-11-05'
  const hearsLogs = app.session !== undefined || level !== undefined
  return [...(hearsLogs ? ['log'] : []), ...(progressToken !== undefined && hasMessages ? ['progress'] : [])]
}

function toTool(name: string, body: Body, home: HandlerHome): AnyTool<App> {
  let runs = 0
  const { history, running } = home
  return tool({
    input: argsSchema,
    run: async (given: unknown, ctx: Context<App>) => {
      const args = given as Args // as its schema says
      const [tag = { party: 'nobody', operation: 'none' }] = tagsIn(args.tag)
      runs += 1
      const run = `${home.name}/${name}-${runs}`
      const owner = name === 'stubborn' ? {} : { owner: home.name } // it outlives a server that gives up on it
      history.record({
        ...{ kind: 'handler-started', run, ...tag, ...owner },
        ...(ctx.principal !== undefined && { principal: ctx.principal.id }),
        ...(ctx.app.session !== undefined && { session: ctx.app.session }),
      })
      running.set(run, name === 'stubborn' ? {} : { session: ctx.app.session, signal: ctx.signal })
      const { session } = ctx.app
      if (session !== undefined) {
        const cap = home.mostAtOnce[ctx.principal === undefined ? 'pipe' : 'http']
        const value = [...running.values()].filter(
          (other) => other.session === session && other.signal?.aborted !== true,
        ).length
        if (value > 1) history.record({ kind: 'sample', what: 'handlers at once', where: session, value, cap })
      }
      try {
        return await body(args, ctx, tag)
      } finally {
        running.delete(run)
        history.record({ kind: 'handler-ended', run, ...owner })
      }
    },
  })
}

const argsSchema = {
  type: 'object',
  properties: { tag: { type: 'string' }, ms: { type: 'number' }, count: { type: 'number' } },
  required: ['tag', 'ms', 'count'],
} as const

const question = {
  type: 'object',
  properties: { word: { type: 'string' } },
  required: ['word'],
} as const

/** Rejects with the reason of `signal`. */
function sleep(runtime: SimulatedRuntime, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason)
      return
    }
    const stop = runtime.after(ms, () => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    })
    const onAbort = () => {
      stop()
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
