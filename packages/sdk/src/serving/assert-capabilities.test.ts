import { describe, expect, test } from 'vitest'
import { assertCanHandle, assertCanNotify, assertClientSupports } from './assert-capabilities.js'

describe('a request to the client needs what that declares', () => {
  test.each([
    ['sampling/createMessage', 'sampling', 'sampling'],
    ['elicitation/create', 'elicitation', 'elicitation'],
    ['roots/list', 'roots', 'listing roots'],
  ])('%s needs %s', (method, capability, what) => {
    const error = new Error(`Client does not support ${what} (required for ${method})`)
    expect(() => assertClientSupports(undefined, method)).toThrow(error)
    expect(() => assertClientSupports({}, method)).toThrow(error)
    expect(assertClientSupports({ [capability]: {} }, method)).toBeUndefined()
  })

  test.each(['ping', 'own/method', 'constructor'])('%s needs nothing', (method) => {
    expect(assertClientSupports(undefined, method)).toBeUndefined()
  })
})

describe('a notification needs what the server declares', () => {
  test.each([
    ['notifications/message', 'logging', 'logging'],
    ['notifications/resources/updated', 'resources', 'notifying about resources'],
    ['notifications/resources/list_changed', 'resources', 'notifying about resources'],
    ['notifications/tools/list_changed', 'tools', 'notifying of tool list changes'],
    ['notifications/prompts/list_changed', 'prompts', 'notifying of prompt list changes'],
  ])('%s needs %s', (method, capability, what) => {
    expect(() => assertCanNotify({}, undefined, method)).toThrow(
      new Error(`Server does not support ${what} (required for ${method})`),
    )
    expect(assertCanNotify({ [capability]: {} }, undefined, method)).toBeUndefined()
  })

  test.each(['notifications/progress', 'notifications/cancelled', 'constructor'])('%s needs nothing', (method) => {
    expect(assertCanNotify({}, undefined, method)).toBeUndefined()
  })

  test.each([[undefined], [{}], [{ elicitation: {} }], [{ elicitation: { form: {} } }]])(
    'notifications/elicitation/complete is not for a client with %j',
    (client) => {
      const method = 'notifications/elicitation/complete'
      expect(() => assertCanNotify({}, client, method)).toThrow(
        new Error(`Client does not support URL elicitation (required for ${method})`),
      )
      expect(assertCanNotify({}, { elicitation: { url: {} } }, method)).toBeUndefined()
    },
  )
})

describe('a handler needs what the server declares', () => {
  test.each([
    ['completion/complete', 'completions', 'completions'],
    ['logging/setLevel', 'logging', 'logging'],
    ['prompts/get', 'prompts', 'prompts'],
    ['prompts/list', 'prompts', 'prompts'],
    ['resources/list', 'resources', 'resources'],
    ['resources/templates/list', 'resources', 'resources'],
    ['resources/read', 'resources', 'resources'],
    ['tools/call', 'tools', 'tools'],
    ['tools/list', 'tools', 'tools'],
    ['tasks/get', 'tasks', 'tasks capability'],
    ['tasks/list', 'tasks', 'tasks capability'],
    ['tasks/result', 'tasks', 'tasks capability'],
    ['tasks/cancel', 'tasks', 'tasks capability'],
  ])('%s needs %s', (method, capability, what) => {
    expect(() => assertCanHandle({}, method)).toThrow(
      new Error(`Server does not support ${what} (required for ${method})`),
    )
    expect(assertCanHandle({ [capability]: {} }, method)).toBeUndefined()
  })

  test.each(['ping', 'initialize', 'resources/subscribe', 'constructor'])('%s needs nothing', (method) => {
    expect(assertCanHandle({}, method)).toBeUndefined()
  })
})
