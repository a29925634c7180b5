import { createServer, tool } from 'omniport'
import { apiKeyAuth } from 'omniport/auth'
import { connect } from 'omniport/client'
import { createGateway } from 'omniport/gateway'
import { serveHttp } from 'omniport/node'
import { expect, test } from 'vitest'
import { verifiesIn } from '../requirements/verifies.js'
import { revisions } from '../wire/revisions.js'

test.each(revisions)('%s: a gateway passes the credentials of its caller to no upstream', async (revision) => {
  verifiesIn(revision, 'SEC-05', 'AUTH-43')
  const received: unknown[] = []
  const who = tool({
    run: (_args, { principal, request }) => {
      received.push([principal?.id, JSON.stringify([...(request.headers ?? [])])])
      return 'known'
    },
  })
  const notes = createServer({ name: 'notes', version: '1', tools: { who } })
  const upstream = await serveHttp(notes, { port: 0, auth: apiKeyAuth({ keys: { 'key-of-gateway': 'gateway' } }) })
  const target = { url: upstream.url, headers: { 'x-api-key': 'key-of-gateway' } }
  const gateway = createGateway({ upstreams: { notes: { target } } })
  const served = await serveHttp(gateway, { port: 0, auth: apiKeyAuth({ keys: { 'key-of-ada': 'ada' } }) })
  const client = await connect({ url: served.url, headers: { 'x-api-key': 'key-of-ada' } }, { revision })
  expect(client.revision).toBe(revision)
  expect((await client.callTool('notes__who', {})).content).toEqual([{ type: 'text', text: 'known' }])
  expect(received).toEqual([['gateway', expect.not.stringContaining('key-of-ada')]])
  await client.close()
  await served.close()
  await gateway.close()
  await upstream.close()
})
