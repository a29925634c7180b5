import { connect } from 'omniport/client'
import { defineOmniport } from '../servers/define-omniport.mjs'

export async function open() {
  const client = await connect(defineOmniport())
  return { call: async (a) => (await client.callTool('add', { a, b: 0.5 })).content[0].text }
}
