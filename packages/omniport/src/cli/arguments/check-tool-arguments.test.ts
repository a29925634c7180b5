import { describe, expect, test } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import type { Tool } from '../../entries/index.js'
import { checkToolArgumentNames, checkToolArguments } from './check-tool-arguments.js'

const toolOf = (inputSchema: object): Tool => ({ name: 'add', inputSchema: inputSchema as Tool['inputSchema'] })

const integers = (...names: readonly string[]) =>
  toolOf({ type: 'object', properties: Object.fromEntries(names.map((name) => [name, { type: 'integer' }])) })

describe('the names of arguments', () => {
  test('are those that the schema has', () => {
    const tool = integers('first', 'second')
    expect(checkToolArgumentNames(tool, ['second', 'first'])).toBeUndefined()
    expect(checkToolArgumentNames(tool, [])).toBeUndefined()
    expect(thrownBy(() => checkToolArgumentNames(tool, ['first', 'secnd']))).toMatchObject({
      code: 'usage',
      message:
        'add has no argument "secnd"; did you mean "second"? It takes first, second (--no-validate-input sends it anyway)',
    })
    expect(thrownBy(() => checkToolArgumentNames(integers(), ['x']))).toMatchObject({
      message: 'add has no argument "x". It takes none (--no-validate-input sends it anyway)',
    })
  })

  test('are any where the schema allows others', () => {
    const tool = toolOf({ type: 'object', properties: { a: {} }, additionalProperties: true })
    expect(checkToolArgumentNames(tool, ['b'])).toBeUndefined()
  })
})

describe('the arguments', () => {
  test('that fit are as they were', async () => {
    const args = { a: 1 }
    const tool = toolOf({ type: 'object', properties: { a: { type: 'integer' }, b: { default: 3 } } })
    expect(await checkToolArguments(tool, args)).toBeUndefined()
    expect(args).toEqual({ a: 1 })
  })

  test.each<[string, object, Record<string, unknown>, RegExp]>([
    [
      'one that is wrong',
      { properties: { a: { type: 'integer' } } },
      { a: 'x' },
      /^add: a [^;]+ \(--no-validate-input sends it anyway\)$/,
    ],
    [
      'a place in one',
      { properties: { a: { type: 'array', items: { properties: { b: { type: 'integer' } } } } } },
      { a: [{}, { b: 'x' }] },
      /^add: a\[1\]\.b [^;]+ \(/,
    ],
    ['all of them', { minProperties: 1 }, {}, /^add: the arguments [^;]+ \(/],
  ])('are refused for %s', async (_what, schema, args, message) => {
    await expect(checkToolArguments(toolOf({ type: 'object', ...schema }), args)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(message),
    })
  })

  const wrong = (count: number) => {
    const names = Array.from({ length: count }, (_, at) => `n${at}`)
    return checkToolArguments(integers(...names), Object.fromEntries(names.map((name) => [name, 'x'])))
  }

  test('are refused with the first eight problems, and the number of the others', async () => {
    await expect(wrong(8)).rejects.toThrow(/^add: n0 [^;]+(?:; n[1-7] [^;]+){7} \(--no/)
    await expect(wrong(8)).rejects.not.toThrow('more')
    await expect(wrong(9)).rejects.toThrow(/; n7 [^;]+; and 1 more \(--no/)
  })

  test('are refused with a path that is cut', async () => {
    const name = (length: number) => 'p'.repeat(length)
    const check = (length: number) => checkToolArguments(integers(name(length)), { [name(length)]: 'x' })
    await expect(check(120)).rejects.toThrow(`add: ${name(120)} `)
    await expect(check(121)).rejects.toThrow(`add: ${name(120)}… `)
  })

  test('are left to the server where the schema cannot be checked here', async () => {
    const tool = toolOf({ type: 'object', $ref: 'https://example.com/schema' })
    expect(await checkToolArguments(tool, { a: 1 })).toBeUndefined()
  })
})
