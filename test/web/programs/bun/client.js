import { connect } from 'omniport/client'

/** Connects to a URL, or over stdio to a server that it starts, and prints what it got. */
const [target, revision] = process.argv.slice(2)
const stdio = { command: process.execPath, args: ['stdio-server.js'] }
const client = await connect(target === 'stdio' ? stdio : target, { revision })
const { content } = await client.callTool('add', { a: 1 })
console.log(JSON.stringify({ revision: client.revision, content }))
await client.close()
