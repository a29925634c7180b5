import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { bodyTimeout, bodyTooLarge } from '../http/requests/body-errors.js'
import type { BodyCounter, RequestBody } from '../http/requests/http-request.js'
import { arrive, type OpenedExchange, openExchange } from './fixtures/open-exchange.js'

const limits = { bodyBytes: 10, bodyMs: 500 }
const withLength = (length: number) => openExchange({ method: 'POST', headers: ['Content-Length', `${length}`] })
const chunked = () => openExchange({ method: 'POST', headers: ['Transfer-Encoding', 'chunked'] })

function read({ adapter }: OpenedExchange) {
  const counted: number[] = []
  const counter: BodyCounter = { countBody: (length) => void counted.push(length) }
  return { counted, body: adapter.readBody(limits, counter).then(textOf) }
}

const textOf = (body: RequestBody) => ('bytes' in body ? Buffer.from(body.bytes).toString() : body)

const notComplete = { status: 400, error: { message: 'The body is not complete' }, headers: { connection: 'close' } }

describe('a body', () => {
  test('that has arrived is read at once, and counted with its length', async () => {
    const exchange = withLength(4)
    arrive(exchange.request, 'te', 'xt')
    const { counted, body } = read(exchange)
    expect(await body).toBe('text')
    expect([counted, exchange.runtime.timers]).toEqual([[4], 0])
  })

  test('that has arrived but for its end is read at once, and the end is read too', async () => {
    const exchange = withLength(4)
    exchange.request.push('text')
    const { body } = read(exchange)
    expect(await body).toBe('text')
    expect(exchange.runtime.timers).toBe(0)
    arrive(exchange.request)
    await settled()
    expect(exchange.request.readableEnded).toBe(true)
  })

  test('that is missing is empty, and not counted', async () => {
    const exchange = openExchange()
    arrive(exchange.request)
    const { counted, body } = read(exchange)
    expect([await body, counted]).toEqual(['', []])
  })

  test('of no length is not counted', async () => {
    const exchange = withLength(0)
    arrive(exchange.request)
    const { counted, body } = read(exchange)
    expect([await body, counted]).toEqual(['', []])
  })

  test('that arrives in pieces is read to its end, and counted as it grows', async () => {
    const exchange = chunked()
    const { counted, body } = read(exchange)
    await settled(1)
    for (const piece of ['a', 'bc']) {
      exchange.request.push(piece)
      await settled(1)
    }
    expect([counted, exchange.runtime.timers]).toEqual([[1, 3], 1])
    arrive(exchange.request)
    expect(await body).toBe('abc')
    expect(exchange.runtime.timers).toBe(0)
    expect(['data', 'end', 'close'].map((name) => exchange.request.listenerCount(name))).toEqual([0, 0, 0])
  })

  test('that arrives in one piece is that piece', async () => {
    const exchange = chunked()
    const { body } = read(exchange)
    await settled(1)
    arrive(exchange.request, 'abc')
    expect(await body).toBe('abc')
  })

  test('that somebody else reads already is read from there', async () => {
    const exchange = withLength(4)
    exchange.request.resume()
    const { counted, body } = read(exchange)
    await settled(1)
    arrive(exchange.request, 'text')
    expect(await body).toBe('text')
    expect(counted).toEqual([4, 4])
  })
})

describe('a body that is too large', () => {
  test.each([
    ['by its length', 11],
    ['by far', 1_000],
  ])('%s is refused before it is read', async (_name, length) => {
    const exchange = withLength(length)
    const { counted, body } = read(exchange)
    await expect(body).rejects.toThrow(bodyTooLarge(10))
    expect(counted).toEqual([])
  })

  test('is refused where it has arrived, and one that is as large as can be is taken', async () => {
    const [over, full] = [chunked(), withLength(10)]
    arrive(over.request, '12345678901')
    await expect(read(over).body).rejects.toThrow(bodyTooLarge(10))
    arrive(full.request, '1234567890')
    expect(await read(full).body).toBe('1234567890')
  })

  test('is refused as soon as so much has come', async () => {
    const [over, full] = [chunked(), chunked()]
    const refused = expect(read(over).body).rejects.toThrow(bodyTooLarge(10))
    const { body } = read(full)
    await settled(1)
    over.request.push('12345')
    over.request.push('678901')
    await refused
    expect(over.runtime.timers).toBe(0)
    arrive(full.request, '12345', '67890')
    expect(await body).toBe('1234567890')
  })

  test('is refused by what counts it', async () => {
    const exchange = chunked()
    const body = exchange.adapter.readBody(limits, {
      countBody: (length) => {
        throw new Error(`no memory for ${length}`)
      },
    })
    const refused = expect(body).rejects.toThrow('no memory for 3')
    await settled(1)
    exchange.request.push('abc')
    await refused
  })
})

