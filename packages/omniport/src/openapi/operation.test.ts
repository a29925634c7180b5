import { describe, expect, test } from 'vitest'
import { OpenApiDocument, type PathOperation } from './open-api-document.js'
import { Unsupported } from './open-api-error.js'
import { readOperation } from './operation.js'

const documentOf = (paths: object, rest: object = {}) => new OpenApiDocument({ openapi: '3.1.0', paths, ...rest })

function read(operation: object, path = '/a', shared: readonly object[] = []) {
  const found = { method: 'post', path, operation, shared } as unknown as PathOperation
  return readOperation(documentOf({}), found)
}

const text = { schema: { type: 'string' } }
const query = (name: string, more: object = {}) => ({ name, in: 'query', ...text, ...more })
const withBody = (requestBody: object, parameters: readonly object[] = []) => ({ requestBody, parameters })

describe('the arguments of an operation', () => {
  test('are its parameters, and those of its path in front', () => {
    const shared = [{ name: 'id', in: 'path', ...text }, query('page')]
    const own = [
      query('page', { schema: { type: 'integer' }, required: true, description: 'Which page' }),
      { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
      query('flag', { schema: true, description: 'Any' }),
      query('list', { explode: false }),
    ]
    expect(read({ parameters: own }, '/a/{id}', shared)).toEqual({
      ...{ method: 'post', path: '/a/{id}', description: '', bodyType: undefined },
      parameters: [
        { name: 'id', in: 'path', isJoined: true },
        { name: 'page', in: 'query', isJoined: false },
        { name: 'X-Trace', in: 'header', isJoined: true },
        { name: 'flag', in: 'query', isJoined: false },
        { name: 'list', in: 'query', isJoined: true },
      ],
      input: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          page: { type: 'integer', description: 'Which page' },
          'X-Trace': { type: 'string' },
          flag: true,
          list: { type: 'string' },
        },
        required: ['id', 'page'],
        additionalProperties: false,
      },
    })
  })

  test.each<[string, object]>([
    ['of a cookie', { name: 'c', in: 'cookie' }],
    ['of another style', query('c', { style: 'deepObject' })],
    ['with a media type', query('c', { content: {} })],
    ['of a header that is reserved', { name: 'Content-Length', in: 'header' }],
    ['of a header that is none', { name: 'a b', in: 'header' }],
  ])('are without one that may be left out and is not supported: %s', (_what, parameter) => {
    expect(read({ parameters: [parameter, query('q')] }).parameters.map(({ name }) => name)).toEqual(['q'])
  })

  test.each([
    ...[
      'accept',
      'Accept-Encoding',
      'authorization',
      'connection',
      'content-type',
      'cookie',
      'expect',
      'host',
      'origin',
    ],
    ...['proxy-authorization', 'referer', 'sec-fetch-site', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'via'],
  ])('never set the header %s', (name) => {
    const message = `the header "${name}" is not for documents to set`
    expect(() => read({ parameters: [{ name, in: 'header', required: true }] })).toThrow(new Unsupported(message))
  })

  test.each<[object, string, string?]>([
    [{ parameters: [{ in: 'query' }] }, 'a parameter has no name'],
    [{ parameters: [{ name: '', in: 'query' }] }, 'a parameter has no name'],
    [{ parameters: [{ name: 'c', in: 'cookie', required: true }] }, 'the parameter "c" is in cookie'],
    [{ parameters: [{ name: 'c', required: true }] }, 'the parameter "c" is in undefined'],
    [{ parameters: [{ name: 'c', in: 'toString', required: true }] }, 'the parameter "c" is in toString'],
    [{ parameters: [query('c', { style: 'x', required: true })] }, 'the parameter "c" has the style x'],
    [{ parameters: [{ name: 'c', in: 'path', style: 'matrix' }] }, 'the parameter "c" has the style matrix', '/a/{c}'],
    [{ parameters: [query('c', { content: {}, required: true })] }, 'the parameter "c" has a media type of its own'],
    [{ parameters: [query('c'), { name: 'c', in: 'header' }] }, 'it has two parameters with the name "c"'],
    [{ parameters: [] }, 'its path has {id}, which is no parameter', '/a/{id}'],
    [{ parameters: [query('id')] }, 'its path has {id}, which is no parameter', '/a/{id}'],
    [withBody({ content: { 'application/json': {} } }, [query('body')]), 'it has a body and a parameter "body"'],
    [
      withBody({ required: true, content: { 'text/plain': {}, 'multipart/form-data': {} } }),
      'its body must be one of text/plain, multipart/form-data, not JSON',
    ],
    [withBody({ required: true }), 'its body must be one of no media type, not JSON'],
    [{ parameters: ['x'] }, '"x" leads to nothing in the document'],
  ])('cannot be those of %j', (operation, message, path) => {
    expect(() => read(operation, path)).toThrow(new Unsupported(message))
  })

  test('have a style that is said', () => {
    const parameters = [
      { name: 'id', in: 'path', style: 'simple' },
      { name: 'h', in: 'header', style: 'simple' },
      query('q', { style: 'form' }),
    ]
    expect(read({ parameters }, '/{id}').parameters.map(({ name }) => name)).toEqual(['id', 'h', 'q'])
  })
})

