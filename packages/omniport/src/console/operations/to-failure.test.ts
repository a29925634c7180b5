import { describe, expect, test } from 'vitest'
import { RpcError } from '../../entries/index.js'
import { OmniportError } from '../../entries/jsonrpc.js'
import { UsageError } from '../actions/usage-error.js'
import { adviceFor, toFailure } from './to-failure.js'

describe('advice for a server that cannot be reached', () => {
  test.each([
    ['a program', 'stdio', 'Check that the command is installed, and run it by itself'],
    ['an address', 'http', 'Check that the address is right'],
    ['neither is known', undefined, 'Check that the command is installed, or that the address is right'],
  ] as const)('%s', (_name, transport, advice) => {
    expect(adviceFor('unreachable', transport).advice?.[0]).toMatch(new RegExp(`^${advice}`))
  })

  test('other errors have their own, and some have none', () => {
    expect(adviceFor('limit', 'http').advice).toEqual(['A bound of this program was reached; the message names it.'])
    expect(adviceFor('nothing', 'stdio')).toEqual({})
  })
})

describe('each code has its advice', () => {
  test.each([
    [
      'unreachable',
      'Check that the command is installed, or that the address is right and the server runs.',
      'The lines that a program wrote to stderr often say more.',
    ],
    ['unauthorized', 'Sign in at the server, or give it a token in its headers.'],
    ['timeout', 'See in the timeline what was sent last.', 'A longer time limit is among the settings.'],
    [
      'unsupported',
      'The server has no revision, feature or schema that the request needs; the message says which.',
      'Try another revision.',
    ],
    ['invalid_result', 'The server sent what the protocol does not allow. The message in the timeline shows it.'],
    ['denied', 'It was not allowed. Saved decisions are listed under Permissions.'],
    ['closed', 'The connection ended. Start the server again; its last lines on stderr may say why.'],
    ['limit', 'A bound of this program was reached; the message names it.'],
    ['invalid_config', 'Correct the entry in the config file that is named; it is read again at once.'],
    ['-32601', 'The server does not have this method.'],
    ['-32602', 'The server refuses the arguments; compare them with the schema.'],
    ['-32603', 'The server failed inside. Look at its lines on stderr.'],
  ])('%s', (code, ...advice) => {
    expect(adviceFor(code)).toEqual({ advice })
  })

  test('a server that cannot be reached has two by its transport', () => {
    expect(adviceFor('unreachable', 'stdio').advice).toEqual([
      'Check that the command is installed, and run it by itself: it may lack a variable, an argument or a file.',
      'The last lines below are what it wrote to stderr.',
    ])
    expect(adviceFor('unreachable', 'http').advice).toEqual([
      'Check that the address is right, and that the server runs and listens there.',
    ])
  })

  test('no code, no advice', () => {
    expect(adviceFor(undefined, 'http')).toEqual({})
  })
})

describe('an error as the person reads it', () => {
  test.each([
    ['of the usage', new UsageError('x'), { code: 'usage', message: 'x' }],
    ['of a type', new TypeError('x'), { code: 'usage', message: 'x' }],
    ['of an abort', new DOMException('x', 'AbortError'), { code: 'cancelled', message: 'x' }],
    ['of the program', new Error('x'), { code: 'internal', message: 'x' }],
    ['that is a text', 'x', { code: 'internal', message: 'x' }],
    ['of the library', new OmniportError('not_found', 'x'), { code: 'not_found', message: 'x' }],
    [
      'of the library, with advice',
      new OmniportError('denied', 'x'),
      { code: 'denied', message: 'x', advice: ['It was not allowed. Saved decisions are listed under Permissions.'] },
    ],
    ['of the server', new RpcError(5, 'x'), { code: 'rpc', message: 'x', rpc: { code: 5 } }],
    [
      'of the server, with data and advice',
      new RpcError(-32601, 'x', { a: [null] }),
      {
        code: 'rpc',
        message: 'x',
        rpc: { code: -32601, data: { a: [null] } },
        advice: ['The server does not have this method.'],
      },
    ],
  ])('%s', (_what, reason, failure) => {
    expect(toFailure(reason)).toEqual(failure)
  })

  test.each([
    ['whole', 'x'.repeat(65_534), 'x'.repeat(65_534)],
    ['as the start of its text', 'x'.repeat(65_535), `"${'x'.repeat(65_535)}`],
  ])('data is shown %s', (_how, data, shown) => {
    expect(toFailure(new RpcError(1, 'x', data)).rpc?.data).toBe(shown)
  })
})