describe('a body that does not come', () => {
  test('is waited for as long as the limit says', async () => {
    const exchange = chunked()
    let isOver = false
    const { body } = read(exchange)
    const refused = expect(body.finally(() => (isOver = true))).rejects.toThrow(bodyTimeout(500))
    await settled(1)
    exchange.runtime.advance(499)
    await settled(1)
    expect(isOver).toBe(false)
    exchange.runtime.advance(1)
    await refused
    expect(exchange.request.listenerCount('data')).toBe(0)
  })

  test('breaks off with the connection', async () => {
    const exchange = chunked()
    const refused = expect(read(exchange).body).rejects.toMatchObject(notComplete)
    await settled(1)
    exchange.request.push('a')
    exchange.request.destroy()
    await refused
    expect(exchange.runtime.timers).toBe(0)
  })

  test('because the connection is gone is not waited for', async () => {
    const exchange = withLength(4)
    exchange.request.destroy()
    await expect(read(exchange).body).rejects.toMatchObject(notComplete)
    expect(exchange.runtime.timers).toBe(0)
  })
})

describe('a body that a framework', () => {
  const parsed = async (body: unknown, hasEnded = true) => {
    const exchange = withLength(4)
    if (hasEnded) {
      exchange.request.resume()
      arrive(exchange.request, 'wire')
      await settled()
    }
    Object.assign(exchange.request, { body })
    return exchange
  }

  test('parsed is taken from it', async () => {
    expect(await read(await parsed({ a: 1 })).body).toEqual({ value: { a: 1 } })
    expect(await read(await parsed('text')).body).toBe('text')
    expect(await read(await parsed(Buffer.from('bytes'))).body).toBe('bytes')
  })

  test('has as bytes is taken, though the request has not ended', async () => {
    expect(await read(await parsed(Buffer.from('bytes'), false)).body).toBe('bytes')
  })

  test('gave a value before it read anything is read', async () => {
    const exchange = await parsed({}, false)
    arrive(exchange.request, 'wire')
    expect(await read(exchange).body).toBe('wire')
  })

  test('sets after it has called the handler is seen', async () => {
    const exchange = await parsed(undefined)
    const { body } = read(exchange)
    Object.assign(exchange.request, { body: { a: 1 } })
    expect(await body).toEqual({ value: { a: 1 } })
  })
})

describe('a body that is read ahead', () => {
  const ahead = (maxBytes: number) => {
    const exchange = chunked()
    const seen = { failures: 0 }
    exchange.adapter.readAhead(maxBytes, () => {
      seen.failures += 1
    })
    return { ...exchange, seen }
  }

  test('is given when it is asked for, and not counted again', async () => {
    const exchange = ahead(20)
    arrive(exchange.request, 'abc')
    await settled()
    const { counted, body } = read(exchange)
    expect([await body, counted, exchange.seen.failures]).toEqual(['abc', [], 0])
  })

  test('is refused then where it is larger than what is asked for', async () => {
    const [over, full] = [ahead(20), ahead(20)]
    arrive(over.request, '12345678901')
    arrive(full.request, '1234567890')
    await expect(read(over).body).rejects.toThrow(bodyTooLarge(10))
    expect(await read(full).body).toBe('1234567890')
  })

  test('fails if it has more than is read ahead, if it takes too long, and if it breaks off', async () => {
    const [larger, slow, broken, exact] = [ahead(4), ahead(4), ahead(4), ahead(4)]
    larger.request.push('12345')
    slow.runtime.advance(500)
    broken.request.destroy()
    arrive(exact.request, '1234')
    await settled()
    expect([larger, slow, broken, exact].map(({ seen }) => seen.failures)).toEqual([1, 1, 1, 0])
    await expect(read(slow).body).rejects.toThrow(bodyTimeout(500))
  })

  test('is not awaited where it has ended', async () => {
    const exchange = withLength(4)
    exchange.request.resume()
    arrive(exchange.request, 'wire')
    await settled()
    exchange.adapter.readAhead(4, () => {})
    expect(exchange.runtime.timers).toBe(0)
    Object.assign(exchange.request, { body: { a: 1 } })
    expect(await read(exchange).body).toEqual({ value: { a: 1 } })
  })
})
