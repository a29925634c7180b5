import { describe, expect, onTestFinished, test } from 'vitest'
import { connect } from '../client/connect.js'
import { textOf } from '../client/tools/text-of.js'
import { revisions } from '../protocol/revisions/revision.js'
import { createServer } from '../server/create-server.js'
import { fromOpenApi, type OpenApiOptions } from './from-open-api.js'

interface SentRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

const json = (value: unknown, init: ResponseInit = {}) => Response.json(value, init)
const all = () => true
const pathsOf = (paths: object, rest: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'a', version: '1' },
  paths,
  ...rest,
})
const pathId = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }

async function start(document: object, options: Partial<OpenApiOptions> & { answer?: () => Response } = {}) {
  const { answer = () => json({ ok: true }), ...others } = options
  const sent: SentRequest[] = []
  const fake = async (url: RequestInfo | URL, init: RequestInit = {}) => {
    const headers = Object.fromEntries(new Headers(init.headers))
    sent.push({ url: String(url), method: String(init.method), headers, body: init.body as string | undefined })
    return answer()
  }
  const tools = fromOpenApi(document, { baseUrl: 'https://api.test/v1/', include: all, fetch: fake, ...others })
  const server = createServer({ name: 's', version: '1', tools, logger: { error: () => {}, warn: () => {} } })
  const client = await connect(server)
  onTestFinished(async () => {
    await client.close()
    await server.close()
  })
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const result = await client.callTool(name, args)
    return result.isError === true ? `error: ${textOf(result)}` : textOf(result)
  }
  return { client, server, call, sent }
}

const pet = {
  '/pets/{id}': {
    parameters: [pathId],
    get: { operationId: 'getPet', summary: 'Finds a pet', description: 'By its id' },
    delete: {},
    put: {
      operationId: 'setPet',
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
      },
    },
  },
}
const schemas = {
  components: {
    schemas: {
      Pet: {
        type: 'object',
        properties: {
          name: { type: 'string', nullable: true },
          friends: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
        },
        required: ['name'],
      },
    },
  },
}

