import { connect } from 'omniport/client'

/** What the page that loads this calls: connects, calls the tool, closes. */
globalThis.callAdd = async (target, options) => {
  const client = await connect(target, options)
  const { content } = await client.callTool('add', { a: 1 })
  await client.close()
  return content[0].text
}
