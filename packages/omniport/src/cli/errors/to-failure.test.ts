import { CommanderError } from 'commander'
import { expect, test } from 'vitest'
import { OmniportError, RpcError } from '../../entries/index.js'
import { Interrupted } from '../process/interrupted.js'
import { CliError } from './cli-error.js'
import { toFailure } from './to-failure.js'

test.each([
  ['wrong use', new CliError('usage', 'm'), 1, { code: 'usage', message: 'm' }],
  ['a wrong option', new CommanderError(1, 'x', 'error: m'), 1, { code: 'usage', message: 'm' }],
  [
    'an option without its value',
    new CommanderError(1, 'x', "error: option '--timeout <ms>' argument missing"),
    1,
    { code: 'usage', message: '--timeout <ms>: the value is missing' },
  ],
  [
    'a message that only begins so',
    new CommanderError(1, 'x', "an error: option 'x' argument missing, and more"),
    1,
    { code: 'usage', message: "an error: option 'x' argument missing, and more" },
  ],
  ['a failed tool', new CliError('tool', 'm'), 5, { code: 'tool', message: 'm' }],
  ['an error of the server', new RpcError(-32602, 'm'), 5, { code: 'protocol', message: 'm', rpcCode: -32602 }],
  ['a wrong result', new OmniportError('invalid_result', 'm'), 5, { code: 'invalid_result', message: 'm' }],
  ['no answer', new OmniportError('timeout', 'm'), 4, { code: 'timeout', message: 'm' }],
  ['no server', new OmniportError('unreachable', 'm'), 4, { code: 'unreachable', message: 'm' }],
  [
    'a server that asks who it is',
    new OmniportError('unreachable', 'm', { status: 401 }),
    3,
    { code: 'auth', message: 'm', status: 401 },
  ],
  [
    'a token that cannot be had',
    new OmniportError('unauthorized', 'm', { status: 401 }),
    3,
    { code: 'auth', message: 'm', status: 401 },
  ],
  [
    'a server that is busy',
    new OmniportError('unreachable', 'm', { status: 503 }),
    4,
    { code: 'unreachable', message: 'm', status: 503 },
  ],
  ['a lost server', new OmniportError('closed', 'm'), 4, { code: 'closed', message: 'm' }],
  ['Ctrl-C', new Interrupted('SIGINT'), 130, { code: 'interrupted', message: 'Ended by SIGINT' }],
  ['a request to end', new Interrupted('SIGTERM'), 143, { code: 'interrupted', message: 'Ended by SIGTERM' }],
  ['anything else', new Error('m'), 1, { code: 'internal', message: 'm' }],
  ['what is no error', 'm', 1, { code: 'internal', message: 'm' }],
])('%s', (_name, reason, exitCode, error) => {
  expect(toFailure(reason)).toEqual({ exitCode, error })
})
