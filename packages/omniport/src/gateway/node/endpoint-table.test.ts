import { afterEach, describe, expect, test } from 'vitest'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { createServer } from '../../server/create-server.js'
import type { Server } from '../../server/server.js'
import type { HttpOptions } from '../../transport/http/http-options.js'
import { type EndpointOptions, EndpointTable } from './endpoint-table.js'

const closers: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

function serverOf(name: string): Server {
  const server = createServer({ name, version: '1', logger: createRecordingLogger() })
  closers.push(() => server.close())
  return server
}

function create(defaults: HttpOptions = {}) {
  const table = new EndpointTable(defaults)
  closers.push(() => table.close())
  const names = () => table.all.map(({ name, path }) => [name, path])
  const paths = (name: string) => table.all.find((endpoint) => endpoint.name === name)?.handler.paths
  return { table, names, paths }
}

describe('an endpoint', () => {
  test('is at its name, and HTTP+SSE below that', () => {
    const { table, names, paths } = create()
    const server = serverOf('a')
    table.replace({ a: { server }, 'B-2_c': { server, path: '/other' } })
    expect(names()).toEqual([
      ['a', '/mcp/a'],
      ['B-2_c', '/other'],
    ])
    expect(paths('a')).toEqual(['/mcp/a', '/mcp/a/sse', '/mcp/a/messages'])
    expect(paths('B-2_c')).toEqual(['/other', '/other/sse', '/other/messages'])
    const [a, b] = table.all
    expect([a?.server, table.handlerAt('/mcp/a/sse'), table.handlerAt('/other')]).toEqual([
      server,
      a?.handler,
      b?.handler,
    ])
    expect([table.handlerAt('/mcp'), table.handlerAt('/mcp/b')]).toEqual([undefined, undefined])
  })

  test('may have other paths of HTTP+SSE, or none', () => {
    const { table, paths } = create()
    const server = serverOf('a')
    table.replace({
      a: { server, sseEndpoints: { stream: '/s', messages: '/m' } },
      b: { server, sseEndpoints: false },
      c: { server, sseEndpoints: true },
    })
    expect([paths('a'), paths('b'), paths('c')]).toEqual([
      ['/mcp/a', '/s', '/m'],
      ['/mcp/b'],
      ['/mcp/c', '/mcp/c/sse', '/mcp/c/messages'],
    ])
  })

  test('has the options of all, but for its own', () => {
    const { table, paths } = create({ sseEndpoints: false })
    const server = serverOf('a')
    table.replace({ a: { server }, b: { server, sseEndpoints: true }, c: { server, sseEndpoints: undefined } })
    expect([paths('a')?.length, paths('b')?.length, paths('c')?.length]).toEqual([1, 3, 1])
  })
})

describe('an endpoint that cannot be served', () => {
  const server = () => serverOf('a')
  test.each<[string, () => Record<string, unknown>, string | RegExp]>([
    [
      'by its name',
      () => ({ 'a/b': { server: server() } }),
      'the name of an endpoint must be of letters, digits, - and _, got "a/b"',
    ],
    [
      'without a name',
      () => ({ '': { server: server() } }),
      'the name of an endpoint must be of letters, digits, - and _, got ""',
    ],
    ['without a server', () => ({ a: {} }), 'endpoint "a": server must be a gateway or a server, got undefined'],
    [
      'by what is no server',
      () => ({ a: { server: {} } }),
      'endpoint "a": server must be a gateway or a server, got an object',
    ],
    [
      'by an option that does not exist',
      () => ({ a: { server: server(), port: 1 } }),
      /^endpoint "a": there is no option "port"/,
    ],
    [
      'by an option of the official SDK',
      () => ({ a: { server: server(), enableJsonResponse: true } }),
      /^endpoint "a": there is no option "enableJsonResponse"; write answers: 'json'\. /,
    ],
    [
      'at the path of another',
      () => ({ a: { server: server() }, b: { server: server(), path: '/mcp/a' } }),
      'endpoint "b": /mcp/a is served already',
    ],
    [
      'at a path that is taken',
      () => ({ a: { server: server(), path: '/healthz' } }),
      'endpoint "a": /healthz is served already',
    ],
  ])('is refused %s', (_how, wanted, message) => {
    const { table, names } = create()
    const before = { z: { server: server() } }
    table.replace(before)
    expect(() => table.replace(wanted() as Record<string, EndpointOptions>)).toThrow(
      typeof message === 'string' ? new TypeError(message) : message,
    )
    expect(names()).toEqual([['z', '/mcp/z']])
  })
})

describe('endpoints that are replaced', () => {
  test('go on where server and options are the same', () => {
    const { table } = create()
    const server = serverOf('a')
    table.replace({ a: { server, answers: 'json' }, b: { server }, c: { server } })
    const before = table.all.map(({ handler }) => handler)
    table.replace({ c: { server, answers: 'json' }, b: { server: serverOf('b') }, a: { server, answers: 'json' } })
    const after = Object.fromEntries(table.all.map(({ name, handler }) => [name, before.indexOf(handler)]))
    expect(after).toEqual({ a: 0, b: -1, c: -1 })
    table.replace({})
    expect([table.all, table.handlerAt('/mcp/a')]).toEqual([[], undefined])
  })

  test('are closed where they are gone, or not served after all', async () => {
    const { table } = create()
    const server = serverOf('a')
    const closed: string[] = []
    table.replace({ a: { server }, b: { server } })
    for (const { name, handler } of table.all) {
      const { close } = handler
      handler.close = () => {
        closed.push(name)
        return close.call(handler)
      }
    }
    table.replace({ b: { server } })
    expect(closed).toEqual(['a'])
    await table.close()
    expect(closed).toEqual(['a', 'b'])
  })
})
