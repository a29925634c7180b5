import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { RequestScope, type ScopeOwner, type ScopeRequest } from './request-scope.js'

/** A context, the signals of its caller and of its server, and the listeners that they have. */
function create() {
  const [caller, server] = [new AbortController(), new AbortController()]
  const call = { exchange: { signal: caller.signal }, ending: server.signal } as ScopeRequest // all that a signal needs
  const scope = new RequestScope({} as ScopeOwner, call, undefined)
  const listeners = () => [caller, server].map(({ signal }) => getEventListeners(signal, 'abort').length)
  return { scope, caller, server, listeners }
}

describe('a signal', () => {
  test('aborts with the caller or the server, until its call is over', async () => {
    const { scope, server, listeners } = create()
    expect(await scope.use(({ signal }) => [signal.aborted, listeners()])).toEqual([false, [1, 1]])
    expect(listeners()).toEqual([0, 0])
    server.abort()
    expect(scope.signal.aborted).toBe(false)
  })

  test('that is read first when its call is over leaves no listener, and aborts no more', async () => {
    const { scope, caller, server, listeners } = create()
    await scope.use(() => {})
    const { signal } = scope
    expect([signal.aborted, scope.signal === signal, listeners()]).toEqual([false, true, [0, 0]])
    caller.abort()
    server.abort()
    expect(signal.aborted).toBe(false)
  })

  test('that is read first when its call is over has aborted, if its caller gave up before', async () => {
    const { scope, caller, listeners } = create()
    await scope.use(() => caller.abort('left'))
    expect([scope.signal.aborted, scope.signal.reason, listeners()]).toEqual([true, 'left', [0, 0]])
  })
})
