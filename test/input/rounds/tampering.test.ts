import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../requirements/verifies.js'
import { answering, foreign, notValid, type OpenRounds, openRounds } from './open-rounds.js'

let rounds: OpenRounds
let state = ''
let other = ''

beforeAll(async () => {
  rounds = await openRounds()
  state = (await rounds.call()).requestState
  other = (await rounds.call()).requestState
})

afterAll(() => rounds.close())

/** Sends a state that was tampered with, and gives the error; nothing has run. */
async function refusalOf(text: unknown): Promise<unknown> {
  const { began } = rounds.runs
  const { error, resultType } = await rounds.call({ ...answering('', { a: 'A' }), requestState: text })
  expect([rounds.runs.began, resultType]).toEqual([began, undefined])
  return error
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The text with other bits at one place. The highest of a character are always part of a byte. */
function flip(text: string, at: number, bits: number): string {
  const changed = alphabet.at(alphabet.indexOf(text.charAt(at)) ^ bits) ?? ''
  return text.slice(0, at) + changed + text.slice(at + 1)
}

test('what comes back untouched is taken', async () => {
  verifies('MRTR-19')
  const { inputRequests } = await rounds.call(answering(state, { a: 'A' }))
  expect(Object.keys(inputRequests)).toEqual(['b'])
})

test('a bit flipped anywhere is refused, without a word about where', async () => {
  verifies('MRTR-07', 'MRTR-08', 'MRTR-09', 'SEC-09')
  const parts = state.split('.')
  const [version = '', kid = ''] = parts
  const kidFrom = version.length + 1
  const saltFrom = kidFrom + kid.length + 1
  for (let at = 0; at < state.length; at += 1) {
    if (state[at] === '.') continue
    const isKid = at >= kidFrom && at < saltFrom
    for (const bits of at % 5 === 0 ? [32, 16] : [32]) {
      expect([at, await refusalOf(flip(state, at, bits))]).toEqual([at, isKid ? foreign : notValid])
    }
  }
})

test('a state that was cut, lengthened or put together of two is refused', async () => {
  verifies('MRTR-07', 'MRTR-09')
  const parts = state.split('.')
  const others = other.split('.')
  const mixed = parts.map((_part, index) => parts.with(index, others[index] ?? ''))
  const mixtures = mixed.filter((each) => each.join('.') !== state).map((each) => each.join('.'))
  expect(mixtures).toHaveLength(2)
  const cuts = Array.from({ length: 20 }, (_, index) => state.slice(0, Math.floor((state.length * index) / 20)))
  for (const text of [...cuts, ...mixtures, `${state}A`, `${state}.A`, `.${state}`, state.toUpperCase(), '....']) {
    expect([text, await refusalOf(text)]).toEqual([text, notValid])
  }
})

describe('a state that is no state is refused', () => {
  test.each([null, 1, true, {}, [], [''], { v: 1 }, '', '{}', 'eyJhIjoxfQ', '__proto__', 'x'.repeat(100_000)])(
    '%j',
    async (text) => {
      verifies('MRTR-07', 'MRTR-09')
      expect(await refusalOf(text)).toEqual(notValid)
    },
  )

  test('the state itself as the answers', async () => {
    verifies('MRTR-21')
    const { error } = await rounds.call({ inputResponses: state })
    expect(error).toEqual({ code: -32602, message: 'inputResponses must be an object' })
    expect((await rounds.call({ requestState: { a: state } })).error).toEqual(notValid)
  })
})