test.each(['X-Host', 'My-Cookie', 'Accept-Language', 'Via-Route', 'Hosts', 'X-Sec-A'])(
  'an operation may set the header %s, which only looks like one that it must not',
  (name) => {
    const { parameters } = read({ parameters: [{ name, in: 'header', required: true }] })
    expect(parameters).toEqual([{ name, in: 'header', isJoined: true }])
  },
)

describe('the body of an operation', () => {
  test.each(['application/json', 'application/vnd.api+json', 'Application/Problem+JSON'])('is JSON: %s', (type) => {
    const { bodyType, input } = read(
      withBody({ content: { 'text/plain': {}, [type]: { schema: { type: 'object' } } } }),
    )
    expect([bodyType, input['properties'], input['required']]).toEqual([type, { body: { type: 'object' } }, []])
  })

  test('is required where that is said, and anything where it has no schema', () => {
    const { input } = read(withBody({ required: true, content: { 'application/json': null } }))
    expect([input['properties'], input['required']]).toEqual([{ body: {} }, ['body']])
  })

  test.each([['text/json'], ['application/jsonx'], ['application/x-json;v=1']])(
    'is left out where it may be and is no JSON: %s',
    (type) => {
      const { bodyType, input } = read(withBody({ content: { [type]: {} } }))
      expect([bodyType, input['properties']]).toEqual([undefined, {}])
    },
  )
})

describe('the description', () => {
  test.each([
    [{ summary: 'A', description: 'B' }, 'A\nB'],
    [{ summary: 5, description: 'B' }, 'B'],
    [{}, ''],
  ])('is made of %j', (operation, expected) => {
    expect(read(operation).description).toBe(expected)
  })

  test('has 2,000 characters at most, and so has that of an argument', () => {
    const description = 'x'.repeat(2_001)
    const { description: own, input } = read({ description, parameters: [query('q', { description })] })
    expect([own.length, input['properties']]).toEqual([
      2_000,
      { q: { type: 'string', description: 'x'.repeat(2_000) } },
    ])
  })
})

describe('a document', () => {
  test('has its operations in the order of its paths and of the methods', () => {
    const parameters = [query('q')]
    const found = documentOf({
      '/b': { delete: {}, get: { x: 1 }, trace: {}, parameters },
      '/a': { post: {}, put: 'no', parameters: 'no' },
      relative: { get: {} },
      '/c': 5,
    }).operations()
    expect(found).toEqual([
      { method: 'get', path: '/b', operation: { x: 1 }, shared: parameters },
      { method: 'delete', path: '/b', operation: {}, shared: parameters },
      { method: 'post', path: '/a', operation: {}, shared: [] },
    ])
  })

  test.each([[undefined], ['x'], [[]]])('may have no paths: %j', (paths) => {
    expect(new OpenApiDocument({ openapi: '3.0.3', paths }).operations()).toEqual([])
  })

  test.each([['3.0'], ['3.2.0'], ['13.1.0'], [3.1]])('is not of version %j', (openapi) => {
    expect(() => new OpenApiDocument({ openapi })).toThrow(
      new TypeError(`fromOpenApi: "openapi" must be 3.0 or 3.1; got ${JSON.stringify(openapi)}`),
    )
  })

  test('nests to a depth', () => {
    const nest = (depth: number): object => (depth === 0 ? {} : { a: nest(depth - 1) })
    expect(() => documentOf({ '/a': nest(61) })).not.toThrow()
    expect(() => documentOf({ '/a': nest(62) })).toThrow('fromOpenApi: the document nests deeper than 64 levels')
  })

  test('follows references to references, within itself', () => {
    const chain = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`r${at}`, { $ref: `#/x/r${at + 1}` }]))
    const document = documentOf({}, { x: { ...chain, r15: { found: true }, 'a/b': { c: 1 } } })
    expect(document.resolve({ $ref: '#/x/r1' })).toEqual({ found: true })
    expect(document.resolve({ $ref: '#/x/a~1b' })).toEqual({ c: 1 })
  })

  test('follows 15 references, and no more', () => {
    const chain = (length: number) =>
      Object.fromEntries(Array.from({ length }, (_, at) => [`r${at}`, { $ref: `#/x/r${at + 1}` }]))
    const ending = (length: number) => documentOf({}, { x: { ...chain(length), [`r${length}`]: { found: true } } })
    expect(ending(14).resolve({ $ref: '#/x/r0' })).toEqual({ found: true })
    expect(() => ending(15).resolve({ $ref: '#/x/r0' })).toThrow(
      new Unsupported('{"$ref":"#/x/r0"} leads to nothing in the document'),
    )
  })

  test.each([[{ $ref: '#x' }], [{ $ref: 5 }], [{ $ref: '#/no' }], [5], [null]])('resolves nothing of %j', (value) => {
    expect(() => documentOf({}).resolve(value)).toThrow(
      new Unsupported(`${JSON.stringify(value)} leads to nothing in the document`),
    )
  })
})
