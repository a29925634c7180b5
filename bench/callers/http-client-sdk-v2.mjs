import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

export async function open(port, revision) {
  const client = new Client(
    { name: 'bench', version: '1.0.0' },
    { versionNegotiation: { mode: revision === '2026-07-28' ? { pin: revision } : 'legacy' } },
  )
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)))
  return { call: async (a) => (await client.callTool({ name: 'add', arguments: { a, b: 0.5 } })).content[0].text }
}
