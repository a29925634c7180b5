import { describe, expect, test } from 'vitest'
import type { Client } from '../client/client.js'
import type { HostTool } from '../host/catalogue/host-tool.js'
import type { Host } from '../host/host.js'
import { RpcError } from '../jsonrpc/messages/rpc-error.js'
import type { Tool } from '../protocol/model/tool.js'
import { OmniportError } from '../values/errors/omniport-error.js'
import { listModelTools, toErrorResult } from './model-tools.js'

const inputSchema = { type: 'object' } as const

interface Fake<T> {
  readonly source: T
  readonly calls: unknown[][]
}

function fakeHost(tools: readonly Partial<HostTool>[], answer: () => unknown = () => ({ content: [] })): Fake<Host> {
  const calls: unknown[][] = []
  const source = {
    tools: async (options: unknown) => {
      calls.push(['tools', options])
      return tools
    },
    callTool: async (...call: unknown[]) => {
      calls.push(call)
      return answer()
    },
  }
  return { source: source as unknown as Host, calls }
}

function fakeClient(tools: readonly Tool[]): Fake<Client> {
  const calls: unknown[][] = []
  const source = {
    revision: '2025-11-25',
    server: { name: 'notes' },
    listTools: async (options: unknown) => {
      calls.push(['listTools', options])
      return tools
    },
  }
  return { source: source as unknown as Client, calls }
}

describe('the tools of a host', () => {
  const add = { name: 'math__add', server: 'math', tool: 'add', inputSchema }

  test('are those it lists with the options', async () => {
    const { source, calls } = fakeHost([{ ...add, description: 'Adds' }])
    const tools = await listModelTools(source, { servers: ['math'], waitMs: 5 })
    expect(calls).toEqual([['tools', { servers: ['math'], waitMs: 5 }]])
    expect(tools.map(({ name, description, inputSchema: schema }) => ({ name, description, schema }))).toEqual([
      {
        name: 'math__add',
        description: '[MCP server "math", tool "add"] Adds',
        schema: { type: 'object', properties: {} },
      },
    ])
  })

  test('or those that are given, which are not listed again', async () => {
    const { source, calls } = fakeHost([add])
    const tools = await listModelTools(source, { tools: [{ ...add, name: 'other' } as HostTool] })
    expect(tools.map(({ name }) => name)).toEqual(['other'])
    expect(calls).toEqual([])
  })

  test.each([
    ['the title, where there is no description', { title: 'Add' }, '[MCP server "math", tool "add"] Add'],
    ['the description before the title', { title: 'Add', description: 'Sum' }, '[MCP server "math", tool "add"] Sum'],
    ['the mark alone', {}, '[MCP server "math", tool "add"]'],
    ['names that cannot end the mark', { server: 'a"]\n' }, '[MCP server "a\\"] ", tool "add"]'],
    [
      'what its schema has beyond what models take',
      { inputSchema: { ...inputSchema, not: {} } },
      '[MCP server "math", tool "add"]\nThe arguments must also match: {"not":{}}',
    ],
  ])('are described by %s', async (_what, more, description) => {
    const { source } = fakeHost([{ ...add, ...more }])
    expect((await listModelTools(source))[0]?.description).toBe(description)
  })

  test('a long name of a server is cut', async () => {
    const { source } = fakeHost([{ ...add, server: 's'.repeat(200) }])
    expect((await listModelTools(source))[0]?.description).toBe(`[MCP server "${'s'.repeat(128)}…", tool "add"]`)
  })

  test('names that models refuse are replaced, and the call has the true one', async () => {
    const { source, calls } = fakeHost([{ ...add, name: 'math.add' }])
    const [tool] = await listModelTools(source)
    const { signal } = new AbortController()
    expect(tool?.name).toBe('math_add')
    expect(await tool?.run({ a: 1 }, signal)).toEqual({ content: [] })
    expect(calls.at(-1)).toEqual(['math.add', { a: 1 }, { signal }])
  })
})

test('a tool that is given to a host without its server names none', async () => {
  const { source } = fakeHost([])
  const [tool] = await listModelTools(source, { tools: [{ name: 'add', inputSchema }] })
  expect(tool?.description).toBe('[MCP server "", tool "add"]')
})

test('the tools of a client have the name of its server', async () => {
  const { source, calls } = fakeClient([{ name: 'add', inputSchema }])
  const tools = await listModelTools(source, { servers: ['notes'] })
  expect(tools.map(({ description }) => description)).toEqual(['[MCP server "notes", tool "add"]'])
  expect(calls).toEqual([['listTools', { servers: ['notes'] }]])
})

describe('a call that fails', () => {
  const add = { name: 'add', server: 'math', tool: 'add', inputSchema }

  async function run(reason: unknown, signal?: AbortSignal): Promise<unknown> {
    const { source } = fakeHost([add], () => {
      throw reason
    })
    const [tool] = await listModelTools(source)
    return tool?.run({}, signal)
  }

  test.each([
    ['in the library', new OmniportError('denied', 'The person said no')],
    ['at the server', new RpcError(-32602, 'The person said no')],
  ])('%s is a result that the model reads', async (_where, reason) => {
    expect(await run(reason)).toEqual({ content: [{ type: 'text', text: 'The person said no' }], isError: true })
  })

  test('by a mistake of the program rejects', async () => {
    await expect(run(new TypeError('oops'))).rejects.toThrow(new TypeError('oops'))
  })

  test('after the signal aborted rejects with its reason', async () => {
    const reason = new Error('left')
    await expect(run(new OmniportError('closed', 'gone'), AbortSignal.abort(reason))).rejects.toBe(reason)
  })
})

test('the result of an error is its text', () => {
  expect(toErrorResult('no')).toEqual({ content: [{ type: 'text', text: 'no' }], isError: true })
})
