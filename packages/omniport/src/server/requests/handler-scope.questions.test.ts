import { describe, expect, test } from 'vitest'
import { connectRaw } from '#test/support/connect-raw.js'
import { defineServer } from '#test/support/define-server.js'
import { revisions } from '../../protocol/revisions/revision.js'
import { prompt } from '../prompts/prompt.js'
import { tool } from '../tools/tool.js'
import type { Context } from './context.js'

const form = { type: 'object', properties: { name: { type: 'string' } } } as const
const capabilities = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} }
const sampled = { messages: [], maxTokens: 1 }

/** The questions that handlers do not wait for. */
const asks = {
  elicit: (ctx: Context) => void ctx.elicit('Who?', form),
  elicitUrl: (ctx: Context) => void ctx.elicitUrl('Pay', 'https://a.example/'),
  sample: (ctx: Context) => void ctx.sample(sampled),
  roots: (ctx: Context) => void ctx.roots(),
}

const warning = (name: string, kind = 'roots') =>
  `${name} returned before its question was answered: write await ctx.${kind}(…)`

describe.each(revisions)('at %s a handler that returns while its question is open', (revision) => {
  async function warningsOf(run: (ctx: Context) => unknown) {
    const { server, logger } = defineServer({ tools: { t: tool({ run: (_args, ctx) => run(ctx) as string }) } })
    const { request, settle, close } = await connectRaw(server, { revision, capabilities })
    await request('tools/call', { name: 't' })
    await settle()
    await request('tools/call', { name: 't' }) // the parts that ask are loaded by now
    await settle()
    close()
    return [logger.warnings, logger.errors]
  }

  test('is warned of once', async () => {
    const logged = await warningsOf(async (ctx) => {
      asks.roots(ctx)
      return 'done'
    })
    expect(logged).toEqual([[warning('t')], []])
  })

  test('is warned of where it returns at once', async () => {
    const logged = await warningsOf((ctx) => {
      asks.roots(ctx)
      return 'done'
    })
    expect(logged).toEqual([[warning('t')], []])
  })
})

test.each(Object.entries(asks))('the warning names the question that was open: %s', async (kind, ask) => {
  const server = defineServer({
    prompts: {
      p: prompt({
        get(_args, ctx) {
          ask(ctx)
          return 'text'
        },
      }),
    },
  })
  const { request, close } = await connectRaw(server.server, { capabilities })
  await request('prompts/get', { name: 'p' })
  close()
  expect(server.logger.warnings).toEqual([warning('p', kind)])
})

test('the warning is the same where the questions of 2026-07-28 are on their way', async () => {
  const { server, logger } = defineServer({
    tools: {
      waits: tool({ run: (_args, ctx) => ctx.roots().then(String) }),
      async: tool({
        async run(_args, ctx) {
          asks.roots(ctx)
          return 'done'
        },
      }),
    },
  })
  const { request, settle, close } = await connectRaw(server, { revision: '2026-07-28', capabilities })
  await request('tools/call', { name: 'waits' })
  const { result } = await request('tools/call', { name: 'async' })
  await settle()
  close()
  expect([result?.['resultType'], logger.warnings]).toEqual(['input_required', [warning('async')]])
})

test('a handler that waits for each answer, or gives up with its caller, is not warned of', async () => {
  const stopped: string[] = []
  const { server, logger } = defineServer({
    tools: {
      waits: tool({ run: (_args, ctx) => ctx.roots().then(({ length }) => `${length} roots`) }),
      fails: tool({ run: (_args, ctx) => Promise.all([ctx.roots(), Promise.reject(new Error('no'))]).then(String) }),
      stops: tool({
        run: (_args, ctx) =>
          new Promise<string>((resolve) => {
            asks.roots(ctx)
            ctx.signal.addEventListener('abort', () => {
              stopped.push('stops')
              resolve('stopped')
            })
          }),
      }),
    },
  })
  const { request, notify, send, settle, messages, close } = await connectRaw(server, { capabilities })
  const answer = async () => {
    await settle()
    for (const { id } of messages.splice(0)) if (id !== undefined) send({ jsonrpc: '2.0', id, result: { roots: [] } })
  }
  const waiting = request('tools/call', { name: 'waits' })
  await answer()
  expect((await waiting).result).toEqual({ content: [{ type: 'text', text: '0 roots' }] })
  const failing = request('tools/call', { name: 'fails' })
  await answer()
  expect((await failing).result).toMatchObject({ isError: true })
  void request('tools/call', { name: 'stops' }, 'stops')
  await settle()
  notify('notifications/cancelled', { requestId: 'stops' })
  await settle()
  close()
  expect([stopped, logger.warnings]).toEqual([['stops'], []])
})
