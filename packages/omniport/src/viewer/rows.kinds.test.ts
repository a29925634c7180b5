import { describe, expect, test } from 'vitest'
import { parseFilter } from './filter.js'
import { parseLine, type Row, RowReader } from './rows.js'

function read(...lines: readonly object[]) {
  const reader = new RowReader()
  let at = 10
  for (const line of lines) {
    const text = JSON.stringify({ ms: 5, transport: 'stdio', connection: 1, from: 'client', ...line })
    reader.read(text, at)
    at += text.length
  }
  return reader.rows
}

const row = (line: object) => {
  const { type, title, subject, isError } = read(line)[0] ?? {}
  return [type, title, subject, isError]
}

describe('a line without a message is a row', () => {
  test.each<[string, object, unknown[]]>([
    ['of stderr', { stream: 'stderr', text: 'x' }, ['stderr', 'stderr', 'x', false]],
    ['of stderr without a text', { stream: 'stderr' }, ['stderr', 'stderr', '', false]],
    ['of a request that was not sent', { end: 'aborted', error: 'refused' }, ['end', 'not sent', 'refused', true]],
    ['of an exit', { end: 'exit', code: 0 }, ['end', 'exit', '0', false]],
    ['of an exit by a signal', { end: 'exit', signal: 'SIGKILL', code: 0 }, ['end', 'exit', 'SIGKILL', true]],
    ['of an exit that says nothing', { end: 'exit' }, ['end', 'exit', '', true]],
    ['of what broke off', { end: 'aborted' }, ['end', 'broke off', '', false]],
    ['of an end', { end: 'complete' }, ['end', 'end', '', false]],
    ['of a request over HTTP', { request: { method: 'GET', path: '/mcp' } }, ['http', 'HTTP GET', '/mcp', false]],
    ['of a response over HTTP', { status: 399, text: 'x' }, ['http', 'HTTP 399', 'x', false]],
    ['of a failure over HTTP', { status: 400 }, ['http', 'HTTP 400', '', true]],
    ['of a text', { text: 'x' }, ['other', 'text', 'x', false]],
    ['of a message in part', { text: '{', cut: true }, ['other', 'message in part', '{', false]],
    ['of bytes', { base64: 'AA==' }, ['other', 'text', '', false]],
  ])('%s', (_what, line, expected) => {
    expect(row(line)).toEqual(expected)
  })

  test.each([[{ text: ' \n' }], [{}]])('but for %j', (line) => {
    expect(read(line)).toEqual([])
  })

  test('whose text is cut where it is long', () => {
    expect(row({ text: 'x'.repeat(160) })[2]).toBe('x'.repeat(160))
    expect(row({ text: 'x'.repeat(161) })[2]).toBe(`${'x'.repeat(160)}…`)
  })
})

describe('a message is a row', () => {
  test.each<[object, string]>([
    [{ name: 'add', uri: 'a:b' }, 'add'],
    [{ name: 5, uri: 'a:b', message: 'm' }, 'a:b'],
    [{ message: 'm', progress: 1 }, 'm'],
    [{ progress: 1 }, '1'],
    [{ progress: 1, total: 4, data: 'x' }, '1 of 4'],
    [{ data: 'x' }, 'x'],
    [{ data: { a: 1 } }, ''],
    [[], ''],
  ])('with %j about %j', (params, subject) => {
    expect(row({ message: { method: 'm', params } })).toEqual(['notification', 'm', subject, false])
  })

  test.each<[unknown, string, boolean]>([
    [{ resultType: 'input_required', content: [{ text: 'x' }] }, 'input required', false],
    [{ resultType: 'complete', content: [{ type: 'image' }, { text: 'x' }, { text: 'y' }] }, 'x', false],
    [{ content: [{ text: 5 }] }, '', false],
    [{ content: 'x' }, '', false],
    [{ isError: true, content: [] }, '', true],
    [{ isError: 'true' }, '', false],
    [null, '', false],
  ])('with the result %j', (result, subject, isError) => {
    expect(row({ from: 'server', message: { id: 1, result } })).toEqual(['response', 'response', subject, isError])
  })

  test('with an error', () => {
    expect(row({ message: { id: 1, error: { code: 5, message: 'no' } } })).toEqual([
      'response',
      'response',
      '5 no',
      true,
    ])
  })

  test('has its place, its size and its time', () => {
    const [first, second] = read(
      { bytes: 7, message: { id: 'a', method: 'm' } },
      { ms: 9, connection: 2, message: { method: 'n' } },
    )
    expect(first).toMatchObject({
      start: 10,
      ms: 5,
      connection: 1,
      from: 'client',
      bytes: 7,
      id: '"a"',
      partner: -1,
      tookMs: -1,
    })
    expect(second).toMatchObject({ start: first?.end, ms: 9, connection: 2, bytes: 0, id: '' })
  })

  test('of a batch is one for each part', () => {
    expect(read({ message: [{ method: 'a' }, 5, { id: 1, method: 'b' }] }).map(({ title }) => title)).toEqual([
      ...['a', 'response', 'b'],
    ])
  })
})

