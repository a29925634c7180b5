import { describe, expect, test } from 'vitest'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { createClientServices } from '../client-services.js'
import type { ConnectOptions } from '../connect-options.js'
import type { ActiveConnection } from './active-connection.js'
import { Reconnection, type ReconnectionOptions } from './reconnection.js'

/** A connection that is made once more for each time it is lost, and what it tells its owner. */
function start(
  given: Partial<ReconnectionOptions> = {},
  options: ConnectOptions = {},
  revision: Revision = '2025-11-25',
) {
  const runtime = new VirtualRuntime()
  const reported: unknown[] = []
  const services = createClientServices({ runtime, onError: (error) => reported.push(error), ...options })
  const notices: unknown[] = []
  const pings: unknown[] = []
  const made: { lose: (reason?: Error) => Promise<void>; closes: number }[] = []
  let pingFailure: unknown
  const make = (): ActiveConnection => {
    let resolve: (reason: Error | undefined) => void = () => {}
    const closed = new Promise<Error | undefined>((settle) => {
      resolve = settle
    })
    const one = {
      lose: async (reason?: Error) => {
        resolve(reason)
        await settled()
      },
      closes: 0,
    }
    made.push(one)
    const close = async () => {
      one.closes += 1
    }
    const ping = async (pingOptions: unknown) => {
      pings.push(pingOptions)
      if (pingFailure !== undefined) throw pingFailure
    }
    return {
      connection: { services, revision, transport: { closed, close } },
      handshake: { revision },
      revisionClient: { ping },
    } as object as ActiveConnection // all that is used here
  }
  const reconnection = new Reconnection({
    services,
    first: make(),
    reopens: false,
    isRemote: false,
    open: async () => make(),
    restore: async () => {},
    hasSubscriptions: () => false,
    onLost: (reason) => notices.push(['lost', reason]),
    onReconnect: () => notices.push('connected'),
    onOver: (reason) => notices.push(['over', reason]),
    ...given,
  })
  const failPings = (reason: unknown) => {
    pingFailure = reason
  }
  return { reconnection, runtime, reported, notices, pings, failPings, made, make }
}

describe('a connection that cannot be made again', () => {
  test('is up until it ends, which is told with the reason', async () => {
    const { reconnection, notices, made } = start()
    expect([reconnection.isUp, reconnection.isOver]).toEqual([true, false])
    expect(await reconnection.ready()).toBe(reconnection.last)
    const reason = new OmniportError('closed', 'It ended')
    await made[0]?.lose(reason)
    expect([reconnection.isUp, reconnection.isOver, made[0]?.closes]).toEqual([false, true, 1])
    expect(notices).toEqual([
      ['lost', reason],
      ['over', reason],
    ])
    await expect(reconnection.ready()).rejects.toBe(reason)
  })

  test('may end by an error of another kind, which is the cause', async () => {
    const { reconnection, made } = start()
    const reason = new Error('broken')
    await made[0]?.lose(reason)
    await expect(reconnection.ready()).rejects.toMatchObject({ code: 'closed', message: 'broken', cause: reason })
  })

  test('may end for no reason', async () => {
    const { reconnection, made, notices } = start()
    await made[0]?.lose()
    await expect(reconnection.ready()).rejects.toMatchObject({ code: 'closed', message: 'The connection was closed' })
    expect(notices[0]).toEqual(['lost', undefined])
  })

  test('is closed once, and then ends for nobody', async () => {
    const { reconnection, made, notices } = start()
    await Promise.all([reconnection.close(), reconnection.close()])
    await made[0]?.lose(new Error('late'))
    expect([made[0]?.closes, notices, reconnection.isUp]).toEqual([1, [['over', undefined]], false])
    await expect(reconnection.ready()).rejects.toMatchObject({
      code: 'closed',
      message: 'The client is closed; connect again',
    })
  })
})

describe('a connection that can be made again', () => {
  test('is made once for all who wait, and is up once it was set up as the one before', async () => {
    const restored: unknown[] = []
    const { reconnection, made, notices, runtime } = start({
      reopens: true,
      restore: async (active) => {
        restored.push(active, reconnection.isUp)
      },
    })
    await made[0]?.lose()
    expect([reconnection.isUp, reconnection.isOver, made.length]).toEqual([false, false, 1])
    const both = Promise.all([reconnection.ready(), reconnection.ready()])
    await runtime.advance(1_000)
    const [first, second] = await both
    expect([first === second, first === reconnection.last, reconnection.isUp, made.length]).toEqual([
      true,
      true,
      true,
      2,
    ])
    expect(restored).toEqual([first, false])
    expect(notices).toEqual([['lost', undefined], 'connected'])
    await reconnection.close()
  })

  test('is closed, and made again, where it could not be set up', async () => {
    let failures = 0
    const { reconnection, made, runtime, reported, notices } = start({
      reopens: true,
      restore: async () => {
        failures += 1
        if (failures === 1) throw new Error('not yet')
      },
    })
    await made[0]?.lose()
    const ready = reconnection.ready()
    await runtime.advance(10_000)
    expect(await ready).toBe(reconnection.last)
    expect(made.map(({ closes }) => closes)).toEqual([2, 1, 0])
    expect(reported).toEqual([new Error('not yet')])
    expect(notices).toEqual([['lost', undefined], 'connected'])
    await reconnection.close()
  })
})

describe('pings', () => {
  test('go out at their interval while the connection is up, quietly and with the time of a request', async () => {
    const { pings, runtime, made, reconnection } = start({}, { pingMs: 1_000, timeoutMs: 7 })
    await runtime.advance(999)
    expect(pings).toEqual([])
    await runtime.advance(1_001)
    expect(pings).toEqual([
      { timeoutMs: 7, isQuiet: true },
      { timeoutMs: 7, isQuiet: true },
    ])
    await made[0]?.lose()
    expect(runtime.timers).toBe(0)
    await reconnection.close()
  })

  test('that fail are reported, unless the connection ended', async () => {
    const { runtime, failPings, reported, reconnection } = start({}, { pingMs: 1_000 })
    failPings(new OmniportError('closed', 'The connection was closed'))
    await runtime.advance(1_000)
    const late = new OmniportError('timeout', 'No answer')
    failPings(late)
    await runtime.advance(1_000)
    expect([reported, reconnection.isUp]).toEqual([[late], true])
    await reconnection.close()
  })

  test.each<[string, ConnectOptions, Revision]>([
    ['where nobody wants them', {}, '2025-11-25'],
    ['to a modern server', { pingMs: 1_000 }, '2026-07-28'],
  ])('do not go out %s', async (_name, options, revision) => {
    const { pings, runtime, reconnection } = start({}, options, revision)
    await runtime.advance(5_000)
    expect([pings, runtime.timers]).toEqual([[], 0])
    await reconnection.close()
  })
})
