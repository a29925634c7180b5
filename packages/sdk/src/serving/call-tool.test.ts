import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/v4'
import type { RegisteredTool, Registry } from '../definitions/registered.js'
import { McpError, UrlElicitationRequiredError } from '../types.js'
import { type CallToolOptions, callTool, validateInput } from './call-tool.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const ok = { content: [{ type: 'text', text: 'ok' }] }
const failed = (text: string) => ({ content: [{ type: 'text', text }], isError: true })

/** Calls a tool. What its function gets is the second part of what this gives. */
async function call(
  tool: object | undefined,
  params: object = {},
  options: Partial<CallToolOptions> = {},
  more: object = {},
) {
  const seen: unknown[][] = []
  const handler = (...given: unknown[]) => {
    seen.push(given)
    return ok
  }
  const tools = (tool === undefined
    ? {}
    : { t: { enabled: true, handler, ...tool } }) as unknown as Registry<RegisteredTool>
  const extra = { requestId: 1, ...more } as never
  const result = await callTool(
    { tools, maxElements: undefined, validate: undefined, ...options },
    { name: 't', ...params },
    extra,
  )
  return { result, seen }
}

const extra = { requestId: 1 }
const inputSchema = z.object({ n: z.number() })

describe('a tool', () => {
  test('with a schema gets its checked arguments, and the context', async () => {
    const { result, seen } = await call({ inputSchema }, { arguments: { n: 1, more: 2 } })
    expect([result, seen]).toEqual([ok, [[{ n: 1 }, extra]]])
  })

  test('with a schema that takes its time gets them too', async () => {
    const schema = z.object({ n: z.number().refine(async (n) => n > 0, 'must be more') })
    expect((await call({ inputSchema: schema }, { arguments: { n: 1 } })).seen).toEqual([[{ n: 1 }, extra]])
    expect((await call({ inputSchema: schema }, { arguments: { n: 0 } })).result).toEqual(
      failed('MCP error -32602: Input validation error: Invalid arguments for tool t: must be more at n'),
    )
  })

  test('without a schema gets no arguments', async () => {
    expect((await call({}, { arguments: { n: 1 } })).seen).toEqual([[extra]])
  })

  test('without arguments gets an empty object', async () => {
    expect((await call({ inputSchema: z.object({}) })).seen).toEqual([[{}, extra]])
  })

  test('with a schema of no object gets what that gives', async () => {
    const schema = z.union([z.object({ a: z.string() }), z.object({ b: z.string() })])
    expect((await call({ inputSchema: schema }, { arguments: { b: 'x' } })).seen).toEqual([[{ b: 'x' }, extra]])
  })

  test.each<[string, object | undefined, object, string]>([
    ['that is not there', undefined, {}, 'MCP error -32602: Tool t not found'],
    ['that is disabled', { enabled: false }, {}, 'MCP error -32602: Tool t disabled'],
    [
      'with wrong arguments',
      { inputSchema },
      { arguments: { n: 'x' } },
      'MCP error -32602: Input validation error: Invalid arguments for tool t: Invalid input: expected number, received string at n',
    ],
    [
      'that throws',
      {
        handler: () => {
          throw new Error('no')
        },
      },
      {},
      'no',
    ],
    ['that rejects', { handler: () => Promise.reject(new McpError(7, 'no')) }, {}, 'MCP error 7: no'],
  ])('%s is an error for the model', async (_, tool, params, text) => {
    expect((await call(tool, params)).result).toEqual(failed(text))
  })

  test('that needs a page to be opened is an error of the protocol', async () => {
    const error = new UrlElicitationRequiredError([])
    await expect(call({ handler: () => Promise.reject(error) })).rejects.toBe(error)
  })
})

describe('arguments', () => {
  const many = { arguments: { a: [1, 2], b: 3 } }

  test('may have so many elements', async () => {
    expect((await call({}, many, { maxElements: 4 })).result).toEqual(ok)
    expect((await call({}, many, { maxElements: 3 })).result).toEqual(
      failed('MCP error -32602: Invalid arguments for tool t: arguments contain more than the maximum of 3 elements'),
    )
  })

  test('are checked by the program where it wants that', async () => {
    const validate = vi.fn(async () => ({ own: 1 }))
    const { seen } = await call({ inputSchema }, { arguments: { n: 'x' } }, { validate })
    expect(seen).toEqual([[{ own: 1 }, extra]])
    expect(validate.mock.calls).toEqual([[expect.objectContaining({ inputSchema }), { n: 'x' }, 't']])
  })

  test('are given at once where the schema answers at once', () => {
    const tool = { inputSchema } as unknown as RegisteredTool
    expect(validateInput(tool, { name: 't', arguments: { n: 1 } }, undefined)).toEqual({ n: 1 })
    expect(validateInput({} as RegisteredTool, { name: 't', arguments: { n: 1 } }, undefined)).toBeUndefined()
  })
})

