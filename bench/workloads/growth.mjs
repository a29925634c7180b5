import { checkSum, request, sumOf, toolCall } from '../drivers/messages.mjs'
import { openSessions } from '../drivers/open-session-streams.mjs'
import { StdioDriver, toLines } from '../drivers/stdio-driver.mjs'
import { MeasuredProcess } from '../measure/measured-process.mjs'
import { timedSubject } from '../measure/timed-subject.mjs'
import { openChange } from './get-streams.mjs'
import { openHttp } from './open-http.mjs'

const modern = '2026-07-28'
const legacy = '2025-11-25'

/** What a call costs where something grows, beside the least of it. */
export const growth = [
  curve('grow-call', 'tools/call over stdio, 2026-07-28, 64 in flight, of a server with 10, 1,000 and 10,000 tools', {
    sizes: [10, 1_000, 10_000],
    most: 1.25,
    open: (tools) => openStdio(tools, { inFlight: 64, ask: (id) => toolCall(modern, id, sumOf(id)), check: checkSum }),
  }),
  curve('grow-list', 'tools/list over stdio, 2026-07-28, of 10, 1,000 and 10,000 tools, for each tool of the list', {
    sizes: [10, 1_000, 10_000],
    most: 1.25,
    open: (tools) => openStdio(tools, { inFlight: 1, each: tools + 2, ask: (id) => request(modern, id, 'tools/list') }),
  }),
  curve('grow-sessions', 'tools/call in a session, 2025-11-25, JSON, 64 connections, beside 10 to 10,000 idle ones', {
    sizes: [10, 1_000, 10_000],
    most: 1.25,
    open: openIdle,
  }),
  curve('grow-subscribers', 'a change told to 1, 100 and 1,000 GET streams, for each of them', {
    sizes: [1, 100, 1_000],
    most: 1.25,
    open: (count) => openChange('omniport', count),
  }),
]

function curve(name, title, { sizes, most, open }) {
  const [least, ...more] = sizes.map(String)
  return {
    name,
    title,
    unit: 'µs',
    contenders: [least, ...more.map((size) => `omniport-${size}`)],
    limit: least,
    target: { of: 'ratio', most },
    samples: 4,
    open: (contender) => open(Number(contender.split('-').at(-1))),
  }
}

async function openStdio(tools, { inFlight, each = 1, ask, check = () => {} }) {
  const program = new MeasuredProcess('servers/omniport-stdio.mjs', [`tools=${tools}`])
  const driver = new StdioDriver(program)
  let id = 0
  const block = () => Array.from({ length: inFlight }, () => ask(++id))
  for (const answer of await driver.converse(block())) check(answer)
  const blocks = Math.max(Math.ceil(2_000 / inFlight / each), 2)
  const work = async () => {
    const prepared = Array.from({ length: blocks }, () => toLines(block()))
    for (const bytes of prepared) await driver.send(bytes, inFlight)
  }
  return timedSubject(program, { count: blocks * inFlight * each, work }, () => program.end())
}

async function openIdle(count) {
  const settings = ['answers=json', 'sessions=yes']
  const { program, driver, port, close } = await openHttp('omniport', { revision: legacy, connections: 64, settings })
  await openSessions(port, count)
  await driver.openSession()
  let id = 0
  const next = () => driver.toBytes(toolCall(legacy, ++id, sumOf(id)))
  const work = () => driver.send(Array.from({ length: 320 }, next))
  return timedSubject(program, { count: 320, work }, close)
}
