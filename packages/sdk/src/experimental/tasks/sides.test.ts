import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod/v4'
import { McpServer } from '../../server/mcp.js'
import type { ClientCapabilities } from '../../types.js'
import { CallToolResultSchema, CreateMessageResultSchema, ElicitResultSchema } from '../../types.js'
import { ExperimentalClientTasks } from './client.js'
import type { ToolTaskHandler } from './interfaces.js'
import { ExperimentalServerTasks } from './server.js'

/** A client or a server that says what it is asked. */
function createSide(more: object = {}) {
  const seen: unknown[][] = []
  const record =
    (name: string) =>
    async (...given: unknown[]) => {
      seen.push([name, ...given])
      return name
    }
  const side = {
    getTask: record('getTask'),
    getTaskResult: record('getTaskResult'),
    listTasks: record('listTasks'),
    cancelTask: record('cancelTask'),
    async *requestStream(...given: unknown[]) {
      seen.push(['requestStream', ...given])
      yield { type: 'result', result: { structuredContent: { n: 1 } } }
    },
    isToolTask: (name: string) => name === 'task',
    getToolOutputValidator: () => undefined,
    ...more,
  }
  return { seen, side: side as never }
}

async function collect(stream: AsyncIterable<unknown>): Promise<unknown[]> {
  const steps: unknown[] = []
  for await (const step of stream) steps.push(step)
  return steps
}

const options = { timeout: 5 }

describe.each([
  ['a client', ExperimentalClientTasks],
  ['a server', ExperimentalServerTasks as unknown as typeof ExperimentalClientTasks],
])('the tasks of the other side of %s', (_, Tasks) => {
  test('are asked for', async () => {
    const { seen, side } = createSide()
    const tasks = new Tasks(side)
    const results = [
      await tasks.getTask('t', options),
      await tasks.getTaskResult('t', CallToolResultSchema, options),
      await tasks.listTasks('c', options),
      await tasks.listTasks('', options),
      await tasks.listTasks(),
      await tasks.cancelTask('t', options),
    ]
    expect(results).toEqual(['getTask', 'getTaskResult', 'listTasks', 'listTasks', 'listTasks', 'cancelTask'])
    expect(seen).toEqual([
      ['getTask', { taskId: 't' }, options],
      ['getTaskResult', { taskId: 't' }, CallToolResultSchema, options],
      ['listTasks', { cursor: 'c' }, options],
      ['listTasks', undefined, options],
      ['listTasks', undefined, undefined],
      ['cancelTask', { taskId: 't' }, options],
    ])
  })

  test('can be followed', async () => {
    const { seen, side } = createSide()
    const request = { method: 'ping' } as const
    const steps = await collect(new Tasks(side).requestStream(request, CallToolResultSchema, options))
    expect(steps).toEqual([{ type: 'result', result: { structuredContent: { n: 1 } } }])
    expect(seen).toEqual([['requestStream', request, CallToolResultSchema, options]])
  })
})

describe('a call of a tool', () => {
  const params = { name: 't', arguments: { a: 1 } }
  const request = { method: 'tools/call', params }

  test('is followed as it is', async () => {
    const { seen, side } = createSide()
    const tasks = new ExperimentalClientTasks(side)
    expect(await collect(tasks.callToolStream(params))).toHaveLength(1)
    await collect(tasks.callToolStream(params, CallToolResultSchema, { ...options, task: { ttl: 5 } }))
    await collect(tasks.callToolStream({ name: 'task' }, undefined, options))
    expect(seen).toStrictEqual([
      ['requestStream', request, CallToolResultSchema, {}],
      ['requestStream', request, CallToolResultSchema, { ...options, task: { ttl: 5 } }],
      [
        'requestStream',
        { method: 'tools/call', params: { name: 'task' } },
        CallToolResultSchema,
        { ...options, task: {} },
      ],
    ])
  })

  test('ends with what is wrong with its output', async () => {
    const validate = vi.fn(() => ({ valid: false, errorMessage: 'n is wrong' }))
    async function* requestStream() {
      yield { type: 'taskCreated', task: {} }
      yield { type: 'result', result: { structuredContent: { n: 1 } } }
      yield { type: 'result', result: {} }
    }
    const { side } = createSide({ getToolOutputValidator: () => validate, requestStream })
    const steps = await collect(new ExperimentalClientTasks(side).callToolStream(params))
    expect(steps).toMatchObject([
      { type: 'taskCreated' },
      {
        type: 'error',
        error: {
          message: "MCP error -32602: Structured content does not match the tool's output schema: n is wrong",
        },
      },
    ])
    expect([steps.length, validate.mock.calls]).toEqual([2, [[{ n: 1 }]]])
  })

  test('gives its output where nothing is wrong', async () => {
    const { side } = createSide({ getToolOutputValidator: () => () => ({ valid: true }) })
    expect(await collect(new ExperimentalClientTasks(side).callToolStream(params))).toEqual([
      { type: 'result', result: { structuredContent: { n: 1 } } },
    ])
  })
})

