import process from 'node:process'
import { checkSum, sumOf, toolCall } from '../drivers/messages.mjs'
import { StdioDriver, toLines } from '../drivers/stdio-driver.mjs'
import { MeasuredProcess } from '../measure/measured-process.mjs'
import { openHttp } from './open-http.mjs'

const modern = '2026-07-28'
const legacy = '2025-11-25'
const calls = 1_000
const connections = 64

/** What a program costs that has only just begun: each sample is a program begun anew. */
export const cold = [
  percentile('cold-p50', 'median', 0.5),
  percentile('cold-p99', '99th percentile', 0.99),
  early('early-http', modern, { answers: 'json', most: 1.4 }),
  early('early-sessions-json', legacy, { answers: 'json', most: 1.4 }),
  early('early-sessions-sse', legacy, { answers: 'sse', most: 1.6 }),
]

function percentile(name, what, part) {
  return {
    name,
    title: `${what} of the time of the first 1,000 tools/call over stdio after the start, 2026-07-28, one at a time`,
    unit: 'ms',
    contenders: ['raw', 'omniport', 'sdk-v2', 'tmcp'],
    target: { of: 'ratio', most: 2 },
    samples: 4,
    open: (contender) => fresh(() => firstCalls(contender, part)),
  }
}

/** CPU time for one call after about a second of load, before the engine has compiled all that it will. */
function early(name, revision, { answers, most }) {
  const sessions = revision === legacy
  const where = `${sessions ? ' in a session' : ''}, ${revision}, ${answers.toUpperCase()}, 64 connections`
  return {
    name,
    title: `tools/call over HTTP${where}, after one second of CPU time`,
    unit: 'µs',
    contenders: ['raw', 'omniport', 'sdk-v2'],
    target: { of: 'ratio', most },
    samples: 4,
    open: (contender) => fresh(() => afterOneSecond(contender, { revision, answers, sessions })),
  }
}

const fresh = async (sample) => ({ sample, close: async () => {} })

async function firstCalls(contender, part) {
  const program = new MeasuredProcess(`servers/${contender}-stdio.mjs`)
  const driver = new StdioDriver(program)
  await driver.open(modern)
  const [answer] = await driver.converse([toolCall(modern, 1, sumOf(1))])
  checkSum(answer)
  const times = []
  for (let id = 2; id < calls + 2; id += 1) {
    const bytes = toLines([toolCall(modern, id, sumOf(id))])
    const start = process.hrtime.bigint()
    await driver.send(bytes, 1)
    times.push(Number(process.hrtime.bigint() - start) / 1e6)
  }
  await program.end()
  return times.toSorted((a, b) => a - b)[Math.ceil(calls * part) - 1]
}

async function afterOneSecond(contender, { revision, answers, sessions }) {
  const settings = [`answers=${answers}`, `sessions=${sessions ? 'yes' : 'no'}`]
  const { program, driver, close } = await openHttp(contender, { revision, connections, settings })
  if (sessions) await driver.openSession()
  let id = 0
  const next = () => toolCall(revision, ++id, sumOf(id))
  checkSum((await driver.converse(next())).answer)
  const load = async (micros) => {
    const before = await program.cpu()
    const first = id
    let used = 0
    while (used < micros) {
      await driver.send(Array.from({ length: connections }, () => driver.toBytes(next())))
      used = (await program.cpu()) - before
    }
    return used / (id - first)
  }
  await load(1_000_000)
  const perCall = await load(300_000)
  await close()
  return perCall
}
