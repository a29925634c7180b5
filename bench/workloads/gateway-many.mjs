import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { request } from '../drivers/messages.mjs'
import { timedSubject } from '../measure/timed-subject.mjs'
import { openGateway } from './open-gateway.mjs'

const modern = '2026-07-28'
const legacy = '2025-11-25'

/** What further upstreams and sessions cost a gateway. Each upstream has twelve tools. */
export const gatewayMany = [
  {
    name: 'gateway-many-call',
    title: 'tools/call through a gateway with 1, 10 and 100 upstreams, HTTP to http, 2026-07-28, 64 connections',
    unit: 'µs',
    contenders: ['1', 'omniport-10', 'omniport-100'],
    limit: '1',
    target: { of: 'ratio', most: 1.25 },
    samples: 8,
    open: async (contender) => {
      const { program, driver, next, close } = await openMany(contender, 64)
      const work = () => driver.send(Array.from({ length: 320 }, () => driver.toBytes(next())))
      return timedSubject(program, { count: 320, work }, close)
    },
  },
  {
    name: 'gateway-many-list',
    title: 'tools/list of 12 tools from each of 1, 10 and 100 upstreams, one at a time',
    unit: 'µs',
    contenders: ['omniport-1', 'omniport-10', 'omniport-100'],
    samples: 4,
    open: async (contender) => {
      const { program, driver, close } = await openMany(contender, 1)
      const message = request(modern, 1, 'tools/list')
      await untilListed(driver, message, 12 * countOf(contender))
      const bytes = driver.toBytes(message)
      const work = () => driver.send(Array.from({ length: 20 }, () => bytes))
      return timedSubject(program, { count: 20, work }, close)
    },
  },
  {
    name: 'gateway-beside',
    title:
      '99th percentile of the time of 500 calls beside an upstream that hangs at its start and one that answers GET with 405',
    unit: 'ms',
    contenders: ['alone', 'omniport'],
    limit: 'alone',
    target: { of: 'over', most: 20 },
    samples: 4,
    open: async (contender) => {
      const beside = contender === 'alone' ? 'nothing' : 'trouble'
      const settings = { upstream: 'http', beside }
      const { driver, next, close } = await openGateway('omniport', { revision: legacy, connections: 8, settings })
      const call = () => driver.send([driver.toBytes(next())])
      for (let times = 0; times < 2_000; times += 1) await call()
      return { sample: () => percentile99(500, call), close }
    },
  },
  {
    name: 'gateway-sessions',
    title: 'heap of one idle HTTP session of 2025-11-25 that has called a shared upstream',
    unit: 'KB',
    contenders: ['omniport'],
    target: { of: 'value', most: 8 },
    rounds: 3,
    open: openSessions,
  },
]

function openMany(contender, connections) {
  const settings = { upstream: 'http', count: countOf(contender), tools: 10 }
  return openGateway('omniport', { revision: modern, connections, settings, prefix: 'bench__' })
}

/** Upstreams that are not there within a second are left out of a list. */
async function untilListed(driver, message, wanted) {
  for (let times = 0; times < 30; times += 1) {
    const { answer } = await driver.converse(message)
    if (answer?.result?.tools?.length === wanted) return
    await wait(1_000)
  }
  throw new Error(`There are not ${wanted} tools`)
}

function countOf(contender) {
  return Number(contender.split('-').at(-1))
}

async function percentile99(count, call) {
  const times = []
  for (let each = 0; each < count; each += 1) {
    const start = process.hrtime.bigint()
    await call()
    times.push(Number(process.hrtime.bigint() - start) / 1e6)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(count * 0.99)]
}

async function openSessions(contender) {
  const count = 1_000
  const settings = { upstream: 'http' }
  const options = { revision: legacy, connections: 1, settings, exposeGc: true }
  const { program, driver, next, close } = await openGateway(contender, options)
  const openAll = async () => {
    for (let each = 0; each < count; each += 1) {
      await driver.openSession()
      await driver.send([driver.toBytes(next())])
    }
  }
  await openAll()
  const sample = async () => {
    const { heap: before } = await program.memory()
    await openAll()
    const { heap: after } = await program.memory()
    return (after - before) / 1_024 / count
  }
  return { sample, close }
}
