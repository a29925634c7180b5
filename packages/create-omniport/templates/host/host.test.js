import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textOf } from 'omniport/client'
import { openHost } from './host.js'

test('a tool is called if the person agrees', async () => {
  const host = await openHost(() => 'allow')
  assert.deepEqual(
    (await host.tools()).map(({ name }) => name),
    ['greet__hello'],
  )
  assert.equal(textOf(await host.callTool('greet__hello', { name: 'Ada' })), 'Hello Ada')
  await host.close()
})

test('no server starts if the person does not agree', async () => {
  const host = await openHost(() => 'deny')
  assert.deepEqual(await host.tools(), [])
  await host.close()
})
