import { describe, expect, test } from 'vitest'
import { IncomingRequest } from './incoming-request.js'

const create = () => new IncomingRequest({ jsonrpc: '2.0', id: 1, method: 'a' }, undefined, undefined)

describe('a request that is aborted', () => {
  test('has a signal that says so, read before or after', () => {
    const [early, late] = [create(), create()]
    const { signal } = early
    expect([early.isAborted, signal.aborted]).toEqual([false, false])
    early.abort('enough')
    late.abort('enough')
    expect([early.isAborted, signal.aborted, signal.reason]).toEqual([true, true, 'enough'])
    expect([late.isAborted, late.signal.aborted, late.signal.reason]).toEqual([true, true, 'enough'])
  })

  test('has one signal', () => {
    const request = create()
    const { signal } = request
    expect(request.signal).toBe(signal)
  })

  test('has the first reason', () => {
    const request = create()
    request.abort('first')
    request.abort('second')
    expect(request.signal.reason).toBe('first')
  })

  test('without a reason has the usual one', () => {
    const request = create()
    request.abort()
    expect(request.signal.reason).toMatchObject({ name: 'AbortError' })
  })
})
