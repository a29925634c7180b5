import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import * as z3 from 'zod/v3'
import { prompt } from '../prompts/prompt.js'
import { resource } from '../resources/resource.js'
import { tool } from '../tools/tool.js'

const run = () => 'ok'
const read = () => 'text'
const get = () => 'Hello'

/** Definitions as a program without types would write them. */
const anyTool = (definition: unknown) => () => tool(definition as never)
const anyResource = (definition: unknown) => () => resource(definition as never)
const anyPrompt = (definition: unknown) => () => prompt(definition as never)

describe('a definition', () => {
  test('is a frozen copy of its options, without those that are undefined', () => {
    const options = { title: 'Add', description: undefined, run }
    const definition = tool(options)
    expect(definition).toEqual({ title: 'Add', run })
    expect(Object.keys(definition)).toEqual(['title', 'run'])
    expect(Object.isFrozen(definition)).toBe(true)
    expect(definition).not.toBe(options)
  })

  test('may be defined again from itself', () => {
    const definition = resource({ uri: 'a://{b}', complete: { b: () => ['c'] }, read })
    expect(resource(definition as never)).toEqual(definition)
  })

  test('keeps every option of a tool', () => {
    const options = {
      title: 'Wipe',
      description: 'Deletes everything',
      icons: [{ src: 'https://example.com/i.png', mimeType: 'image/png', sizes: ['48x48'], theme: 'dark' as const }],
      _meta: { 'com.example/a': 1 },
      scopes: ['notes:write'],
      visible: () => true,
      input: z.object({ id: z.string() }),
      output: z.object({ gone: z.boolean() }),
      annotations: {
        title: 'Wipe',
        readOnlyHint: false,
        destructiveHint: true,
        idempotentHint: true,
        openWorldHint: false,
      },
      task: 'optional' as const,
      singleUse: true,
      authorize: () => true,
      use: [],
      run: () => ({ gone: true }),
    }
    expect(tool(options)).toEqual(options)
  })

  test('keeps every option of a resource', () => {
    const options = {
      uri: 'file:///logo.png',
      title: 'Logo',
      description: 'The logo',
      mimeType: 'image/png',
      size: 0,
      icons: [{ src: 'data:image/png;base64,AA==' }],
      annotations: { audience: ['user' as const], priority: 0.5, lastModified: '2025-01-12T15:00:58Z' },
      ttlMs: 0,
      cacheScope: 'public' as const,
      scopes: [],
      visible: () => false,
      _meta: {},
      read,
    }
    expect(resource(options)).toEqual(options)
  })
})

describe('what is wrong with a definition is a TypeError that names it', () => {
  test.each([
    ['nothing at all', anyTool(undefined), 'tool must be given an object of options, got undefined'],
    ['a tool without run', anyTool({}), 'tool: run must be a function, got undefined'],
    ['a run that is no function', anyTool({ run: 'x' }), 'tool: run must be a function, got "x"'],
    ['a resource without read', anyResource({ uri: 'a:b' }), 'resource: read must be a function, got undefined'],
    ['a prompt without get', anyPrompt({ get: null }), 'prompt: get must be a function, got null'],
    ['a title that is no string', anyTool({ title: 1, run }), 'tool: title must be a string, got 1'],
    [
      'a long value, shortened',
      anyTool({ run: 'x'.repeat(99) }),
      `tool: run must be a function, got "${'x'.repeat(80)}…"`,
    ],
    ['scopes as a string', anyTool({ scopes: 'a', run }), 'tool: scopes must be an array of strings, got "a"'],
    ['a scope that is no string', anyTool({ scopes: ['a', 1], run }), 'tool: scopes[1] must be a string, got 1'],
    ['middleware that is no function', anyTool({ use: [{}], run }), 'tool: use[0] must be a function, got an object'],
    ['another task support', anyTool({ task: true, run }), 'tool: task must be "optional" or "required", got true'],
    [
      'a hint that is no boolean',
      anyTool({ annotations: { readOnlyHint: 'yes' }, run }),
      'tool: annotations.readOnlyHint must be true or false, got "yes"',
    ],
    ['annotations as an array', anyTool({ annotations: [], run }), 'tool: annotations must be an object, got an array'],
    [
      'a priority above 1',
      anyResource({ uri: 'a:b', annotations: { priority: 2 }, read }),
      'resource: annotations.priority must be a number from 0 to 1, got 2',
    ],
    [
      'a negative ttl',
      anyResource({ uri: 'a:b', ttlMs: -1, read }),
      'resource: ttlMs must be a whole number of milliseconds, 0 or more, got -1',
    ],
    [
      'another cache scope',
      anyResource({ uri: 'a:b', cacheScope: 'all', read }),
      'resource: cacheScope must be "public" or "private", got "all"',
    ],
    [
      'a completion that is a text',
      anyPrompt({ arguments: { type: 'object', properties: { a: {} } }, complete: { a: 'x' }, get }),
      'prompt: complete.a must be a function or an array of strings, got "x"',
    ],
  ])('%s', (_name, define, message) => {
    expect(define).toThrow(new TypeError(message))
  })
})

