import assert from 'node:assert/strict'
import { connect } from 'omniport/client'
import { HttpDriver } from '../../bench/drivers/http-driver.mjs'
import { toolCall } from '../../bench/drivers/messages.mjs'
import { expectRejection, expectText } from './expect.mjs'

const revisions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']

/** Connects in one revision after the other, does a little, and closes: sessions are made and deleted. */
export function visits(target, owner, options) {
  return revisions.map((revision) => [
    `visit ${revision}`,
    async () => {
      const client = await connect(target, { ...options, revision })
      try {
        expectText(await client.callTool('whoami', {}), owner)
        assert.equal((await client.listTools()).length > 5, true)
      } finally {
        await client.close()
      }
    },
  ])
}

/** Without a key that is known nobody gets in. */
export function strangers(url, options) {
  const target = { url, headers: { 'x-api-key': 'key-eve' } }
  return async () => expectRejection(connect(target, options), { code: 'unauthorized' })
}

/** A session that nobody deletes: it ends when it was idle for long enough. */
export function abandonedSession(url) {
  return () =>
    withDriver(url, '2025-11-25', async (driver) => {
      await driver.openSession()
      const { answer } = await driver.converse(toolCall('2025-11-25', 1, ['whoami', {}]))
      expectText(answer.result, 'nobody')
    })
}

/** A caller that is gone before its answer comes. */
export function vanishedCaller(url) {
  return () =>
    withDriver(url, '2026-07-28', async (driver) => {
      const lost = driver.converse(toolCall('2026-07-28', 1, ['wait', { ms: 10_000 }])).catch(() => {})
      await Promise.race([lost, new Promise((resolve) => setTimeout(resolve, 20))])
    })
}

async function withDriver(url, revision, use) {
  const driver = await HttpDriver.open(Number(new URL(url).port), { connections: 1, revision })
  try {
    await use(driver)
  } finally {
    driver.close()
  }
}
