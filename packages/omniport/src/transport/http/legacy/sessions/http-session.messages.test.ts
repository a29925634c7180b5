import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import type { RpcNotification } from '../../../../jsonrpc/messages/messages.js'
import { openSession, openSharedSession, readStream, updated } from '../fixtures/open-session.js'

describe('what a client is asked outside of requests', () => {
  test.each(['sampling/createMessage', 'elicitation/create'])('is not %s', async (method) => {
    await expect(openSession().session.request({ method })).rejects.toMatchObject({
      code: -32603,
      message: `${method} is asked only while serving a request`,
    })
  })

  test('is not a ping while it reads nothing', async () => {
    await expect(openSession().session.request({ method: 'ping' })).rejects.toMatchObject({ code: 'closed' })
  })

  test('goes over its GET stream, and the response comes from the client', async () => {
    const { session } = openSession({ initialized: true })
    const { key } = session.streams.createGetStream()
    const written: string[] = []
    const stream = session.streams.stream(key)
    const asked = session.request({ method: 'roots/list' })
    readStream(session, key)
    await settled()
    const events = stream.read('', new AbortController().signal)
    written.push((await events.next()).value?.data ?? '')
    const { id, method } = JSON.parse(written[0] ?? '')
    expect(method).toBe('roots/list')
    session.receiveFromClient({ jsonrpc: '2.0', id, result: { roots: [] } })
    expect(await asked).toEqual({ roots: [] })
  })

  test('fails when the server closes, and nothing more can be asked', async () => {
    const { session } = openSession({ initialized: true })
    const { key } = session.streams.createGetStream()
    readStream(session, key)
    const asked = session.request({ method: 'ping' })
    const rejected = expect(asked).rejects.toThrow('closing')
    await settled()
    session.drain(new Error('closing'))
    await rejected
    await expect(session.request({ method: 'ping' })).rejects.toThrow('closing')
  })
})

describe('what another node says', () => {
  test('may be that the client has cancelled a request', () => {
    const { session } = openSession()
    const reasons: unknown[] = []
    session.inFlightRequests.start(
      { jsonrpc: '2.0', id: 1, method: 'x' },
      {
        serve: () => new Promise(() => {}),
        exchange: (inFlight) =>
          void inFlight.signal.addEventListener('abort', () => reasons.push(inFlight.signal.reason)),
        reply: () => {},
      },
    )
    const cancelled = (requestId: number): RpcNotification => ({
      ...{ jsonrpc: '2.0', method: 'notifications/cancelled' },
      params: { requestId, reason: 'enough' },
    })
    expect(session.receiveFromClient(cancelled(2))).toBe(false)
    session.receive({ type: 'received', notification: cancelled(1) })
    expect(reasons).toMatchObject([{ name: 'AbortError', message: 'enough' }])
  })

  test('may be that it has the GET stream, which gets what waited here', async () => {
    const { session, published } = openSharedSession({ initialized: true })
    session.isIntroduced = true
    session.notify(updated('a'))
    session.receive({ type: 'stream', key: '1'.repeat(16) })
    await settled()
    expect(published).toEqual([{ type: 'waiting', notifications: [updated('a')], isHolder: true }])
    expect(session.toRecord().getStream).toBe('1'.repeat(16))
  })

  test('may be what waited there for the GET stream of this node', async () => {
    const { session } = openSession({ initialized: true })
    session.receive({ type: 'waiting', notifications: [updated('lost: there is no stream')] })
    const stream = session.streams.createGetStream()
    readStream(session, stream.key)
    session.receive({ type: 'waiting', notifications: [updated('a')], isHolder: true })
    const { value } = await stream.read('', new AbortController().signal).next()
    expect(JSON.parse(value?.data ?? '')).toEqual(updated('a'))
  })

  test('may be the question who serves a stream', async () => {
    const { session, published } = openSharedSession()
    const { stream } = session.streams.createServedStream()
    session.receive({ type: 'asked', key: 'other' })
    session.receive({ type: 'asked', key: stream.key })
    await settled()
    expect(published).toEqual([{ type: 'served', key: stream.key }])
  })

  test('is heard by all of them', async () => {
    const { session, published } = openSharedSession()
    await session.publish({ type: 'ended' })
    await openSession().session.publish({ type: 'ended' })
    await settled()
    expect(published).toEqual([{ type: 'ended' }])
  })
})
