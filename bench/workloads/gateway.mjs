import process from 'node:process'
import { sumOf, toolCall } from '../drivers/messages.mjs'
import { StdioDriver, toLines } from '../drivers/stdio-driver.mjs'
import { MeasuredProcess } from '../measure/measured-process.mjs'
import { timedSubject } from '../measure/timed-subject.mjs'
import { openGateway } from './open-gateway.mjs'
import { openHttp } from './open-http.mjs'

const others = ['mcp-proxy', 'supergateway']
const stdio = { upstream: 'stdio', revision: '2025-11-25', contenders: ['raw', 'omniport', ...others] }
const http = { upstream: 'http', revision: '2026-07-28', contenders: ['haproxy', 'raw', 'omniport'] }

/** Calls through a gateway with the `raw` server behind it. The gateway is measured, the server is another process. */
export const gateway = [
  calls('gateway-stdio', { ...stdio, connections: 64 }),
  calls('gateway-stdio-single', { ...stdio, connections: 1 }),
  calls('gateway-http', { ...http, connections: 64 }),
  calls('gateway-http-single', { ...http, connections: 1 }),
  delays('gateway-delay-stdio', stdio),
  delays('gateway-delay-http', http),
]

function calls(name, { upstream, revision, contenders, connections }) {
  const many = connections === 1 ? 'one at a time' : `${connections} connections`
  return {
    name,
    title: `tools/call through a gateway, HTTP to ${upstream}, ${revision}, ${many}`,
    unit: 'µs',
    contenders,
    target: { of: 'ratio', most: 2 },
    samples: 8,
    open: async (contender) => {
      const { program, driver, next, close } = await openGateway(contender, {
        revision,
        connections,
        settings: { upstream },
      })
      const count = 5 * Math.max(connections, 40)
      const work = () => driver.send(Array.from({ length: count }, () => driver.toBytes(next())))
      return timedSubject(program, { count, work }, close)
    },
  }
}

/** The time that a call takes, beside one that goes to the server directly. */
function delays(name, { upstream, revision, contenders }) {
  return {
    name,
    title: `Median time of a tools/call through a gateway, HTTP to ${upstream}, ${revision}, one at a time`,
    unit: 'ms',
    contenders: ['direct', ...contenders],
    limit: 'direct',
    target: { of: 'over', most: 0.3 },
    samples: 4,
    open: async (contender) => {
      const opened = contender === 'direct' ? openDirect(upstream, revision) : openOnce(contender, upstream, revision)
      const { call, close } = await opened
      for (let times = 0; times < 2_000; times += 1) await call()
      return { sample: () => medianOf(500, call), close }
    },
  }
}

async function openOnce(contender, upstream, revision) {
  const { driver, next, close } = await openGateway(contender, { revision, connections: 1, settings: { upstream } })
  return { call: () => driver.send([driver.toBytes(next())]), close }
}

async function openDirect(upstream, revision) {
  let id = 0
  const next = () => toolCall(revision, ++id, sumOf(id))
  if (upstream === 'http') {
    const { driver, close } = await openHttp('raw', { revision })
    return { call: () => driver.send([driver.toBytes(next())]), close }
  }
  const program = new MeasuredProcess('servers/raw-stdio.mjs')
  const driver = new StdioDriver(program)
  await driver.open(revision)
  return { call: () => driver.send(toLines([next()]), 1), close: () => program.end() }
}

async function medianOf(count, call) {
  const times = []
  for (let each = 0; each < count; each += 1) {
    const start = process.hrtime.bigint()
    await call()
    times.push(Number(process.hrtime.bigint() - start) / 1e6)
  }
  return times.toSorted((a, b) => a - b)[count >> 1]
}
