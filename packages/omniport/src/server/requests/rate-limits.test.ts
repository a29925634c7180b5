import { describe, expect, test, vi } from 'vitest'
import { verifies, verifiesIn } from '#test/requirements/verifies.js'
import { asPrincipal } from '#test/support/as-principal.js'
import { connectRaw } from '#test/support/connect-raw.js'
import { defineServer } from '#test/support/define-server.js'
import type { LimitOptions } from '../../protocol/limits/limit-options.js'
import { defaultLimits } from '../../protocol/limits/limits.js'
import { type Revision, revisions } from '../../protocol/revisions/revision.js'
import { MessageExchange } from '../../transport/exchange/message-exchange.js'
import { prompt } from '../prompts/prompt.js'
import { tool } from '../tools/tool.js'
import { RateLimits } from './rate-limits.js'

function define(limits: LimitOptions) {
  const run = vi.fn(() => 'ran')
  const complete = vi.fn(() => ['a'])
  const defined = defineServer({
    limits,
    tools: { t: tool({ run }) },
    prompts: {
      p: prompt({ arguments: { type: 'object', properties: { a: {} } }, complete: { a: complete }, get: () => '' }),
    },
  })
  return { ...defined, run, complete }
}

const completion = { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value: '' } }
const over = (limit: string, most: number, retryAfterSeconds: number) => ({
  code: -32603,
  message: `Too many per minute: the limit ${limit} is ${most}`,
  data: { retryAfterSeconds },
})

/** The errors of one request after the other. */
async function errorsOf(
  { request }: Pick<Awaited<ReturnType<typeof connectRaw>>, 'request'>,
  method: string,
  times: number,
): Promise<readonly unknown[]> {
  const params = method === 'tools/call' ? { name: 't' } : completion
  const errors: unknown[] = []
  for (let time = 0; time < times; time += 1) errors.push((await request(method, params)).error)
  return errors
}

describe.each(revisions)('at %s', (revision: Revision) => {
  test('calls over the limit are refused, do not run, and are taken again when time has passed', async () => {
    verifiesIn(revision, 'TOOL-30')
    const { server, runtime, run } = define({ callsPerMinute: 2 })
    const connection = await connectRaw(server, { revision })
    expect(await errorsOf(connection, 'tools/call', 3)).toEqual([undefined, undefined, over('callsPerMinute', 2, 30)])
    expect(run).toHaveBeenCalledTimes(2)
    runtime.advance(29_500)
    expect(await errorsOf(connection, 'tools/call', 1)).toEqual([over('callsPerMinute', 2, 1)])
    runtime.advance(500)
    expect(await errorsOf(connection, 'tools/call', 2)).toEqual([undefined, over('callsPerMinute', 2, 30)])
    expect(run).toHaveBeenCalledTimes(3)
  })

  test('completions over the limit are refused, and nobody is asked for suggestions', async () => {
    verifiesIn(revision, 'COMP-08', 'COMP-06')
    const { server, runtime, complete } = define({ completionsPerMinute: 1 })
    const connection = await connectRaw(server, { revision })
    const errors = await errorsOf(connection, 'completion/complete', 2)
    expect(errors).toEqual([undefined, over('completionsPerMinute', 1, 60)])
    expect(complete).toHaveBeenCalledTimes(1)
    runtime.advance(60_000)
    expect(await errorsOf(connection, 'completion/complete', 1)).toEqual([undefined])
  })

  test('nothing else is counted', async () => {
    const { server } = define({ callsPerMinute: 1 })
    const connection = await connectRaw(server, { revision })
    expect(await errorsOf(connection, 'tools/call', 2)).toEqual([undefined, over('callsPerMinute', 1, 60)])
    expect(await errorsOf(connection, 'completion/complete', 5)).toEqual(Array(5).fill(undefined))
    expect((await connection.request('tools/list')).error).toBeUndefined()
  })
})

