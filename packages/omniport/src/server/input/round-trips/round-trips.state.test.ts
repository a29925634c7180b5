import { describe, expect, test } from 'vitest'
import { asPrincipal } from '#test/support/as-principal.js'
import { connectRaw } from '#test/support/connect-raw.js'
import { type DefineOptions, defineServer } from '#test/support/define-server.js'
import { createMemoryBlobs } from '../../../store/memory/memory-blobs.js'
import { tool } from '../../tools/tool.js'

const form = { type: 'object', properties: { name: { type: 'string' } } } as const
const modern = { revision: '2026-07-28', capabilities: { elicitation: { form: {} } } } as const
const secrets = ['0123456789abcdef0123456789abcdef']
const invalid = { code: -32602, message: 'requestState is not valid for this request' }

const asks = (more: object = {}) =>
  tool({
    ...more,
    run: async (_args, ctx) => {
      const { content } = await ctx.elicit('Who?', form)
      const { action } = await ctx.elicit('Really?', form)
      return `${action} ${String(content?.['name']).length}`
    },
  })

/** A server, and functions that call and that answer the last question. */
async function open(options: DefineOptions = {}, id = 'ann') {
  const all = defineServer({ secrets, tools: { asks: asks(), other: asks() }, ...options })
  const connection = await connectRaw(asPrincipal(all.server, id), modern)
  const call = async (params: object = {}) =>
    (await connection.request('tools/call', { name: 'asks', ...params })).result
  const retry = async (asked: Readonly<Record<string, unknown>> | undefined, params: object = {}, name = 'Ann') => {
    const [key = ''] = Object.keys(Object(asked?.['inputRequests']))
    const inputResponses = { [key]: { action: 'accept', content: { name } } }
    const given = { name: 'asks', requestState: asked?.['requestState'], inputResponses, ...params }
    const { result, error } = await connection.request('tools/call', given)
    return error ?? result
  }
  return { ...all, ...connection, call, retry }
}

describe('a state', () => {
  test('is for its request, its tool and its time, and not for another', async () => {
    const { call, retry, runtime, close } = await open()
    const asked = await call({ arguments: { a: 1 } })
    const own = { arguments: { a: 1 } }
    expect(await retry(asked, { arguments: { a: 2 } })).toEqual(invalid)
    expect(await retry(asked, { ...own, name: 'other' })).toEqual(invalid)
    expect(await retry(asked, { ...own, requestState: 5 })).toEqual(invalid)
    expect(await retry(asked, { ...own, requestState: `${asked?.['requestState']}x` })).toEqual(invalid)
    expect(await retry(asked, own)).toMatchObject({ resultType: 'input_required' })
    runtime.advance(3_600_000_000)
    expect(await retry(asked, own)).toEqual(invalid)
    close()
  })

  test('is for its caller, and for servers with the same name and secret', async () => {
    const [ann, bob, again] = [await open(), await open({}, 'bob'), await open()]
    const [renamed, rekeyed] = [await open({ name: 'other' }), await open({ secrets: ['x'.repeat(32)] })]
    const asked = await ann.call()
    expect(await bob.retry(asked)).toEqual(invalid)
    expect(await again.retry(asked)).toMatchObject({ resultType: 'input_required' })
    expect(await renamed.retry(asked)).toEqual(invalid)
    expect(await rekeyed.retry(asked)).toEqual({
      code: -32602,
      message: 'requestState was sealed by another server',
    })
    for (const { close } of [ann, bob, again, renamed, rekeyed]) close()
  })

  test('is for its definition as it was', async () => {
    const { call, retry, server, close } = await open()
    const asked = await call()
    server.tools.set('asks', asks({ description: 'Another' }))
    expect(await retry(asked)).toEqual({ code: -32602, message: 'asks changed, call it again without requestState' })
    close()
  })

  test('may be missing: the answers count, unless they are to be used once', async () => {
    const keysOf = (result: unknown) => Object.keys(Object((result as { inputRequests?: object }).inputRequests))
    const many = await open()
    const asked = await many.call()
    const second = await many.retry(asked, { requestState: undefined })
    expect([second, keysOf(second).length]).toEqual([expect.objectContaining({ resultType: 'input_required' }), 1])
    expect(keysOf(second)).not.toEqual(keysOf(asked))
    const single = await open({ tools: { asks: asks({ singleUse: true }) } })
    const first = await single.call()
    expect(keysOf(await single.retry(first, { requestState: undefined }))).toEqual(keysOf(first))
    for (const { close } of [many, single]) close()
  })

  test('that is too large to travel is stored where nodes share a store, or fails', async () => {
    const large = 'x'.repeat(3_000)
    const limits = { stateBytes: 2_000 }
    const alone = await open({ limits })
    const words = 'The answers so far are more than 2000 bytes (stateBytes)'
    expect(await alone.retry(await alone.call(), {}, large)).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: words }],
    })
    const blobs = createMemoryBlobs({ clock: alone.runtime })
    const nodes = [await open({ limits, stores: { blobs } }), await open({ limits, stores: { blobs } })]
    const second = await nodes[0]?.retry(await nodes[0].call(), {}, large)
    const last = await nodes[1]?.retry(second as Readonly<Record<string, unknown>>)
    expect(last).toMatchObject({ content: [{ type: 'text', text: 'accept 3000' }] })
    for (const { close } of [alone, ...nodes]) close()
  })
})

describe('a server warns', () => {
  test('once of a tool that goes on after its questions were sent', async () => {
    const swallows = tool({ run: (_args, ctx) => ctx.elicit('Who?', form).then(String, () => 'went on') })
    const { request, settle, logger, close } = await open({ tools: { swallows, again: swallows } })
    for (const name of ['swallows', 'swallows', 'again']) await request('tools/call', { name })
    await settle()
    const words = 'caught what ends a call that waits for answers, and went on: if (isSuspended(error)) throw error'
    expect(logger.warnings).toEqual([`swallows ${words}`, `again ${words}`])
    close()
  })

  test('of what a tool throws after its questions were sent', async () => {
    const error = new Error('by mistake')
    const fails = tool({
      run: (_args, ctx) =>
        ctx.elicit('Who?', form).then(String, () => {
          throw error
        }),
    })
    const { request, settle, logger, close } = await open({ tools: { fails } })
    expect((await request('tools/call', { name: 'fails' })).result).toMatchObject({ resultType: 'input_required' })
    await settle()
    expect(logger.errors).toEqual([{ message: 'fails failed after its questions were sent', error }])
    close()
  })

  test('once where states that are used once are known to this process alone', async () => {
    const { call, retry, logger, close } = await open({ tools: { asks: asks({ singleUse: true }) } })
    for (let count = 0; count < 2; count += 1) await retry(await call())
    expect(logger.warnings).toEqual([
      expect.stringMatching(/^asks has singleUse, and this process alone knows which states were used:/),
    ])
    close()
  })

  test('of nothing where nodes share a store, or there is one alone', async () => {
    const tools = { asks: asks({ singleUse: true }) }
    for (const options of [
      { tools, secrets: undefined },
      { tools, stores: { blobs: createMemoryBlobs({ clock: defineServer().runtime }) } },
    ]) {
      const { call, retry, logger, close } = await open(options)
      await retry(await call())
      expect(logger.warnings).toEqual([])
      close()
    }
  })
})
