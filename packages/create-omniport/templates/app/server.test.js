import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { connect, loadApp } from 'omniport/client'
import server from './server.js'

const client = await connect(server, { apps: true })
after(() => client.close())

test('a die has as many sides as were asked for', async () => {
  const result = await client.callTool('roll', { sides: 2 })
  assert.ok(!result.isError && [1, 2].includes(result.structuredContent.rolled))
})

test('the page is one file, with its script inside', async () => {
  const { html } = await loadApp(client, 'roll')
  assert.match(html, /connectApp/)
  assert.doesNotMatch(html, /src=|^import /m)
})
