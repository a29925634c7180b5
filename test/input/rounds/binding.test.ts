import { expect, test } from 'vitest'
import { defaultLimits } from '../../../packages/omniport/src/protocol/limits/limits.js'
import { verifies } from '../../requirements/verifies.js'
import { asPrincipal } from '../../support/as-principal.js'
import {
  answering,
  askingTool,
  foreign,
  notValid,
  type OpenRounds,
  openRounds,
  secretA,
  secretB,
  toReply,
} from './open-rounds.js'

/** Answers the first question, in another request than it was asked in. */
const elsewhere = async (rounds: OpenRounds, method: string, params: object, retry: object) => {
  const { began } = rounds.runs
  const reply = await rounds.send(method, { ...params, ...retry })
  expect(rounds.runs.began).toBe(began)
  return reply.error
}

test('a state is of the request it was given for: its method, its name, its arguments', async () => {
  verifies('MRTR-10', 'MRTR-18')
  const rounds = await openRounds()
  const ask = { name: 'ask', arguments: { n: 1 } }
  const { requestState } = await rounds.send('tools/call', ask)
  const retry = answering(requestState, { a: 'A' })
  const requests: readonly (readonly [string, object])[] = [
    ['prompts/get', { name: 'ask' }],
    ['tools/call', { ...ask, name: 'other' }],
    ['tools/call', { ...ask, arguments: { n: 2 } }],
    ['tools/call', { ...ask, arguments: { n: 1, m: undefined, o: null } }],
    ['tools/call', { ...ask, arguments: {} }],
    ['tools/call', { name: 'ask' }],
    ['tools/call', { ...ask, more: 1 }],
    ['resources/read', { uri: 'test:ask' }],
  ]
  for (const [method, params] of requests) {
    expect([method, params, await elsewhere(rounds, method, params, retry)]).toEqual([method, params, notValid])
  }
  // The order of members and what belongs to one message only are not part of a request.
  const same = { arguments: { n: 1 }, name: 'ask', _meta: { progressToken: 'x' } }
  expect((await rounds.send('tools/call', { ...retry, ...same })).inputRequests).toHaveProperty('b')
  rounds.close()
})

test.each([
  ['tools/call', 'prompts/get'],
  ['prompts/get', 'tools/call'],
])('a state of %s is none of %s, though all else is the same', async (method, other) => {
  verifies('MRTR-10')
  const rounds = await openRounds()
  const params = { name: 'ask' }
  const retry = answering((await rounds.send(method, params)).requestState, { a: 'A' })
  expect(await elsewhere(rounds, other, params, retry)).toEqual(notValid)
  expect((await rounds.send(method, { ...params, ...retry })).inputRequests).toHaveProperty('b')
  rounds.close()
})

test.each([
  ['prompts/get', { name: 'ask' }, { name: 'other' }],
  ['prompts/get', { name: 'ask' }, { name: 'ask', arguments: { a: 'b' } }],
  ['resources/read', { uri: 'test:a' }, { uri: 'test:b' }],
])('%s is no other request either', async (method, params, others) => {
  verifies('MRTR-10', 'MRTR-02')
  const rounds = await openRounds()
  const retry = answering((await rounds.send(method, params)).requestState, { a: 'A' })
  expect(await elsewhere(rounds, method, others, retry)).toEqual(notValid)
  const { requestState, inputRequests } = await rounds.send(method, { ...params, ...retry })
  expect(Object.keys(inputRequests)).toEqual(['b'])
  expect((await rounds.send(method, { ...params, ...answering(requestState, { b: 'B' }) })).text).toBe('AB')
  rounds.close()
})

