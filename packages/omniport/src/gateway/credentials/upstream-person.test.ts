import { describe, expect, test } from 'vitest'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { Ask, Exchange } from '../../protocol/exchange/exchange.js'
import { createExchange, createPrincipal } from '../fixtures/gateway-parts.js'
import { createPerson } from './upstream-person.js'

const url = 'https://a.example/sign-in'
const client = { name: 'c', capabilities: { elicitation: { url: {} } } } as Exchange['client']

/** A person whose calls wait, and what their clients were asked. */
function create(waiting: readonly Partial<Exchange>[], answer: unknown = { action: 'accept' }) {
  const asked: [number, unknown][] = []
  const askAt =
    (at: number): Ask =>
    async (request) => {
      asked.push([at, request])
      return answer
    }
  const exchanges = waiting.map((more, at) => createExchange({ client, ask: askAt(at), ...more }))
  const state = { principal: createPrincipal('ann') }
  const person = createPerson({
    ...{ upstream: 'notes', principal: () => state.principal, waiting: () => exchanges },
    runtime: new VirtualRuntime(),
  })
  return { person, asked, state }
}

const missing = {
  code: 'unauthorized',
  message: 'the caller has not signed in to "notes"; call one of its tools with a client that opens pages',
}

test('a person is known as of the last message', () => {
  const { person, state } = create([])
  expect([person.upstream, person.principal.id]).toEqual(['notes', 'ann'])
  state.principal = createPrincipal('ben')
  expect(person.principal.id).toBe('ben')
})

describe('a page is opened', () => {
  test('by the first client that can', async () => {
    const { person, asked } = create([{ ask: undefined }, { client: createExchange().client }, {}, {}])
    expect(await person.openUrl(url)).toBeUndefined()
    const message = 'Sign in to "notes", so that it can be used for you'
    const params = { mode: 'url', message, url, elicitationId: expect.stringMatching(/^[0-9a-f]{32}$/) }
    expect(asked).toEqual([[2, { method: 'elicitation/create', params }]])
  })

  test('in the shape of the revision', async () => {
    const { person, asked } = create([{ revision: '2026-07-28' }])
    await person.openUrl(url)
    expect(asked).toMatchObject([[0, { params: { mode: 'url', url } }]])
    expect(JSON.stringify(asked)).not.toContain('elicitationId')
  })

  test.each<[string, readonly Partial<Exchange>[]]>([
    ['no call waits', []],
    ['no client can be asked', [{ ask: undefined }]],
    ['no client opens pages', [{ client: { name: 'c', capabilities: { elicitation: {} } } as Exchange['client'] }]],
    ['their revision has no pages', [{ revision: '2025-06-18' }]],
  ])('by nobody where %s', async (_why, waiting) => {
    const { person, asked } = create(waiting)
    await expect(person.openUrl(url)).rejects.toMatchObject(missing)
    expect(asked).toEqual([])
  })

  test.each(['decline', 'cancel'])('unless the person does not agree: %s', async (action) => {
    const { person } = create([{}], { action })
    await expect(person.openUrl(url)).rejects.toMatchObject({
      code: 'unauthorized',
      message: 'signing in to "notes" was declined',
    })
  })
})
