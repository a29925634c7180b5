import express from 'express'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { closeServers, form, serve } from '../../../../test/express-servers.js'
import { authenticateClient } from './clientAuth.js'

afterEach(async () => {
  vi.restoreAllMocks()
  await closeServers()
})

const now = 1_700_000_000

/** Sends the credentials of a client that is registered as given. */
async function ask(fields: Record<string, string>, registered: object | Error = {}) {
  const clientsStore = {
    getClient: async (id: string) => {
      if (registered instanceof Error) throw registered
      return { client_id: id, redirect_uris: [], ...registered } as never
    },
  }
  const origin = await serve(
    express.urlencoded({ extended: false }),
    authenticateClient({ clientsStore }),
    (req, res) => void res.json(req.client),
  )
  vi.spyOn(Date, 'now').mockReturnValue(now * 1000 + 999)
  const response = await fetch(origin, form(fields))
  return [response.status, await response.json()]
}

const refused = (text: string) => [400, { error: 'invalid_client', error_description: text }]
const secret = { client_secret: 's' }

describe('a client', () => {
  test('without a secret is known by its id', async () => {
    const client = { client_id: 'c', redirect_uris: [] }
    expect(await ask({ client_id: 'c' })).toEqual([200, client])
    expect(await ask({ client_id: 'c', client_secret: 'x' })).toEqual([200, client])
  })

  test('with a secret has to send it', async () => {
    expect(await ask({ client_id: 'c', client_secret: 's' }, secret)).toMatchObject([200, { client_id: 'c' }])
    expect(await ask({ client_id: 'c' }, secret)).toEqual(refused('Client secret is required'))
    expect(await ask({ client_id: 'c', client_secret: '' }, secret)).toEqual(refused('Client secret is required'))
  })

  test.each(['x', 'ss', 'S'])('is refused with the secret %s', async (given) => {
    expect(await ask({ client_id: 'c', client_secret: given }, secret)).toEqual(refused('Invalid client_secret'))
  })

  test.each([
    [now, 200],
    [now - 1, 400],
    [0, 200],
    [undefined, 200],
  ])('whose secret expires at %s is answered with %i', async (expiresAt, status) => {
    const fields = { client_id: 'c', client_secret: 's' }
    expect((await ask(fields, { ...secret, client_secret_expires_at: expiresAt }))[0]).toBe(status)
  })

  test('whose secret has expired is refused for that', async () => {
    const fields = { client_id: 'c', client_secret: 's' }
    expect(await ask(fields, { ...secret, client_secret_expires_at: 1 })).toEqual(refused('Client secret has expired'))
  })

  test('that is not known is refused', async () => {
    const missing = await serve(
      express.urlencoded({ extended: false }),
      authenticateClient({ clientsStore: { getClient: () => undefined } }),
    )
    const response = await fetch(missing, form({ client_id: 'c' }))
    expect([response.status, await response.json()]).toEqual(refused('Invalid client_id'))
  })

  test('has to say who it is', async () => {
    expect(await ask({})).toMatchObject([400, { error: 'invalid_request' }])
  })

  test('is not served where the store fails', async () => {
    expect(await ask({ client_id: 'c' }, new Error('secret of the server'))).toEqual([
      500,
      { error: 'server_error', error_description: 'Internal Server Error' },
    ])
  })
})
