import { channel } from 'node:diagnostics_channel'
import { afterEach, describe, expect, test } from 'vitest'
import type { Exchange } from '../exchange/exchange.js'
import { announceServed } from './announce.js'
import { type Operation, operationChannel } from './operation.js'

const message = { jsonrpc: '2.0', id: 1, method: 'ping' } as const
const answer = { jsonrpc: '2.0', id: 1, result: {} } as const

describe('an operation that is served', () => {
  const seen: Operation[] = []
  const listener = (operation: unknown) => void seen.push(operation as Operation)
  afterEach(() => {
    channel(operationChannel).unsubscribe(listener)
    seen.length = 0
  })

  function serve(exchange: Partial<Exchange>) {
    channel(operationChannel).subscribe(listener)
    return announceServed(() => answer)(message, exchange as Exchange)
  }

  test.each<[string, Partial<Exchange>, Operation['transport']]>([
    ['of the network of a client came over HTTP', { sender: '192.0.2.1' }, 'http'],
    ['of a network that is not known too', { sender: '' }, 'http'],
    ['of a connection came over stdio', { sender: Symbol('stream') }, 'stdio'],
    ['without a sender came over HTTP if it has headers', { headers: new Headers() }, 'http'],
    ['without both came over stdio', {}, 'stdio'],
  ])('%s', (_, exchange, transport) => {
    expect(serve(exchange)).toEqual(answer)
    expect(seen.map((operation) => [operation.role, operation.transport])).toEqual([['receiver', transport]])
  })

  test('makes no headers', () => {
    const made: string[] = []
    const exchange = {
      sender: '192.0.2.1',
      get headers() {
        made.push('headers')
        return new Headers()
      },
    }
    expect(serve(exchange)).toEqual(answer)
    expect(made).toEqual([])
  })
})
