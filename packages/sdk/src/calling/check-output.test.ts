import { describe, expect, test, vi } from 'vitest'
import { McpError } from '../types.js'
import type { jsonSchemaValidator } from '../validation/types.js'
import { findOutputError, lazyValidator } from './check-output.js'

const accept = (value: unknown) => ({ valid: true as const, data: value, errorMessage: undefined })
const refuse = () => ({ valid: false as const, data: undefined, errorMessage: 'n is missing' })
const fail = (thrown: unknown) => () => {
  throw thrown
}

describe('the result of a tool with an output schema', () => {
  test('may be what its schema says', () => {
    const validate = vi.fn(accept)
    expect(findOutputError('t', { structuredContent: { a: 1 } }, validate)).toBeUndefined()
    expect(validate.mock.calls).toEqual([[{ a: 1 }]])
  })

  test('may be an error without content', () => {
    expect(findOutputError('t', { isError: true }, refuse)).toBeUndefined()
  })

  test('needs content', () => {
    expect(findOutputError('t', { isError: false }, accept)).toMatchObject({
      code: -32600,
      message: 'MCP error -32600: Tool t has an output schema but did not return structured content',
    })
  })

  test.each([
    ['does not match', refuse, "Structured content does not match the tool's output schema: n is missing"],
    ['fails to be checked', fail(new TypeError('oops')), 'Failed to validate structured content: oops'],
    ['fails to be checked with text', fail('oops'), 'Failed to validate structured content: oops'],
  ])('is an error where its content %s', (_, validate, message) => {
    const error = findOutputError('t', { structuredContent: {}, isError: true }, validate)
    expect(error).toMatchObject({ code: -32602, message: `MCP error -32602: ${message}` })
  })

  test('is the error of a validator of the protocol as it is', () => {
    const error = new McpError(1, 'own')
    expect(findOutputError('t', { structuredContent: {} }, fail(error))).toBe(error)
  })
})

test('a validator is made when it is first needed, once', () => {
  const getValidator = vi.fn(() => accept)
  const schema = { type: 'object' }
  const validate = lazyValidator({ getValidator } as unknown as jsonSchemaValidator, schema)
  expect(getValidator).not.toHaveBeenCalled()
  expect([validate(1), validate(2)]).toEqual([accept(1), accept(2)])
  expect(getValidator.mock.calls).toEqual([[schema]])
})
