import { describe, expect, test } from 'vitest'
import { coreMethods, isCoreMethod, methodOf } from './core-methods.js'
import { officialSchema } from './official-schema.js'

describe('the methods of a side', () => {
  test('are those that its revision lists, with their definitions', () => {
    expect([...coreMethods('2024-11-05', 'server').requests]).toEqual([
      ['ping', 'PingRequest'],
      ['sampling/createMessage', 'CreateMessageRequest'],
      ['roots/list', 'ListRootsRequest'],
    ])
    expect([...coreMethods('2024-11-05', 'client').notifications]).toEqual([
      ['notifications/cancelled', 'CancelledNotification'],
      ['notifications/initialized', 'InitializedNotification'],
      ['notifications/progress', 'ProgressNotification'],
      ['notifications/roots/list_changed', 'RootsListChangedNotification'],
    ])
    expect(coreMethods('2025-11-25', 'client').requests.get('tools/call')).toBe('CallToolRequest')
    expect(coreMethods('2025-11-25', 'server').notifications.get('notifications/message')).toBe(
      'LoggingMessageNotification',
    )
    expect(coreMethods('2025-11-25', 'client').requests.has('notifications/cancelled')).toBe(false)
  })

  test('may be one, or none', () => {
    expect([...coreMethods('2026-07-28', 'client').notifications]).toEqual([
      ['notifications/cancelled', 'ClientNotification'],
    ])
    expect([...coreMethods('2026-07-28', 'server').requests]).toEqual([])
  })
})

test.each([
  ['ping', true],
  ['tools/call', true],
  ['server/discover', true],
  ['elicitation/create', true],
  ['notifications/cancelled', true],
  ['notifications/roots/list_changed', true],
  ['notifications/elicitation/complete', true],
  ['tasks/get', false],
  ['notifications/tasks/status', false],
  ['com.example/x', false],
  ['toString', false],
  ['', false],
])('%s is a method of some revision, and of no extension: %s', (method, expected) => {
  expect(isCoreMethod(method)).toBe(expected)
})

test('the method of a definition is its constant', () => {
  expect(methodOf(officialSchema('2024-11-05'), 'CallToolRequest')).toBe('tools/call')
  expect(methodOf(officialSchema('2026-07-28'), 'DiscoverRequest')).toBe('server/discover')
})
