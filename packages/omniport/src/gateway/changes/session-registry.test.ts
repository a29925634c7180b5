import { expect, test } from 'vitest'
import { createSession } from '../fixtures/gateway-parts.js'
import { SessionRegistry } from './session-registry.js'

test('a session is opened once, and has its changes until it ends', () => {
  const opened: string[] = []
  const registry = new SessionRegistry(({ id }) => opened.push(id))
  const session = createSession('a')
  const changes = registry.of(session)
  expect([registry.of(session) === changes, opened]).toEqual([true, ['a']])
  session.end()
  expect([registry.of(session) === changes, opened]).toEqual([false, ['a']])
})
