import { expect, test } from 'vitest'
import { parseDecision } from './file-decisions.js'

const decision = {
  ...{ id: 'd', type: 'call', server: 'notes', subject: 'search', binding: 'b' },
  ...{ answer: 'allow', scope: 'always', at: 1 },
}

test.each([
  [decision],
  [{ ...decision, until: 2 }],
  [{ ...decision, type: 'start', answer: 'deny', scope: 'session' }],
])('what has all members of a decision is one: %j', (value) => {
  expect(parseDecision(value)).toBe(value)
})

test.each([
  ['id', 1],
  ['type', 'all'],
  ['server', null],
  ['subject', undefined],
  ['binding', ['b']],
  ['answer', 'ask'],
  ['answer', true],
  ['scope', 'ever'],
  ['at', '1'],
  ['at', Number.NaN],
  ['until', '9'],
  ['until', null],
])('what has %s of %j is none', (name, value) => {
  expect(parseDecision({ ...decision, [name]: value })).toBe(undefined)
})

test.each([[undefined], [null], ['allow'], [[decision]]])('%j is none', (value) => {
  expect(parseDecision(value)).toBe(undefined)
})