test('a state is of whoever was asked', async () => {
  verifies('MRTR-10', 'ELI-24', 'ELI-25', 'ELI-33', 'SEC-09')
  const rounds = await openRounds()
  const { server, runs } = rounds
  const [ada, bob] = await Promise.all(['ada', 'bob'].map((id) => rounds.connectTo(asPrincipal(server, id))))
  const { requestState } = toReply((await ada?.request('tools/call', { name: 'ask' })) ?? {})
  const params = { name: 'ask', ...answering(requestState, { a: 'A' }) }
  expect((await bob?.request('tools/call', params))?.error).toEqual(notValid)
  expect((await rounds.call(answering(requestState, { a: 'A' }))).error).toEqual(notValid)
  expect([runs.began, toReply((await ada?.request('tools/call', params)) ?? {}).resultType]).toEqual([
    1,
    'input_required',
  ])
  const nobodys = { name: 'ask', ...answering((await rounds.call()).requestState, { a: 'A' }) }
  expect((await ada?.request('tools/call', nobodys))?.error).toEqual(notValid)
  rounds.close()
})

test('a state is good for limited time', async () => {
  verifies('MRTR-10')
  const rounds = await openRounds()
  const { requestState } = await rounds.call()
  const retry = answering(requestState, { a: 'A' })
  rounds.runtime.advance(defaultLimits.stateMs - 1)
  const later = await rounds.call(retry)
  expect(Object.keys(later.inputRequests)).toEqual(['b'])
  rounds.runtime.advance(1)
  expect([(await rounds.call(retry)).error, rounds.runs.began]).toEqual([notValid, 2])
  // Each round has a time of its own.
  expect((await rounds.call(answering(later.requestState, { b: 'B' }))).text).toBe('AB')
  rounds.close()
})

test('a state is of the definition that asked', async () => {
  verifies('MRTR-10')
  const rounds = await openRounds()
  const { server, runs } = rounds
  const retry = answering((await rounds.call()).requestState, { a: 'A' })
  server.tools.set('ask', askingTool(runs))
  expect((await rounds.call(retry)).inputRequests).toHaveProperty('b')
  server.tools.set('ask', askingTool(runs, 'asks something else'))
  const { began } = runs
  const message = 'ask changed, call it again without requestState'
  expect([(await rounds.call(retry)).error, runs.began]).toEqual([{ code: -32602, message }, began])
  server.tools.delete('ask')
  expect((await rounds.call(retry)).error).toMatchObject({ code: -32602, message: expect.stringContaining('ask') })
  rounds.close()
})

test('a state is of the servers that share a secret, and secrets can be changed without losing any', async () => {
  verifies('MRTR-08')
  const [first, rotated, after, own] = await Promise.all([
    openRounds({ secrets: [secretA] }),
    openRounds({ secrets: [secretB, secretA] }),
    openRounds({ secrets: [secretB] }),
    openRounds({ secrets: undefined }),
  ])
  const { requestState } = await first.call()
  const retry = answering(requestState, { a: 'A' })
  expect((await after.call(retry)).error).toEqual(foreign)
  expect((await own.call(retry)).error).toEqual(foreign)
  await own.call()
  expect((await own.call(retry)).error).toEqual(foreign)
  const second = answering((await rotated.call(retry)).requestState, { b: 'B' })
  expect((await first.call(second)).error).toEqual(foreign)
  expect((await after.call(second)).text).toBe('AB')
  expect([after.runs.began, own.runs.began, first.runs.began]).toEqual([1, 1, 1])
  for (const each of [first, rotated, after, own]) each.close()
})

test('a state is of one service: another with the same secrets refuses it', async () => {
  verifies('MRTR-08')
  const [files, notes] = await Promise.all([openRounds({ name: 'files' }), openRounds({ name: 'notes' })])
  const retry = answering((await files.call()).requestState, { a: 'A' })
  expect([(await notes.call(retry)).error, notes.runs.began]).toEqual([notValid, 0])
  expect((await files.call(retry)).inputRequests).toHaveProperty('b')
  for (const each of [files, notes]) each.close()
})

test.each([
  [60_000, undefined],
  [60_001, notValid],
  [86_400_000, notValid],
])('on a node whose clock is %i ms behind, the error of a state is %j', async (behindMs, error) => {
  verifies('MRTR-10')
  const [node, behind] = await Promise.all([openRounds(), openRounds()])
  node.runtime.advance(behindMs)
  const retry = answering((await node.call()).requestState, { a: 'A' })
  expect((await behind.call(retry)).error).toEqual(error)
  for (const each of [node, behind]) each.close()
})
