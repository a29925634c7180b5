import { afterEach, expect, test } from 'vitest'
import { closeServers, serve } from '../../../../test/express-servers.js'
import { metadataHandler } from './metadata.js'

afterEach(closeServers)

const document = { resource: 'https://a.example/' }

test('a document is served to pages of every origin', async () => {
  const response = await fetch(await serve(metadataHandler(document)))
  expect([response.status, await response.json(), response.headers.get('access-control-allow-origin')]).toEqual([
    200,
    document,
    '*',
  ])
})

test('a page may ask first', async () => {
  const response = await fetch(await serve(metadataHandler(document)), { method: 'OPTIONS' })
  expect([response.status, await response.text()]).toEqual([204, ''])
})

test('a document cannot be changed', async () => {
  const response = await fetch(await serve(metadataHandler(document)), { method: 'POST' })
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, OPTIONS'])
})
