import { describe, expect, test } from 'vitest'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { createExchange, createPrincipal } from '../fixtures/gateway-parts.js'
import type { UpstreamSettings } from '../upstream-settings.js'
import type { ConnectionOwner } from '../upstreams/upstream-connection.js'
import { connectionAuth, substituteOf, UpstreamCaller } from './connection-auth.js'
import type { UpstreamPerson } from './upstream-person.js'

const ownerOf = (settings: UpstreamSettings) =>
  ({ name: 'notes', settings, services: { runtime: new VirtualRuntime() } }) as unknown as ConnectionOwner

const auth = { token: 'of the gateway' } as NonNullable<UpstreamSettings['auth']>
const own = { token: 'of ann' } as NonNullable<UpstreamSettings['auth']>

describe('the credentials of a connection', () => {
  test('are those of the gateway', () => {
    const caller = new UpstreamCaller({ values: () => [] })
    expect(connectionAuth(ownerOf({ auth }), caller)).toBe(auth)
    expect(connectionAuth(ownerOf({}), caller)).toBeUndefined()
  })

  test('are those of the person where people have theirs', () => {
    const people: UpstreamPerson[] = []
    const caller = new UpstreamCaller({ values: () => [] })
    caller.principal = createPrincipal('ann')
    const credentials = (person: UpstreamPerson) => {
      people.push(person)
      return own
    }
    expect(connectionAuth(ownerOf({ auth, credentials }), caller)).toBe(own)
    expect(people.map(({ upstream, principal }) => [upstream, principal.id])).toEqual([['notes', 'ann']])
    caller.principal = createPrincipal('ben')
    expect(people[0]?.principal.id).toBe('ben')
    caller.principal = undefined
    expect(people[0]?.principal.id).toBe('ann')
  })

  test('are none of the gateway for a person without any', () => {
    const caller = new UpstreamCaller({ values: () => [] })
    caller.principal = createPrincipal('ann')
    expect(connectionAuth(ownerOf({ auth, credentials: () => undefined }), caller)).toBeUndefined()
  })

  test('are refused to callers that nobody has authenticated', () => {
    const caller = new UpstreamCaller({ values: () => [] })
    expect(() => connectionAuth(ownerOf({ auth, credentials: () => own }), caller)).toThrow(
      expect.objectContaining({
        code: 'unauthorized',
        message: '"notes" is for callers that the gateway has authenticated',
      }),
    )
  })
})

describe('the calls whose client can be asked', () => {
  const [waiting, flying] = [createExchange(), createExchange()]

  test('are those that wait for the connection, and those in flight', async () => {
    const caller = new UpstreamCaller({ values: () => [{ exchange: flying }] })
    let open = (_value: string) => {}
    const opened = caller.during(waiting, new Promise<string>((resolve) => (open = resolve)))
    expect(caller.askable).toEqual([waiting, flying])
    open('it is open')
    expect(await opened).toBe('it is open')
    expect(caller.askable).toEqual([flying])
  })

  test('are fewer when the connection could not be made', async () => {
    const caller = new UpstreamCaller({ values: () => [] })
    const failure = new Error('refused')
    await expect(caller.during(waiting, Promise.reject(failure))).rejects.toBe(failure)
    expect(caller.askable).toEqual([])
  })
})

describe('in place of all tools', () => {
  const substitute = substituteOf(ownerOf({ credentials: () => own }))
  const refused = new OmniportError('unauthorized', 'Sign in first')

  test('there is one for signing in, while a person has not', () => {
    const title = 'Sign in to notes'
    const tool = {
      ...{ name: 'sign_in', title, inputSchema: { type: 'object' } },
      description: 'Signs in to notes: the user opens a page for it. Its tools are listed after that.',
      annotations: { title, readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    }
    expect(substitute?.(refused)).toEqual(tool)
    expect(substitute?.(new Error('failed', { cause: refused }))).toEqual(tool)
  })

  test.each([[new OmniportError('timeout', 'x')], [new Error('x')], [{ code: 'unauthorized' }], [undefined]])(
    'there is none after another failure: %j',
    (reason) => {
      expect(substitute?.(reason)).toBeUndefined()
    },
  )

  test('there is none where nobody signs in', () => {
    expect(substituteOf(ownerOf({ auth }))).toBeUndefined()
  })
})
