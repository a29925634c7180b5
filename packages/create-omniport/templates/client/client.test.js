import assert from 'node:assert/strict'
import { test } from 'node:test'
import { greet } from './client.js'

test('the client starts the server, calls it and ends it', async () => {
  assert.equal(await greet('Ada'), 'Hello Ada')
})
