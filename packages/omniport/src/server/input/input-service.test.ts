import { describe, expect, test } from 'vitest'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { thrownBy } from '#test/support/thrown-by.js'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { defaultLimits } from '../../protocol/limits/limits.js'
import { InputService } from './input-service.js'
import { LazyInputService } from './lazy-input-service.js'

const options = () => ({
  name: 's',
  limits: { ...defaultLimits, rounds: 3 },
  logger: createRecordingLogger(),
  runtime: createManualRuntime(),
  unsafePatterns: 'warn' as const,
})

describe('the service for questions', () => {
  test('is loaded once, and given at once from then on', async () => {
    const lazy = new LazyInputService(options())
    const service = await lazy.load()
    expect(service).toBeInstanceOf(InputService)
    expect(lazy.load()).toBe(service)
  })

  test('refuses secrets that are too short before it is loaded', () => {
    expect(thrownBy(() => new LazyInputService({ ...options(), secrets: ['short'] }))).toBeInstanceOf(TypeError)
    expect(thrownBy(() => new LazyInputService({ ...options(), secrets: [] }))).toBeInstanceOf(TypeError)
  })

  test('loads the check of values', async () => {
    const { survivesJson } = await new LazyInputService(options()).loadJsonCheck()
    expect([survivesJson(1), survivesJson(Number.NaN)]).toEqual([true, false])
  })

  test('knows the last round', () => {
    const lazy = new LazyInputService(options())
    expect([0, 2, 3, 4].map((round) => lazy.isLast(round))).toEqual([false, false, true, true])
  })

  test('refuses what is asked after its call', () => {
    expect(thrownBy(() => new InputService(options()).refuseLate())).toMatchObject({
      name: 'Suspended',
      message: 'The call is over: nothing more can be asked',
    })
  })
})
