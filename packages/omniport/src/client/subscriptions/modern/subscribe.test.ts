import { expect, test } from 'vitest'
import type { ConnectionRequestOptions, RevisionConnection } from '../../connect/revision-connection.js'
import { subscribe } from './subscribe.js'

test('one that is made again by itself is sent as what nobody waits for', async () => {
  const asked: unknown[] = []
  const connection = {
    services: { runtime: { after: () => () => {} } },
    request: async (method: string, _params: unknown, { isQuiet, onNotification }: ConnectionRequestOptions) => {
      asked.push([method, isQuiet])
      onNotification?.({ jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params: {} })
      return new Promise(() => {})
    },
  } as object as RevisionConnection // all that is used here
  const announced = { tools: true, prompts: false, resources: false, uris: false }
  const events = { onChange: () => {}, onEnd: () => {}, onLost: () => {} }
  await subscribe({ connection, announced }, { filter: { tools: true }, events, options: { isQuiet: true } })
  await subscribe({ connection, announced }, { filter: { tools: true }, events, options: {} })
  expect(asked).toEqual([
    ['subscriptions/listen', true],
    ['subscriptions/listen', undefined],
  ])
})
