import { describe, expect, test } from 'vitest'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { ParkingEvent } from '../parking/parking-event.js'
import { createExchange, createPrincipal, createSession } from './fixtures/gateway-parts.js'
import { announceParking, createAnnounce, eventClientOf, type GatewayServices } from './gateway-services.js'

describe('an event', () => {
  const connection = { upstream: 'a', connection: 1 }

  test('has its type and its time', () => {
    const events: unknown[] = []
    const runtime = new VirtualRuntime({ startMs: 77 })
    const announce = createAnnounce((event) => void events.push(event), { runtime, logger: createRecordingLogger() })
    announce('upstream-connecting', connection)
    expect(events).toEqual([{ type: 'upstream-connecting', at: 77, ...connection }])
  })

  test('that cannot be taken is logged', () => {
    const logger = createRecordingLogger()
    const error = new Error('full')
    const fail = () => {
      throw error
    }
    createAnnounce(fail, { runtime: new VirtualRuntime(), logger })('upstream-connecting', connection)
    expect(logger.errors).toEqual([{ message: 'onEvent failed for upstream-connecting', error }])
  })
})

test('a client is described by what is known of it', () => {
  const client = { capabilities: {} } as ReturnType<typeof createExchange>['client']
  expect(eventClientOf(createExchange({ client }))).toStrictEqual({ revision: '2025-11-25' })
  const known = createExchange({ principal: createPrincipal('ann'), session: createSession('s') })
  expect(eventClientOf(known)).toStrictEqual({
    ...{ revision: '2025-11-25', principal: 'ann', session: 's', name: 'client' },
  })
})

describe('a call that waits for its client', () => {
  const parked = { label: 'a', method: 'tools/call', round: 2, exchange: createExchange() }
  const about = { upstream: 'a', method: 'tools/call', round: 2, client: { revision: '2025-11-25', name: 'client' } }
  test.each<[object, string, object]>([
    [{ type: 'parked' }, 'call-parked', about],
    [{ type: 'resumed', parkedMs: 5 }, 'call-resumed', { ...about, parkedMs: 5 }],
    [{ type: 'given-up', reason: 'late' }, 'call-expired', { ...about, reason: 'late' }],
    [{ type: 'given-up' }, 'call-expired', { ...about, reason: '' }],
  ])('is announced: %j', (event, type, payload) => {
    const events: unknown[] = []
    const announce = (...given: unknown[]) => void events.push(given)
    announceParking({ announce } as unknown as GatewayServices)?.({ ...parked, ...event } as unknown as ParkingEvent)
    expect(events).toEqual([[type, payload]])
  })

  test('is not where nobody listens', () => {
    expect(announceParking({ announce: undefined } as GatewayServices)).toBeUndefined()
  })
})
