import process from 'node:process'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { rawServer } from './raw-server.mjs'

export async function open() {
  const client = new Client(
    { name: 'bench', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  )
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [rawServer] }))
  return { call: async (a) => (await client.callTool({ name: 'add', arguments: { a, b: 0.5 } })).content[0].text }
}
