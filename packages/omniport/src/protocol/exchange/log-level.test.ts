import { expect, test } from 'vitest'
import { canBeAsked } from './can-be-asked.js'
import { isAtLeast, isLogLevel, logLevels } from './log-level.js'

test('levels are those of RFC 5424, in their order', () => {
  expect(logLevels).toEqual(['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'])
  expect(logLevels.filter((level) => isAtLeast(level, 'error'))).toEqual(['error', 'critical', 'alert', 'emergency'])
  expect(logLevels.every((level) => isAtLeast(level, 'debug'))).toBe(true)
})

test('nothing else is a level', () => {
  expect(logLevels.every(isLogLevel)).toBe(true)
  expect(['Info', 'warn', '', undefined, 0, null].map(isLogLevel)).toEqual(Array(6).fill(false))
})

test('a client can be asked that declares one kind of question', () => {
  const can = (capabilities: object) => canBeAsked({ client: { capabilities: { ...capabilities } } })
  expect([{ elicitation: {} }, { sampling: {} }, { roots: {} }].map(can)).toEqual([true, true, true])
  expect([{}, { extensions: {} }, Object.create({ roots: {} })].map(can)).toEqual([false, false, false])
})
