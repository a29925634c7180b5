import { expect, test } from 'vitest'
import { connect } from '../../packages/omniport/src/client/connect.js'
import { addCalls, createAddServer } from './add-server.js'
import { countResources } from './count-resources.js'
import { serveLines } from './serve-lines.js'

const calls = 100

/** Ceilings, not targets: what a call takes may only become less. */
const mostPromises = { memory: 12.2, stdio: 0.2 }

test('a call in memory makes no more promises than it did, and no timer', async () => {
  await using server = createAddServer()
  await using client = await connect(server)
  const callMany = async () => {
    for (let a = 0; a < calls; a += 1) await client.callTool('add', { a, b: 1 })
  }
  await callMany()
  const counts = await countResources(callMany)
  expect(perCall(counts, 'PROMISE')).toBeLessThanOrEqual(mostPromises.memory)
  expect(perCall(counts, 'Timeout')).toBeLessThanOrEqual(0.1)
  expect(perCall(counts, 'Immediate')).toBeLessThanOrEqual(0.1)
})

test('a call over stdio makes no more promises than it did, and no timer', async () => {
  await using server = createAddServer()
  const lines = await serveLines(server)
  await lines.send(addCalls(calls))
  const counts = await countResources(async () => {
    await lines.send(addCalls(calls))
  })
  await lines.close()
  expect(perCall(counts, 'PROMISE')).toBeLessThanOrEqual(mostPromises.stdio)
  expect(perCall(counts, 'Timeout')).toBeLessThanOrEqual(0.1)
})

function perCall(counts: ReadonlyMap<string, number>, type: string): number {
  return (counts.get(type) ?? 0) / calls
}
