import { connect } from 'omniport/client'

export async function open(port, revision) {
  const client = await connect(`http://127.0.0.1:${port}/mcp`, { revision })
  return { call: async (a) => (await client.callTool('add', { a, b: 0.5 })).content[0].text }
}
