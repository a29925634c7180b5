import { describe, expect, test } from 'vitest'
import { TaskWorld } from '#test/support/task-nodes.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { CapabilityMissing } from '../../protocol/errors/capability-missing.js'
import { ServerFull } from '../../protocol/errors/server-full.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { throwMarked } from '../requests/thrown-by-handler.js'
import { assertContent } from './assert-content.js'
import { toToolFailure } from './to-tool-failure.js'
import { tool } from './tool.js'
import { ToolError } from './tool-error.js'

/** What comes of something that was thrown, by the handler itself or while it ran. */
function setUp(revision: Revision = '2026-07-28') {
  const node = new TaskWorld().node({ t: tool({ run: () => '' }) })
  const call = node.call({}, { revision })
  const fail = (reason: unknown) => toToolFailure(reason, node.tool('t'), call)
  const failByHandler = (reason: unknown) => {
    try {
      return throwMarked(reason)
    } catch (marked) {
      return fail(marked)
    }
  }
  return { ...node, fail, failByHandler }
}

const failed = (text: string) => ({ content: [{ type: 'text', text }], isError: true })

describe('a tool that fails', () => {
  test('says so to the model', async () => {
    const { fail, failByHandler, logger } = setUp()
    expect(fail(new ToolError('no'))).toEqual(failed('no'))
    expect(await failByHandler(new ToolError('no'))).toEqual(failed('no'))
    expect(logger.errors).toEqual([])
  })

  test('has the text of an error that its author threw, and of a bug only its id', async () => {
    const { failByHandler, logger } = setUp()
    expect(await failByHandler(new Error('no such city'))).toEqual(failed('no such city'))
    expect(await failByHandler(new TypeError('x is undefined'))).toEqual(
      failed(expect.stringMatching(/^internal error [0-9a-f]{8}$/)),
    )
    expect(logger.errors.map(({ message }) => message)).toEqual(['tool t failed', 'tool t failed'])
  })

  test('fails with the error of the protocol that it threw', () => {
    const { fail, failByHandler } = setUp()
    const error = new RpcError(7, 'no', { a: 1 })
    expect(() => fail(error)).toThrow(error)
    expect(() => failByHandler(error)).toThrow(error)
  })

  test('that asks for a capability says so to a model where a client cannot know the error', () => {
    const missing = new CapabilityMissing({ sampling: {} })
    expect(setUp('2025-11-25').fail(missing)).toEqual(failed('The client did not declare the capability sampling'))
    expect(() => setUp().fail(missing)).toThrow(missing)
  })

  test('whose store is full asks for no retry once it ran', () => {
    const { fail, failByHandler } = setUp()
    const full = new ServerFull('anonymousBytes', 5)
    expect(() => fail(full)).toThrow(full)
    const asked = expect.objectContaining({ code: -32603, message: full.message, data: { limit: 'anonymousBytes' } })
    expect(() => failByHandler(full)).toThrow(asked)
  })

  test('with another error of that code has its data', () => {
    const { failByHandler } = setUp()
    const error = new RpcError(-32603, 'no', { retryAfterSeconds: 1 })
    expect(() => failByHandler(error)).toThrow(error)
  })
})

describe('the content of a result', () => {
  const text = { type: 'text', text: '' } as const

  test('is passed on where it is content', () => {
    const result = { content: [text], isError: false, _meta: {} }
    expect(assertContent(result, 't')).toBe(result)
  })

  test.each([
    ['a mark that is none', { content: [], isError: 'no' }, 'isError must be a boolean'],
    ['a _meta that is none', { content: [], _meta: [] }, '_meta must be an object'],
    ['a block that is none', { content: [text, { type: 'text' }] }, 'content[1]: text must be a string'],
    ['content that is no list', { content: 'x' }, 'content must be an array'],
    [
      'content that is no list, beside a mark',
      { content: 'x', isError: true },
      'content must be an array beside isError; to report a failure, throw an Error, or return its text in content',
    ],
  ])('is refused with %s', (_name, result, problem) => {
    expect(() => assertContent(result as never, 't')).toThrow(new TypeError(`tool "t": ${problem}`))
  })
})
