import { describe, expect, test } from 'vitest'
import { TaskWorld } from '#test/support/task-nodes.js'
import { thrownBy } from '#test/support/thrown-by.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { tool } from '../tools/tool.js'
import type { ErrorTexts } from './error-text.js'
import { type FailureContext, reportThrown, throwReported, toReportedError } from './report-internal.js'
import { ThrownByHandler } from './thrown-by-handler.js'

function setUp(errors: ErrorTexts = 'author') {
  const node = new TaskWorld().node({ t: tool({ run: () => '' }) })
  const abort = new AbortController()
  const services = { ...node.tool('t').services, errors }
  const exchange = { signal: abort.signal } as Partial<Exchange> as Exchange // nothing else is read
  const context: FailureContext = { what: 'tool t', exchange }
  return { services, context, abort, errors: node.logger.errors }
}

const withId = /^internal error [0-9a-f]{8}$/
const marked = (reason: unknown) => new ThrownByHandler(reason)
const boom = new TypeError('boom')

describe('a failure', () => {
  test('is logged in full under the id that the peer gets', async () => {
    const { services, context, errors } = setUp()
    const text = await reportThrown(services, boom, context)
    expect(text).toMatch(withId)
    expect(errors).toEqual([{ message: 'tool t failed', error: boom, id: text.slice(-8) }])
  })

  test('has a text for the peer only where the handler threw it', async () => {
    const { services, context, errors } = setUp()
    const error = new Error('no such city')
    expect(await reportThrown(services, error, context)).toMatch(withId)
    expect(await reportThrown(services, marked(error), context)).toBe('no such city')
    expect(await reportThrown(services, marked(boom), context)).toMatch(withId)
    expect(errors.map((each) => each.error)).toEqual([error, error, boom])
  })

  test('whose text cannot be made keeps it, and that is logged under the same id', async () => {
    const problem = new Error('broken')
    const { services, context, errors } = setUp(() => {
      throw problem
    })
    const text = await reportThrown(services, marked(boom), context)
    expect(text).toMatch(withId)
    expect(errors).toEqual([
      { message: 'tool t failed', error: boom, id: text.slice(-8) },
      { message: 'errors: the text of an error could not be made', error: problem, id: text.slice(-8) },
    ])
  })

  test('of a request that was given up is not logged, and says nothing', async () => {
    const { services, context, abort, errors } = setUp('all')
    abort.abort(boom)
    expect(await reportThrown(services, marked(boom), context)).toMatch(withId)
    expect(await reportThrown(services, marked(new Error('x', { cause: boom })), context)).toMatch(withId)
    expect(errors).toEqual([])
  })

  test('of such a request with another reason is logged', async () => {
    const { services, context, abort, errors } = setUp()
    abort.abort('enough')
    await reportThrown(services, boom, context)
    await reportThrown(services, { cause: 'enough' }, context)
    await reportThrown(services, undefined, context)
    expect(errors.length).toBe(3)
  })

  test('with nothing to say is logged, also where the signal has no reason', async () => {
    const { services, context, errors } = setUp()
    await reportThrown(services, undefined, context)
    expect(errors.length).toBe(1)
  })
})

describe('the error for the peer', () => {
  const refusal = new RpcError(7, 'no')

  test('is an RpcError as it is, without a log', () => {
    const { services, context, errors } = setUp()
    expect([toReportedError(services, refusal, context), toReportedError(services, marked(refusal), context)]).toEqual([
      refusal,
      refusal,
    ])
    expect(thrownBy(() => throwReported(services, marked(refusal), context))).toBe(refusal)
    expect(errors).toEqual([])
  })

  test('is else an internal error with the id', () => {
    const { services, context, errors } = setUp('all')
    const error = toReportedError(services, marked(boom), context)
    expect([error.code, error.message]).toEqual([-32603, `internal error ${errors[0]?.id}`])
    expect(errors).toEqual([{ message: 'tool t failed', error: boom, id: expect.any(String) }])
  })

  test('has the text of what a handler threw for its peer', async () => {
    const { services, context } = setUp()
    const reported = async (reason: unknown) => throwReported(services, reason, context)
    await expect(reported(marked(new Error('no such city')))).rejects.toMatchObject({
      code: -32603,
      message: 'no such city',
    })
    await expect(reported(boom)).rejects.toMatchObject({ code: -32603, message: expect.stringMatching(withId) })
  })
})
