import { channel } from 'node:diagnostics_channel'
import { afterEach, describe, expect, test } from 'vitest'
import { createSession } from '#test/support/task-nodes.js'
import { settled } from '#test/support/virtual-runtime.js'
import type { RpcRequest } from '../../jsonrpc/messages/messages.js'
import type { Exchange } from '../exchange/exchange.js'
import { announceSent, announceServed, isObserved } from './announce.js'
import { type Operation, type OperationObserver, operationChannel } from './operation.js'

const message: RpcRequest = { jsonrpc: '2.0', id: 1, method: 'ping' }
const answer = { jsonrpc: '2.0', id: 1, result: {} } as const
const operation = { message, revision: '2026-07-28', transport: 'http' } as const

let observers: OperationObserver[] = []
const seen: Operation[] = []
const listener = (published: unknown) => {
  const announced = published as Operation
  seen.push(announced)
  for (const observer of observers) announced.observe(observer)
}

afterEach(() => {
  channel(operationChannel).unsubscribe(listener)
  observers = []
  seen.length = 0
})

function observeWith(...given: readonly OperationObserver[]): void {
  observers = [...given]
  channel(operationChannel).subscribe(listener)
}

describe('a message that is sent', () => {
  test('is announced with what is known of it', () => {
    observeWith()
    expect([isObserved(), announceSent(operation, () => answer)]).toEqual([true, answer])
    expect(seen).toMatchObject([{ role: 'sender', ...operation }])
  })

  test('gets the members of all observers, beside its own', () => {
    const sent: RpcRequest[] = []
    observeWith({ meta: { a: '1', b: '1' }, end: () => {} }, { meta: { b: '2' }, end: () => {} }, { end: () => {} })
    const send = (given: RpcRequest) => {
      sent.push(given)
      return answer
    }
    void announceSent(operation, send)
    void announceSent({ ...operation, message: { ...message, params: { x: 1, _meta: { c: 3 } } } }, send)
    void announceSent({ ...operation, message: { ...message, params: { _meta: 'none' } } }, send)
    expect(sent.map(({ params }) => params)).toEqual([
      { _meta: { a: '1', b: '2' } },
      { x: 1, _meta: { c: 3, a: '1', b: '2' } },
      { _meta: { a: '1', b: '2' } },
    ])
  })

  test('is the same where nobody adds to it', () => {
    observeWith({ end: () => {} })
    const sent: RpcRequest[] = []
    void announceSent(operation, (given) => {
      sent.push(given)
      return answer
    })
    expect(sent[0]).toBe(message)
  })

  test('runs inside of what each observer runs it in, the first one innermost', () => {
    const order: string[] = []
    const around = (name: string): OperationObserver => ({
      run: (fn) => {
        order.push(name)
        return fn()
      },
      end: () => {},
    })
    observeWith(around('first'), around('second'))
    void announceSent(operation, () => {
      order.push('sent')
      return answer
    })
    expect(order).toEqual(['second', 'first', 'sent'])
  })
})

describe('the end of an operation', () => {
  const ends: unknown[] = []
  const ending: OperationObserver = { end: (outcome) => void ends.push(outcome) }
  const broken = new Error('broken')

  test.each([
    ['a response at once', () => answer, [{ response: answer }]],
    ['a response later', async () => answer, [{ response: answer }]],
    ['no response', () => undefined, [{ response: undefined }]],
  ])('has %s', async (_name, send, expected) => {
    ends.length = 0
    observeWith(ending)
    await announceSent<RpcRequest, ReturnType<typeof send>>(operation, send)
    await settled()
    expect(ends).toEqual(expected)
  })

  test('has the reason that there is none', async () => {
    ends.length = 0
    observeWith(ending)
    const thrown = () => {
      throw broken
    }
    expect(() => announceSent(operation, thrown)).toThrow(broken)
    await expect(announceSent(operation, () => Promise.reject(broken))).rejects.toBe(broken)
    expect(ends).toEqual([{ reason: broken }, { reason: broken }])
  })
})

describe('a message that is served', () => {
  const exchange = { revision: '2025-11-25', session: createSession() } as unknown as Exchange // all that is read

  test('belongs to a connection, which has an id over HTTP', () => {
    observeWith()
    void announceServed(() => answer, 'http')(message, exchange)
    void announceServed(() => answer, 'stdio')(message, exchange)
    void announceServed(() => answer)(message, { revision: '2026-07-28' } as unknown as Exchange)
    expect(seen.map(({ transport, connection }) => [transport, connection?.key, connection?.sessionId])).toEqual([
      ['http', exchange.session, 'session'],
      ['stdio', exchange.session, undefined],
      ['stdio', undefined, undefined],
    ])
  })

  test('is served where nobody observes', () => {
    expect([isObserved(), announceServed(() => answer)(message, exchange), seen]).toEqual([false, answer, []])
  })
})
