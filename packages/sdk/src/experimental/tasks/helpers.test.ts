import { describe, expect, test } from 'vitest'
import { assertClientRequestTaskCapability, assertToolsCallTaskCapability } from './helpers.js'
import { isTerminal } from './interfaces.js'

const noTasks = (entity: string, method: string) =>
  new Error(`${entity} does not support task creation (required for ${method})`)
const noTasksOf = (entity: string, method: string) =>
  new Error(`${entity} does not support task creation for ${method} (required for ${method})`)

describe('calls of tools', () => {
  test('can be tasks where that is declared', () => {
    const method = 'tools/call'
    expect(() => assertToolsCallTaskCapability(undefined, method, 'Server')).toThrow(noTasks('Server', method))
    for (const requests of [{}, { tools: {} }, { sampling: { createMessage: {} } }]) {
      expect(() => assertToolsCallTaskCapability(requests, method, 'Client')).toThrow(noTasksOf('Client', method))
    }
    expect(assertToolsCallTaskCapability({ tools: { call: {} } }, method, 'Server')).toBeUndefined()
  })

  test('are all that is looked at', () => {
    expect(assertToolsCallTaskCapability({}, 'prompts/get', 'Server')).toBeUndefined()
    expect(() => assertToolsCallTaskCapability(undefined, 'prompts/get', 'Server')).toThrow(
      noTasks('Server', 'prompts/get'),
    )
  })
})

describe('requests to a client', () => {
  test.each([
    ['sampling/createMessage', { sampling: { createMessage: {} } }, { elicitation: { create: {} } }],
    ['elicitation/create', { elicitation: { create: {} } }, { sampling: { createMessage: {} } }],
  ])('to %s can be tasks where that is declared', (method, requests, other) => {
    expect(() => assertClientRequestTaskCapability(undefined, method, 'Client')).toThrow(noTasks('Client', method))
    for (const missing of [{}, other, { sampling: {}, elicitation: {} }]) {
      expect(() => assertClientRequestTaskCapability(missing, method, 'Client')).toThrow(noTasksOf('Client', method))
    }
    expect(assertClientRequestTaskCapability(requests, method, 'Client')).toBeUndefined()
  })

  test('of other methods are not looked at', () => {
    expect(assertClientRequestTaskCapability({}, 'roots/list', 'Client')).toBeUndefined()
  })
})

test.each([
  ['working', false],
  ['input_required', false],
  ['completed', true],
  ['failed', true],
  ['cancelled', true],
] as const)('a task that is %s has ended: %s', (status, expected) => {
  expect(isTerminal(status)).toBe(expected)
})
