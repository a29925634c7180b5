import { describe, expect, test } from 'vitest'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import type { Exchange } from '../protocol/exchange/exchange.js'
import { defaultLimits } from '../protocol/limits/limits.js'
import { LazySealer } from '../sealing/lazy-sealer.js'
import { HandleSealer, isParkedHandle, type ParkedHandle } from './parked-handle.js'

const handle: ParkedHandle = {
  principal: 'stdio',
  instance: 'i',
  label: '',
  call: '1',
  round: 1,
  method: 'tools/call',
  params: 'digest',
  issuedAt: 0,
  expiresAt: 1,
}

function setUp({
  stateBytes = defaultLimits.stateBytes,
  secrets,
}: {
  stateBytes?: number
  secrets?: readonly string[]
} = {}) {
  const logger = createRecordingLogger()
  const sealer = new LazySealer({ secrets, service: 's', logger, what: 'States' })
  return { logger, handles: new HandleSealer(sealer, { ...defaultLimits, stateBytes }) }
}

const exchange = (headers?: Headers) => ({ headers }) as Partial<Exchange> as Exchange // nothing else is read
const secrets = ['0123456789abcdef0123456789abcdef']

describe('a handle', () => {
  test('is sealed, and opens to what it was', async () => {
    const { handles } = setUp({ secrets })
    const text = await handles.seal(handle, exchange())
    expect([isParkedHandle(text), text.startsWith('parked.v1.')]).toEqual([true, true])
    expect(await handles.open(text)).toEqual(handle)
    expect(await handles.open(`${text}x`)).toBeUndefined()
    expect(await handles.open(text.slice('parked.'.length))).toBeUndefined()
  })

  test('is not read where it is longer than a state may be', async () => {
    const text = await setUp({ secrets }).handles.seal(handle, exchange())
    const opened = async (stateBytes: number) => (await setUp({ secrets, stateBytes }).handles.open(text)) !== undefined
    expect([await opened(text.length), await opened(text.length - 1)]).toEqual([true, false])
  })

  test('of another secret is told from what was changed, unless it is too long', async () => {
    const text = await setUp({ secrets: ['x'.repeat(32)] }).handles.seal(handle, exchange())
    const isForeign = (stateBytes?: number) =>
      setUp({ secrets, ...(stateBytes !== undefined && { stateBytes }) }).handles.isForeign(text)
    expect([await isForeign(), await isForeign(text.length), await isForeign(text.length - 1)]).toEqual([
      true,
      true,
      false,
    ])
    const own = await setUp({ secrets }).handles.seal(handle, exchange())
    expect(await setUp({ secrets }).handles.isForeign(own)).toBe(false)
  })

  test.each([
    ['the request was on no network', undefined, 0],
    ['the request has no host', new Headers(), 0],
    ['it came from this machine', new Headers({ host: 'localhost:3000' }), 0],
    ['it came from another machine', new Headers({ host: 'a.example' }), 1],
  ])('is sealed by this process alone, with a warning or not, where %s', async (_name, headers, warnings) => {
    const { handles, logger } = setUp()
    await handles.seal(handle, exchange(headers))
    expect(logger.warnings.length).toBe(warnings)
  })
})

test('the state of another kind is no handle', () => {
  expect(['parked.', 'parked.x'].map(isParkedHandle)).toEqual([true, true])
  expect(['v1.a', 'xparked.', 'parked', '', undefined, 1].map(isParkedHandle)).toEqual(Array(6).fill(false))
})