describe('what a server asks', () => {
  const create = (capabilities: ClientCapabilities | undefined) => {
    const { seen, side } = createSide({ getClientCapabilities: () => capabilities })
    return { seen, tasks: new ExperimentalServerTasks(side) }
  }
  const form = { message: 'm', requestedSchema: { type: 'object' as const, properties: {} } }
  const page = { mode: 'url' as const, message: 'm', elicitationId: 'e', url: 'https://a.example/' }

  test('of a model is followed', async () => {
    const { seen, tasks } = create({ sampling: {} })
    const params = { messages: [], maxTokens: 1 }
    await collect(tasks.createMessageStream(params, options))
    expect(seen).toEqual([
      ['requestStream', { method: 'sampling/createMessage', params }, CreateMessageResultSchema, options],
    ])
    expect(() => tasks.createMessageStream({ ...params, tools: [] })).toThrow(
      new Error('Client does not support sampling tools capability.'),
    )
  })

  test('of a person is followed', async () => {
    const { seen, tasks } = create({ elicitation: { form: {}, url: {} } })
    await collect(tasks.elicitInputStream(form, options))
    await collect(tasks.elicitInputStream({ ...form, mode: 'form' }))
    await collect(tasks.elicitInputStream(page))
    const request = (params: object) => ({ method: 'elicitation/create', params })
    expect(seen).toEqual([
      ['requestStream', request({ ...form, mode: 'form' }), ElicitResultSchema, options],
      ['requestStream', request({ ...form, mode: 'form' }), ElicitResultSchema, undefined],
      ['requestStream', request(page), ElicitResultSchema, undefined],
    ])
  })

  test.each<[ClientCapabilities | undefined, typeof form | typeof page, string]>([
    [undefined, form, 'form'],
    [{}, form, 'form'],
    [{ elicitation: { url: {} } }, form, 'form'],
    [{ elicitation: { form: {} } }, page, 'url'],
  ])('a client with %j is an error', (capabilities, params, mode) => {
    const { tasks } = create(capabilities)
    expect(() => tasks.elicitInputStream(params)).toThrow(new Error(`Client does not support ${mode} elicitation.`))
  })
})

describe('a tool whose calls are tasks', () => {
  const handler = { createTask() {}, getTask() {}, getTaskResult() {} } as unknown as ToolTaskHandler<undefined>

  function register(config: object) {
    const server = new McpServer({ name: 's', version: '1' })
    return server.experimental.tasks.registerToolTask('t', config, handler)
  }

  test('is added with all that is said of it', () => {
    const about = { title: 'T', description: 'd', annotations: { title: 'A' }, _meta: { a: 1 } }
    const [inputSchema, outputSchema] = [z.object({}), z.object({})]
    const tool = register({ ...about, inputSchema, outputSchema })
    expect(tool).toMatchObject({ ...about, execution: { taskSupport: 'required' }, handler })
    expect([tool.inputSchema, tool.outputSchema]).toEqual([inputSchema, outputSchema])
  })

  test('may be called otherwise where it says so', () => {
    expect(register({ execution: { taskSupport: 'optional' } }).execution).toEqual({ taskSupport: 'optional' })
  })

  test('is no tool whose calls must not be tasks', () => {
    expect(() => register({ execution: { taskSupport: 'forbidden' } })).toThrow(
      new Error("Cannot register task-based tool 't' with taskSupport 'forbidden'. Use registerTool() instead."),
    )
  })
})
