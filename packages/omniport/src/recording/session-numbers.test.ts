import { describe, expect, test } from 'vitest'
import { encode, openWriter } from './fixtures/open-writer.js'
import { SessionNumbers } from './session-numbers.js'

function setUp() {
  const { writer, marks } = openWriter()
  return { numbers: new SessionNumbers(writer), marks }
}

const session = (id: string, name = 'Mcp-Session-Id') => [[name, id] as const]

describe('a request', () => {
  test('without a session is a connection by itself', () => {
    const { numbers } = setUp()
    expect([numbers.numberOf('/mcp', []), numbers.numberOf('/mcp', [])]).toEqual([1, 2])
  })

  test('of a session that was opened is of its connection, whatever its path', () => {
    const { numbers } = setUp()
    numbers.opened([['content-type', 'x'], ...session('a')], 7)
    expect(numbers.numberOf('/mcp', session('a', 'mcp-session-id'))).toBe(7)
    expect(numbers.numberOf('/other', session('a', 'MCP-SESSION-ID'))).toBe(7)
    expect(numbers.numberOf('/mcp', session('b'))).toBe(1)
    expect(numbers.numberOf('/mcp', [['x-session-id', 'a']])).toBe(2)
  })

  test('of a session that nobody opened is a connection each time', () => {
    const { numbers } = setUp()
    numbers.opened([['x', 'a']], 7)
    expect([numbers.numberOf('/mcp', session('a')), numbers.numberOf('/mcp', session('a'))]).toEqual([1, 2])
  })

  test('of a path that is called like a session is not of it', () => {
    const { numbers } = setUp()
    numbers.opened(session('a'), 7)
    expect(numbers.numberOf('a', [])).toBe(1)
  })
})

describe('an address that an event announces', () => {
  const event = (data: string, name = 'endpoint') => encode(`event: ${name}\ndata: ${data}\n\n`)

  test.each([
    ['with a query', '/message?id=1', '/message?id=1'],
    ['without one', '/message', '/message'],
    ['relative to the root', 'message?id=1', '/message?id=1'],
    ['with its host', 'https://other.example/message?id=1', '/message?id=1'],
  ])('%s is that of its connection', (_, data, path) => {
    const { numbers } = setUp()
    numbers.announced(event(data), 7)
    expect([numbers.numberOf(path, []), numbers.numberOf('/other', [])]).toEqual([7, 1])
  })

  test.each([
    ['another event', event('/message', 'message')],
    ['an event whose name only begins so', event('/message', 'endpoints')],
    ['a field that only ends so', encode('x-event: endpoint\ndata: /message\n\n')],
    ['data of a field that only ends so', encode('event: endpoint\nx-data: /message\n\n')],
    ['no event', encode('data: /message\n\n')],
    ['an empty address', event('')],
    ['an address that is none', event('http://[')],
    ['an event that is too long', event(`/message\n: ${'x'.repeat(8_192)}`)],
  ])('is not there in %s', (_, bytes) => {
    const { numbers } = setUp()
    numbers.announced(bytes, 7)
    expect([numbers.numberOf('/message', []), numbers.numberOf('/', [])]).toEqual([1, 2])
  })

  test('may have no spaces before it, and stand in an event of 8 KiB', () => {
    const { numbers } = setUp()
    const text = 'event:endpoint\ndata:/message\n\n'
    numbers.announced(encode(`${text}${':'.repeat(8_192 - text.length)}`), 7)
    expect(numbers.numberOf('/message', [])).toBe(7)
  })

  test('has secrets, which are replaced from then on', () => {
    const { numbers, marks } = setUp()
    numbers.announced(event('/message?sessionId=0123456789'), 7)
    expect(marks.clean('x 0123456789')).toBe('x [secret 1]')
  })
})
