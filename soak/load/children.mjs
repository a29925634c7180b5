import assert from 'node:assert/strict'
import process from 'node:process'
import { connect } from 'omniport/client'
import { expectText } from './expect.mjs'

/** Starts a server, calls it and closes it; its process is gone then. */
export function startedServer(command, options, revision) {
  return () =>
    withServer(command, { ...options, revision }, async (client) => {
      expectText(await client.callTool('buy', { order: '1' }), 'M, receipt of 1, true')
    })
}

/** A server that is killed is started again for one of the next calls. */
export function killedServer(command, options) {
  return () =>
    withServer(command, options, async (client) => {
      process.kill(client.pid, 'SIGKILL')
      for (;;) {
        try {
          return expectText(await client.callTool('add', { a: 1, b: 2 }), '3')
        } catch (error) {
          if (error.code !== 'closed') throw error
        }
      }
    })
}

async function withServer(command, options, use) {
  const client = await connect(command, options)
  let pid
  try {
    await use(client)
    pid = client.pid
  } finally {
    await client.close()
  }
  assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' })
}
