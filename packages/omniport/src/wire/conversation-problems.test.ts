import { describe, expect, test } from 'vitest'
import type { Revision } from '../protocol/revisions/revision.js'
import { conversationProblems } from './conversation-problems.js'

const jsonrpc = '2.0'
const ping = (id: unknown) => ({ jsonrpc, id, method: 'ping' })
const pong = (id: unknown) => ({ jsonrpc, id, result: {} })

/** `>` is sent by the client, `<` by the server. */
function problemsOf(
  sent: readonly (readonly ['>' | '<', unknown])[],
  { revision = '2025-11-25', http }: { revision?: Revision; http?: boolean } = {},
): readonly (readonly [number, string])[] {
  const recorded = sent.map(
    ([arrow, message]) => ({ revision, from: arrow === '>' ? 'client' : 'server', message, http }) as const,
  )
  return conversationProblems(recorded).map(({ index, text }) => [index, text])
}

describe('a conversation is right in which', () => {
  test.each<readonly [name: string, sent: readonly (readonly ['>' | '<', unknown])[]]>([
    ['nothing is sent', []],
    [
      'requests are answered in another order',
      [
        ['>', ping(1)],
        ['>', ping(2)],
        ['<', pong(2)],
        ['<', pong(1)],
      ],
    ],
    [
      'ids differ by their type',
      [
        ['>', ping(1)],
        ['>', ping('1')],
        ['<', pong('1')],
        ['<', pong(1)],
      ],
    ],
    [
      'both sides use the same id',
      [
        ['>', ping(1)],
        ['<', ping(1)],
        ['>', pong(1)],
        ['<', pong(1)],
      ],
    ],
    [
      'an id is used again after the answer',
      [
        ['>', ping(1)],
        ['<', pong(1)],
        ['>', ping(1)],
        ['<', pong(1)],
      ],
    ],
    ['a request stays without an answer', [['>', ping(1)]]],
    ['there is a notification', [['>', { jsonrpc, method: 'notifications/initialized' }]]],
    [
      'an error answers a request',
      [
        ['>', ping(1)],
        ['<', { jsonrpc, id: 1, error: { code: 1, message: 'no' } }],
      ],
    ],
    ['an error answers nothing', [['<', { jsonrpc, error: { code: -32700, message: 'no' } }]]],
  ])('%s', (_name, sent) => {
    expect(problemsOf(sent)).toEqual([])
  })

  test('a batch answers a batch', () => {
    const revision = '2025-03-26'
    expect(
      problemsOf(
        [
          ['>', [ping(1), ping(2)]],
          ['<', [pong(2), pong(1)]],
        ],
        { revision },
      ),
    ).toEqual([])
    expect(
      problemsOf(
        [
          ['>', [ping(1), ping(2)]],
          ['<', pong(2)],
          ['<', pong(1)],
        ],
        { revision },
      ),
    ).toEqual([])
  })

  test('an error over HTTP answers nothing', () => {
    const sent = [['<', { jsonrpc, error: { code: -32700, message: 'no' } }]] as const
    expect(problemsOf(sent, { revision: '2025-06-18', http: true })).toEqual([])
    expect(problemsOf(sent, { revision: '2025-06-18' })).toEqual([[0, '/id: is required']])
  })
})

describe('a conversation is wrong in which', () => {
  test('a response answers no request', () => {
    expect(
      problemsOf([
        ['<', pong(1)],
        ['>', ping(1)],
        ['<', pong('1')],
        ['>', pong(1)],
      ]),
    ).toEqual([
      [0, 'message: 1 answers no open request'],
      [2, 'message: "1" answers no open request'],
      [3, 'message: 1 answers no open request'],
    ])
  })

  test('a response comes twice', () => {
    expect(
      problemsOf([
        ['>', ping(1)],
        ['<', pong(1)],
        ['<', pong(1)],
      ]),
    ).toEqual([[2, 'message: 1 answers no open request']])
  })

  test('an id is used again before the answer', () => {
    expect(
      problemsOf([
        ['>', ping('a')],
        ['>', ping('a')],
        ['<', pong('a')],
      ]),
    ).toEqual([[1, 'message: "a" is the id of an open request']])
  })

  test('a result is not that of its request', () => {
    const list = { jsonrpc, id: 1, method: 'tools/list' }
    expect(
      problemsOf([
        ['>', list],
        ['<', pong(1)],
      ]),
    ).toEqual([[1, '/result/tools: is required']])
    expect(
      problemsOf([
        ['>', ping(1)],
        ['<', pong(1)],
        ['>', list],
        ['<', pong(1)],
      ]),
    ).toEqual([[3, '/result/tools: is required']])
  })

  test('parts of batches are wrong', () => {
    const revision = '2025-03-26'
    const list = { jsonrpc, id: 2, method: 'tools/list' }
    expect(
      problemsOf(
        [
          ['>', [ping(1), list]],
          ['<', [pong(1), pong(2), pong(3)]],
        ],
        { revision },
      ),
    ).toEqual([
      [1, '[1] /result/tools: is required'],
      [1, 'message: 3 answers no open request'],
    ])
  })

  test('messages are none', () => {
    expect(
      problemsOf([
        ['>', 'x'],
        ['>', null],
        ['>', { jsonrpc, id: 1, method: 5 }],
      ]),
    ).toEqual([
      [0, 'message: must be an object'],
      [1, 'message: must be an object'],
      [2, '/method: must be a string'],
    ])
  })
})
