import { type Client, connect, textOf } from 'omniport/client'
import { assert, type Equals } from './equals.js'
import type { server } from './typed-server.js'

const client = await connect<typeof server>('https://example.com/mcp')
const forecast = await client.callTool('forecast', { city: 'Oslo' })
// @ts-expect-error there may be none until isError was looked at
forecast.structuredContent.celsius
if (forecast.isError) throw new Error(textOf(forecast))
assert<Equals<typeof forecast.structuredContent, { celsius: number[]; units: 'C' | 'F' }>>()

const status = await client.callTool('status', {})
if (!status.isError) assert<Equals<typeof status.structuredContent.status, 'ok' | 'bad'>>()
const free = await client.callTool('free', {})
assert<Equals<typeof free.structuredContent, unknown>>()
const task = await client.callTask('forecast', { city: 'Oslo', days: 1 })
const late = await task.result()
if (!late.isError) assert<Equals<typeof late.structuredContent.celsius, number[]>>()

// @ts-expect-error unknown tool
await client.callTool('forecasts', {})
// @ts-expect-error unknown argument
await client.callTool('forecast', { town: 'Oslo' })
// @ts-expect-error wrong argument
await client.callTool('forecast', { city: 1 })

const any = client as Client
await any.callTool('forecasts', {})
declare const inMemory: typeof server
const memory = await connect(inMemory, { revision: '2025-03-26' })
assert<Equals<typeof memory, typeof client>>()
