import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectNoChildren } from './no-children.js'
import { modernPost, postHead, rawConnect } from './raw-http.js'
import { runHttp } from './running.js'

expectNoChildren()

/** Writes one byte at a time, for as long as it can. */
function drip(connection: Awaited<ReturnType<typeof rawConnect>>, text: string): void {
  let at = 0
  const timer = setInterval(() => connection.send(text.charAt(at++ % text.length)), 20)
  connection.socket.on('close', () => clearInterval(timer))
}

let server: Awaited<ReturnType<typeof runHttp>>
beforeAll(async () => {
  server = await runHttp({ limits }, { isShared: true })
})
afterAll(() => server.kill())

const limits = { headersMs: 300, bodyMs: 300, keepAliveMs: 300 }

test.each<readonly [string, string, string, number]>([
  ['headers that drip', 'POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\nx-', 'abc', 408],
  ['headers that never come', 'POST /mcp HTTP/1.1\r\n', '', 408],
  ['a body that drips', postHead({ 'content-length': 100_000 }), ' ', 408],
  ['a body that never comes', postHead({ 'content-length': 100_000 }), '', 408],
  ['chunks that drip', postHead({ 'transfer-encoding': 'chunked' }), '1\r\n \r\n', 408],
])('%s are ended at their limit, while others are served', async (_, start, rest, status) => {
  const connection = await rawConnect(server.port)
  connection.send(start)
  if (rest !== '') drip(connection, rest)
  const other = await rawConnect(server.port)
  other.send(modernPost('tools/list'))
  expect((await other.reply()).status).toBe(200)
  expect((await connection.reply()).status).toBe(status)
  await connection.closed
})

/** A server whose limits are those that are standard, all of them longer than three seconds. */
let lenient: Awaited<ReturnType<typeof runHttp>>
beforeAll(async () => {
  lenient = await runHttp({}, { isShared: true })
})
afterAll(() => lenient.kill())

test.each([
  ['says nothing', ''],
  ['was used and says nothing more', modernPost('tools/list')],
])('a connection that %s is closed at its limit, and one of a server with longer limits is not', async (_, first) => {
  const [connection, longer] = [await rawConnect(server.port), await rawConnect(lenient.port)]
  const open = new Set([connection, longer])
  for (const each of open) {
    each.send(first)
    void each.closed.then(() => open.delete(each))
  }
  await connection.closed
  expect([...open]).toEqual([longer])
})
