import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifies } from '../../requirements/verifies.js'
import { checkMessage } from '../../wire/check-message.js'
import { answering, type OpenRounds, openRounds, toReply } from './open-rounds.js'

let rounds: OpenRounds
let state = ''

beforeAll(async () => {
  rounds = await openRounds()
})

beforeEach(async () => {
  state = (await rounds.call()).requestState
})

afterAll(() => rounds.close())

const accepted = (value: unknown) => ({ action: 'accept', content: { value } })

test('the questions of a round are a result of the protocol, and all that is sent', async () => {
  verifies('MRTR-01', 'MRTR-03', 'MRTR-04', 'MRTR-05', 'MRTR-25')
  const connection = await rounds.connectTo(rounds.server)
  const response = await connection.request('tools/call', { name: 'ask' })
  await connection.settle()
  expect(connection.messages).toEqual([])
  expect(checkMessage('2026-07-28', 'server', response, { method: 'tools/call' })).toEqual([])
  expect(response.result).toMatchObject({
    resultType: 'input_required',
    requestState: expect.stringMatching(/^v1\.[\w-]+\.[\w-]+\.[\w-]+$/),
  })
  expect(response.result?.['inputRequests']).toEqual({
    a: {
      method: 'elicitation/create',
      params: {
        mode: 'form',
        message: 'a?',
        requestedSchema: { type: 'object', properties: { value: { type: 'string' } }, required: ['value'] },
      },
    },
  })
})

describe('answers that are no object are refused, and nothing runs', () => {
  test.each([null, [], [{}], 'a', 1, true])('%j', async (inputResponses) => {
    verifies('MRTR-21')
    const { began } = rounds.runs
    for (const retry of [{ inputResponses }, { inputResponses, requestState: state }]) {
      const { error } = await rounds.call(retry)
      expect(error).toEqual({ code: -32602, message: 'inputResponses must be an object' })
    }
    expect(rounds.runs.began).toBe(began)
  })
})

describe('an answer without the shape of one is refused', () => {
  test.each([null, 1, 'A', [], {}, { action: 'yes' }, { action: 'accept', content: 1 }, accepted({}), { roots: [] }])(
    '%j',
    async (a) => {
      verifies('MRTR-21')
      const { error, text } = await rounds.call({ requestState: state, inputResponses: { a } })
      expect([error?.code, text]).toEqual([-32602, undefined])
      expect(error?.message).toMatch(/^inputResponses: elicitation\/create: /)
      expect(rounds.runs.ended).toBe(rounds.runs.began)
    },
  )
})

describe('an answer that does not suffice is asked for again', () => {
  test.each([
    [{}],
    [{ action: 'accept' }],
    [accepted(1)],
    [accepted(null)],
    [{ action: 'accept', content: { other: 'A' } }],
  ])('%j', async (a) => {
    verifies('MRTR-23', 'ELI-34')
    const isAnswer = 'action' in a
    const reply = await rounds.call({ requestState: state, inputResponses: isAnswer ? { a } : {} })
    expect(Object.keys(reply.inputRequests)).toEqual(['a'])
    // Who answered is told what was wrong.
    const message = isAnswer ? /^Please check: .*value.*\n\na\?$/ : /^a\?$/
    expect(reply.inputRequests['a']?.['params']).toMatchObject({ message: expect.stringMatching(message) })
    const last = await rounds.call(answering(reply.requestState, { a: 'A' }))
    expect(Object.keys(last.inputRequests)).toEqual(['b'])
  })
})

test('what is missing is asked for again, and what nobody asked for is ignored', async () => {
  verifies('MRTR-22', 'MRTR-23')
  const junk = JSON.parse('{"__proto__":{"a":1},"constructor":null,"toString":1,"unknown":{"action":"accept"}}')
  const again = await rounds.call({ requestState: state, inputResponses: junk })
  expect(Object.keys(again.inputRequests)).toEqual(['a'])
  const next = await rounds.call({ requestState: again.requestState, inputResponses: { ...junk, a: accepted('A') } })
  expect(Object.keys(next.inputRequests)).toEqual(['b'])
  const third = await rounds.call({ requestState: next.requestState })
  expect(Object.keys(third.inputRequests)).toEqual(['b'])
  // What was answered is not answered anew.
  const end = await rounds.call(answering(third.requestState, { a: 'other', b: 'B' }))
  expect(end.text).toBe('AB')
})

test('answers count without a state', async () => {
  verifies('MRTR-13')
  expect((await rounds.call(answering('', { a: 'A', b: 'B' }))).error?.code).toBe(-32602)
  const { inputResponses } = answering(state, { a: 'A', b: 'B' }) as { readonly inputResponses: object }
  expect((await rounds.call({ inputResponses })).text).toBe('AB')
})

test('other requests have nothing to do with answers', async () => {
  verifies('MRTR-02')
  const { error, resultType } = await rounds.send('tools/list', { requestState: 'x', inputResponses: [] })
  expect([error, resultType]).toEqual([undefined, 'complete'])
})

test('what answers went into is for nobody else, and must not be used again', async () => {
  verifies('MRTR-26')
  const caching = await openRounds({ ttlMs: 60_000, cacheScope: 'public' })
  const { request } = await caching.connectTo(caching.server)
  const { requestState } = toReply(await request('resources/read', { uri: 'test:x' }))
  const retry = answering(requestState, { a: 'A', b: 'B' })
  const { result } = await request('resources/read', { uri: 'test:x', ...retry })
  expect([result?.['contents'], result?.['ttlMs'], result?.['cacheScope']]).toEqual([
    [{ uri: 'test:x', text: 'AB' }],
    0,
    'private',
  ])
  caching.close()
})
