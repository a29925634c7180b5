import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { connectRaw, type RawConnection } from '#test/support/connect-raw.js'
import { defineServer } from '#test/support/define-server.js'
import type { LimitOptions } from '../../protocol/limits/limit-options.js'
import { type Revision, revisions } from '../../protocol/revisions/revision.js'
import { jsonSchema } from '../../schema/standard/json-schema.js'
import { tool } from '../tools/tool.js'
import type { Context } from './context.js'

/** Connects to a server whose tool does `steps` in turn, one with each call. */
async function connect(
  revision: Revision,
  limits: LimitOptions,
  ...steps: ((ctx: Context, advance: (ms: number) => void) => void | Promise<void>)[]
) {
  const { server, runtime } = defineServer({
    limits,
    tools: {
      t: tool({
        input: jsonSchema<{ step: number }>({ type: 'object', properties: { step: { type: 'number' } } }),
        run: async ({ step }, ctx) => {
          await steps[step]?.(ctx, runtime.advance)
          return 'done'
        },
      }),
    },
  })
  const connection = await connectRaw(server, { revision })
  return { ...connection, call: (step: number, level = 'debug') => call(connection, step, level) }
}

/** Gives the level and the data of what the server logs during a call. */
async function call({ request, messages, settle }: RawConnection, step: number, level: string) {
  messages.length = 0
  const _meta = { 'io.modelcontextprotocol/logLevel': level }
  const { result } = await request('tools/call', { name: 't', arguments: { step }, _meta })
  expect(result?.['content']).toEqual([{ type: 'text', text: 'done' }])
  await settle()
  return messages.map(({ params }) => [params?.['level'], params?.['data'], params?.['logger']])
}

const leftOut = (count: number, limit: number) => `Log messages left out: ${count}. The limit logsPerMinute is ${limit}`
const log = (count: number) => (ctx: Context) => {
  for (let number = 1; number <= count; number += 1) ctx.log.info(number)
}

describe.each(revisions)('at %s log messages over the limit', (revision) => {
  test('are left out, and one message at the end of the request says how many', async () => {
    verifies('LOG-10', 'LOG-13')
    const { call, close } = await connect(revision, { logsPerMinute: 2 }, log(5), log(1))
    expect(await call(0)).toEqual([
      ['info', 1, 't'],
      ['info', 2, 't'],
      ['warning', leftOut(3, 2), 't'],
    ])
    expect(await call(1)).toEqual([['warning', leftOut(1, 2), 't']])
    close()
  })

  test('are told of before the next one that is sent', async () => {
    const step = (ctx: Context, advance: (ms: number) => void) => {
      log(3)(ctx)
      advance(60_000)
      ctx.log.error('late')
    }
    const { call, close } = await connect(revision, { logsPerMinute: 1 }, step)
    expect(await call(0)).toEqual([
      ['info', 1, 't'],
      ['warning', leftOut(2, 1), 't'],
      ['error', 'late', 't'],
    ])
    close()
  })
})

test('a client hears of them at a level that it wants', async () => {
  const fail = (ctx: Context) => {
    for (const data of [1, 2, 3]) ctx.log.critical(data)
  }
  const { call, close } = await connect('2026-07-28', { logsPerMinute: 1 }, fail)
  expect(await call(0, 'critical')).toEqual([
    ['critical', 1, 't'],
    ['critical', leftOut(2, 1), 't'],
  ])
  close()
})

test('messages below the level that the client wants do not count', async () => {
  const step = (ctx: Context) => {
    for (const data of [1, 2, 3]) ctx.log.info(data)
    ctx.log.error('important')
  }
  const { call, close } = await connect('2026-07-28', { logsPerMinute: 1 }, step)
  expect(await call(0, 'error')).toEqual([['error', 'important', 't']])
  close()
})

test('by default 60,000 are sent at once', async () => {
  const { call, close } = await connect('2026-07-28', {}, log(60_001))
  const logged = await call(0)
  expect([logged.length, logged.at(-1)]).toEqual([60_001, ['warning', leftOut(1, 60_000), 't']])
  close()
})

test('there is no limit where it is infinite', async () => {
  const limits: LimitOptions = { logsPerMinute: Infinity, allowUnbounded: ['logsPerMinute'] }
  const { call, close } = await connect('2026-07-28', limits, log(100))
  expect((await call(0)).map(([, data]) => data)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1))
  close()
})

test('a task counts as its caller, and takes no messages of another connection', async () => {
  const { server } = defineServer({
    limits: { logsPerMinute: 2 },
    tools: { t: tool({ task: 'required', run: (_args, ctx) => void log(3)(ctx) }) },
  })
  const logged = async () => {
    const { request, messages, settle, close } = await connectRaw(server)
    await request('tools/call', { name: 't', task: {} })
    await settle()
    await settle()
    close()
    return messages.filter(({ method }) => method === 'notifications/message').map(({ params }) => params?.['data'])
  }
  expect([await logged(), await logged()]).toEqual([
    [1, 2, leftOut(1, 2)],
    [1, 2, leftOut(1, 2)],
  ])
  await server.close()
})
