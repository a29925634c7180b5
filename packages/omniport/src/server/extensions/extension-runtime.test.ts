import { describe, expect, test } from 'vitest'
import { TaskWorld } from '#test/support/task-nodes.js'
import type { RpcNotification, RpcParams } from '../../jsonrpc/messages/messages.js'
import { ExtendedResult } from '../../protocol/results/extended-result.js'
import { tool } from '../tools/tool.js'
import type { ExtensionContext } from './extension-context.js'
import { deliver, type ExtensionInvocation, honour, serveMethod, serveResultType } from './extension-runtime.js'

const id = 'com.example/a'

function setUp(params: RpcParams = {}, extensions: unknown = { [id]: { depth: 2 } }) {
  const node = new TaskWorld().node({ t: tool({ run: () => '' }) })
  const sent: RpcNotification[] = []
  const exchange = {
    client: { capabilities: { extensions } },
    notify: (message: RpcNotification) => void sent.push(message),
  }
  const call = { ...node.call({}, { exchange }), params }
  const services = { ...node.tool('t').services, context: async () => 'the app' }
  const invocation: ExtensionInvocation = { id, services, call }
  return { invocation, sent }
}

const part = { path: 'extension "a": method "m"', name: 'm' }

describe('a method of an extension', () => {
  test('gets its parameters without metadata, and its context', async () => {
    const { invocation } = setUp({ a: 1, _meta: { b: 2 } })
    const seen: unknown[] = []
    const serve = (params: unknown, ctx: ExtensionContext) => {
      seen.push(params, ctx.app, ctx.settings)
      return { c: 3 }
    }
    expect(await serveMethod({ ...part, serve, validator: undefined }, invocation)).toEqual(
      new ExtendedResult('complete', { c: 3 }),
    )
    expect(seen).toEqual([{ a: 1 }, 'the app', { depth: 2 }])
  })

  test.each([undefined, null])('that gives %s acknowledges', async (nothing) => {
    const { invocation } = setUp()
    expect(await serveMethod({ ...part, serve: () => nothing, validator: undefined }, invocation)).toEqual(
      new ExtendedResult('complete', {}),
    )
  })

  test.each([
    [[], 'an array'],
    [1, 'number'],
    ['text', 'string'],
    [false, 'boolean'],
  ])('that gives %j fails', async (given, shown) => {
    const { invocation } = setUp()
    await expect(serveMethod({ ...part, serve: () => given, validator: undefined }, invocation)).rejects.toThrow(
      new TypeError(`extension "a": method "m" must give an object, got ${shown}`),
    )
  })

  test('gets what its schema makes of its parameters, or is refused', async () => {
    const { invocation } = setUp({ a: 1 })
    const seen: unknown[] = []
    const serve = (params: unknown) => void seen.push(params)
    const validator = (checked: object) => ({ check: () => checked }) as never
    await serveMethod({ ...part, serve, validator: validator({ value: { a: 2 } }) }, invocation)
    expect(seen).toEqual([{ a: 2 }])
    const refused = validator({ issues: [{ message: 'no', path: ['a'] }] })
    await expect(serveMethod({ ...part, serve, validator: refused }, invocation)).rejects.toMatchObject({
      code: -32602,
      message: expect.stringMatching(/^Invalid params for m: a/),
    })
    expect(seen.length).toBe(1)
  })
})

describe('a result type of an extension', () => {
  test('gets all parameters, and may leave the method to the server', async () => {
    const { invocation } = setUp({ a: 1, _meta: { b: 2 } })
    const seen: unknown[] = []
    const give = (result: unknown) =>
      serveResultType(
        {
          ...part,
          name: 'ticket',
          serve: (params) => {
            seen.push(params)
            return result
          },
        },
        invocation,
      )
    expect([await give(undefined), await give(null), await give({ c: 3 })]).toEqual([
      undefined,
      undefined,
      new ExtendedResult('ticket', { c: 3 }),
    ])
    expect(seen[0]).toEqual({ a: 1, _meta: { b: 2 } })
    await expect(give(1)).rejects.toThrow(TypeError)
  })
})

describe('a filter of an extension', () => {
  test('honours any value, or nothing', async () => {
    const { invocation } = setUp()
    const give = (honoured: unknown) => honour((asked) => [asked, honoured], 1, invocation)
    expect(await give(2)).toEqual([1, 2])
    const values = [undefined, null, false, 0, '']
    expect(await Promise.all(values.map((value) => honour(() => value, 1, invocation)))).toEqual([
      undefined,
      undefined,
      false,
      0,
      '',
    ])
  })

  test('delivers on its subscription, until that has ended', async () => {
    const { invocation, sent } = setUp()
    const over = new AbortController()
    const notified: unknown[] = []
    const stream = {
      signal: over.signal,
      notify: (method: string, params: RpcParams | undefined) => void notified.push([method, params]),
    }
    const run = () =>
      deliver(
        (honoured: unknown, ctx: ExtensionContext) => {
          notified.push(honoured, ctx.signal === over.signal)
          ctx.notify('notifications/a', { b: 1 })
          ctx.log.error('not on a subscription')
        },
        'all',
        { ...invocation, stream },
      )
    await run()
    over.abort()
    await run()
    expect([notified, sent]).toEqual([['all', true, ['notifications/a', { b: 1 }]], []])
  })
})

describe('the context of an extension', () => {
  const contextOf = async (extensions: unknown) => {
    const { invocation, sent } = setUp({}, extensions)
    const found: ExtensionContext[] = []
    await honour((_asked, ctx) => void found.push(ctx), 1, invocation)
    const [ctx] = found
    if (ctx === undefined) throw new Error('there is one')
    return { ctx, sent }
  }

  test.each<[unknown, object]>([
    [{ [id]: { a: 1 } }, { a: 1 }],
    [{ [id]: true }, {}],
    [{}, {}],
    [Object.create({ [id]: { a: 1 } }), {}],
    ['text', {}],
    [null, {}],
  ])('has the settings of the client: %j', async (extensions, settings) => {
    expect((await contextOf(extensions)).ctx.settings).toEqual(settings)
  })

  test('sends what belongs to the request, and nothing of the protocol', async () => {
    const { ctx, sent } = await contextOf({})
    ctx.notify('notifications/a')
    ctx.notify('notifications/b', { c: 1 })
    expect(sent).toStrictEqual([
      { jsonrpc: '2.0', method: 'notifications/a' },
      { jsonrpc: '2.0', method: 'notifications/b', params: { c: 1 } },
    ])
    expect(() => ctx.notify('notifications/progress')).toThrow(
      new TypeError('ctx.notify: "notifications/progress" belongs to the protocol'),
    )
  })
})