describe('fromOpenApi', () => {
  test('makes tools of what reads, unless it is told otherwise', async () => {
    const names = (tools: object) => Object.keys(tools)
    const document = pathsOf(pet, schemas)
    const baseUrl = 'https://api.test'
    expect(names(fromOpenApi(document, { baseUrl }))).toEqual(['getPet'])
    expect(names(fromOpenApi(document, { baseUrl, include: all }))).toEqual(['getPet', 'setPet', 'delete_pets_id'])
  })

  test('describes a tool by its operation, and its arguments by parameters and body', async () => {
    const { client } = await start(pathsOf(pet, schemas))
    const [get, set] = await client.listTools()
    expect(get).toMatchObject({
      name: 'getPet',
      description: 'Finds a pet\nBy its id',
      inputSchema: {
        type: 'object',
        properties: { id: { type: 'string' } },
        required: ['id'],
        additionalProperties: false,
      },
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    })
    expect(set?.inputSchema).toMatchObject({
      properties: { body: { $ref: '#/$defs/schema1' } },
      required: ['id', 'body'],
      $defs: {
        schema1: {
          type: 'object',
          properties: {
            name: { type: ['string', 'null'] },
            friends: { type: 'array', items: { $ref: '#/$defs/schema1' } },
          },
          required: ['name'],
        },
      },
    })
  })

  test('sends what the operation says, and the headers of the program', async () => {
    const parameters = [
      { name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
      { name: 'sort', in: 'query', explode: false, schema: { type: 'array', items: { type: 'string' } } },
      { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
      { name: 'session', in: 'cookie', schema: { type: 'string' } },
    ]
    const find = pathsOf({ '/pets': { get: { operationId: 'find', parameters } } })
    const { call, sent } = await start(find, { headers: () => ({ authorization: 'Bearer secret' }) })
    await call('find', { tag: ['a&b', 'c'], sort: ['x', 'y'], 'X-Trace': 't1' })
    expect(sent).toEqual([
      {
        url: 'https://api.test/v1/pets?tag=a%26b&tag=c&sort=x%2Cy',
        method: 'GET',
        headers: { accept: expect.any(String), authorization: 'Bearer secret', 'x-trace': 't1' },
        body: null,
      },
    ])
  })

  test('sends a body as JSON', async () => {
    const { call, sent } = await start(pathsOf(pet, schemas))
    await call('setPet', { id: 'a/../b', body: { name: null, friends: [] } })
    expect(sent[0]).toMatchObject({
      url: 'https://api.test/v1/pets/a%2F..%2Fb',
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"name":null,"friends":[]}',
    })
  })

  test.each(['.', '..', ''])('does not let an argument lead out of the path: %j', async (id) => {
    const { call, sent } = await start(pathsOf(pet, schemas))
    expect([await call('getPet', { id }), sent]).toEqual(['error: id must be something that can be part of a path', []])
  })

  test.each<[what: string, answer: () => Response, text: string]>([
    ['JSON', () => json({ content: [{ type: 'text', text: 'x' }] }), '{"content":[{"type":"text","text":"x"}]}'],
    ['text', () => new Response('hello', { headers: { 'content-type': 'text/plain; charset=utf-8' } }), 'hello'],
    ['nothing', () => new Response(null, { status: 204 }), 'GET /pets/{id}: done (204)'],
    [
      'a failure',
      () => json({ message: 'no such pet' }, { status: 404 }),
      'error: GET /pets/{id} answered 404: {"message":"no such pet"}',
    ],
    [
      'a redirect',
      () => new Response(null, { status: 302, headers: { location: 'http://169.254.169.254/' } }),
      'error: GET /pets/{id} answered with a redirect, which is not followed',
    ],
    [
      'too much',
      () => new Response('x'.repeat(101), { headers: { 'content-type': 'text/plain' } }),
      'error: GET /pets/{id} answered with more than 100 bytes',
    ],
    [
      'something else',
      () => new Response('x', { headers: { 'content-type': 'application/zip' } }),
      'error: GET /pets/{id} answered with application/zip, which is not shown',
    ],
    [
      'no connection',
      () => {
        throw new TypeError('connect ECONNREFUSED 10.0.0.1:80')
      },
      'error: GET /pets/{id} could not be reached',
    ],
  ])('gives the model what it can read of %s', async (_, answer, text) => {
    const { call } = await start(pathsOf(pet, schemas), { answer, maxResponseBytes: 100 })
    expect(await call('getPet', { id: '1' })).toBe(text)
  })

  test.each(revisions)('gives an image as an image, and an object as structured content, at %s', async (revision) => {
    const answers = [new Response(new Uint8Array([1, 2]), { headers: { 'content-type': 'image/png' } }), json({ a: 1 })]
    const { server } = await start(pathsOf(pet, schemas), { answer: () => answers.shift() ?? json(null) })
    const client = await connect(server, { revision })
    const results = [await client.callTool('getPet', { id: '1' }), await client.callTool('getPet', { id: '1' })]
    await client.close()
    expect(results.map(({ content }) => content)).toEqual([
      [{ type: 'image', mimeType: 'image/png', data: 'AQI=' }],
      [{ type: 'text', text: '{"a":1}' }],
    ])
  })

  test('gives up after a time', async () => {
    const never = ((_url: unknown, { signal }: RequestInit) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))) as typeof fetch
    const { call } = await start(pathsOf(pet, schemas), { fetch: never, timeoutMs: 20 })
    expect(await call('getPet', { id: '1' })).toBe('error: GET /pets/{id} did not answer within 20 ms')
  })

  test.each<[what: string, document: unknown, message: string]>([
    ['no document', 'openapi: 3.1.0', 'the document must be an object; parse its JSON or YAML before'],
    ['another version', { swagger: '2.0' }, '"openapi" must be 3.0 or 3.1; got undefined'],
    ['a deep document', pathsOf({ '/a': nest(70) }), 'the document nests deeper than 64 levels'],
    [
      'two names',
      pathsOf({ '/a': { get: { operationId: 'x' } }, '/b': { get: { operationId: 'x' } } }),
      'GET /b has the name "x" of another operation',
    ],
    ['too many tools', pathsOf(many(201)), 'makes more than 200 tools; choose some with include'],
    ['too many paths', pathsOf(many(2_001)), 'the document has more than 2000 paths'],
    [
      'a reference out of it',
      pathsOf({ '/a': { get: { parameters: [{ $ref: 'https://evil.test/a' }] } } }),
      'GET /a cannot be a tool: {"$ref":"https://evil.test/a"} leads to nothing in the document; leave it out with include',
    ],
    [
      'a reference to itself',
      pathsOf({ '/a': { get: { parameters: [{ $ref: '#/paths/~1a/get/parameters/0' }] } } }),
      'leads to nothing in the document',
    ],
    [
      'a reference to what all objects have',
      pathsOf({ '/a': { get: { parameters: [{ $ref: '#/constructor' }] } } }),
      'leads to nothing in the document',
    ],
    [
      'an upload',
      pathsOf({ '/a': { post: { requestBody: { required: true, content: { 'multipart/form-data': {} } } } } }),
      'POST /a cannot be a tool: its body must be one of multipart/form-data, not JSON',
    ],
    ['a path with a hole', pathsOf({ '/a/{id}': { get: {} } }), 'its path has {id}, which is no parameter'],
    [
      'a header of credentials',
      pathsOf({ '/a': { get: { parameters: [{ name: 'Authorization', in: 'header', required: true }] } } }),
      'the header "Authorization" is not for documents to set',
    ],
    [
      'a style',
      pathsOf({ '/a': { get: { parameters: [{ name: 'f', in: 'query', style: 'deepObject', required: true }] } } }),
      'the parameter "f" has the style deepObject',
    ],
  ])('refuses %s, and says why', (_, document, message) => {
    expect(() => fromOpenApi(document, { baseUrl: 'https://api.test', include: all })).toThrow(message)
  })

  test.each<[options: unknown, message: string]>([
    [undefined, 'fromOpenApi: give it options with a baseUrl'],
    [{ baseUrl: '/v1' }, 'fromOpenApi: baseUrl must be an absolute URL; got /v1'],
    [{ baseUrl: 'file:///etc' }, 'fromOpenApi: baseUrl must begin with https: or http:'],
    [{ baseUrl: 'https://a', timeoutMs: 0 }, 'fromOpenApi: timeoutMs must be a whole number above 0; got 0'],
    [{ baseUrl: 'https://a', includes: all }, 'includes'],
  ])('refuses the options %j', (options, message) => {
    expect(() => fromOpenApi(pathsOf({}), options as never)).toThrow(message)
  })

  test('a document cannot reach what objects inherit', async () => {
    const document = JSON.parse(
      '{"openapi":"3.0.0","paths":{"/__proto__":{"get":{"operationId":"__proto__","parameters":[{"name":"__proto__","in":"query","schema":{"type":"string"}}]}}}}',
    ) as object
    const tools = fromOpenApi(document, { baseUrl: 'https://api.test' })
    expect([Object.getPrototypeOf(tools) === Object.prototype, Object.keys(tools)]).toEqual([true, ['proto_']])
  })
})

function nest(depth: number): object {
  return depth === 0 ? {} : { a: nest(depth - 1) }
}

function many(count: number): object {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`/a${index}`, { get: {} }]))
}

test('an argument that was not given is not one that every object has', async () => {
  const get = { operationId: 'find', parameters: [{ name: 'constructor', in: 'query', schema: { type: 'string' } }] }
  const { call, sent } = await start(pathsOf({ '/pets': { get } }))
  expect(await call('find')).toBe('{"ok":true}')
  expect(sent.map(({ url }) => url)).toEqual(['https://api.test/v1/pets'])
})

test('a response that breaks off is told as one that could not be reached', async () => {
  const broken = () => new Response(new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) }))
  const { call } = await start(pathsOf({ '/pets': { get: { operationId: 'find' } } }), { answer: broken })
  expect(await call('find')).toBe('error: GET /pets could not be reached')
})
