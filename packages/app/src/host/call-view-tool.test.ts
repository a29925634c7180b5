import type { CallToolResult, Tool } from 'omniport'
import { RpcError } from 'omniport/jsonrpc'
import { describe, expect, test } from 'vitest'
import type { AppBridgeOptions } from './bridge-options.js'
import { callViewTool } from './call-view-tool.js'

type Host = Pick<AppBridgeOptions, 'server' | 'ask'>

const toolWith = (_meta?: object): Tool =>
  ({ name: 't', inputSchema: { type: 'object' }, ...(_meta === undefined ? {} : { _meta }) }) as Tool

/** A host that allows all, and writes down what the server is asked for. */
function create(result: object = { content: [] }, tool = toolWith()) {
  const calls: unknown[] = []
  const host: Host = {
    server: {
      listTools: async () => [{ ...tool, name: 'other' }, tool],
      callTool: async (...call) => {
        calls.push(call)
        return result as CallToolResult<string>
      },
    },
    ask: { tool: () => true },
  }
  const { signal } = new AbortController()
  const call = (params: object, given: Host = host) => callViewTool(given, { ...params }, signal)
  return { calls, host, signal, call }
}

describe('a tool that a view calls', () => {
  test('gets its arguments, and the signal of the request, as the person does who is asked', async () => {
    const { calls, host, signal, call } = create()
    const asked: unknown[] = []
    const tool = (...given: unknown[]) => asked.push(given) > 0
    await call({ name: 't', arguments: { a: 1 } }, { ...host, ask: { tool } })
    expect(asked).toEqual([[{ tool: toolWith(), arguments: { a: 1 } }, signal]])
    expect(calls).toEqual([['t', { a: 1 }, { signal }]])
  })

  test('gets an empty object where the view gives no arguments', async () => {
    const { calls, signal, call } = create()
    await call({ name: 't' })
    expect(calls).toEqual([['t', {}, { signal }]])
  })

  test.each<[string, object, object]>([
    ['alone', { content: [] }, { content: [] }],
    [
      'with all else that it has',
      { content: [], structuredContent: {}, isError: false, _meta: {}, own: 1 },
      { content: [], structuredContent: {}, isError: false, _meta: {} },
    ],
    ['with a failure', { content: [], isError: true }, { content: [], isError: true }],
  ])('returns its content %s', async (_, result, expected) => {
    expect(await create(result).call({ name: 't' })).toStrictEqual(expected)
  })
})

describe('a call is refused', () => {
  test.each<[string, object, string]>([
    ['without a name', {}, 'name must be a text of at most 8000 characters'],
    ['with arguments in a list', { name: 't', arguments: [] }, 'arguments must be an object'],
    ['with a text for arguments', { name: 't', arguments: 'a' }, 'arguments must be an object'],
  ])('%s', async (_, params, message) => {
    const { calls, call } = create()
    await expect(call(params)).rejects.toEqual(new RpcError(-32602, message))
    expect(calls).toEqual([])
  })

  test.each<[string, (host: Host) => Host]>([
    ['without a server', ({ ask }) => ({ ask })],
    ['without questions', ({ server }) => ({ server })],
    ['without a question about tools', ({ server }) => ({ server, ask: { link: () => true } })],
  ])('%s', async (_, toHost) => {
    const { calls, host, call } = create()
    const refusal = new RpcError(-32601, 'tools/call: this host calls no tools for views')
    await expect(call({ name: 't' }, toHost(host))).rejects.toEqual(refusal)
    expect(calls).toEqual([])
  })

  test('for a tool that is not there, of whose name the error has 100 characters', async () => {
    const { call } = create()
    const name = `"${'x'.repeat(200)}`
    const message = `tools/call: the server has no tool for apps with the name "\\"${'x'.repeat(99)}"`
    await expect(call({ name })).rejects.toEqual(new RpcError(-32602, message))
  })

  test.each<[string, unknown]>([
    ['no', false],
    ['nothing', undefined],
    ['a text', 'yes'],
  ])('where the person answers %s', async (_, answer) => {
    const { calls, host, call } = create()
    const ask = { tool: async () => answer as boolean }
    await expect(call({ name: 't' }, { ...host, ask })).rejects.toEqual(
      new RpcError(-32000, 'Tool call denied by user'),
    )
    expect(calls).toEqual([])
  })
})

test.each<[string, object | undefined, boolean]>([
  ['has no metadata', undefined, true],
  ['has other metadata', { a: 1 }, true],
  ['has a user interface without visibility', { ui: { resourceUri: 'ui://a' } }, true],
  ['has no object for its user interface', { ui: ['app'] }, true],
  ['is for apps', { ui: { visibility: ['app'] } }, true],
  ['is for models and apps', { ui: { visibility: ['model', 'app'] } }, true],
  ['is for models', { ui: { visibility: ['model'] } }, false],
  ['is for nobody', { ui: { visibility: [] } }, false],
  ['has a text for its visibility', { ui: { visibility: 'app' } }, false],
  ['has nothing for its visibility', { ui: { visibility: null } }, false],
])('a tool that %s can be called, or not', async (_, metadata, isCalled) => {
  const { calls, call } = create({ content: [] }, toolWith(metadata))
  const [{ status }] = await Promise.allSettled([call({ name: 't' })])
  expect([status, calls.length]).toEqual(isCalled ? ['fulfilled', 1] : ['rejected', 0])
})
