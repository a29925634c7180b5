import { expect, test } from 'vitest'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import { call, form } from '../fixtures/consent-requests.js'
import { denialReason } from './denial-reason.js'
import { MemoryDecisions } from './memory-decisions.js'
import { RememberedDecisions } from './remembered-decisions.js'

const allow = { answer: 'allow', args: false } as const
const deny = { answer: 'deny', args: false } as const

/** Decisions of a host, and the store behind them. */
function remembered() {
  const stored = new MemoryDecisions(100)
  const runtime = new VirtualRuntime({ randomBytes: counting() })
  return { stored, runtime, decisions: new RememberedDecisions({ stored, runtime }) }
}

function counting(): (length: number) => Uint8Array {
  let given = 0
  return (length) => new Uint8Array(length).fill(++given)
}

test('only what is to hold for ever goes to the store, and is listed first', async () => {
  const { stored, decisions } = remembered()
  await decisions.remember(call(), { binding: 'a' }, { ...allow, scope: 'session' })
  await decisions.remember(call(), { binding: 'b' }, { ...allow, scope: 'always' })
  expect((await stored.list()).map(({ binding }) => binding)).toEqual(['b'])
  expect((await decisions.list()).map(({ binding, scope }) => [binding, scope])).toEqual([
    ['b', 'always'],
    ['a', 'session'],
  ])
})

test('a decision without an end has none', async () => {
  const { runtime, decisions } = remembered()
  await decisions.remember(call(), { binding: 'a' }, { ...deny, scope: 'session' })
  expect(await decisions.list()).toEqual([
    {
      id: '01'.repeat(16),
      type: 'call',
      server: 'notes',
      subject: 'add',
      binding: 'a',
      answer: 'deny',
      scope: 'session',
      at: runtime.now(),
    },
  ])
})

test('the arguments bind a decision only where it is about them', async () => {
  const { decisions } = remembered()
  const bound = { binding: 'any', exactBinding: 'these' }
  await decisions.remember(call(), bound, { ...allow, scope: 'session', args: true })
  await decisions.remember(form, { binding: 'form' }, { ...allow, scope: 'session', args: true })
  expect((await decisions.list()).map(({ binding }) => binding)).toEqual(['these', 'form'])
  expect(await decisions.find(call(), bound)).toBe('allow')
  expect(await decisions.find(call(), { binding: 'any', exactBinding: 'others' })).toBeUndefined()
  expect(await decisions.find(call(), { binding: 'any' })).toBeUndefined()
})

test('a decision holds for its server and its kind of request alone', async () => {
  const { decisions } = remembered()
  await decisions.remember(call(), { binding: 'a' }, { ...deny, scope: 'session' })
  expect(await decisions.find(call(), { binding: 'a' })).toBe('deny')
  expect(await decisions.find({ ...call(), server: 'other' }, { binding: 'a' })).toBeUndefined()
  expect(await decisions.find(form, { binding: 'a' })).toBeUndefined()
  expect(await decisions.find(call(), { binding: 'b' })).toBeUndefined()
})

test('a decision is forgotten wherever it is, and an unknown one does no harm', async () => {
  const { decisions } = remembered()
  await decisions.remember(call(), { binding: 'a' }, { ...allow, scope: 'session' })
  await decisions.remember(call(), { binding: 'b' }, { ...allow, scope: 'always' })
  await decisions.forget('unknown')
  const [always, session] = await decisions.list()
  await decisions.forget(session?.id ?? '')
  expect(await decisions.list()).toEqual([always])
  await decisions.forget(always?.id ?? '')
  expect(await decisions.list()).toEqual([])
})

test.each([
  ['policy', 'the policy denies it'],
  ['memory', 'a remembered decision denies it'],
  ['person', 'a person denied it'],
  ['default', 'createHost has neither `ask` nor a `policy` that allows it'],
] as const)('a denial by %s says so', (by, reason) => {
  expect(denialReason(by)).toBe(reason)
})
