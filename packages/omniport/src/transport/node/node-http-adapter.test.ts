import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { arrive, openExchange, type RequestHead } from './fixtures/open-exchange.js'

describe('the target of a request', () => {
  test.each<[string, RequestHead, readonly string[]]>([
    ['without a query', { url: '/mcp' }, ['', '/mcp', '']],
    ['with a query', { url: '/mcp?a=b?c' }, ['', '/mcp', 'a=b?c']],
    ['that has nothing but a query', { url: '?a' }, ['', '', 'a']],
    ['that is missing', {}, ['', '/', '']],
    ['that an app has not changed', { url: '/x/mcp?a', originalUrl: '/x/mcp?a' }, ['', '/x/mcp', 'a']],
    ['under the prefix of an app', { url: '/mcp?a', originalUrl: '/api/mcp?b' }, ['/api', '/mcp', 'b']],
  ])('%s', (_name, head, expected) => {
    const { adapter } = openExchange(head)
    expect([adapter.prefix, adapter.path, adapter.query]).toEqual(expected)
  })

  test('has the method of the request, or GET', () => {
    expect(openExchange({ method: 'DELETE' }).adapter.method).toBe('DELETE')
    expect(openExchange().adapter.method).toBe('GET')
  })

  test('is a URL with the host that the client named, and what it asked for before an app changed it', () => {
    const headers = ['Host', 'a.example:1']
    expect(openExchange({ url: '/mcp?a', headers }).adapter.url).toBe('http://a.example:1/mcp?a')
    expect(openExchange({ url: '/mcp', originalUrl: '/api/mcp', headers }).adapter.url).toBe(
      'http://a.example:1/api/mcp',
    )
    expect(openExchange().adapter.url).toBe('http:///')
  })

  test.each([
    [true, 'https://a.example/mcp'],
    [false, 'http://a.example/mcp'],
  ])('names https where the connection has TLS: %s', (encrypted, expected) => {
    const { adapter, socket } = openExchange({ url: '/mcp', headers: ['Host', 'a.example'] })
    Object.assign(socket, { encrypted })
    expect(adapter.url).toBe(expected)
  })
})

describe('the headers of a request', () => {
  test('are those that were sent, each value of several', () => {
    const { adapter } = openExchange({ headers: ['X-A', '1', 'Set-Cookie', 'a=1', 'set-cookie', 'b=2', 'x-a', '2'] })
    const { headers } = adapter
    expect([...headers]).toEqual([
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
      ['x-a', '1, 2'],
    ])
    expect(adapter.headers).toBe(headers)
    expect(adapter.headerCount).toBe(4)
  })

  test('are found one by one, several of a name in one text', () => {
    const { adapter } = openExchange({ headers: ['X-A', '1', 'Set-Cookie', 'a=1', 'set-cookie', 'b=2'] })
    expect(['x-a', 'set-cookie', 'x-b'].map((name) => adapter.header(name))).toEqual(['1', 'a=1, b=2', undefined])
  })

  test('that are hidden are left out, also where they were read before, and are still found by name', () => {
    const { adapter } = openExchange({ headers: ['Authorization', 'Bearer t', 'X-A', '1'] })
    expect([...adapter.headers.keys()]).toEqual(['authorization', 'x-a'])
    adapter.hideHeaders(new Set(['authorization']))
    expect([...adapter.headers.keys()]).toEqual(['x-a'])
    expect(adapter.header('authorization')).toBe('Bearer t')
  })

  test.each([
    [[], undefined],
    [['x-a', '1', 'x-b', '2', 'x-c', '3'], undefined],
    [['Authorization', 'Bearer a'], 'Bearer a'],
    [['authorization', 'Bearer a', 'x-a', 'authorization', 'AUTHORIZATION', 'Bearer b'], 'Bearer a, Bearer b'],
    [['x-value-of-13', 'authorization', 'authorizatio2', 'x', 'authorization', 'Bearer a'], 'Bearer a'],
    [['x-of-13-chars', 'x', 'y-of-13-chars', 'y', 'authorization', 'Bearer a'], 'Bearer a'],
    [['Cookie', 'a=1'], undefined],
  ])('with credentials more than once have all of them: %j', (headers, expected) => {
    expect(openExchange({ headers }).adapter.header('authorization')).toBe(expected)
  })
})

test('a request is of the network of its client', () => {
  expect(openExchange().adapter.network).toBe('192.0.2.7')
})

test('an exchange says how far it is', () => {
  const { adapter, request } = openExchange()
  const state = () => [adapter.hasArrived, adapter.hasReplyBegun, adapter.isAnswered]
  expect(state()).toEqual([false, false, false])
  arrive(request)
  expect(state()).toEqual([true, false, false])
  const sink = adapter.open(200, {})
  expect(state()).toEqual([true, true, false])
  sink.end()
  expect(state()).toEqual([true, true, true])
  expect(adapter.isOver).toBe(false)
})

describe('the end of a connection', () => {
  test('is told once, to all who asked, in their order, and then to the one that watches', () => {
    const { adapter, response } = openExchange()
    const log: unknown[] = []
    adapter.watch(() => log.push(['over', adapter.isOver]))
    adapter.onClose(() => log.push(1))
    adapter.onClose(() => log.push(2))
    adapter.onClose(() => log.push(3))
    expect(log).toEqual([])
    response.emit('close')
    adapter.end()
    expect(log).toEqual([1, 2, 3, ['over', true]])
  })

  test('that came before is told at once', () => {
    const watched = openExchange()
    watched.response.destroy()
    const log: unknown[] = []
    watched.adapter.onClose(() => log.push('closed'))
    watched.adapter.watch(() => log.push('over'))
    expect([...log, watched.adapter.isOver]).toEqual(['closed', 'over', true])
    const ended = openExchange()
    ended.adapter.end()
    ended.adapter.onClose(() => log.push('closed again'))
    expect(log).toEqual(['closed', 'over', 'closed again'])
  })

  test('after the reply was sent breaks nothing off', async () => {
    const { adapter, socket } = openExchange()
    const log: string[] = []
    adapter.onClose(() => log.push('broken off'))
    adapter.watch(() => log.push('over'))
    adapter.send(200, {}, 'text')
    await settled()
    socket.destroy()
    await settled()
    expect(log).toEqual(['over'])
  })
})

test('what is deferred is called in a later turn', async () => {
  const { adapter } = openExchange()
  const log: string[] = []
  adapter.defer(() => log.push('later'))
  log.push('now')
  await settled(1)
  expect(log).toEqual(['now', 'later'])
})
