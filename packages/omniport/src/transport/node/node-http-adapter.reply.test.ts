import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { arrive, type CollectingSocket, openExchange } from './fixtures/open-exchange.js'

const bodyOf = ({ written }: CollectingSocket) => written.slice(written.indexOf('\r\n\r\n') + 4)
const statusOf = ({ written }: CollectingSocket) => written.split('\r\n', 1)[0]

/** An exchange whose whole request is here. */
function openArrived(method = 'POST') {
  const exchange = openExchange({ method })
  arrive(exchange.request)
  return exchange
}

describe('a reply in one piece', () => {
  test('has its status, headers and length', async () => {
    const { adapter, socket } = openArrived()
    adapter.send(201, { 'x-a': '1', 'content-type': 'text/plain' }, 'gr\u00fcn')
    await settled()
    expect(statusOf(socket)).toBe('HTTP/1.1 201 Created')
    expect(socket.written).toMatch(/^x-a: 1\r\ncontent-type: text\/plain\r\ncontent-length: 5\r$/m)
    expect(Buffer.from(bodyOf(socket), 'latin1').toString()).toBe('gr\u00fcn')
  })

  test('may be bytes, or empty', async () => {
    const [bytes, empty] = [openArrived(), openArrived()]
    bytes.adapter.send(200, {}, new Uint8Array([97, 98]))
    empty.adapter.send(202, {})
    await settled()
    expect([bodyOf(bytes.socket), bodyOf(empty.socket)]).toEqual(['ab', ''])
    expect(empty.socket.written).toContain('content-length: 0\r\n')
  })

  test('of status 204 has no length', async () => {
    const { adapter, socket } = openArrived()
    adapter.send(204, {})
    await settled()
    expect(statusOf(socket)).toBe('HTTP/1.1 204 No Content')
    expect(socket.written).not.toMatch(/content-length/i)
  })

  test('is sent once, and not on a connection that is gone', async () => {
    const [twice, gone] = [openArrived(), openArrived()]
    twice.adapter.send(200, {}, 'first')
    twice.adapter.send(500, {}, 'second')
    gone.response.destroy()
    gone.adapter.send(200, {}, 'text')
    await settled()
    expect([bodyOf(twice.socket), gone.socket.written]).toEqual(['first', ''])
    expect(gone.response.headersSent).toBe(false)
  })
})

describe('a reader that takes nothing', () => {
  const send = (bytes: number, method = 'POST') => {
    const exchange = openArrived(method)
    exchange.socket.isStalled = true
    exchange.adapter.send(200, {}, 'x'.repeat(bytes))
    return exchange
  }

  test('of a large reply is disconnected', async () => {
    const { runtime, response } = send(16 * 1024 + 1)
    runtime.advance(2_999)
    expect(response.destroyed).toBe(false)
    runtime.advance(1)
    expect(response.destroyed).toBe(true)
  })

  test.each([
    ['of a reply that fits into the buffer of a socket', 16 * 1024, 'POST'],
    ['of a reply to HEAD', 100_000, 'HEAD'],
  ])('%s is not watched', (_name, bytes, method) => {
    expect(send(bytes, method).runtime.timers).toBe(0)
  })

  test('is watched no more when it has taken all, or is gone', async () => {
    const [slow, gone] = [send(100_000), send(100_000)]
    expect([slow.runtime.timers, gone.runtime.timers]).toEqual([1, 1])
    slow.socket.goOn()
    gone.adapter.end()
    await settled()
    expect([slow.runtime.timers, gone.runtime.timers]).toEqual([0, 0])
    expect(bodyOf(slow.socket).length).toBe(100_000)
    expect(slow.response.writableFinished).toBe(true)
  })
})

describe('a refusal before the whole request has come', () => {
  const refuse = (body = 'too large') => {
    const exchange = openExchange({ method: 'POST' })
    exchange.adapter.send(413, { connection: 'close' }, body)
    return exchange
  }

  test('is sent at once, and ends when the rest was discarded', async () => {
    const { request, response, socket, runtime } = refuse()
    await settled()
    expect([statusOf(socket), bodyOf(socket), response.writableEnded]).toEqual([
      'HTTP/1.1 413 Payload Too Large',
      'too large',
      false,
    ])
    arrive(request, 'the rest')
    await settled()
    expect([response.writableEnded, runtime.timers]).toEqual([true, 0])
  })

  test('without a body sends its head at once', async () => {
    const { response, socket } = refuse('')
    await settled()
    expect([statusOf(socket), bodyOf(socket), response.writableEnded]).toEqual([
      'HTTP/1.1 413 Payload Too Large',
      '',
      false,
    ])
  })

  test('ends after a second', () => {
    const { response, runtime } = refuse()
    runtime.advance(999)
    expect(response.writableEnded).toBe(false)
    runtime.advance(1)
    expect(response.writableEnded).toBe(true)
  })

  test('ends with the request', async () => {
    const { request, response, runtime } = refuse()
    request.emit('close')
    expect([response.writableEnded, runtime.timers]).toEqual([true, 0])
  })

  test('ends at once where all has come, or the connection goes on', async () => {
    const arrived = openArrived()
    arrived.adapter.send(413, { connection: 'close' }, 'text')
    const open = openExchange({ method: 'POST' })
    open.adapter.send(413, {}, 'text')
    expect([arrived, open].map(({ response, runtime }) => [response.writableEnded, runtime.timers])).toEqual([
      [true, 0],
      [true, 0],
    ])
  })
})

describe('a reply in pieces', () => {
  test('sends its head at once, and each piece as it is written', async () => {
    const { adapter, socket } = openArrived()
    const sink = adapter.open(200, { 'content-type': 'text/event-stream' })
    await settled()
    expect(socket.written).toMatch(/^HTTP\/1\.1 200 OK\r\ncontent-type: text\/event-stream\r\n/)
    sink.write('abc')
    await settled()
    expect(socket.written).toContain('\r\nabc\r\n')
  })

  test('lets the rest of the request be read', () => {
    const [open, arrived] = [openExchange(), openArrived()]
    open.adapter.open(200, {})
    arrived.adapter.open(200, {})
    expect([open.request.readableFlowing, arrived.request.readableFlowing]).toEqual([true, null])
  })
})
