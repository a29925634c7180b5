import { describe, expect, test, vi } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { openScripted } from '../fixtures/open-scripted.js'
import { toStoreError } from './redis-commands.js'
import { StoreUnavailable } from './store-unavailable.js'

const away = (message: string) => ({ name: 'StoreUnavailable', cause: expect.objectContaining({ message }) })
const get = ['GET', 'a'] as const

describe('a command', () => {
  test('resolves with its reply', async () => {
    const { commands, connection } = openScripted()
    const sending = commands.send(get, 0)
    expect([commands.sent, commands.inFlight]).toEqual([1, 1])
    connection.sent[0]?.reply('x')
    expect([await sending, commands.inFlight, connection.commands]).toEqual(['x', 0, [get]])
  })

  test('rejects with what Redis replies, and is not sent again', async () => {
    const { commands, connection, clock } = openScripted()
    connection.answer = () => {
      throw new Error('ERR wrong')
    }
    await expect(commands.send(get, 0)).rejects.toThrow(new Error('ERR wrong'))
    expect([commands.sent, commands.inFlight, clock.timers]).toEqual([1, 0, 0])
  })

  test('is sent again when the connection is lost', async () => {
    const { commands, connection, clock } = openScripted()
    const sending = commands.send(get, 0)
    connection.sent[0]?.fail(new Error('closed'))
    await clock.advance(4)
    expect(commands.sent).toBe(1)
    await clock.advance(16)
    expect(commands.sent).toBe(2)
    connection.sent[1]?.reply('x')
    expect(await sending).toBe('x')
  })

  test('is sent again ever later, until its time is over', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const { commands, connection, clock } = openScripted()
    const times: number[] = []
    const start = clock.now()
    connection.answer = () => {
      times.push(clock.now() - start)
      throw new Error('closed')
    }
    const failing = expect(commands.send(get, 0)).rejects.toMatchObject(away('closed'))
    await clock.advance(2_000)
    await failing
    vi.restoreAllMocks()
    expect(times.slice(0, 7)).toEqual([0, 5, 15, 35, 75, 155, 235])
    await expect(commands.send(get, 0)).rejects.toMatchObject(away('Redis is away'))
  })

  test('of a client that throws at once is sent again too', async () => {
    const { commands, connection, clock } = openScripted()
    const original = connection.command.bind(connection)
    connection.command = () => {
      throw new Error('not connected')
    }
    const sending = commands.send(get, 0)
    await settled()
    connection.command = original
    connection.answer = () => 'x'
    await clock.advance(20)
    expect(await sending).toBe('x')
  })
})

describe('without a reply', () => {
  test('Redis is away after the time limit, and further commands are refused', async () => {
    const { commands, clock, connection } = openScripted()
    const first = commands.send(get, 0)
    const failing = expect(first).rejects.toMatchObject(away('Redis did not answer within 1000 ms'))
    await clock.advance(999)
    const second = commands.send(get, 3)
    const failingToo = expect(second).rejects.toMatchObject(away('Redis did not answer within 1000 ms'))
    await clock.advance(1)
    await failing
    await expect(commands.send(get, 7)).rejects.toMatchObject(away('Redis is away'))
    await clock.advance(1_000)
    await failingToo
    // Each counts until its client gives it up.
    expect(commands.inFlight).toBe(2)
    connection.sent[0]?.reply('late')
    await settled()
    expect(commands.inFlight).toBe(1)
  })

  test('another reply shows that Redis is there', async () => {
    const { commands, clock, connection } = openScripted()
    const slow = commands.send(get, 0)
    await clock.advance(600)
    connection.answer = () => 'quick'
    expect(await commands.send(['GET', 'b'], 0)).toBe('quick')
    await clock.advance(900)
    connection.sent[0]?.reply('slow')
    expect(await slow).toBe('slow')
  })

  test('of a cluster one primary is away, and not the others', async () => {
    const { commands, clock, connection } = openScripted({ isCluster: true })
    const failing = expect(commands.send(get, 1)).rejects.toMatchObject(away('Redis did not answer within 1000 ms'))
    await clock.advance(1_000)
    await failing
    connection.answer = () => 'x'
    expect(await commands.send(get, 2)).toBe('x')
    await expect(commands.send(get, 1)).rejects.toMatchObject(away('Redis is away'))
    const back = commands.whenBack(1)
    await clock.advance(50)
    await back
    expect([connection.commands.at(-1), await commands.send(get, 1)]).toEqual([['EXISTS', 'probe 1'], 'x'])
  })
})

describe('so many commands wait at once', () => {
  test('and one more is refused', async () => {
    const { commands, connection } = openScripted({ maxInFlight: 2 })
    const sending = [commands.send(get, 0), commands.send(get, 0)]
    await expect(commands.send(get, 0)).rejects.toMatchObject(away('2 commands have no reply yet (maxInFlight)'))
    await expect(commands.waitFor(Promise.resolve(), 0)).rejects.toMatchObject(
      away('2 commands have no reply yet (maxInFlight)'),
    )
    for (const { reply } of connection.sent) reply(1)
    await Promise.all(sending)
    connection.answer = () => 2
    expect(await commands.send(get, 0)).toBe(2)
  })

  test('those that wait for another among them', async () => {
    const { commands } = openScripted({ maxInFlight: 1 })
    let release = () => {}
    const waiting = commands.waitFor(new Promise<void>((resolve) => (release = resolve)), 0)
    expect(commands.inFlight).toBe(1)
    release()
    await waiting
    expect(commands.inFlight).toBe(0)
    await expect(commands.waitFor(undefined, 0)).resolves.toBeUndefined()
  })
})

describe('the end', () => {
  test('is waited for until no command waits', async () => {
    const { commands, connection } = openScripted()
    await commands.idle()
    const sending = commands.send(get, 0)
    let isIdle = false
    const idle = commands.idle().then(() => (isIdle = true))
    await settled()
    expect(isIdle).toBe(false)
    connection.sent[0]?.reply(1)
    await sending
    const next = commands.send(get, 0)
    await settled()
    expect(isIdle).toBe(false)
    connection.sent[1]?.reply(1)
    await next
    expect(await idle).toBe(true)
  })

  test('refuses what waits and what comes', async () => {
    const { commands, clock } = openScripted()
    const failing = expect(commands.send(get, 0)).rejects.toMatchObject(away('The stores are closed'))
    commands.close()
    await failing
    await expect(commands.send(get, 0)).rejects.toMatchObject(away('The stores are closed'))
    expect(clock.timers).toBe(0)
  })
})

test('what Redis replied is converted for callers, and other errors are left', () => {
  const other = new Error('x')
  expect([toStoreError(other), toStoreError(new Error('OOM x'))]).toEqual([other, expect.any(StoreUnavailable)])
})