describe('the output of a tool', () => {
  const outputSchema = z.object({ n: z.number() })
  const call2 = (result: object, params: object = {}) => call({ outputSchema, handler: () => result }, params)

  test.each<[string, object]>([
    ['that fits', { content: [], structuredContent: { n: 1 } }],
    ['of an error', { content: [], isError: true }],
    ['of an error, with content', { content: [], isError: true, structuredContent: { n: 'x' } }],
    ['without content', { structuredContent: { n: 'x' } }],
  ])('%s is given as it is', async (_, result) => {
    expect((await call2(result)).result).toBe(result)
  })

  test.each<[string, object, string]>([
    [
      'that is missing',
      { content: [] },
      'MCP error -32602: Output validation error: Tool t has an output schema but no structured content was provided',
    ],
    [
      'that does not fit',
      { content: [], structuredContent: { n: 'x' } },
      'MCP error -32602: Output validation error: Invalid structured content for tool t: Invalid input: expected number, received string at n',
    ],
  ])('%s is an error for the model', async (_, result, text) => {
    expect((await call2(result)).result).toEqual(failed(text))
  })

  test('of a task is not looked at', async () => {
    expect((await call2({ content: [] }, { task: {} })).result).toEqual({ content: [] })
  })

  test('without a schema is not looked at', async () => {
    expect((await call({ handler: () => ({ content: [] }) })).result).toEqual({ content: [] })
  })
})

describe('a tool whose calls are tasks', () => {
  const created = { task: { taskId: 'x', status: 'working', pollInterval: 50 } }

  function createTool(taskSupport: string, task: object = created.task) {
    const seen: unknown[][] = []
    const handler = {
      marker: 'own',
      createTask(...given: unknown[]) {
        seen.push([this.marker, ...given])
        return { task }
      },
    }
    return { tool: { execution: { taskSupport }, handler, inputSchema }, seen }
  }

  const params = { arguments: { n: 1 } }
  const store = (...statuses: (string | undefined)[]) => ({
    getTask: vi.fn(async () => {
      const status = statuses.shift()
      return status === undefined ? undefined : { status }
    }),
    getTaskResult: vi.fn(async (taskId: string) => ({ content: [], of: taskId })),
  })

  test.each(['required', 'optional'])('is created by a call that asks for one: %s', async (taskSupport) => {
    const { tool, seen } = createTool(taskSupport)
    const taskStore = store()
    const { result } = await call(tool, { ...params, task: {} }, {}, { taskStore })
    expect(result).toEqual(created)
    expect(seen).toEqual([['own', { n: 1 }, { requestId: 1, taskStore }]])
  })

  test.each<[string, string, object, object, string]>([
    [
      'without a task',
      'required',
      {},
      { taskStore: store() },
      "MCP error -32601: Tool t requires task augmentation (taskSupport: 'required')",
    ],
    ['without a store', 'required', { task: {} }, {}, 'No task store provided.'],
    ['that may wait, without a store', 'optional', {}, {}, 'No task store provided for task-capable tool.'],
  ])('is an error %s', async (_, taskSupport, more, context, text) => {
    const { tool, seen } = createTool(taskSupport)
    expect((await call(tool, { ...params, ...more }, {}, context)).result).toEqual(failed(text))
    expect(seen).toEqual([])
  })

  test.each(['required', 'optional'])('is an error where it makes none: %s', async (taskSupport) => {
    const tool = { execution: { taskSupport } }
    expect((await call(tool, { task: {} }, {}, { taskStore: store() })).result).toEqual(
      failed(`MCP error -32603: Tool t has taskSupport '${taskSupport}' but was not registered with registerToolTask`),
    )
  })

  test.each(['completed', 'failed', 'cancelled'])('is waited for by another call, until it is %s', async (status) => {
    const { tool } = createTool('optional')
    const taskStore = store('working', status)
    const calling = call(tool, params, {}, { taskStore })
    await vi.advanceTimersByTimeAsync(99)
    expect(taskStore.getTaskResult).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect((await calling).result).toEqual({ content: [], of: 'x' })
    expect(taskStore.getTask.mock.calls).toEqual([['x'], ['x']])
  })

  test.each(['completed', 'failed', 'cancelled'])('is not waited for where it is %s already', async (status) => {
    const { tool } = createTool('optional', { taskId: 'x', status })
    const taskStore = store()
    expect((await call(tool, params, {}, { taskStore })).result).toEqual({ content: [], of: 'x' })
    expect(taskStore.getTask).not.toHaveBeenCalled()
  })

  test('is looked at every five seconds, where it does not say', async () => {
    const { tool } = createTool('optional', { taskId: 'x', status: 'working' })
    const taskStore = store('completed')
    const calling = call(tool, params, {}, { taskStore })
    await vi.advanceTimersByTimeAsync(4_999)
    expect(taskStore.getTask).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect((await calling).result).toMatchObject({ of: 'x' })
  })

  test('that is gone is an error', async () => {
    const { tool } = createTool('optional')
    const calling = call(tool, params, {}, { taskStore: store() })
    await vi.advanceTimersByTimeAsync(50)
    expect((await calling).result).toEqual(failed('MCP error -32603: Task x not found during polling'))
  })
})
