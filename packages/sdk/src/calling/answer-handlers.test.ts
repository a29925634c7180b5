import { describe, expect, test } from 'vitest'
import type { ClientCapabilities } from '../types.js'
import { checkedElicitation, checkedSampling } from './answer-handlers.js'

const task = { taskId: 't', status: 'working', ttl: null, createdAt: 'x', lastUpdatedAt: 'x' }
const form = { message: 'm', requestedSchema: { type: 'object', properties: {} } }
const page = { mode: 'url', message: 'm', elicitationId: 'e', url: 'https://a.example/' }
const invalid = (pattern: RegExp) => ({ code: -32602, message: expect.stringMatching(pattern) })

describe('elicitation', () => {
  function elicit(
    params: unknown,
    result: unknown,
    elicitation: ClientCapabilities['elicitation'] = { form: {}, url: {} },
  ) {
    const seen: unknown[][] = []
    const handler = (...given: unknown[]) => {
      seen.push(given)
      return result
    }
    const checked = checkedElicitation(handler, () => (elicitation === undefined ? {} : { elicitation }))
    return { seen, run: () => checked({ method: 'elicitation/create', params }, 'context') as Promise<unknown> }
  }

  test('gets the request as it came, and its result is checked', async () => {
    const { seen, run } = elicit(form, { action: 'accept', content: { a: 1 }, more: 2 })
    expect(await run()).toEqual({ action: 'accept', content: { a: 1 }, more: 2 })
    expect(seen).toEqual([[{ method: 'elicitation/create', params: form }, 'context']])
  })

  test.each<[string, unknown, ClientCapabilities['elicitation'], string]>([
    ['a form', form, { url: {} }, 'MCP error -32602: Client does not support form-mode elicitation requests'],
    [
      'a form that says so',
      { ...form, mode: 'form' },
      { url: {} },
      'MCP error -32602: Client does not support form-mode elicitation requests',
    ],
    ['a page', page, { form: {} }, 'MCP error -32602: Client does not support URL-mode elicitation requests'],
    [
      'a page, of a client that names no mode',
      page,
      {},
      'MCP error -32602: Client does not support URL-mode elicitation requests',
    ],
  ])('is refused for %s that was not declared', async (_, params, elicitation, message) => {
    const { seen, run } = elicit(params, { action: 'accept' }, elicitation)
    await expect(run()).rejects.toMatchObject({ code: -32602, message })
    expect(seen).toEqual([])
  })

  test('is refused by a client without it', async () => {
    const checked = checkedElicitation(
      () => ({ action: 'accept' }),
      () => ({}),
    )
    await expect(checked({ method: 'elicitation/create', params: form }, {})).rejects.toMatchObject({
      message: 'MCP error -32602: Client does not support form-mode elicitation requests',
    })
  })

  test('is refused for a request that is none', async () => {
    const { seen, run } = elicit({ message: 5 }, { action: 'accept' })
    await expect(run()).rejects.toMatchObject(invalid(/^MCP error -32602: Invalid elicitation request: \[/))
    expect(seen).toEqual([])
  })

  test.each([[{ action: 'perhaps' }], [{}], [undefined]])('has no result %j', async (result) => {
    await expect(elicit(page, result).run()).rejects.toMatchObject(
      invalid(/^MCP error -32602: Invalid elicitation result: \[/),
    )
  })

  test('as a task gives the task', async () => {
    const params = { ...form, task: {} }
    expect(await elicit(params, { task }).run()).toEqual({ task })
    await expect(elicit(params, { action: 'accept' }).run()).rejects.toMatchObject(
      invalid(/^MCP error -32602: Invalid task creation result: \[/),
    )
  })
})

describe('what a person left out', () => {
  const requestedSchema = { type: 'object', properties: { size: { type: 'string', default: 'M' } } }
  const elicit = (given: object, elicitation: ClientCapabilities['elicitation'], params: object = {}) =>
    checkedElicitation(
      () => given,
      () => ({ elicitation }) as ClientCapabilities,
    )({ method: 'elicitation/create', params: { message: 'm', requestedSchema, ...params } }, {})
  const filling = { form: { applyDefaults: true }, url: {} }

  test('has its defaults where the client declares that', async () => {
    expect(await elicit({ action: 'accept', content: {} }, filling)).toEqual({
      ...{ action: 'accept', content: { size: 'M' } },
    })
    expect(await elicit({ action: 'accept', content: { size: 'L' } }, filling)).toMatchObject({
      content: { size: 'L' },
    })
  })

  test.each<[string, object, object, object | undefined]>([
    ['of a client that does not declare it', { action: 'accept', content: {} }, { form: {} }, {}],
    [
      'of a client that declares the opposite',
      { action: 'accept', content: {} },
      { form: { applyDefaults: false } },
      {},
    ],
    ['of a client that names no mode', { action: 'accept', content: {} }, {}, {}],
    ['of a form that was declined', { action: 'decline', content: {} }, filling, {}],
    ['of a form that was accepted without content', { action: 'accept' }, filling, undefined],
  ])('has none: %s', async (_, given, elicitation, content) => {
    const result = (await elicit(given, elicitation as ClientCapabilities['elicitation'])) as { content?: unknown }
    expect(result.content).toEqual(content)
  })

  test('of a page has none', async () => {
    expect(await elicit({ action: 'accept', content: {} }, filling, page)).toEqual({ action: 'accept', content: {} })
  })
})

describe('sampling', () => {
  const params = { messages: [], maxTokens: 1 }
  const text = { model: 'm', role: 'assistant', content: { type: 'text', text: 'a' } }
  const use = { model: 'm', role: 'assistant', content: [{ type: 'tool_use', id: '1', name: 't', input: {} }] }
  const sample = (result: unknown, more: object = {}) =>
    checkedSampling(() => result)({ method: 'sampling/createMessage', params: { ...params, ...more } }, {})
  const tool = { name: 't', inputSchema: { type: 'object' } }

  test('gets the request as it came, and its context', async () => {
    const seen: unknown[][] = []
    const checked = checkedSampling((...given: unknown[]) => {
      seen.push(given)
      return text
    })
    const request = { method: 'sampling/createMessage', params }
    expect(await checked(request, 'context')).toEqual(text)
    expect(seen).toEqual([[request, 'context']])
  })

  test.each<[string, object]>([
    ['tools', { tools: [tool] }],
    ['a choice of tools', { toolChoice: { mode: 'auto' } }],
  ])('with %s may use one', async (_, more) => {
    expect(await sample(use, more)).toEqual(use)
    await expect(sample(use)).rejects.toMatchObject(invalid(/^MCP error -32602: Invalid sampling result: \[/))
  })

  test('is refused for a request that is none', async () => {
    await expect(sample(text, { maxTokens: 'x' })).rejects.toMatchObject(
      invalid(/^MCP error -32602: Invalid sampling request: \[/),
    )
  })

  test('as a task gives the task', async () => {
    expect(await sample({ task }, { task: {} })).toEqual({ task })
    await expect(sample(text, { task: {} })).rejects.toMatchObject(
      invalid(/^MCP error -32602: Invalid task creation result: \[/),
    )
  })
})
