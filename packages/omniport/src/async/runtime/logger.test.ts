import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { consoleLogger } from './logger.js'

let printed: unknown[][]

beforeEach(() => {
  printed = []
  vi.spyOn(console, 'error').mockImplementation((...args: unknown[]) => {
    if (args.some((arg) => arg === unprintable)) throw new Error('no')
    printed.push(args)
  })
})

afterEach(() => vi.restoreAllMocks())

/** The console throws for it, as it does for a Proxy that throws. */
const unprintable = {}
const problem = new Error('broken')

test.each([
  ['its message', {}, ['x failed']],
  ['the id that a peer got', { id: 'a1' }, ['x failed (a1)']],
  ['the reason', { error: problem }, ['x failed', problem]],
  ['a reason that is null', { error: null }, ['x failed', null]],
  ['the id and the reason', { id: 'a1', error: problem }, ['x failed (a1)', problem]],
  [
    'its message alone where the reason cannot be printed',
    { error: unprintable },
    ['x failed', 'with what cannot be printed'],
  ],
])('an error is printed with %s', (_name, details, expected) => {
  consoleLogger.error('x failed', details)
  expect(printed).toEqual([expected])
})

test('a warning is printed as it is, to stderr too', () => {
  consoleLogger.warn('y is old\n\tsee z')
  expect(printed).toEqual([['y is old\n\tsee z']])
})

test('control characters of messages are escaped', () => {
  consoleLogger.warn('a\r\u001b[2J\u009b\u007f\u0000é')
  consoleLogger.error('b\u0007', { id: '\u0008' })
  expect(printed).toEqual([['a\\x0d\\x1b[2J\\x9b\\x7f\\x00é'], ['b\\x07 (\\x08)']])
})
