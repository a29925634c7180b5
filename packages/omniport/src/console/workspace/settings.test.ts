import { describe, expect, test } from 'vitest'
import type { ConsoleEvent, Settings } from '../contract.js'
import { ConsoleSettings } from './settings.js'

describe('settings', () => {
  const first: Settings = { confirmCalls: 'never', reviewSampling: 'always', timeoutMs: 5, isRecording: true }

  test('are changed one by one, and that is published', () => {
    const events: ConsoleEvent[] = []
    const settings = new ConsoleSettings(first, (event) => events.push(event))
    expect(settings.current).toBe(first)
    const changed = { ...first, confirmCalls: 'always', timeoutMs: 7 }
    expect(settings.change({ confirmCalls: 'always', timeoutMs: 7 })).toEqual(changed)
    expect([settings.current, events]).toEqual([changed, [{ type: 'settings', settings: changed }]])
    expect(settings.current).not.toHaveProperty('logLevel')
  })

  test('have a level of log messages until it is that of the servers again', () => {
    const settings = new ConsoleSettings(first, () => {})
    settings.change({ logLevel: 'debug' })
    expect(settings.change({ timeoutMs: 6 })).toEqual({ ...first, timeoutMs: 6, logLevel: 'debug' })
    expect(settings.change({ logLevel: null })).toStrictEqual({ ...first, timeoutMs: 6 })
  })
})
