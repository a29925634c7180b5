import { describe, expect, test } from 'vitest'
import * as z3 from 'zod/v3'
import * as z from 'zod/v4'
import { isRawShape, toSchema } from './raw-shape.js'
import { readToolArguments } from './register-arguments.js'

const parser = { parse() {}, safeParse() {} }

describe('an object of schemas', () => {
  test.each<[string, unknown, boolean]>([
    ['nothing', {}, true],
    ['schemas', { a: z.string() }, true],
    ['schemas of zod 3', { a: z3.string() }, true],
    ['some schemas', { a: 1, b: z.string() }, true],
    ['other parsers', { a: parser }, true],
    ['half a parser', { a: { parse() {} } }, false],
    ['the other half', { a: { safeParse() {} } }, false],
    ['no schemas', { a: 'b', c: null }, false],
    ['a schema itself', z.object({}), false],
    ['a schema of zod 3 itself', z3.object({}), false],
    ['a parser itself', parser, false],
    ['what has a definition', { _def: {} }, false],
    ['what has another', { _zod: {} }, false],
    ['null', null, false],
    ['text', 'text', false],
  ])('may have %s: %s', (_, value, expected) => {
    expect(isRawShape(value)).toBe(expected)
  })
})

describe('the schema of a tool', () => {
  test('is the one that is given', () => {
    const schema = z.union([z.string(), z.number()])
    expect(toSchema(schema)).toBe(schema)
    expect(toSchema(undefined)).toBeUndefined()
  })

  test('is made of an object of schemas', () => {
    expect((toSchema({ a: z.string() }) as z.ZodObject).parse({ a: 'x', b: 1 })).toEqual({ a: 'x' })
  })

  test('is nothing else', () => {
    expect(() => toSchema({ a: 'string' } as never)).toThrow(
      new Error('inputSchema must be a Zod schema or raw shape, received an unrecognized object'),
    )
  })
})

describe('the arguments of a tool', () => {
  const callback = () => ({ content: [] })
  const shape = { a: z.string() }
  const hints = { readOnlyHint: true, title: 'T' }
  const nothing = { description: undefined, inputSchema: undefined, annotations: undefined, callback }

  test.each<[string, unknown[], object]>([
    ['a callback', [callback], {}],
    ['a description', ['d', callback], { description: 'd' }],
    ['a shape', [shape, callback], { inputSchema: shape }],
    ['an empty shape', [{}, callback], { inputSchema: {} }],
    ['annotations', [hints, callback], { annotations: hints }],
    ['a description and a shape', ['d', shape, callback], { description: 'd', inputSchema: shape }],
    ['a description and annotations', ['d', hints, callback], { description: 'd', annotations: hints }],
    ['a shape and annotations', [shape, hints, callback], { inputSchema: shape, annotations: hints }],
    ['all of them', ['d', shape, hints, callback], { description: 'd', inputSchema: shape, annotations: hints }],
    ['a shape and strange annotations', [shape, { a: {} }, callback], { inputSchema: shape, annotations: { a: {} } }],
    ['annotations that are null', ['d', null], { description: 'd', callback: null }],
    ['a member that is null', [{ title: null }, callback], { annotations: { title: null } }],
  ])('may be %s', (_, given, expected) => {
    const before = [...given]
    expect(readToolArguments('t', given)).toStrictEqual({ ...nothing, ...expected })
    expect(given).toEqual(before)
  })

  test('are no other objects', () => {
    expect(() => readToolArguments('t', [{ a: {} }, callback])).toThrow(
      new Error('Tool t expected a Zod schema or ToolAnnotations, but received an unrecognized object'),
    )
  })

  test('may be an object as the callback', () => {
    const handler = { createTask() {} }
    expect(readToolArguments('t', [handler])).toStrictEqual({ ...nothing, callback: handler })
  })
})
