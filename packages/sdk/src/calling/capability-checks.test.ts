import { describe, expect, test } from 'vitest'
import { assertClientHas, assertRootsMayChange, assertServerHas } from './capability-checks.js'

describe('a request needs what the server declares', () => {
  test.each([
    ['logging/setLevel', 'logging'],
    ['prompts/get', 'prompts'],
    ['prompts/list', 'prompts'],
    ['resources/list', 'resources'],
    ['resources/templates/list', 'resources'],
    ['resources/read', 'resources'],
    ['resources/unsubscribe', 'resources'],
    ['tools/call', 'tools'],
    ['tools/list', 'tools'],
    ['completion/complete', 'completions'],
  ])('%s needs %s', (method, capability) => {
    const error = new Error(`Server does not support ${capability} (required for ${method})`)
    expect(() => assertServerHas(undefined, method)).toThrow(error)
    expect(() => assertServerHas({}, method)).toThrow(error)
    expect(assertServerHas({ [capability]: {} }, method)).toBeUndefined()
  })

  test('resources/subscribe needs subscriptions', () => {
    const method = 'resources/subscribe'
    expect(() => assertServerHas({}, method)).toThrow(
      new Error('Server does not support resources (required for resources/subscribe)'),
    )
    const error = new Error('Server does not support resource subscriptions (required for resources/subscribe)')
    expect(() => assertServerHas({ resources: {} }, method)).toThrow(error)
    expect(() => assertServerHas({ resources: { subscribe: false } }, method)).toThrow(error)
    expect(assertServerHas({ resources: { subscribe: true } }, method)).toBeUndefined()
    expect(assertServerHas({ resources: {} }, 'resources/unsubscribe')).toBeUndefined()
  })

  test.each(['ping', 'initialize', 'own/method', 'toString', 'constructor'])('%s needs nothing', (method) => {
    expect(assertServerHas(undefined, method)).toBeUndefined()
  })
})

describe('a handler needs what the client declares', () => {
  test.each([
    ['sampling/createMessage', 'sampling'],
    ['elicitation/create', 'elicitation'],
    ['roots/list', 'roots'],
    ['tasks/get', 'tasks'],
    ['tasks/list', 'tasks'],
    ['tasks/result', 'tasks'],
    ['tasks/cancel', 'tasks'],
  ])('%s needs %s', (method, capability) => {
    expect(() => assertClientHas({}, method)).toThrow(
      new Error(`Client does not support ${capability} capability (required for ${method})`),
    )
    expect(assertClientHas({ [capability]: {} }, method)).toBeUndefined()
  })

  test.each(['ping', 'own/method', 'toString'])('%s needs nothing', (method) => {
    expect(assertClientHas({}, method)).toBeUndefined()
  })
})

describe('a change of the roots', () => {
  const method = 'notifications/roots/list_changed'

  test.each([[{}], [{ roots: {} }], [{ roots: { listChanged: false } }]])('is refused with %j', (capabilities) => {
    expect(() => assertRootsMayChange(capabilities, method)).toThrow(
      new Error(
        'Client does not support roots list changed notifications (required for notifications/roots/list_changed)',
      ),
    )
  })

  test('may be announced where the client says so, and others always', () => {
    expect(assertRootsMayChange({ roots: { listChanged: true } }, method)).toBeUndefined()
    expect(assertRootsMayChange({}, 'notifications/initialized')).toBeUndefined()
  })
})
