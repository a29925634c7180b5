import { describe, expect, test } from 'vitest'
import type { Recorder } from '../../entries/protocol.js'
import { type AuthExchange, recordAuth } from './record-auth.js'

function create(answer: () => Response | Promise<Response>) {
  const steps: unknown[][] = []
  const secrets: string[] = []
  const exchanges: AuthExchange[] = []
  const step =
    (name: string) =>
    (...given: unknown[]) =>
      void steps.push([
        name,
        ...given.map((each) => (each instanceof Uint8Array ? Buffer.from(each).toString() : each)),
      ])
  const recorder = {
    addSecret: (secret: string) => secrets.push(secret),
    exchange: ({ method, path }: { readonly method: string; readonly path: string }) => {
      steps.push(['exchange', method, path])
      return {
        requestBody: step('requestBody'),
        endRequest: step('endRequest'),
        response: ({ status }: { readonly status: number }) => void steps.push(['response', status]),
        responseBody: step('responseBody'),
        endResponse: step('endResponse'),
        abort: step('abort'),
      }
    },
  } as unknown as Recorder
  const fetching = recordAuth(async () => answer(), { recorder, onExchange: (exchange) => exchanges.push(exchange) })
  return { fetching, steps, secrets, exchanges }
}

const url = 'https://auth.example/token?x=1'

test('a request and its answer are recorded, and the answer can be read', async () => {
  const { fetching, steps, exchanges } = create(() => new Response('{"a":1}', { status: 201 }))
  const response = await fetching(url)
  expect(await response.json()).toEqual({ a: 1 })
  expect(steps).toEqual([
    ['exchange', 'GET', '/token?x=1'],
    ['endRequest'],
    ['response', 201],
    ['responseBody', '{"a":1}'],
    ['endResponse'],
  ])
  expect(exchanges).toEqual([{ url: new URL(url), method: 'GET', isJson: false, status: 201 }])
})

test.each<[string, BodyInit, string | undefined, boolean]>([
  ['JSON', '{"a":1}', '{"a":1}', true],
  ['a form', new URLSearchParams({ a: '1' }), 'a=1', false],
  ['a form as text', 'a=1', 'a=1', false],
  ['bytes', new Uint8Array([1]), undefined, false],
])('the body is recorded: %s', async (_what, body, recorded, isJson) => {
  const { fetching, steps, exchanges } = create(() => new Response(''))
  await fetching(url, { method: 'POST', body })
  expect(steps.filter(([name]) => name === 'requestBody')).toEqual(
    recorded === undefined ? [] : [['requestBody', recorded]],
  )
  expect(exchanges).toMatchObject([{ method: 'POST', isJson }])
})

test('a request that fails is recorded as broken off, and rejects', async () => {
  const reason = new TypeError('no route')
  const { fetching, steps, exchanges } = create(() => Promise.reject(reason))
  await expect(fetching(url)).rejects.toBe(reason)
  expect(steps.at(-1)).toEqual(['abort', 'server', 'no route'])
  expect(exchanges).toEqual([{ url: new URL(url), method: 'GET', isJson: false, error: 'no route' }])
})

describe('secrets', () => {
  test.each([
    ...['access_token', 'refresh_token', 'id_token', 'registration_access_token', 'client_secret', 'client_assertion'],
    ...['code', 'code_verifier', 'assertion', 'subject_token', 'actor_token', 'password', 'state', 'nonce'],
  ])('%s is one, in what is sent and in what comes back', async (name) => {
    const { fetching, secrets } = create(() => new Response(` {"${name}":"two","other":"x"}`))
    await fetching(url, { method: 'POST', body: new URLSearchParams({ [name]: 'one', other: 'x' }) })
    expect(secrets).toEqual(['one', 'two'])
  })

  test.each(['{"code":5}', '{"code":""}', '{"code', '["code"]', '{"other":"x"}', 'code='])(
    'there is none in %s',
    async (text) => {
      const { fetching, secrets } = create(() => new Response(text))
      await fetching(url)
      expect(secrets).toEqual([])
    },
  )
})
