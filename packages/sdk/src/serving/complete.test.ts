import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod/v4'
import { completable } from '../server/completable.js'
import { ResourceTemplate } from '../server/mcp.js'
import type { CompleteRequest } from '../types.js'
import { type CompletionSources, complete } from './complete.js'

const many = (count: number) => Array.from({ length: count }, (_, at) => `${at}`)

function create() {
  const asked: unknown[][] = []
  const record = (...given: unknown[]) => {
    asked.push(given)
    return many(Number(given[0]))
  }
  const argsSchema = z.object({ count: completable(z.string(), record), plain: z.string() })
  const template = (uri: string, callbacks: object) => ({
    resourceTemplate: new ResourceTemplate(uri, {
      list: undefined,
      complete: callbacks as { [name: string]: () => [] },
    }),
  })
  const sources = {
    prompts: { p: { enabled: true, argsSchema }, bare: { enabled: true }, off: { enabled: false, argsSchema } },
    resources: { 'test://fixed': {} },
    templates: { other: template('test://other/{id}', {}), t: template('test://{id}', { id: record }) },
  } as unknown as CompletionSources
  const run = (ref: object, name: string, value = '3', context?: object) => {
    const params = { ref, argument: { name, value }, ...(context && { context }) }
    return complete(sources, { method: 'completion/complete', params } as unknown as CompleteRequest)
  }
  return { asked, run }
}

const prompt = (name: string) => ({ type: 'ref/prompt', name })
const resource = (uri: string) => ({ type: 'ref/resource', uri })
const nothing = { completion: { values: [], hasMore: false } }

describe('an argument of a prompt', () => {
  test('is completed with what is known', async () => {
    const { asked, run } = create()
    const context = { arguments: { a: 'b' } }
    expect(await run(prompt('p'), 'count', '3', context)).toEqual({
      completion: { values: ['0', '1', '2'], total: 3, hasMore: false },
    })
    expect(asked).toEqual([['3', context]])
  })

  test.each([
    ['100', 100, false],
    ['101', 100, true],
  ])('of %s values gets %i', async (value, count, hasMore) => {
    const { completion } = await create().run(prompt('p'), 'count', value)
    expect([completion.values.length, completion.total, completion.hasMore]).toEqual([count, Number(value), hasMore])
  })

  test.each([
    ['p', 'plain'],
    ['p', 'unknown'],
    ['p', 'constructor'],
    ['bare', 'count'],
  ])('%s: %s has no values', async (name, argument) => {
    expect(await create().run(prompt(name), argument)).toEqual(nothing)
  })

  test.each([
    ['missing', 'MCP error -32602: Prompt missing not found'],
    ['off', 'MCP error -32602: Prompt off disabled'],
  ])('of the prompt %s is an error', async (name, message) => {
    await expect(create().run(prompt(name), 'count')).rejects.toMatchObject({ code: -32602, message })
  })
})

describe('a variable of a template', () => {
  test('is completed by the template that has it', async () => {
    const { asked, run } = create()
    expect(await run(resource('test://{id}'), 'id', '1')).toEqual({
      completion: { values: ['0'], total: 1, hasMore: false },
    })
    expect(asked).toEqual([['1', undefined]])
  })

  test.each([
    ['test://{id}', 'other'],
    ['test://other/{id}', 'id'],
    ['test://fixed', 'id'],
  ])('%s: %s has no values', async (uri, name) => {
    expect(await create().run(resource(uri), name)).toEqual(nothing)
  })

  test('of nothing that is known is an error', async () => {
    await expect(create().run(resource('test://missing'), 'id')).rejects.toMatchObject({
      ...{ code: -32602, message: 'MCP error -32602: Resource template test://missing not found' },
    })
  })
})

test('values may take their time', async () => {
  const later = vi.fn(async () => ['a'])
  const sources = {
    ...{ prompts: { p: { enabled: true, argsSchema: z.object({ a: completable(z.string(), later) }) } } },
    ...{ resources: {}, templates: {} },
  } as unknown as CompletionSources
  const params = { ref: prompt('p'), argument: { name: 'a', value: '' } }
  expect(await complete(sources, { method: 'completion/complete', params } as unknown as CompleteRequest)).toEqual({
    completion: { values: ['a'], total: 1, hasMore: false },
  })
})
