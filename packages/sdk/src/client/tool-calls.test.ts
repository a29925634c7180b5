import { describe, expect, test } from 'vitest'
import { Pipe } from '../../test/pipe.js'
import type { ServerCapabilities } from '../types.js'
import type { JsonSchemaType } from '../validation/types.js'
import { Client, type ClientOptions } from './index.js'

async function open(options: ClientOptions = {}, capabilities: ServerCapabilities = { tools: {} }) {
  const client = new Client({ name: 'c', version: '1' }, options)
  const pipe = new Pipe()
  const connecting = client.connect(pipe)
  await pipe.until(1)
  const serverInfo = { name: 's', version: '2' }
  pipe.receive({ id: 0, result: { protocolVersion: '2025-11-25', capabilities, serverInfo } })
  await connecting
  /** Answers what was sent last. */
  const answer = (result: object) => pipe.receive({ id: pipe.sent.at(-1)?.['id'], result })
  const list = async (...tools: object[]) => {
    const listing = client.listTools()
    answer({ tools: tools.map((tool) => ({ inputSchema: { type: 'object' }, ...tool })) })
    return listing
  }
  const call = async (name: string, result: object) => {
    const calling = client.callTool({ name })
    answer(result)
    return calling
  }
  return { client, pipe, answer, list, call }
}

const outputSchema = { type: 'object', properties: { n: { type: 'number' } } }

/** A validator of a program. It finds nothing wrong unless a value says so. */
function createValidator() {
  const schemas: JsonSchemaType[] = []
  const getValidator = (schema: JsonSchemaType) => {
    schemas.push(schema)
    return (value: unknown) => {
      const { wrong } = value as { wrong?: string }
      return wrong === undefined ? { valid: true, data: value } : { valid: false, errorMessage: wrong }
    }
  }
  return { schemas, jsonSchemaValidator: { getValidator } as ClientOptions['jsonSchemaValidator'] & object }
}

describe('a call', () => {
  test('sends its parameters, and gives the result', async () => {
    const { client, pipe, answer } = await open()
    const calling = client.callTool({ name: 't', arguments: { a: 1 } })
    expect(pipe.sent.at(-1)).toEqual({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 't', arguments: { a: 1 } } },
    })
    answer({ content: [{ type: 'text', text: 'x' }], isError: true })
    expect(await calling).toEqual({ content: [{ type: 'text', text: 'x' }], isError: true })
  })

  test('takes the options of a request', async () => {
    const { client } = await open()
    await expect(client.callTool({ name: 't' }, undefined, { timeout: 1 })).rejects.toMatchObject({ code: -32001 })
  })

  test('of a tool that only runs as a task is refused', async () => {
    const { client, pipe, list, call } = await open()
    await list({ name: 'task', execution: { taskSupport: 'required' } }, { name: 't' })
    const { length } = pipe.sent
    await expect(client.callTool({ name: 'task' })).rejects.toMatchObject({
      code: -32600,
      message:
        'MCP error -32600: Tool "task" requires task-based execution. Use client.experimental.tasks.callToolStream() instead.',
    })
    expect(pipe.sent).toHaveLength(length)
    expect(await call('t', { content: [] })).toEqual({ content: [] })
    await list({ name: 'task' })
    expect(await call('task', { content: [] })).toEqual({ content: [] })
  })

  test('of a tool that may run as a task is a plain one', async () => {
    const { list, call, pipe } = await open()
    await list({ name: 'task', execution: { taskSupport: 'optional' } })
    expect(await call('task', { content: [] })).toEqual({ content: [] })
    expect(pipe.sent.at(-1)?.['params']).toEqual({ name: 'task' })
  })
})

