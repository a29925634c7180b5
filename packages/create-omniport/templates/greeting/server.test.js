import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { connect, textOf } from 'omniport/client'
import server from './server.js'

const client = await connect(server) // in memory: nothing is started
after(() => client.close())

test('hello greets in a language', async () => {
  assert.equal(textOf(await client.callTool('hello', { name: 'Ada' })), 'Hello Ada')
  assert.equal(textOf(await client.callTool('hello', { name: 'Ada', language: 'fr' })), 'Bonjour Ada')
})

test('hello says which languages there are', async () => {
  const result = await client.callTool('hello', { name: 'Ada', language: 'xx' })
  assert.deepEqual([result.isError, textOf(result)], [true, 'No greeting in "xx"; there are en,fr'])
})

test('a greeting can be read', async () => {
  const { contents } = await client.readResource('greeting://en')
  assert.deepEqual(contents, [{ uri: 'greeting://en', mimeType: 'text/plain', text: 'Hello' }])
})

test('there is a prompt', async () => {
  const { messages } = await client.getPrompt('welcome', { name: 'Ada' })
  assert.equal(messages.length, 1)
})
