import { expect, test } from 'vitest'
import type { Client } from '../../client/client.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { judgeCall } from './judge-call.js'

const calls: unknown[][] = []

/** A client whose calls of tools end so. */
function clientOf(outcome: () => unknown) {
  const callTool = async (...args: unknown[]) => {
    calls.push(args)
    return outcome()
  }
  return { callTool } as unknown as Client
}

function judge(outcome: () => unknown, fits = true) {
  return judgeCall(clientOf(outcome), { name: 't', args: { a: 1 }, fits, timeoutMs: 50 })
}

const failing = (reason: unknown) => () => {
  throw reason
}

const text = (value: string, isError?: boolean) => () => ({ content: [{ type: 'text', text: value }], isError })

test('a tool is called with its arguments and the time that it has', async () => {
  calls.length = 0
  await judge(text('fine'))
  expect(calls).toEqual([['t', { a: 1 }, { timeoutMs: 50 }]])
})

test.each<[what: string, outcome: () => unknown, fits: boolean]>([
  ['a result', text('fine'), true],
  ['a failure that is for the model', text('No', true), true],
  ['a refusal of arguments that do not fit', text('No', true), false],
  ['a result with the text of an error', text('internal error 12ab'), true],
  ['a failure that speaks of an internal error', text('internal error 12ab.', true), true],
  ['a failure that quotes one', text('an internal error 12ab', true), true],
  ['an error that says what is wrong', failing(RpcError.invalidParams('no')), false],
])('nothing is wrong with %s', async (_what, outcome, fits) => {
  expect(await judge(outcome, fits)).toBeUndefined()
})

test.each<[what: string, outcome: () => unknown, problem: object]>([
  [
    'throws by mistake',
    text('internal error 12ab', true),
    {
      kind: 'internal',
      text: 'it threw by mistake (internal error 12ab); the log of the server says what',
      endsAll: false,
    },
  ],
  [
    'makes the server fail',
    failing(RpcError.internal('Broken')),
    { kind: 'internal', text: 'it threw by mistake (Broken); the log of the server says what', endsAll: false },
  ],
  [
    'does not answer',
    failing(new OmniportError('timeout', 'Late')),
    { kind: 'timeout', text: 'no answer within 50 ms', endsAll: false },
  ],
  [
    'gives a result that does not fit',
    failing(new OmniportError('invalid_result', 'Wrong')),
    { kind: 'output', text: 'Wrong', endsAll: false },
  ],
  [
    'ends the connection',
    failing(new OmniportError('closed', 'Gone')),
    { kind: 'closed', text: 'the connection ended: Gone', endsAll: true },
  ],
])('a tool that %s is a problem', async (_what, outcome, problem) => {
  expect(await judge(outcome)).toEqual(problem)
})

test('a tool that takes arguments that do not fit is a problem', async () => {
  expect(await judge(text('fine'), false)).toEqual({
    kind: 'accepted',
    text: 'it ran, although its input schema refuses the arguments',
    endsAll: false,
  })
})

test.each([new Error('other'), new OmniportError('denied', 'Stopped')])(
  'what is no outcome is thrown: %s',
  async (reason) => {
    await expect(judge(failing(reason))).rejects.toBe(reason)
  },
)
