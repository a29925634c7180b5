import { connect } from 'omniport/client'

const [target, revision] = Deno.args
const program = { command: Deno.execPath(), args: ['run', '--quiet', '--allow-all', 'stdio-server.js'] }
const client = await connect(target === 'stdio' ? program : target, { revision })
const { content } = await client.callTool('add', { a: 1 })
console.log(JSON.stringify({ revision: client.revision, content }))
await client.close()
