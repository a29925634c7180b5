import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { arrive, openExchange } from './fixtures/open-exchange.js'
import { connectionOf, NodeConnection } from './node-connection.js'

/** A connection whose client has sent so many bytes. */
function open() {
  const { socket } = openExchange()
  const connection = new NodeConnection(socket as unknown as Socket)
  const log: string[] = []
  connection.observe({ onIdle: () => log.push('idle'), onClose: () => log.push('closed') })
  const served: string[] = []
  let bytesRead = 0
  const add = (name: string, isAhead = false) => {
    if (!isAhead) bytesRead += 100
    Object.defineProperty(socket, 'bytesRead', { value: bytesRead, configurable: true })
    const exchange = openExchange({ method: 'POST' })
    connection.add(exchange.adapter, () => served.push(name))
    return exchange
  }
  const state = () => {
    const { isBusy, isIdle, wasUsed, arrived, hasReplyBegun } = connection
    return { isBusy, isIdle, wasUsed, arrived, hasReplyBegun }
  }
  return { connection, socket, log, served, add, state }
}

const unused = { isBusy: false, isIdle: true, wasUsed: false, arrived: 0, hasReplyBegun: false }

describe('a connection', () => {
  test('is idle before it is used, and after each reply', async () => {
    const { add, state, log, served, connection } = open()
    expect([state(), connection.owner]).toEqual([unused, '192.0.2.7'])
    const { request, adapter, response } = add('first')
    expect([state(), served]).toEqual([{ ...unused, isBusy: true }, ['first']])
    arrive(request)
    expect(state()).toEqual({ ...unused, isBusy: true, isIdle: false, arrived: 1 })
    const sink = adapter.open(200, {})
    expect(state()).toMatchObject({ isIdle: false, hasReplyBegun: true })
    sink.end()
    expect(state()).toMatchObject({ isIdle: true, isBusy: true, wasUsed: false })
    await settled()
    response.emit('close')
    expect([state(), log]).toEqual([{ ...unused, wasUsed: true, arrived: 1 }, ['idle']])
  })

  test('serves what waits when its turn has come', async () => {
    const { add, state, log, served } = open()
    const first = add('first')
    add('second')
    const third = add('third')
    expect(served).toEqual(['first'])
    first.response.emit('close')
    expect([state().isBusy, state().isIdle, served]).toEqual([true, false, ['first']])
    await settled()
    expect([served, log]).toEqual([['first', 'second'], []])
    expect(third.adapter.isOver).toBe(false)
  })

  test('serves what its client sent ahead in a later turn', async () => {
    const { add, served } = open()
    add('first').response.emit('close')
    add('ahead', true)
    expect(served).toEqual(['first'])
    await settled()
    expect(served).toEqual(['first', 'ahead'])
  })

  test('that is refused serves nothing more', () => {
    const { connection, add, served, state } = open()
    connection.refuse()
    expect([add('first').adapter.isOver, served, state()]).toEqual([true, [], unused])
  })

  test('that is closed ends all that was asked on it', async () => {
    const { connection, add, log, socket, state } = open()
    const [first, second] = [add('first'), add('second')]
    connection.close()
    await settled()
    expect([socket.destroyed, first.adapter.isOver, second.adapter.isOver, log]).toEqual([true, true, true, ['closed']])
    expect([state().isBusy, add('third').adapter.isOver]).toEqual([false, true])
  })

  test('is closed when more waits than 64 requests, or 64 KiB', () => {
    const [many, large] = [open(), open()]
    for (let count = 0; count <= 64; count += 1) many.add(`${count}`)
    expect(many.socket.destroyed).toBe(false)
    many.add('one more')
    expect(many.socket.destroyed).toBe(true)
    large.add('first')
    for (let count = 0; count < 656; count += 1) large.add(`${count}`)
    expect(large.socket.destroyed).toBe(true)
  })
})

test('only connections of HTTP/1.1 have one request after the other', () => {
  const { request } = openExchange()
  expect(connectionOf(request)).toBeUndefined()
})
