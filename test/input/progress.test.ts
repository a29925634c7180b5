import { describe, expect, test } from 'vitest'
import type { AnswerContext, ConnectOptions } from '../../packages/omniport/src/client/connect-options.js'
import { deferred } from '../../packages/omniport/src/client/fixtures/connect-fake.js'
import type { Progress } from '../../packages/omniport/src/protocol/exchange/exchange.js'
import { profileOf } from '../../packages/omniport/src/protocol/revisions/revision-profile.js'
import { createServer } from '../../packages/omniport/src/server/create-server.js'
import type { Context } from '../../packages/omniport/src/server/requests/context.js'
import { tool } from '../../packages/omniport/src/server/tools/tool.js'
import { verifies } from '../requirements/verifies.js'
import { createRecordingLogger } from '../support/recording-logger.js'
import { doors } from './doors.js'

const form = { type: 'object', properties: { name: { type: 'string' } } } as const

const kinds = {
  sample: (ctx: Context, onProgress: (progress: Progress) => void) =>
    ctx.sample({ messages: [{ role: 'user', content: 'A word' }], maxTokens: 10 }, { onProgress }),
  elicit: (ctx: Context, onProgress: (progress: Progress) => void) => ctx.elicit('Who?', form, { onProgress }),
  elicitUrl: (ctx: Context, onProgress: (progress: Progress) => void) =>
    ctx.elicitUrl('Go', 'https://example.com/', { onProgress }),
}
type Kind = keyof typeof kinds

/** The handlers of a client that run `run` before they answer. */
const answering = (run: (ctx: AnswerContext) => Promise<void>): ConnectOptions => ({
  sample: async (_params, ctx) => {
    await run(ctx)
    return { role: 'assistant', model: 'm', content: [{ type: 'text', text: 'Oslo' }] }
  },
  elicit: async (_question, ctx) => {
    await run(ctx)
    return { action: 'accept', content: { name: 'Ada' } }
  },
  elicitUrl: async (_question, ctx) => {
    await run(ctx)
    return 'accept'
  },
})

const places = doors.flatMap((door) =>
  door.revisions.flatMap((revision) => {
    const { elicitation } = profileOf(revision)
    const asked: Kind[] = ['sample']
    if (elicitation !== 'none') asked.push('elicit')
    if (elicitation === 'full') asked.push('elicitUrl')
    return asked.map((kind) => ({ kind, revision, where: door.name, door }))
  }),
)

describe('the progress of a question', () => {
  test.each(places)('by $kind, $revision over $where', async ({ kind, revision, door }) => {
    verifies('PRO-01', 'PRO-02')
    const isReported = revision !== '2026-07-28'
    const logger = createRecordingLogger()
    const seen: Progress[] = []
    const arrivals = Array.from({ length: 2 }, () => deferred<void>())
    const onProgress = (progress: Progress) => {
      seen.push(progress)
      arrivals[seen.length - 1]?.resolve()
    }
    const server = createServer({
      name: 's',
      version: '1',
      logger,
      tools: {
        t: tool({
          run: async (_args, ctx) => {
            await kinds[kind](ctx, onProgress)
            return 'done'
          },
        }),
      },
    })
    const served = await door.open(server)
    const errors: Error[] = []
    const client = await served.connect({
      revision,
      onError: (error) => errors.push(error),
      ...answering(async ({ progress }) => {
        for (const [index, { promise }] of arrivals.entries()) {
          progress(index + 1, 2, 'm')
          if (isReported) await promise
        }
      }),
    })
    expect((await client.callTool('t', {})).content).toEqual([{ type: 'text', text: 'done' }])
    const message = profileOf(revision).progressMessage ? { message: 'm' } : {}
    const reports = [1, 2].map((done) => ({ done, total: 2, ...message }))
    expect([seen, logger.errors, errors]).toEqual([isReported ? reports : [], [], []])
    await client.close()
    await served.close()
    await server.close()
  })
})