describe('a request and its answer', () => {
  const request = { message: { id: 1, method: 'm' } }
  const answer = { from: 'server', ms: 12, message: { id: 1, result: { isError: true } } }

  test('fail together', () => {
    expect(read(request, answer)).toMatchObject([
      { isError: true, partner: 1, tookMs: 7 },
      { isError: true, partner: 0, tookMs: 7, title: 'm' },
    ])
  })

  test('are of one connection, and of two sides', () => {
    for (const other of [{ connection: 2 }, { from: 'client' }] as const) {
      expect(read(request, { ...answer, ...other }).map(({ partner }) => partner)).toEqual([-1, -1])
    }
    expect(read(request, { ...answer, message: { id: '1', result: {} } })[1]?.partner).toBe(-1)
  })

  test('are answered once', () => {
    expect(read(request, answer, answer).map(({ partner }) => partner)).toEqual([1, 0, -1])
  })

  test('of a server are another one', () => {
    const asks = { from: 'server', message: { id: 1, method: 'roots/list' } }
    const rows = read(request, asks, { message: { id: 1, result: {} } }, answer)
    expect(rows.map(({ partner, title }) => [partner, title])).toEqual([
      ...[
        [3, 'm'],
        [2, 'roots/list'],
      ],
      ...[
        [1, 'roots/list'],
        [0, 'm'],
      ],
    ])
  })

  test('whose request has no id are not paired', () => {
    const notification = { message: { method: 'n' } }
    expect(read(notification, { from: 'server', message: { result: {} } })[1]?.partner).toBe(-1)
  })
})

test.each([
  ['{"ms":1,"connection":1,"from":"client"}', true],
  ['{"ms":1,"connection":1,"from":"server"}', true],
  ['{"ms":1,"connection":1,"from":"other"}', false],
  ['{"ms":1,"connection":"1","from":"client"}', false],
  ['{"ms":"1","connection":1,"from":"client"}', false],
  ['[{"ms":1,"connection":1,"from":"client"}]', false],
  ['null', false],
  ['{', false],
])('%s is a line: %s', (text, isLine) => {
  expect(parseLine(text) !== undefined).toBe(isLine)
})

describe('a filter', () => {
  const shown = (query: string, given: Partial<Row> = {}, text = '{"id":1,"method":"tools/call"}') => {
    const base = {
      title: 'tools/call',
      id: '1',
      from: 'client',
      type: 'request',
      connection: 3,
      isError: false,
      tookMs: 30,
    }
    return parseFilter(query)({ ...base, ...given } as Row, () => text)
  }

  test.each<[string, Partial<Row>, boolean]>([
    ['  ', {}, true],
    ['TOOLS  call', {}, true],
    ['tools nothing', {}, false],
    ['-nothing', {}, true],
    ['-tools', {}, false],
    ['-', {}, false],
    ['--tools', {}, true],
    ['method:LIST', {}, false],
    ['status:error', { isError: true }, true],
    ['status:ok', { isError: true }, false],
    ['status:ok', {}, true],
    ['id:1', {}, true],
    ['id:A', { id: '"a"' }, true],
    ['id:a', { id: '"ab"' }, false],
    ['dir:server', { from: 'server' }, true],
    ['dir:server', {}, false],
    ['type:request', {}, true],
    ['type:response', {}, false],
    ['connection:3', {}, true],
    ['connection:30', {}, false],
    ['>29ms', {}, true],
    ['>30ms', {}, false],
    ['>30s', {}, false],
    ['other:x', {}, false],
  ])('%j of %j shows it: %s', (query, given, expected) => {
    expect(shown(query, given)).toBe(expected)
  })

  test('reads the text only where it has to', () => {
    let reads = 0
    const text = () => {
      reads += 1
      return ''
    }
    parseFilter('method:x type:y')({ title: 'x', type: 'y' } as unknown as Row, text)
    expect(reads).toBe(0)
  })
})
