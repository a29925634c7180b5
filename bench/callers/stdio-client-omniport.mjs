import process from 'node:process'
import { connect } from 'omniport/client'
import { rawServer } from './raw-server.mjs'

export async function open() {
  const client = await connect({ command: process.execPath, args: [rawServer] })
  return { call: async (a) => (await client.callTool('add', { a, b: 0.5 })).content[0].text }
}
