import { describe, expect, test } from 'vitest'
import { ToolError } from '../server/tools/tool-error.js'
import type { JsonObject } from '../values/json/json-object.js'
import { buildRequest } from './build-request.js'
import type { Operation, Parameter } from './operation.js'

const path = (name: string): Parameter => ({ name, in: 'path', isJoined: true })
const query = (name: string, isJoined = false): Parameter => ({ name, in: 'query', isJoined })
const header = (name: string): Parameter => ({ name, in: 'header', isJoined: true })

function build(operation: Partial<Operation>, args: JsonObject = {}, baseUrl = 'https://api.test/v1') {
  const given = { method: 'get', path: '/pets', parameters: [], bodyType: undefined, description: '', ...operation }
  const { url, headers, body } = buildRequest(given as unknown as Operation, args, new URL(baseUrl))
  return { url: url.href, headers: Object.fromEntries(headers), body }
}

const accept = 'application/json, text/*;q=0.9, image/*;q=0.8'

describe('the address', () => {
  test.each([
    ['https://api.test', 'https://api.test/pets'],
    ['https://api.test/v1', 'https://api.test/v1/pets'],
    ['https://api.test/v1/', 'https://api.test/v1/pets'],
    ['https://api.test/v1/?key=k', 'https://api.test/v1/pets?key=k'],
  ])('is below %s', (baseUrl, expected) => {
    expect(build({}, {}, baseUrl).url).toBe(expected)
  })

  test.each<[unknown, string]>([
    ['a b', 'a%20b'],
    ['a/b?c#d', 'a%2Fb%3Fc%23d'],
    [5, '5'],
    [true, 'true'],
    [['a', 'b'], 'a%2Cb'],
    [{ a: 1 }, '%7B%22a%22%3A1%7D'],
    ['...', '...'],
    ['.a', '.a'],
  ])('has arguments as segments: %j', (value, segment) => {
    const { url } = build({ path: '/pets/{id}/toys', parameters: [path('id')] }, { id: value })
    expect(url).toBe(`https://api.test/v1/pets/${segment}/toys`)
  })

  test.each([['.'], ['..'], [''], [[]]])('has no segment %j', (id) => {
    expect(() => build({ path: '/pets/{id}', parameters: [path('id')] }, { id })).toThrow(
      new ToolError('id must be something that can be part of a path'),
    )
  })

  test('has arguments in its query, and none that was not given', () => {
    const parameters = [query('tag'), query('sort', true), query('nil'), query('gone'), query('toString')]
    const args = { tag: ['a&b', 'c'], sort: ['x', 'y'], nil: null, other: 'z' }
    expect(build({ parameters }, args).url).toBe('https://api.test/v1/pets?tag=a%26b&tag=c&sort=x%2Cy')
    expect(build({ parameters: [query('q')] }, { q: '' }).url).toBe('https://api.test/v1/pets?q=')
  })
})

describe('headers', () => {
  test('are arguments, and what is accepted', () => {
    expect(build({ parameters: [header('X-A')] }, { 'X-A': ['a', 'b'] }).headers).toEqual({ accept, 'x-a': 'a,b' })
  })

  test.each(['a\nb', 'a\u0000', 'ä', 'a\u007f'])('are printable: %j', (value) => {
    expect(() => build({ parameters: [header('X-A')] }, { 'X-A': value })).toThrow(
      new ToolError('X-A must have printable ASCII characters only'),
    )
  })

  test('may have spaces and tabs', () => {
    expect(build({ parameters: [header('X-A')] }, { 'X-A': 'a \t~!' }).headers['x-a']).toBe('a \t~!')
  })
})

describe('the body', () => {
  test.each<[string | undefined, JsonObject, string | undefined]>([
    ['application/json', { body: { a: 1 } }, '{"a":1}'],
    ['application/json', { body: null }, 'null'],
    ['application/json', {}, undefined],
    [undefined, { body: { a: 1 } }, undefined],
  ])('of %s with %j', (bodyType, args, body) => {
    const built = build({ bodyType }, args)
    expect([built.body, built.headers['content-type']]).toEqual([body, body === undefined ? undefined : bodyType])
  })
})
