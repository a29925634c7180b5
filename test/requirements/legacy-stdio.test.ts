import process from 'node:process'
import { expect, test } from 'vitest'
import { connect } from '../../packages/omniport/src/client/connect.js'
import { verifies } from './verifies.js'

/** A server that agrees with whatever revision it is asked for. */
const program = `
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  const { protocolVersion } = params ?? {}
  const hello = { protocolVersion, capabilities: {}, serverInfo: { name: 'pipe', version: '1' } }
  const result = method === 'initialize' ? hello : {}
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result }))
})`

test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const)(
  'a client starts a server and speaks %s with it over stdio',
  async (revision) => {
    verifies('STDIO-18')
    const client = await connect({ command: process.execPath, args: ['-e', program] }, { revision })
    await client.ping()
    expect([client.revision, client.server.name]).toEqual([revision, 'pipe'])
    await client.close()
  },
)
