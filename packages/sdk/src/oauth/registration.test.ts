import { describe, expect, test, vi } from 'vitest'
import { inOrder } from '../../test/prepared-fetch.js'
import { InvalidClientMetadataError } from '../server/auth/errors.js'
import type { AuthorizationServerMetadata } from '../shared/auth.js'
import { isHttpsUrl, type RegisterClientOptions, registerClient } from './registration.js'

const clientMetadata = { redirect_uris: ['https://app.example/'], scope: 'old' }
const registered = { ...clientMetadata, client_id: 'c' }

async function register(options: Partial<RegisterClientOptions> = {}, response = Response.json(registered)) {
  const { fetch, sent } = inOrder(response)
  const client = await registerClient('https://as.example/deep', { clientMetadata, fetchFn: fetch, ...options })
  return { client, sent }
}

const metadata = (more: object) => more as AuthorizationServerMetadata

describe('a client', () => {
  test('registers with what it says of itself', async () => {
    const { client, sent } = await register({}, Response.json({ ...registered, issuer: 'https://x.example/' }))
    expect(client).toEqual(registered)
    expect(sent).toMatchObject([
      {
        ...{ method: 'POST', url: 'https://as.example/register', body: JSON.stringify(clientMetadata) },
        headers: { 'content-type': 'application/json' },
      },
    ])
  })

  test('registers where the metadata say, with the scope that is wanted', async () => {
    const endpoint = { registration_endpoint: 'https://as.example/reg?x=1' }
    const { sent } = await register({ metadata: metadata(endpoint), scope: 'new' })
    expect(sent).toMatchObject([
      { url: 'https://as.example/reg?x=1', body: JSON.stringify({ ...clientMetadata, scope: 'new' }) },
    ])
  })

  test('does not register where there is no place for it', async () => {
    await expect(register({ metadata: metadata({}) })).rejects.toThrow(
      new Error('Incompatible auth server: does not support dynamic client registration'),
    )
  })

  test('that is refused gets the error', async () => {
    const refusal = Response.json({ error: 'invalid_client_metadata', error_description: 'no' }, { status: 400 })
    await expect(register({}, refusal)).rejects.toThrow(new InvalidClientMetadataError('no'))
  })

  test('is checked', async () => {
    await expect(register({}, Response.json({ client_id: 'c' }))).rejects.toMatchObject({ name: 'ZodError' })
  })

  test('registers with the global `fetch` by default', async () => {
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(registered))
    expect(await registerClient('https://as.example/', { clientMetadata })).toEqual(registered)
    spy.mockRestore()
  })
})

test.each([
  [undefined, false],
  ['', false],
  ['nothing', false],
  ['https://app.example/', false],
  ['https://app.example', false],
  ['http://app.example/client', false],
  ['https://app.example/client', true],
])('%s may be the id of a client: %s', (value, expected) => {
  expect(isHttpsUrl(value)).toBe(expected)
})
