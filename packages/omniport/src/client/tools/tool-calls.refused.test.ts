import { describe, expect, test } from 'vitest'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Tool } from '../../protocol/model/tool.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { createClientServices } from '../client-services.js'
import type { ConnectOptions } from '../connect-options.js'
import type { ClientRequests } from '../requests/client-requests.js'
import { ToolCalls } from './tool-calls.js'

const inputSchema: Tool['inputSchema'] = { type: 'object' }
const number = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }
const region = { region: { type: 'string', 'x-mcp-header': 'Region' } }
const marked = { name: 'query', inputSchema: { type: 'object', properties: region } } as Tool
const mismatch = new RpcError(-32020, 'Header mismatch')

interface Setting {
  /** What `tools/list` gives; an Error is thrown. */
  readonly listed?: readonly Tool[] | Error
  readonly mirrors?: boolean | undefined
  readonly options?: ConnectOptions
  readonly revision?: '2026-07-28' | '2025-03-26'
}

/** Calls of tools that a server answers as a test says, one after the other; an Error is thrown. */
function start(answers: readonly unknown[], setting: Setting = {}) {
  const { listed = [], mirrors, options = {}, revision = '2026-07-28' } = setting
  const errors: string[] = []
  const services = createClientServices({ onError: ({ message }) => errors.push(message), ...options })
  const sent: unknown[] = []
  let lists = 0
  const profile = profileOf(revision)
  const requests = {
    ...{ profile, mirrorsArguments: mirrors === true, canMirrorArguments: mirrors !== undefined },
    ready: async () => ({ connection: { profile }, handshake: { capabilities: {} } }),
    send: async ({ params }: { params: unknown }) => {
      sent.push(params)
      const answer = answers[Math.min(sent.length, answers.length) - 1]
      if (answer instanceof Error) throw answer
      return answer
    },
  } as object as ClientRequests // all that is used here
  const calls: ToolCalls = new ToolCalls(requests, services, async () => {
    lists += 1
    if (listed instanceof Error) throw listed
    return calls.update(listed)
  })
  return { calls, sent, errors, lists: () => lists }
}

const ok = { content: [] }
const unknownTool = (text = 'Unknown tool') => new RpcError(-32602, text, { a: 1 })

describe('a call', () => {
  test('has its arguments, if there are any', async () => {
    const { calls, sent } = start([ok])
    expect(await calls.call('x', undefined, {})).toBe(ok)
    await calls.call('x', { a: 1 }, {})
    expect(sent).toEqual([{ name: 'x' }, { name: 'x', arguments: { a: 1 } }])
  })

  test.each<[unknown, unknown, string]>([
    [7, undefined, 'callTool: the name must be a string, got 7'],
    ['x', 7, 'callTool: the arguments must be an object, got 7'],
    ['x', null, 'callTool: the arguments must be an object, got null'],
  ])('of %j with %j is a mistake, and not sent', async (name, args, message) => {
    const { calls, sent } = start([ok])
    await expect(calls.call(name as string, args as object, {})).rejects.toThrow(new TypeError(message))
    expect(sent).toEqual([])
  })
})

describe('a tool that is not known', () => {
  const tools = [
    { name: 'get_weather', inputSchema },
    { name: 'get_time', inputSchema },
  ]

  test('is most likely one with a name that is near', async () => {
    const { calls } = start([unknownTool()])
    calls.update(tools)
    const reason = await calls.call('get_wether', {}, {}).catch((caught: unknown) => caught)
    expect(reason).toMatchObject({ code: -32602, message: 'Unknown tool; did you mean "get_weather"?', data: { a: 1 } })
    expect((reason as Error).cause).toMatchObject({ message: 'Unknown tool' })
  })

  test.each<[string, string, Error, boolean]>([
    ['nothing is near', 'delete_all', unknownTool(), true],
    ['it is in the list', 'get_time', unknownTool(), true],
    ['the server says so itself', 'get_wether', unknownTool('Unknown; did you mean "get_weather"?'), true],
    ['it was no error of the server', 'get_wether', new OmniportError('closed', 'closed'), true],
    ['no tools were listed', 'get_wether', unknownTool(), false],
  ])('is what the server says where %s', async (_name, name, refusal, isListed) => {
    const { calls } = start([refusal])
    if (isListed) calls.update(tools)
    await expect(calls.call(name, {}, {})).rejects.toBe(refusal)
  })
})

