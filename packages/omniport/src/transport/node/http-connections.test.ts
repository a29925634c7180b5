import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createManualRuntime, settled } from '#test/support/virtual-runtime.js'
import { HttpConnections } from './http-connections.js'
import { toConnection } from './node-connection.js'
import type { NodeHttpAdapter } from './node-http-adapter.js'

class FakeSocket extends EventEmitter {
  readonly remoteAddress: string
  bytesRead = 0
  destroyed = false
  writable = true
  text = ''

  constructor(remoteAddress: string) {
    super()
    this.remoteAddress = remoteAddress
  }

  end(text: string): void {
    this.text += text
  }

  destroy(): void {
    if (this.destroyed) return
    this.destroyed = true
    this.emit('close')
  }
}

function open(max: number) {
  const http = new EventEmitter() as unknown as Server
  const clock = createManualRuntime()
  const connections = new HttpConnections(http, max, clock)
  const connect = (network: string) => {
    const socket = new FakeSocket(`192.0.2.${network.charCodeAt(0)}`)
    http.emit('connection', socket as unknown as Socket)
    return socket
  }
  return { http, clock, connections, connect }
}

/** Begins a request on a connection. Returns what answers it. */
function begin(socket: FakeSocket, more: { readonly hasArrived?: boolean } = {}) {
  const seen = { isServed: false, hasEnded: false }
  let over = () => {}
  const exchange = {
    ...{ isOver: false, hasArrived: true, isAnswered: false, headerCount: 1, ...more },
    watch: (fn: () => void) => {
      over = fn
    },
    end: () => {
      seen.hasEnded = true
    },
  }
  socket.bytesRead += 1
  toConnection(socket as unknown as Socket).add(exchange as unknown as NodeHttpAdapter, () => {
    seen.isServed = true
  })
  return { seen, answer: () => over() }
}

const closed = (...sockets: readonly FakeSocket[]) => sockets.map(({ destroyed }) => destroyed)
const refusal = 'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

describe('a connection that finds no room', () => {
  test('takes the place of the oldest that was not used', () => {
    const { http, connect } = open(3)
    const [used, first, second] = [connect('a'), connect('b'), connect('c')]
    begin(used).answer()
    const next = connect('d')
    expect([closed(used, first, second, next), http.maxConnections]).toEqual([[false, true, false, false], 6])
    connect('e')
    expect(closed(used, second, next)).toEqual([false, true, false])
  })

  test('takes the place of the one that was used longest ago where all were', () => {
    const { connect } = open(2)
    const [first, second] = [connect('a'), connect('a')]
    for (const socket of [first, second, first]) begin(socket).answer()
    const next = connect('b')
    expect(closed(first, second, next)).toEqual([false, true, false])
  })

  test('takes the place of one whose request has not arrived', () => {
    const { connect } = open(1)
    const slow = connect('a')
    begin(slow, { hasArrived: false })
    expect(closed(slow, connect('b'))).toEqual([true, false])
  })

  test('takes the place of the oldest of a network that has more than its own', () => {
    const { connect } = open(4)
    const [other, oldest, second, last] = [connect('b'), connect('a'), connect('a'), connect('c')]
    for (const socket of [other, oldest, second, last]) begin(socket)
    const refused = connect('b')
    expect([refused.text, closed(other, oldest, second, last)]).toEqual([refusal, [false, false, false, false]])
    const next = connect('d')
    expect([next.text, closed(other, oldest, second, last)]).toEqual(['', [false, true, false, false]])
  })

  test('is refused where every network has as many', () => {
    const { connect } = open(2)
    const sockets = [connect('a'), connect('b')]
    for (const socket of sockets) begin(socket)
    expect([connect('c').text, closed(...sockets)]).toEqual([refusal, [false, false]])
  })

  test('takes the place of one of the network that has more than a half, though others are idle', () => {
    const { connect } = open(3)
    const [idle, oldest, second] = [connect('b'), connect('a'), connect('a')]
    for (const socket of [oldest, second]) begin(socket)
    const own = connect('a')
    expect([own.text, closed(idle, oldest, second)]).toEqual([refusal, [false, false, false]])
    const other = connect('c')
    expect([other.text, closed(idle, oldest, second)]).toEqual(['', [false, true, false]])
  })

  test('takes an idle one of that network first', () => {
    const { connect } = open(3)
    const [other, busy, idle] = [connect('b'), connect('a'), connect('a')]
    begin(busy)
    connect('a')
    expect(closed(other, busy, idle)).toEqual([false, false, true])
  })

  test('has room where one was closed', () => {
    const { connect } = open(1)
    const first = connect('a')
    begin(first)
    first.destroy()
    expect(connect('b').text).toBe('')
  })
})

describe('a connection that is refused', () => {
  const refuse = () => {
    const { connect, clock } = open(1)
    begin(connect('a'))
    return { socket: connect('a'), clock }
  }

  test('has a second to read why, and its errors end no process', () => {
    const { socket, clock } = refuse()
    socket.emit('error', new Error('EPIPE'))
    clock.advance(999)
    expect([socket.destroyed, clock.timers]).toEqual([false, 1])
    clock.advance(1)
    expect([socket.destroyed, clock.timers]).toEqual([true, 0])
  })

  test('leaves no timer when it is closed', () => {
    const { socket, clock } = refuse()
    socket.destroy()
    expect(clock.timers).toBe(0)
  })

  test('has no request served', () => {
    const { seen } = begin(refuse().socket)
    expect(seen).toEqual({ isServed: false, hasEnded: true })
  })
})

describe('all connections are idle', () => {
  test('at once where nothing is served', async () => {
    const { connections, connect } = open(2)
    connect('a')
    expect(await connections.idle()).toBeUndefined()
  })

  test('when the last reply was sent, or its connection is gone', async () => {
    const { connections, connect } = open(3)
    const [first, second, third] = [connect('a'), connect('b'), connect('c')]
    const [request] = [begin(first), begin(second)]
    begin(third).answer()
    let isIdle = false
    void connections.idle().then(() => {
      isIdle = true
    })
    await settled(1)
    request.answer()
    await settled(1)
    expect(isIdle).toBe(false)
    second.destroy()
    await settled(1)
    expect(isIdle).toBe(true)
  })
})