describe('the output of a tool', () => {
  test('is checked by the validator of the program, which gets each schema when it is listed', async () => {
    const { schemas, jsonSchemaValidator } = createValidator()
    const { list, call } = await open({ jsonSchemaValidator })
    await list({ name: 't', outputSchema }, { name: 'free' })
    expect(schemas).toEqual([outputSchema])
    expect(await call('t', { content: [], structuredContent: { n: 1 } })).toMatchObject({ structuredContent: { n: 1 } })
    await expect(call('t', { content: [], structuredContent: { wrong: 'n is missing' } })).rejects.toMatchObject({
      code: -32602,
      message: "MCP error -32602: Structured content does not match the tool's output schema: n is missing",
    })
    expect(await call('free', { content: [], structuredContent: { wrong: 'x' } })).toMatchObject({ content: [] })
  })

  test('is checked by the library else', async () => {
    const { list, call } = await open()
    await list({ name: 't', outputSchema })
    expect(await call('t', { content: [], structuredContent: { n: 1 } })).toMatchObject({ structuredContent: { n: 1 } })
    await expect(call('t', { content: [], structuredContent: { n: 'x' } })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringMatching(
        /^MCP error -32602: Structured content does not match the tool's output schema: data\/n /,
      ),
    })
    await expect(call('t', { content: [] })).rejects.toMatchObject({
      code: -32600,
      message: 'MCP error -32600: Tool t has an output schema but did not return structured content',
    })
    expect(await call('t', { content: [], isError: true })).toEqual({ content: [], isError: true })
  })

  test('is checked against the page that was listed last', async () => {
    const { list, call } = await open()
    await list({ name: 't', outputSchema })
    await list({ name: 'other' })
    expect(await call('t', { content: [] })).toEqual({ content: [] })
  })
})

describe('a page of tools', () => {
  test('is asked for by its cursor', async () => {
    const { client, pipe, answer } = await open()
    const listing = client.listTools({ cursor: 'next' })
    expect(pipe.sent.at(-1)).toMatchObject({ method: 'tools/list', params: { cursor: 'next' } })
    const tool = { name: 't', inputSchema: { type: 'object' } }
    answer({ tools: [tool], nextCursor: 'more' })
    expect(await listing).toEqual({ tools: [tool], nextCursor: 'more' })
  })
})

describe('a call that is followed', () => {
  const tasks = { requests: { tools: { call: {} } } }
  const follow = (client: Client, name: string) => client.experimental.tasks.callToolStream({ name }).next()

  test.each(['optional', 'required'])('is a task of a tool whose tasks are %s', async (taskSupport) => {
    const { client, pipe, list } = await open({}, { tools: {}, tasks })
    await list({ name: 't', execution: { taskSupport } })
    void follow(client, 't')
    await pipe.until(4)
    expect(pipe.sent.at(-1)).toMatchObject({ method: 'tools/call', params: { name: 't', task: {} } })
  })

  test.each<[string, string, ServerCapabilities]>([
    ['whose tasks are forbidden', 'forbidden', { tools: {}, tasks }],
    ['of a server without tasks', 'optional', { tools: {} }],
    ['of a server without tasks of tools', 'optional', { tools: {}, tasks: { requests: {} } }],
    ['of a server with other tasks', 'optional', { tools: {}, tasks: { requests: { tools: {} } } }],
  ])('is no task of a tool %s', async (_, taskSupport, capabilities) => {
    const { client, pipe, list } = await open({}, capabilities)
    await list({ name: 't', execution: { taskSupport } })
    void follow(client, 't')
    await pipe.until(4)
    expect(pipe.sent.at(-1)?.['params']).toEqual({ name: 't' })
  })

  test('ends with an error where its output is wrong', async () => {
    const { client, pipe, list, answer } = await open(createValidator())
    await list({ name: 't', outputSchema })
    const step = follow(client, 't')
    await pipe.until(4)
    answer({ content: [], structuredContent: { wrong: 'no' } })
    expect(await step).toMatchObject({
      value: {
        type: 'error',
        error: { message: "MCP error -32602: Structured content does not match the tool's output schema: no" },
      },
    })
  })
})
