import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createManualRuntime, settled } from '#test/support/virtual-runtime.js'
import { CollectingSocket } from './fixtures/open-exchange.js'
import { refuseSlowRequests } from './slow-requests.js'

function fail(code: string | undefined, socket = new CollectingSocket()) {
  const http = createServer()
  Object.assign(socket, { destroySoon: () => socket.end() })
  refuseSlowRequests(http, { headersTimeout: 100, requestTimeout: 300 }, createManualRuntime())
  http.emit(
    'clientError',
    Object.assign(new Error('broken'), code !== undefined && { code }),
    socket as unknown as Socket,
  )
  return socket
}

const answer = (status: string) => `HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`

test.each([
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', '413 Payload Too Large'],
  ['HPE_INVALID_METHOD', '400 Bad Request'],
  [undefined, '400 Bad Request'],
])('what cannot be read because of %s is answered, and its connection closed', async (code, status) => {
  const socket = fail(code)
  await settled()
  expect([socket.written, socket.writableEnded]).toEqual([answer(status), true])
})

test('a connection that cannot be written to gets no answer', () => {
  const socket = new CollectingSocket()
  socket.end()
  expect(fail('HPE_INVALID_METHOD', socket).written).toBe('')
})
