import { expect, test } from 'vitest'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import { createClientServices } from '../client-services.js'
import { declaredCapabilities } from './declared-capabilities.js'

test('the capabilities of a revision have the extensions that are for it', () => {
  const services = createClientServices({
    tasks: false,
    roots: [],
    extensions: { 'com.example/new': { revisions: ['2026-07-28'], settings: { a: 1 } }, 'com.example/any': {} },
  })
  expect(declaredCapabilities(services, profileOf('2026-07-28'))).toEqual({
    roots: {},
    extensions: { 'com.example/new': { a: 1 }, 'com.example/any': {} },
  })
  expect(declaredCapabilities(services, profileOf('2025-11-25'))).toEqual({
    roots: { listChanged: true },
    extensions: { 'com.example/any': {} },
  })
})

test('without an extension for the revision there is no such member', () => {
  expect(declaredCapabilities(createClientServices({ tasks: false }), profileOf('2026-07-28'))).toStrictEqual({})
  const declared = declaredCapabilities(createClientServices({}), profileOf('2026-07-28'))
  expect(declared).toEqual({ extensions: { 'io.modelcontextprotocol/tasks': {} } })
  expect(declaredCapabilities(createClientServices({}), profileOf('2025-11-25'))).toStrictEqual({})
})
