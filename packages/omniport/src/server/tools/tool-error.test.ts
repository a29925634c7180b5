import { expect, test } from 'vitest'
import { isSuspended, Suspended } from '../input/suspended.js'
import { ToolError } from './tool-error.js'

test('a ToolError carries its message and its cause', () => {
  const cause = new Error('disk full')
  const error = new ToolError('Could not save', { cause })
  expect([error.name, error.message, error.cause]).toEqual(['ToolError', 'Could not save', cause])
})

/** What another copy of this library would throw. */
const foreign = (name: string) => Object.assign(new Error('x'), { [Symbol.for(`omniport.${name}`)]: true })

test.each([
  ['a ToolError', new ToolError('x'), true, false],
  ['the ToolError of another copy', foreign('ToolError'), true, false],
  ['a Suspended', new Suspended(), false, true],
  ['the Suspended of another copy', foreign('Suspended'), false, true],
  ['another error', new Error('x'), false, false],
  ['undefined', undefined, false, false],
  ['null', null, false, false],
])('%s is told apart', (_name, value, isToolError, suspended) => {
  expect([ToolError.is(value), isSuspended(value)]).toEqual([isToolError, suspended])
})
