import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import type { MissedChanges } from '../../../../protocol/exchange/session.js'
import { newRecord, openSession, readStream, updated } from '../fixtures/open-session.js'
import type { HttpSession } from './http-session.js'
import type { SessionRecord } from './session-record.js'

describe('a record', () => {
  const full: SessionRecord = {
    ...newRecord,
    ...{ principal: { id: 'ada', scopes: [], claims: {} }, logLevel: 'error', subscriptions: ['a', 'b'] },
    ...{ initialized: true, getStream: '0'.repeat(16) },
  }

  test('becomes a session, and a session a record', () => {
    const { session } = openSession(full)
    const { id, revision, client, principal, createdAt, logLevel, subscriptions } = session
    expect({ id, revision, client, principal, createdAt, logLevel, subscriptions: [...subscriptions] }).toEqual({
      ...{ id: 's', revision: '2025-11-25', client: newRecord.client, principal: full.principal, createdAt: 5 },
      ...{ logLevel: 'error', subscriptions: ['a', 'b'] },
    })
    expect(session.toRecord()).toEqual(full)
    expect([session.streams.standalone.isInitialized, session.streams.standalone.isElsewhere]).toEqual([true, true])
  })

  test('may have nothing but what begins a session', () => {
    const { session } = openSession()
    const { getStream, initialized, logLevel, ...record } = session.toRecord()
    expect(record).toEqual({ ...newRecord, principal: undefined, subscriptions: [] })
    expect([getStream, initialized, logLevel]).toEqual([undefined, undefined, undefined])
    expect([session.isIntroduced, session.isOver, session.isBusy]).toEqual([false, false, false])
    expect(session.streams.standalone.isInitialized).toBe(false)
  })
})

test('only newer clients expect empty events', () => {
  const expects = (['2025-11-25', '2025-06-18'] as const).map(
    (revision) => openSession({ revision }).session.sendsPrimingEvents,
  )
  expect(expects).toEqual([true, false])
})

describe('what is to be saved', () => {
  test('is what changed since the record was written or read', () => {
    const { session } = openSession()
    expect(session.unsaved).toEqual({})
    session.logLevel = 'error'
    session.subscriptions.add('a')
    session.open()
    expect(session.unsaved).toEqual({ initialized: true, logLevel: 'error', subscribed: ['a'] })
    session.sync(session.toRecord())
    expect(session.unsaved).toEqual({})
    session.subscriptions.delete('a')
    expect(session.unsaved).toEqual({ unsubscribed: ['a'] })
  })

  test('is still what changed here when others have changed the record', () => {
    const { session } = openSession()
    session.subscriptions.add('mine')
    session.sync({ ...newRecord, subscriptions: ['theirs'], logLevel: 'debug', initialized: true })
    expect([[...session.subscriptions], session.logLevel]).toEqual([['mine', 'theirs'], 'debug'])
    expect(session.streams.standalone.isInitialized).toBe(true)
    expect(session.unsaved).toEqual({ subscribed: ['mine'] })
    session.sync({ ...newRecord, subscriptions: [], logLevel: 'debug', initialized: true })
    expect([...session.subscriptions]).toEqual(['mine'])
  })

  test('is not what another node said that it changed', () => {
    const { session } = openSession()
    session.subscriptions.add('gone')
    session.sync(session.toRecord())
    const change = { logLevel: 'error', subscribed: ['a'], unsubscribed: ['gone'], initialized: true } as const
    session.receive({ type: 'changed', change })
    expect([[...session.subscriptions], session.logLevel]).toEqual([['a'], 'error'])
    expect([session.streams.standalone.isInitialized, session.unsaved]).toEqual([true, {}])
    session.receive({ type: 'changed', change: {} })
    expect([session.logLevel, session.unsaved]).toEqual(['error', {}])
  })
})

describe('what may have been missed', () => {
  const listen = (session: HttpSession) => {
    const notified: unknown[] = []
    session.onMissed(({ lists, resources }: MissedChanges, of) => notified.push([lists, [...resources], of.id]))
    return notified
  }

  test('is all that the client follows, or one resource', () => {
    const { session } = openSession({ subscriptions: ['a', 'b'] })
    session.missed()
    const notified = listen(session)
    session.missed()
    session.missed('c')
    expect(notified).toEqual([
      [true, ['a', 'b'], 's'],
      [false, ['c'], 's'],
    ])
  })

  test('is nothing after the end', () => {
    const { session } = openSession()
    const notified = listen(session)
    session.close('over')
    session.missed()
    expect(notified).toEqual([])
  })
})

describe('the end of a session', () => {
  test('is told once, in order, with the session, and aborts its signal', () => {
    const { session } = openSession()
    const log: unknown[] = []
    for (const at of [1, 2, 3]) session.onEnd(({ id }) => log.push([at, id]))
    const { signal } = session
    expect([session.isOver, signal.aborted, log]).toEqual([false, false, []])
    session.close('first')
    session.close('second')
    expect([session.isOver, signal.reason, log]).toEqual([
      true,
      'first',
      [
        [1, 's'],
        [2, 's'],
        [3, 's'],
      ],
    ])
  })

  test('is told at once to those who ask later', () => {
    const { session } = openSession()
    session.close('over')
    const log: unknown[] = []
    session.onEnd(({ id }) => log.push(id))
    expect([log, session.signal.aborted, session.signal.reason]).toEqual([['s'], true, 'over'])
  })

  test('cancels what is being served, and what the client was asked', async () => {
    const { session } = openSession({ initialized: true })
    const reasons: unknown[] = []
    session.inFlightRequests.start(
      { jsonrpc: '2.0', id: 1, method: 'x' },
      {
        serve: () => new Promise(() => {}),
        exchange: (inFlight) =>
          void inFlight.signal.addEventListener('abort', () => reasons.push(inFlight.signal.reason)),
        reply: () => expect.unreachable(),
      },
    )
    const { key } = session.streams.createGetStream()
    readStream(session, key)
    const asked = session.request({ method: 'ping' })
    const rejected = expect(asked).rejects.toBe('over')
    await settled()
    session.close('over')
    await rejected
    expect([reasons, session.inFlightRequests.size]).toEqual([['over'], 0])
  })

  test('ends what reads its streams, and nothing is sent any more', () => {
    const { session } = openSession({ initialized: true })
    const { key } = session.streams.createGetStream()
    const detach = readStream(session, key)
    expect([session.isBusy, session.streams.isRead(key)]).toEqual([true, true])
    session.close('over')
    detach()
    expect(session.isBusy).toBe(false)
    session.notify(updated('a'))
    expect(session.streams.standalone.follow('0'.repeat(16))).toEqual([])
  })
})

test('a session that serves a request is busy until that ends', () => {
  const { session } = openSession()
  let answer: (response: undefined) => void = () => {}
  const serving = new Promise<undefined>((resolve) => {
    answer = resolve
  })
  session.inFlightRequests.start(
    { jsonrpc: '2.0', id: 1, method: 'x' },
    { serve: () => serving, exchange: () => undefined, reply: () => {} },
  )
  expect(session.isBusy).toBe(true)
  session.inFlightRequests.cancel(1, 'enough')
  answer(undefined)
  expect(session.isBusy).toBe(false)
})

test('what a request fails with is logged under its method', () => {
  const { session, logger } = openSession()
  const error = new Error('secret')
  session.inFlightRequests.start(
    { jsonrpc: '2.0', id: 1, method: 'tools/call' },
    {
      serve: () => {
        throw error
      },
      exchange: () => undefined,
      reply: () => {},
    },
  )
  expect(logger.errors).toEqual([{ message: 'tools/call failed', error }])
})
