import process from 'node:process'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { defineSdkV1 } from './define-sdk-v1.mjs'
import { largeBytes, readSettings } from './settings.mjs'

const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: largeBytes })
await defineSdkV1(readSettings().tools).connect(transport)