describe('whose calls are counted', () => {
  test.each(revisions)('those of each principal, over all its connections, at %s', async (revision) => {
    const { server } = define({ callsPerMinute: 1 })
    const first = await connectRaw(asPrincipal(server, 'a'), { revision })
    const second = await connectRaw(asPrincipal(server, 'a'), { revision })
    const other = await connectRaw(asPrincipal(server, 'b'), { revision })
    const errors = [first, second, other].map((connection) => errorsOf(connection, 'tools/call', 1))
    expect((await Promise.all(errors)).flat()).toEqual([undefined, over('callsPerMinute', 1, 60), undefined])
  })

  test.each(revisions)('without one, those of each connection, at %s', async (revision) => {
    const { server } = define({ callsPerMinute: 1 })
    const first = await connectRaw(server, { revision })
    const second = await connectRaw(server, { revision })
    expect(await errorsOf(first, 'tools/call', 2)).toEqual([undefined, over('callsPerMinute', 1, 60)])
    expect(await errorsOf(second, 'tools/call', 1)).toEqual([undefined])
  })

  test('a client that initializes again gets no more', async () => {
    const { server } = define({ callsPerMinute: 1 })
    const connection = await connectRaw(server)
    expect(await errorsOf(connection, 'tools/call', 1)).toEqual([undefined])
    const clientInfo = { name: 'c', version: '1' }
    await connection.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
    connection.notify('notifications/initialized')
    expect(await errorsOf(connection, 'tools/call', 1)).toEqual([over('callsPerMinute', 1, 60)])
  })

  test('those of a transport that names no sender, together', async () => {
    const { server } = define({ callsPerMinute: 1 })
    const state = { revision: '2026-07-28' as const, client: { capabilities: {} }, send: () => {} }
    const call = () =>
      server.serve({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 't' } }, new MessageExchange(state))
    expect((await call())?.error).toBeUndefined()
    expect((await call())?.error).toEqual(over('callsPerMinute', 1, 60))
  })
})

test('a call that becomes a task is counted as any other', async () => {
  const { server } = defineServer({
    limits: { callsPerMinute: 1 },
    tools: { t: tool({ task: 'optional', run: () => 'ran' }) },
  })
  const extensions = { 'io.modelcontextprotocol/tasks': {} }
  const modern = await connectRaw(server, { revision: '2026-07-28', capabilities: { extensions } })
  const legacy = await connectRaw(server)
  expect(await errorsOf(modern, 'tools/call', 2)).toEqual([undefined, over('callsPerMinute', 1, 60)])
  const call = () => legacy.request('tools/call', { name: 't', task: {} })
  expect([(await call()).error, (await call()).error]).toEqual([undefined, over('callsPerMinute', 1, 60)])
  await server.close()
})

test('each round of a call counts, and one that was refused may be sent again', async () => {
  const form = { type: 'object' as const, properties: { name: { type: 'string' as const } } }
  const ask = tool({ run: async (_args, ctx) => (await ctx.elicit('Who?', form)).action })
  const { server, runtime } = defineServer({ limits: { callsPerMinute: 1 }, tools: { ask } })
  const { request, close } = await connectRaw(server, {
    revision: '2026-07-28',
    capabilities: { elicitation: { form: {} } },
  })
  const { result = {} } = await request('tools/call', { name: 'ask' })
  const [key = ''] = Object.keys(result['inputRequests'] ?? {})
  const again = () =>
    request('tools/call', {
      name: 'ask',
      inputResponses: { [key]: { action: 'decline' } },
      requestState: result['requestState'],
    })
  expect((await again()).error).toEqual(over('callsPerMinute', 1, 60))
  runtime.advance(60_000)
  expect((await again()).result?.['content']).toEqual([{ type: 'text', text: 'decline' }])
  close()
})

describe('by default', () => {
  test.each([
    ['tools/call', 'callsPerMinute'],
    ['completion/complete', 'completionsPerMinute'],
  ] as const)('%s is limited to 60,000 in a minute, and 1,000 more come back each second', (method, limit) => {
    verifies('TOOL-30', 'COMP-08')
    const { runtime } = define({})
    const rates = new RateLimits(defaultLimits, runtime)
    const exchange = new MessageExchange({ revision: '2026-07-28', client: { capabilities: {} }, send: () => {} })
    const request = () => rates.admit(method, exchange)
    for (let time = 0; time < 60_000; time += 1) request()
    expect(request).toThrow(expect.objectContaining(over(limit, 60_000, 1)))
    runtime.advance(1_000)
    for (let time = 0; time < 1_000; time += 1) request()
    expect(request).toThrow(expect.objectContaining(over(limit, 60_000, 1)))
  })

  test('there is a limit, unless it is infinite', async () => {
    const { server } = define({ callsPerMinute: Infinity, allowUnbounded: ['callsPerMinute'] })
    const connection = await connectRaw(server)
    expect(await errorsOf(connection, 'tools/call', 200)).toEqual(Array(200).fill(undefined))
    expect(() => define({ callsPerMinute: Infinity })).toThrow(/takes allowUnbounded: \['callsPerMinute'\]/)
  })
})

test.each([0, -1, Number.NaN])('%s is no limit', (callsPerMinute) => {
  expect(() => define({ callsPerMinute })).toThrow(/limits\.callsPerMinute/)
})
