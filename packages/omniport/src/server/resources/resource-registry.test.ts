import { expect, test } from 'vitest'
import { connectRaw } from '#test/support/connect-raw.js'
import { defineServer } from '#test/support/define-server.js'
import { thrownBy } from '#test/support/thrown-by.js'
import { resource } from './resource.js'

const at = (uri: string) => resource({ uri, read: () => '' })

test.each([undefined, 1, null])('%j is not updated: it is no URI', (uri) => {
  const { server } = defineServer({ resources: { a: at('a:b') } })
  expect(thrownBy(() => server.resources.updated(uri as never))).toEqual(
    new TypeError(`resources.updated: uri must be a string, got ${uri}`),
  )
})

test('clients are told of a resource that they follow, and of the list', async () => {
  const { server } = defineServer({ resources: { a: at('a:b') } })
  const { request, messages, settle, close } = await connectRaw(server)
  await request('resources/subscribe', { uri: 'a:b' })
  server.resources.updated('a:b')
  server.resources.listChanged()
  await settle()
  expect(messages).toEqual([
    { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'a:b' } },
    { jsonrpc: '2.0', method: 'notifications/resources/list_changed' },
  ])
  close()
})

test('a name may get another URI, and its former one is free then', () => {
  const { server } = defineServer({ resources: { a: at('a:1') } })
  server.resources.set('a', at('a:2'))
  server.resources.set('b', at('a:1'))
  expect(thrownBy(() => server.resources.set('b', at('a:2')))).toEqual(
    new TypeError('resource "b": the uri a:2 is that of "a"; each needs its own'),
  )
  server.resources.delete('a')
  server.resources.set('b', at('a:2'))
  server.resources.set('c', at('a:1'))
  expect([...server.resources.keys()]).toEqual(['b', 'c'])
})