describe('an option that does not exist is refused', () => {
  const options = 'title, description, icons, _meta, scopes, visible, arguments, complete, get'

  test.each([
    [
      'with the nearest',
      { desciption: '', get },
      `prompt: there is no option "desciption"; did you mean "description"? The options are ${options}`,
    ],
    [
      'whatever its case',
      { Title: '', get },
      `prompt: there is no option "Title"; did you mean "title"? The options are ${options}`,
    ],
    [
      'even when it is undefined',
      { argument: undefined, get },
      `prompt: there is no option "argument"; did you mean "arguments"? The options are ${options}`,
    ],
    [
      'without advice where none is near',
      { handler: get, get },
      `prompt: there is no option "handler". The options are ${options}`,
    ],
    [
      'also when an object has a member of that name',
      { constructor: 1, get },
      `prompt: there is no option "constructor". The options are ${options}`,
    ],
  ])('%s', (_name, definition, message) => {
    expect(anyPrompt(definition)).toThrow(new TypeError(message))
  })
})

describe('icons come from https: and data: addresses only', () => {
  test.each([
    'javascript:alert(1)',
    'http://example.com/i.png',
    'file:///i.png',
    'ftp://example.com/i.png',
    'ws://example.com',
    'app:icon',
    '/i.png',
  ])('%s is refused', (src) => {
    const message = `tool: icons[1].src must be an https: or data: address, got ${JSON.stringify(src)}`
    expect(anyTool({ icons: [{ src: 'HTTPS://example.com/i.png' }, { src }], run })).toThrow(new TypeError(message))
  })
})

describe('a schema', () => {
  const document = { type: 'object', properties: { a: { type: 'string' } } } as const

  test.each([
    ['of zod', z.object({ a: z.string() })],
    ['of arktype, which is a function', type({ a: 'string' })],
    ['of valibot, wrapped', toStandardJsonSchema(v.object({ a: v.string() }))],
    ['as a JSON Schema document', document],
  ])('%s is kept as it is', (_name, input) => {
    expect(tool({ input, run }).input).toBe(input)
  })

  test.each([
    [
      'that is a raw shape',
      { a: z.string() },
      'tool: input is a raw shape: wrap it in an object schema, such as z.object({ … })',
    ],
    [
      'that cannot convert itself',
      v.object({ a: v.string() }),
      'tool: input is a schema of valibot that cannot say itself as JSON Schema: wrap it in toStandardJsonSchema() of @valibot/to-json-schema',
    ],
    [
      'of a zod that cannot convert itself',
      z3.object({ a: z3.string() }),
      "tool: input is a schema of zod that cannot say itself as JSON Schema: those that `import { z } from 'zod'` makes, 4.2 or later, can; for zod/mini write jsonSchema(z.toJSONSchema(schema))",
    ],
    [
      'that says no type',
      {},
      'tool: input must be a Standard Schema or a JSON Schema with "type": "object"; wrap other documents in jsonSchema()',
    ],
    ['that is no object', 'object', 'tool: input must be a schema, got "object"'],
  ])('%s is refused', (_name, input, message) => {
    expect(anyTool({ input, run })).toThrow(new TypeError(message))
  })
})

describe('the uri of a resource', () => {
  test.each(['notes://today', 'urn:x:y', 'notes://{id}', '{+base}/x', 'a://{b}{?c,d}'])('may be %s', (uri) => {
    expect(resource({ uri, read }).uri).toBe(uri)
  })

  test.each([
    ['today', 'resource: uri must be an absolute URI such as "notes://today", got "today"'],
    ['a://b c', 'resource: uri must be an absolute URI such as "notes://today", got "a://b c"'],
    ['notes/{id}', 'resource: uri must be a template of an absolute URI such as "notes://{id}", got "notes/{id}"'],
    ['notes://{id', 'Malformed URI template "notes://{id" at offset 8: "{" is never closed; expected "}"'],
  ])('may not be %s', (uri, message) => {
    expect(anyResource({ uri, read })).toThrow(new TypeError(message))
  })

  test('decides whether it has a list', () => {
    const message = 'resource: list is for a uri with variables'
    expect(anyResource({ uri: 'a:b', list: () => [], read })).toThrow(new TypeError(message))
  })

  test('decides whether it has a size', () => {
    const message = 'resource: size is for a uri without variables'
    expect(anyResource({ uri: 'a:{b}', size: 1, read })).toThrow(new TypeError(message))
  })
})

describe('complete names what there is to complete', () => {
  const complete = { citty: () => [] }
  const properties = { city: { type: 'string' } }

  test.each([
    [
      'a template',
      anyResource({ uri: 'a://{city}', complete, read }),
      'resource: complete.citty is no variable of the uri; did you mean "city"? There are city',
    ],
    [
      'a plain uri',
      anyResource({ uri: 'a:b', complete, read }),
      'resource: complete.citty is no variable of the uri. There are none',
    ],
    [
      'a prompt',
      anyPrompt({ arguments: { type: 'object', properties }, complete, get }),
      'prompt: complete.citty is no argument; did you mean "city"? There are city',
    ],
    [
      'a prompt without arguments',
      anyPrompt({ complete, get }),
      'prompt: complete.citty is no argument. There are none',
    ],
  ])('of %s', (_name, define, message) => {
    expect(define).toThrow(new TypeError(message))
  })

  test('where only the conversion of the schema knows its members, nothing is refused yet', () => {
    const definition = prompt({ arguments: z.object({ city: z.string() }), complete: { city: () => ['Oslo'] }, get })
    expect(Object.keys(definition.complete ?? {})).toEqual(['city'])
  })
})
