import { expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { openContext } from './fixtures/http-context.js'
import { serveNotification } from './start-request.js'

const message = { jsonrpc: '2.0', method: 'notifications/x' } as const
const received = { revision: '2025-11-25', client: { capabilities: {} }, message } as const

test('a notification that fails is logged, for nobody is told', async () => {
  const broken = new Error('broken')
  const { context, logger } = openContext({ serve: () => Promise.reject(broken) })
  serveNotification(context, received)
  await settled()
  expect(logger.errors).toEqual([{ message: 'notifications/x failed', error: broken }])
})

test('a notification that is served has no reply', async () => {
  const { context, logger, sent } = openContext()
  serveNotification(context, received)
  await settled()
  expect([logger.errors, sent]).toEqual([[], []])
})
