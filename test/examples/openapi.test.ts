import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Server } from 'omniport'
import { connect, textOf } from 'omniport/client'
import { revisions } from 'omniport/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadExample } from './load-example.js'

const { createLibrary } = await loadExample<{ createLibrary(baseUrl: string, apiKey: string): Server }>(
  'openapi/server.js',
)

/** The API: it knows one key and one book. */
function answer(request: IncomingMessage, response: ServerResponse, body: string): void {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://api')
  const send = (status: number, value: object) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  }
  if (request.headers['x-api-key'] !== 'secret') send(401, { message: 'wrong key' })
  else if (pathname === '/v1/books')
    send(200, { books: [`${searchParams.get('words')}, ${searchParams.get('limit')}`] })
  else if (request.method === 'POST') send(201, { lent: pathname, ...JSON.parse(body) })
  else send(404, { message: 'no such book' })
}

let baseUrl = ''
const http = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => answer(request, response, body))
})
beforeAll(async () => {
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1`
})
afterAll(() => {
  http.closeAllConnections()
  http.close()
})

test.each(revisions)('an API is used through its document, at %s', async (revision) => {
  await using server = createLibrary(baseUrl, 'secret')
  await using client = await connect(server, { revision })
  const call = async (name: string, args: Record<string, unknown>) => textOf(await client.callTool(name, args))
  expect((await client.listTools()).map(({ name }) => name)).toEqual(['findBooks', 'getBook', 'lendBook'])
  expect(await call('findBooks', { words: 'sea & sky' })).toBe('{"books":["sea & sky, 10"]}')
  expect(await call('lendBook', { id: 'a/b', body: { reader: 'Ada', days: 3 } })).toBe(
    '{"lent":"/v1/books/a%2Fb/loans","reader":"Ada","days":3}',
  )
  expect(await call('getBook', { id: 'x' })).toBe('GET /books/{id} answered 404: {"message":"no such book"}')
  expect(await call('lendBook', { id: 'x', body: { reader: '', days: 3 } })).toMatch(/^Invalid arguments for lendBook/)
})

test('the key is that of the program, and the model reads what the API says of it', async () => {
  await using server = createLibrary(baseUrl, 'wrong')
  await using client = await connect(server)
  const result = await client.callTool('getBook', { id: 'x' })
  expect([result.isError, textOf(result)]).toEqual([true, 'GET /books/{id} answered 401: {"message":"wrong key"}'])
})
