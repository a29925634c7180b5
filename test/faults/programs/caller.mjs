// Connects to an address, or to a server that it starts, in a revision, and makes a call that nobody answers.
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { connect } from 'omniport/client'

const [, , where, revision] = process.argv
const served = fileURLToPath(new URL('served.mjs', import.meta.url))
const options = JSON.stringify({ limits: { drainMs: 200, drainTermMs: 200 } })
const target = where === 'stdio' ? { command: process.execPath, args: [served, 'stdio', options] } : where
const onStderr = (line) => process.stdout.write(`server says: ${line}\n`)
const client = await connect(target, { revision, onStderr })
if (client.pid !== undefined) process.stdout.write(`server ${client.pid}\n`)
await client.callTool('wait', {})
