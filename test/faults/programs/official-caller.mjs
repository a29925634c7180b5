// A client of the official SDK that connects to an address, in an era, and makes a call that nobody answers.
import process from 'node:process'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

const [, , url, mode] = process.argv
const client = new Client({ name: 'official', version: '1.0.0' }, { versionNegotiation: { mode } })
await client.connect(new StreamableHTTPClientTransport(new URL(url)))
process.stdout.write(`connected in ${client.getNegotiatedProtocolVersion()}\n`)
await client.callTool({ name: 'wait', arguments: {} })
