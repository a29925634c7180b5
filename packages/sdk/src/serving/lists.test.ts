import { describe, expect, test } from 'vitest'
import * as z3 from 'zod/v3'
import * as z from 'zod/v4'
import type { RegisteredPrompt, RegisteredTool, Registry } from '../definitions/registered.js'
import { ResourceTemplate } from '../server/mcp.js'
import { listTools } from './list-tools.js'
import { LogLevels } from './log-levels.js'
import { getPrompt, listPrompts } from './prompt-requests.js'
import { listResources, listResourceTemplates, type ResourceSources, readResource } from './resource-requests.js'

const extra = { requestId: 1 } as never

describe('tools', () => {
  test('are listed with all that is said of them', () => {
    const about = {
      ...{ title: 'T', description: 'd', annotations: { readOnlyHint: true } },
      ...{ execution: { taskSupport: 'forbidden' }, _meta: { a: 1 } },
    }
    const tool = {
      enabled: true,
      ...about,
      inputSchema: z.object({ a: z.string() }),
      outputSchema: z.object({ b: z.number() }),
    }
    const tools = { t: tool, off: { enabled: false } } as unknown as Registry<RegisteredTool>
    expect(listTools(tools)).toMatchObject({
      tools: [
        {
          ...{ name: 't', ...about },
          inputSchema: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
          outputSchema: { type: 'object', properties: { b: { type: 'number' } }, required: ['b'] },
        },
      ],
    })
    expect(listTools(tools).tools).toHaveLength(1)
  })

  test('without a schema take an empty object, and have no output', () => {
    const { tools } = listTools({ t: { enabled: true } } as unknown as Registry<RegisteredTool>)
    expect(tools).toEqual([{ name: 't', inputSchema: { type: 'object', properties: {} } }])
    expect(tools[0]).not.toHaveProperty('outputSchema')
  })

  test('have the input of a transform as their input, and its output as their output', () => {
    const schema = z.object({ n: z.string().transform(Number).pipe(z.number()) })
    const tool = { enabled: true, inputSchema: schema, outputSchema: schema }
    const { tools } = listTools({ t: tool } as unknown as Registry<RegisteredTool>)
    expect(tools[0]?.inputSchema.properties).toEqual({ n: { type: 'string' } })
    expect(tools[0]?.outputSchema?.properties).toEqual({ n: { type: 'number' } })
  })
})

describe('prompts', () => {
  const callback = (...given: unknown[]) => ({ messages: [], given })
  const prompts = {
    p: {
      ...{ enabled: true, title: 'P', description: 'd', callback },
      argsSchema: z.object({ a: z.string().describe('an a'), b: z.string().optional() }),
    },
    bare: { enabled: true, callback },
    old: { enabled: true, callback, argsSchema: z3.object({ a: z3.string().optional() }) },
    off: { enabled: false, callback },
  } as unknown as Registry<RegisteredPrompt>

  test('are listed with their arguments', () => {
    expect(listPrompts(prompts)).toStrictEqual({
      prompts: [
        {
          ...{ name: 'p', title: 'P', description: 'd' },
          arguments: [
            { name: 'a', description: 'an a', required: true },
            { name: 'b', description: undefined, required: false },
          ],
        },
        { name: 'bare', title: undefined, description: undefined, arguments: undefined },
        {
          ...{ name: 'old', title: undefined, description: undefined },
          arguments: [{ name: 'a', description: undefined, required: false }],
        },
      ],
    })
  })

  test('get their checked arguments, and the context', async () => {
    expect(await getPrompt(prompts, { name: 'p', arguments: { a: 'x', more: '1' } }, extra)).toMatchObject({
      given: [{ a: 'x' }, extra],
    })
    expect(await getPrompt(prompts, { name: 'bare', arguments: { a: 'x' } }, extra)).toMatchObject({ given: [extra] })
    expect(await getPrompt(prompts, { name: 'old' }, extra)).toMatchObject({ given: [{}, extra] })
  })

  test.each([
    [{ name: 'missing' }, 'MCP error -32602: Prompt missing not found'],
    [{ name: 'off' }, 'MCP error -32602: Prompt off disabled'],
    [
      { name: 'p' },
      'MCP error -32602: Invalid arguments for prompt p: Invalid input: expected string, received undefined at a',
    ],
  ])('%j is an error', async (params, message) => {
    await expect(getPrompt(prompts, params, extra)).rejects.toMatchObject({ code: -32602, message })
  })
})

describe('resources', () => {
  function create() {
    const read = (...given: unknown[]) => ({ contents: [], given })
    const template = (uri: string, list?: (given: unknown) => unknown) =>
      new ResourceTemplate(uri, { list: list as undefined })
    const each = (given: unknown) => ({ resources: [{ uri: 'test://each/1', name: 'one', mimeType: 'own', given }] })
    const sources = {
      resources: {
        'test://fixed': { enabled: true, name: 'fixed', metadata: { mimeType: 'a/b' }, readCallback: read },
        'test://off': { enabled: false, name: 'off', readCallback: read },
      },
      templates: {
        each: {
          resourceTemplate: template('test://each/{id}', each),
          metadata: { mimeType: 'a/b', title: 'E' },
          readCallback: read,
        },
        silent: { resourceTemplate: template('test://silent/{id}'), readCallback: read },
      },
    } as unknown as ResourceSources
    return sources
  }

  test('are listed, and those of templates', async () => {
    expect(await listResources(create(), extra)).toEqual({
      resources: [
        { uri: 'test://fixed', name: 'fixed', mimeType: 'a/b' },
        { uri: 'test://each/1', name: 'one', mimeType: 'own', title: 'E', given: extra },
      ],
    })
  })

  test('have templates that are listed', () => {
    expect(listResourceTemplates(create())).toEqual({
      resourceTemplates: [
        { name: 'each', uriTemplate: 'test://each/{id}', mimeType: 'a/b', title: 'E' },
        { name: 'silent', uriTemplate: 'test://silent/{id}' },
      ],
    })
  })

  test('are read by their address, or by the template that it matches', async () => {
    expect(await readResource(create(), 'test://fixed', extra)).toMatchObject({
      given: [new URL('test://fixed'), extra],
    })
    expect(await readResource(create(), 'test://silent/5', extra)).toMatchObject({
      given: [new URL('test://silent/5'), { id: '5' }, extra],
    })
  })

  test.each([
    ['test://off', 'MCP error -32602: Resource test://off disabled'],
    ['test://missing', 'MCP error -32602: Resource test://missing not found'],
  ])('%s is an error', async (uri, message) => {
    await expect(readResource(create(), uri, extra)).rejects.toMatchObject({ code: -32602, message })
  })

  test('with an address that is none are an error', async () => {
    await expect(readResource(create(), 'nothing', extra)).rejects.toMatchObject({
      name: 'TypeError',
      message: 'Invalid URL',
    })
  })
})

describe('log messages', () => {
  const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const

  test.each(levels.map((level, at) => [level, at] as const))('from %s on are wanted', (least, at) => {
    const wanted = new LogLevels()
    wanted.set('s', least)
    expect(levels.filter((level) => !wanted.ignores(level, 's'))).toEqual(levels.slice(at))
    expect(levels.filter((level) => wanted.ignores(level, undefined))).toEqual([])
  })

  test('of no session have a level of their own', () => {
    const wanted = new LogLevels()
    wanted.set(undefined, 'error')
    expect([wanted.ignores('info', undefined), wanted.ignores('info', 's')]).toEqual([true, false])
  })
})
