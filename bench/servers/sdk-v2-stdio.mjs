import process from 'node:process'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { defineSdkV2 } from './define-sdk-v2.mjs'
import { largeBytes, readSettings } from './settings.mjs'

const { tools } = readSettings()
const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: largeBytes })
serveStdio(() => defineSdkV2(tools), { transport })
