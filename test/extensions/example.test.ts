import process from 'node:process'
import { pathToFileURL } from 'node:url'
import type { Server } from 'omniport'
import { expect, test } from 'vitest'
import { runProgram } from '../cli/run-program.js'
import { connectRaw } from '../support/connect-raw.js'
import { root } from '../support/root.js'

const capabilities = { extensions: { 'com.example/search': {} } }

/** A server of the example; every test has one of its own. */
async function load(id: string): Promise<Server> {
  const module = (await import(`${pathToFileURL(`${root}/examples/extension/server.js`).href}?${id}`)) as {
    readonly server: Server
  }
  return module.server
}

test('the client of the example finds what it looks for', async () => {
  expect(await runProgram([process.execPath, 'examples/extension/client.js'], { cwd: root })).toEqual({
    code: 0,
    stderr: '',
    stdout: ["{ 'com.example/search': { maxHits: 20 } }", '2 × red', "[ 'a red house' ]", ''].join('\n'),
  })
})

test('a client that listens hears of what is added', async () => {
  const server = await load('listens')
  const connection = await connectRaw(server, { revision: '2026-07-28', capabilities })
  void connection.request('subscriptions/listen', { notifications: { searchWords: 'boat' } }, 'L')
  await expect.poll(() => connection.messages.length).toBe(1) // the code of subscriptions is loaded with the first
  for (const text of ['a blue car', 'a blue boat']) {
    await connection.request('tools/call', { name: 'add', arguments: { text } })
  }
  const _meta = { 'io.modelcontextprotocol/subscriptionId': 'L' }
  await expect
    .poll(() => connection.messages.map(({ method, params }) => [method, params]))
    .toEqual([
      ['notifications/subscriptions/acknowledged', { notifications: { searchWords: 'boat' }, _meta }],
      ['notifications/search/found', { words: 'boat', text: 'a blue boat', _meta }],
    ])
  connection.close()
  await server.close()
})

test('a client that does not know the extension has a server like any other', async () => {
  const server = await load('plain')
  const connection = await connectRaw(server, { revision: '2026-07-28' })
  const { error } = await connection.request('search/query', { words: 'red' })
  const { result } = await connection.request('tools/call', { name: 'add', arguments: { text: 'a' } })
  expect([error?.code, result?.['content']]).toEqual([-32021, []])
  connection.close()
  await server.close()
})