describe('a call that is refused for its headers', () => {
  const args = { region: 'eu' }

  test('is sent again where a new list needs other headers', async () => {
    const { calls, sent, lists } = start([mismatch, ok], { listed: [marked], mirrors: true })
    expect(await calls.call('query', args, {})).toBe(ok)
    expect([sent.length, lists()]).toEqual([2, 1])
  })

  test.each<[string, Setting, number]>([
    ['where the new list needs the same', { listed: [], mirrors: true }, 1],
    ['where the tools cannot be listed', { listed: new Error('away'), mirrors: true }, 1],
    ['where arguments are not sent as headers', { listed: [marked], mirrors: false }, 0],
    ['where there are no headers', { listed: [marked] }, 0],
    ['where that is not wanted', { listed: [marked], mirrors: true, options: { autoRefresh: false } }, 0],
  ])('is not sent again %s', async (_name, setting, listings) => {
    const { calls, sent, lists, errors } = start([mismatch, ok], setting)
    await expect(calls.call('query', args, {})).rejects.toBe(mismatch)
    expect([sent.length, lists()]).toEqual([1, listings])
    expect(errors).toEqual(setting.listed instanceof Error ? ['away'] : [])
  })

  test('for another reason, or once more, is not sent again', async () => {
    const other = unknownTool()
    const refused = start([other, ok], { listed: [marked], mirrors: true })
    await expect(refused.calls.call('query', args, {})).rejects.toBe(other)
    expect([refused.sent.length, refused.lists()]).toEqual([1, 0])
    const twice = start([mismatch], { listed: [marked], mirrors: true })
    await expect(twice.calls.call('query', args, {})).rejects.toBe(mismatch)
    expect(twice.sent.length).toBe(2)
  })

  test('is checked by the schema of the new list', async () => {
    const tool = { ...marked, outputSchema: number } as Tool
    const { calls } = start([mismatch, { content: [], structuredContent: { n: 'x' } }], {
      listed: [tool],
      mirrors: true,
    })
    await expect(calls.call('query', args, {})).rejects.toMatchObject({
      code: 'invalid_result',
      message: 'The tool "query" gave what it should not: structuredContent.n must be a number',
    })
  })
})

describe('a list of tools', () => {
  const wrong = {
    name: 'bad',
    inputSchema: { type: 'object', properties: { a: { type: 'number', 'x-mcp-header': 'A' } } },
  } as Tool

  test('comes without those that cannot be sent, where arguments are headers', () => {
    const mirroring = start([], { mirrors: true })
    expect(mirroring.calls.update([wrong, marked])).toEqual([marked])
    expect(mirroring.errors.length).toBe(1)
    const plain = start([], { mirrors: false })
    expect(plain.calls.update([wrong, marked])).toEqual([wrong, marked])
    expect(plain.errors).toEqual([])
  })

  test('says how results are checked, where the revision has schemas', async () => {
    const tool = { name: 'count', inputSchema, outputSchema: number } as Tool
    const newer = start([ok])
    newer.calls.update([tool])
    await expect(newer.calls.call('count', {}, {})).rejects.toMatchObject({ code: 'invalid_result' })
    expect(await newer.calls.call('count', {}, { validateOutput: false })).toBe(ok)
    const older = start([ok], { revision: '2025-03-26' })
    older.calls.update([tool])
    expect(await older.calls.call('count', {}, {})).toBe(ok)
  })

  test('is not needed for a schema of the caller, which may add to the result', async () => {
    const { calls } = start([{ content: [], structuredContent: {} }])
    const output = { type: 'object', properties: { n: { type: 'number', default: 7 } } } as const
    expect(await calls.call('x', {}, { output })).toMatchObject({ structuredContent: { n: 7 } })
  })
})
