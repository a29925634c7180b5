import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { connect, textOf } from 'omniport/client'

// A program to start. It may also be a URL: 'https://mcp.example.com/mcp'
const target = { command: process.execPath, args: [fileURLToPath(new URL('server.js', import.meta.url))] }

export async function greet(name /*ts: string*/) {
  const client = await connect(target)
  try {
    return textOf(await client.callTool('hello', { name }))
  } finally {
    await client.close()
  }
}
