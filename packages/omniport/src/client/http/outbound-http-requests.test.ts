import { expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { createFakeEndpoint, endless, reply } from './fixtures/fake-endpoint.js'
import { OutboundHttpRequests } from './outbound-http-requests.js'

const json = { 'content-type': 'application/json' }
const post = { method: 'POST', headers: {} } as const

/** Requests to a server that never comes to an end of its replies. */
function start() {
  const { endpoint, sent } = createFakeEndpoint((request) => reply({ headers: json, body: endless(request) }))
  const requests = new OutboundHttpRequests(endpoint)
  const send = () => requests.create(post).send()
  return { requests, sent, send }
}

test('all that are under way can be aborted, and others sent then', async () => {
  const { requests, sent, send } = start()
  const failed = [1, 2].map(() => expect(send()).rejects.toThrow('The connection was closed'))
  await settled()
  requests.abortAll()
  await Promise.all(failed)
  const last = expect(send()).rejects.toThrow('The connection was closed')
  await settled()
  expect(sent.map(({ abort }) => abort.aborted)).toEqual([true, true, false])
  requests.abortAll()
  await last
})

test('after close none is sent, and those under way are aborted', async () => {
  const { requests, sent, send } = start()
  const failed = expect(send()).rejects.toThrow('The connection was closed')
  await settled()
  requests.close()
  await failed
  await expect(send()).rejects.toThrow('The connection was closed')
  expect(sent.map(({ abort }) => abort.aborted)).toEqual([true])
})

test('one that is over is not aborted any more', async () => {
  const { endpoint, sent } = createFakeEndpoint(() => reply({ headers: json, body: '1' }))
  const requests = new OutboundHttpRequests(endpoint)
  expect(await requests.create(post).send()).toEqual({ type: 'value', value: 1 })
  requests.close()
  expect(sent.map(({ abort }) => abort.aborted)).toEqual([false])
})
