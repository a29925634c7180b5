import { expect, test } from 'vitest'
import { canBeAsked } from './can-be-asked.js'
import { abortErrorOf, cancellationOf } from './control.js'
import { hasPriority } from './has-priority.js'

const request = (method: string) => ({ jsonrpc: '2.0', id: 1, method })

test.each([
  ['a response', { jsonrpc: '2.0', id: 1, result: {} }, true],
  ['a notification', { jsonrpc: '2.0', method: 'notifications/x' }, true],
  ['ping', request('ping'), true],
  ['tasks/cancel', request('tasks/cancel'), true],
  ['tasks/update', request('tasks/update'), true],
  ['tasks/get', request('tasks/get'), false],
  ['a call', request('tools/call'), false],
  ['a batch of such', [request('ping'), { result: {} }], true],
  ['a batch with another', [request('ping'), request('tools/call')], false],
  ['text', 'ping', false],
  ['null', null, false],
])('%s empties a server', (_name, message, isOne) => {
  expect(hasPriority(message)).toBe(isOne)
})

test.each([
  ['elicitation', { elicitation: {} }, true],
  ['sampling', { sampling: {} }, true],
  ['roots', { roots: {} }, true],
  ['nothing', {}, false],
  ['something else', { experimental: { roots: {} } }, false],
  ['what all objects have', Object.create({ roots: {} }) as object, false],
])('a client that declares %s can be asked', (_name, capabilities, isOne) => {
  expect(canBeAsked({ client: { capabilities: capabilities as Record<string, unknown> } })).toBe(isOne)
})

test('a request that is given up aborts with the reason of the peer', () => {
  expect(abortErrorOf({ reason: 'r' })).toMatchObject({ name: 'AbortError', message: 'r' })
  expect(abortErrorOf({ reason: undefined })).toMatchObject({ name: 'AbortError', message: 'Cancelled by the peer' })
})

test('a probe is not cancelled', () => {
  expect(cancellationOf({ jsonrpc: '2.0', id: 1, method: 'server/discover' }, 'r')).toBeUndefined()
})
